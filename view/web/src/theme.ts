// Colours that the canvas and the plots share with the style sheet.

export interface Theme {
  name: "light" | "dark";
  sky: number;
  ground: number;
  line: number;
  ink: string;
  faint: string;
  grid: string;
  curves: string[];
}

const LIGHT: Theme = {
  name: "light",
  sky: 0xf3f5f7,
  ground: 0xe4e8ec,
  line: 0xc3cad2,
  ink: "#1c1e21",
  faint: "#5a6068",
  grid: "#e2e5e9",
  curves: ["#0f6fc6", "#c4570a", "#3b4048"],
};
const DARK: Theme = {
  name: "dark",
  sky: 0x15181c,
  ground: 0x23282e,
  line: 0x3a424b,
  ink: "#e3e5e8",
  faint: "#a3a9b2",
  grid: "#2b3037",
  curves: ["#6cb4f5", "#f2a45c", "#d5d9de"],
};

export function theme(name: "light" | "dark"): Theme {
  return name === "dark" ? DARK : LIGHT;
}

/** Colours of contact states, distinct for every kind of colour vision [Okabe, Ito 2008]. */
export const STATE_COLOURS = [0x8b939c, 0x0072d2, 0xe8730c];

/** Muted hues of bodies. */
export const BODY_COLOURS = [
  0x8ba4bd, 0xc2a878, 0x93b08f, 0xb893a6, 0x9a97c4, 0x86b3b0, 0xc49783, 0xa9aba0,
];
export const MARKED_COLOUR = 0xd6219c;
export const STATIC_COLOUR = 0xb4bac1;

/** Clear hues of islands, distinct from those of the contact states. */
export const ISLAND_COLOURS = [
  0x59a14f, 0xb07aa1, 0xd8b93a, 0x6bb5ae, 0xd98ca0, 0x9c755f, 0x8cab3a, 0x8f86c9,
];
