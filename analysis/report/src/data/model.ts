// What a page holds: the description that analysis/reporting writes (JSON beside the arrays).

import type { Breakdown } from "./schedule_costs";

export interface Coordinate {
  name: string;
  unit: string;
  meaning: string;
  values: (number | string)[];
}

/** An axis of a grid; keys that vary together stand in `with`. */
export interface Axis extends Coordinate {
  with: Coordinate[];
  parametric: boolean;
}

export type Constants = Record<string, number | string | (number | string)[]>;

/** A column of codes that is the same everywhere, or a block over the axes. */
export type Codes = { all: number } | { block: number };

export interface EnvelopeEntry {
  axes: number[];
  offset: number;
  count: number;
  columns: Record<"n_steps" | "hops" | "volume" | "congestion" | "reconfigurations", number>;
  words: number;
  states: StatesEntry | null;
  decision: number | null;
  names: NamesEntry | null;
  /** What every schedule does step by step: runs of equal steps, per structure. */
  steps: { offset: number; count: number; columns: Record<StepColumn, number> } | null;
}

export type StepColumn = "schedule" | "n_steps" | "state" | "startups" | "hops" | "transmission" | "reconfigurations";

/** What the words of decisions say (engine/FORMAT.md); bits_per_step is 0 where they are no list of states. sentence: for people. */
export interface StatesEntry {
  bits_per_step: number;
  state_kind: string;
  entries: "per-step" | "algorithm-then-steps";
  sentence: string;
}

/** What the topologies of each decision are called, in the order of first use: different texts, and which of them. */
export interface NamesEntry {
  texts: string[];
  block: number;
}

export type ScheduleEntry =
  | { kind: "decision"; axes: number[]; words: number; block: number; states: StatesEntry; names: NamesEntry | null }
  | { kind: "planes" | "lightpaths"; axes: number[]; partly: boolean; offset: number; count: number; columns: Record<string, number> }
  | { kind: "omitted"; why: string };

export interface SchedulerEntry {
  name: string;
  axes: number[];
  constants: Constants;
  competes: boolean;
  /** Every step takes as long as any other: an item at the rate of a wavelength (OpTree, eq. 3). */
  alikeSteps: boolean;
  statusNames: Record<string, string>;
  reasonNames: Record<string, string>;
  status: Codes;
  reason: Codes;
  columns: Record<string, number>;
  envelopes: EnvelopeEntry | null;
  bound: "time" | "column" | "none";
  unsaid: string;
  checked?: { points: number; worst: number };
  /** Points with a plan whose structure has too many schedules for a list: stored values. */
  unlisted?: number;
  stored?: string;
  algorithms?: Record<string, string>;
  schedule: ScheduleEntry | null;
}

/** The group `best` where the page cannot know as much by itself (data/stored_best.ts). */
export interface BestEntry {
  axes: number[];
  columns: Record<string, number>;
  /** Whether its bound holds for any scheduler, compared or not. */
  universal: boolean;
  /** scheduler: which of the grid's; settings: indices along the axes that are minimised over. */
  candidates: { name: string; scheduler: number; settings: number[] }[];
  unlisted: { axes: number[]; offset: number; count: number; columns: { candidate: number } } | null;
}

/** What `lightsweep gap --json` prints of a scheduler or of the group best: ratios of time to bound; shares of 1. */
export interface GapTable {
  scheduler: string;
  /** What the file says of its bound. */
  bound: string;
  left_out: number;
  /** key: of the axis by whose values the points are divided; "" for all points. */
  parts: { key: string; value: string; points: number; median: number; p90: number; worst: number; within_5_percent: number; within_10_percent: number }[];
}

export interface GridEntry {
  kind: "grid";
  name: string;
  axes: Axis[];
  /** Axes that the file's own comparison minimises over. */
  minimised: number[];
  constants: Constants;
  notes: string[];
  /** Whether the bounds of those compared are bounds of the best possible: not where they are for different hardware. */
  ownBounds: boolean;
  best: BestEntry | null;
  schedulers: SchedulerEntry[];
  /** Not in a page that was made without the program. */
  gaps?: GapTable[];
}

export interface StudyColumn {
  name: string;
  unit: string;
  meaning: string;
  flags: Record<string, string>;
  type: "f64" | "i32";
  missing: number | null;
  block: number;
}

export interface StudyEntry {
  kind: "study";
  name: string;
  axes: Axis[];
  constants: Constants;
  notes: string[];
  groups: { name: string; axes: number[]; columns: StudyColumn[] }[];
}

/** A page of its own: what `lightsweep schedule --html` writes (sweeps/cli/schedule_page.cpp). */
export interface OneSchedule {
  kind: "schedule";
  name: string;
  scheduler: string;
  collective: string;
  n: number;
  problem: Record<string, unknown>;
  status: string;
  completion_time: number;
  breakdown: Breakdown;
  n_reconfigurations: number;
  lower_bound: number;
  timeline?: { plane?: number; step?: number; peers?: string; topology?: string; reconfigure?: boolean; reconfigures_to?: string; start: number; end: number }[];
  /** Senders and receivers by turns: of every step, and the links of topologies by name. */
  steps?: number[][];
  topologies?: Record<string, number[]>;
  /** Of lightpaths on WDM rings. */
  plan?: {
    steps: number;
    controller: { for_step: number; start: number; end: number }[];
    ranks: { rank: number; sends: { step: number; to: number; item: number; direction: string; wavelength: number; start: number; end: number }[] }[];
  };
}

// What `lightsweep claims --json` prints.

export interface Finding {
  place: string;
  item: string;
  text: string;
  mark?: string;
  reference?: number | null;
  agrees?: boolean;
}

export interface Claim {
  claim: string;
  says: string;
  paper_number: string;
  paper_place: string;
  reading: string;
  needs: string;
  verdict: string;
  parameters_inferred?: boolean;
  recorded: string;
  file: string;
  differs: boolean;
  numbers: Finding[];
}

export interface PaperClaims {
  paper: string;
  claims: Claim[];
}

export interface Description {
  title: string;
  file: string;
  incomplete: string;
  provenance: [string, string][];
  sweep: string;
  claims: PaperClaims[];
  views: (GridEntry | StudyEntry | OneSchedule)[];
  blocks: { type: "f64" | "i32" | "i8" | "u64"; length: number }[];
}
