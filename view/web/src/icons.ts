// Icons as paths in a square of 24.

export const THEME = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 0 1 0 14z";
export const FIT = "M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z";
export const PICTURE =
  "M9 4 7.2 6H4v13h16V6h-3.2L15 4zm3 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z";
export const HELP =
  "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 16h-2v-2h2zm1.6-6.3c-.9.7-1.4 1.1-1.4 2.3h-2.3c0-2 .9-2.8 1.9-3.6.8-.6 1.2-1 1.2-1.7 0-.9-.8-1.5-2-1.5-1.1 0-1.9.6-2 1.8H7.7C7.8 6.6 9.6 5.2 12 5.2c2.5 0 4.3 1.3 4.3 3.4 0 1.6-.9 2.4-1.7 3.1z";

export const RESET = "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z";

export const CLOSE =
  "M18.3 5.7 12 12l6.3 6.3-1.4 1.4-6.3-6.3-6.3 6.3-1.4-1.4L9.2 12 2.9 5.7l1.4-1.4 6.3 6.3 6.3-6.3z";
export const TERMINAL = "M4 5h16v14H4zM6 7v10h12V7zM8 9l3 3-3 3zM12 14h4v1.5h-4z";
