// Icons and speeds of the playback bars.

export const PLAY = "M8 5v14l11-7z";
export const PAUSE = "M6 5h4v14H6zm8 0h4v14h-4z";
export const BACK = "M6 6h2v12H6zm3.5 6 8.5 6V6z";
export const FORWARD = "M16 6h2v12h-2zM6 18l8.5-6L6 6z";

export const SPEEDS = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4];
