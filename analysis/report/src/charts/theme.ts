// Light and dark, and colours that are told apart with any kind of colour vision.

export type Theme = "light" | "dark";

export const theme = (): Theme => (document.documentElement.dataset.theme === "dark" ? "dark" : "light");

/** The reader's choice, else the system's. */
export function startTheme(): void {
  const stored = readStored();
  document.documentElement.dataset.theme = stored ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

export function toggleTheme(): void {
  document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("lightsweep-theme", theme());
  } catch {
    // Some browsers keep nothing for pages from files: the choice then lasts until the page is closed.
  }
}

function readStored(): Theme | null {
  try {
    const stored = localStorage.getItem("lightsweep-theme");
    return stored === "dark" || stored === "light" ? stored : null;
  } catch {
    return null;
  }
}

export interface Inks {
  ink: string;
  quiet: string;
  line: string;
  ground: string;
  gap: string;
}

export function inks(): Inks {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return { ink: read("--ink"), quiet: read("--quiet"), line: read("--line"), ground: read("--ground"), gap: read("--gap") };
}

// Okabe and Ito; behind them Tol's muted colours. A scheduler has the same colour on all pages.
const SCHEDULERS: Record<string, string> = {
  "every-step": "#0072B2", threshold: "#56B4E9", addanki: "#E69F00", "addanki-milp": "#CC79A7", bridge: "#009E73",
  pccl: "#D55E00", segments: "#F0E442", swot: "#CC79A7", "s-bruck": "#DDCC77", "g-bruck": "#88CCEE", "r-hd": "#AA4499",
  "ring-hamiltonian": "#999933", strawman: "#332288", "one-shot": "#44AA99",
};
const SPARE = ["#882255", "#117733", "#DDCC77", "#88CCEE", "#AA4499", "#44AA99", "#332288", "#999933", "#CC6677", "#661100",
  "#6699CC", "#888888", "#EE8866", "#AAAA00", "#77AADD"];

/** The same hues, lighter: lines of the dark ones cannot be seen on a dark ground. */
const LIGHTER: Record<string, string> = { "#882255": "#D86FA5", "#117733": "#4DB377", "#332288": "#9489E8", "#661100": "#D8795C", "#AA4499": "#CF7CC2" };
const onGround = (colour: string): string => (theme() === "dark" ? (LIGHTER[colour] ?? colour) : colour);

/** A colour per name; static, which does nothing, is grey. */
export function coloursOf(names: string[]): string[] {
  const grey = theme() === "dark" ? "#69727d" : "#c9ced6";
  const taken = new Set(names.map((name) => SCHEDULERS[name]));
  const spare = SPARE.filter((colour) => !taken.has(colour));
  let next = 0;
  return names.map((name) => (name === "static" ? grey : onGround(SCHEDULERS[name] ?? spare[next++ % spare.length])));
}

/** A colour per place in a list of names that are no schedulers. */
export function coloursOfChoices(n: number): string[] {
  const all = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", ...SPARE];
  return Array.from({ length: n }, (_, i) => onGround(all[i % all.length]));
}

/** From little to much. */
export function ramp(kind: "gain" | "time" | "gap" | "count" | "around"): string[] {
  const dark = theme() === "dark";
  if (kind === "time") return ["#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838"]; // cividis
  if (kind === "around")
    return dark ? ["#f2a65a", "#a8642a", "#2a3037", "#2f74b5", "#9fd0ff"] : ["#b35806", "#f1a340", "#ffffff", "#67a9cf", "#0b4f8a"];
  if (kind === "gain") return dark ? ["#2a3037", "#234f7d", "#2f7fc1", "#7cc0ff", "#e6f4ff"] : ["#ffffff", "#c6dbef", "#6baed6", "#2171b5", "#08306b"];
  if (kind === "gap") return dark ? ["#2a3037", "#7a4a1e", "#c9782c", "#ffc27a"] : ["#ffffff", "#fdd0a2", "#f16913", "#7f2704"];
  return dark ? ["#2a3037", "#4b3f85", "#8577c9", "#d9d2ff"] : ["#ffffff", "#cbc9e2", "#807dba", "#3f007d"];
}

/** Parts of a time, in the order in which they are stacked. */
export const PART_COLOURS: Record<string, string> = {
  startup: "#56B4E9", propagation: "#0072B2", transmission: "#009E73", congestion: "#D55E00", reconfiguration: "#E69F00",
  computation: "#999999",
};
