// A schedule from the bits of its decision (kernels/envelopes/decision_mask.hpp).

import type { StatesEntry } from "./model";

/** Words of one decision, what their bits say, and names of the topologies that it uses (namesOf), or an empty text. */
export interface Decision {
  words: BigUint64Array;
  states: StatesEntry;
  names: string;
}

/** Whether a decision is a list of states, one per step. */
export const isReadable = (states: StatesEntry): boolean => states.bits_per_step > 0;

/** What state 0 is, and the others. */
const NAMES: Record<string, [string, (state: number) => string]> = {
  "base-or-matching": ["base", () => "own matching"],
  standing: ["base", (state) => `matching ${state}`],
  subring: ["ring", (state) => `subring ${state}`],
  exchange: ["ring", (state) => `exchange ${state - 1}`],
  "subring-or-window": ["state 0", (state) => `state ${state}`],
};

/** The name of a state where the file has none. */
export function stateName(states: StatesEntry): (state: number) => string {
  const [first, other] = NAMES[states.state_kind] ?? ["base", (state: number) => `topology ${state}`];
  return (state) => (state === 0 ? first : other(state));
}

/** Names of states from the file's text, which has them in the order of first use; the others as `otherwise` says. */
export function namesOf(states: number[], text: string, otherwise: (state: number) => string): (state: number) => string {
  const names = text === "" ? [] : text.replace(/ \.\.\.$/, "").split("; ");
  const known = new Map([...new Set(states)].slice(0, names.length).map((state, i) => [state, names[i]]));
  return (state) => known.get(state) ?? otherwise(state);
}

/** The row of a picture that a run of steps stands on: its topology, or without a decision its stage. */
export function rowName(runs: { nSteps: number; topology: number }[], decision: Decision | null, steps: number): (run: { topology: number }, step: number) => string {
  if (!decision) return runs.some((run) => run.topology > 0) ? (run) => `stage ${run.topology}` : () => "all nodes";
  const all = runs.reduce((sum, run) => sum + run.nSteps, 0);
  const numbered = stateName(decision.states);
  if (all !== steps) return (run) => numbered(run.topology);
  const states = statesOf(decision, steps);
  const name = namesOf(states, decision.names, numbered);
  return (_, step) => name(states[step]);
}

/** What the names of topologies say. */
export function explained(names: string[]): string {
  const says = (word: string, text: string) => (names.some((name) => name.includes(word)) ? [text] : []);
  const words = [
    ...says("base", "base: the topology that stands before the collective"),
    ...says("own matching", "own matching: the step's senders and receivers linked directly"),
    ...says("shift", "shift +k: a link from each node to the k-th after it"),
    ...says("xor", "xor m: links between nodes whose numbers differ in the bits of m"),
    ...says("translation", "translation: links from each node to the one so far away in each dimension"),
    ...says("peers of step", "peers of step i: links to the receivers of that step"),
    ...says(" x ", "2 x: on two lanes of a node"),
  ];
  const text = words.join("; ");
  return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** State of every step. */
export function statesOf({ words, states }: Decision, steps: number): number[] {
  const bits = states.bits_per_step;
  const perWord = 64 / bits;
  const mask = (1n << BigInt(bits)) - 1n;
  const skipped = states.entries === "algorithm-then-steps" ? 1 : 0;
  return Array.from({ length: steps }, (_, step) => {
    const entry = step + skipped;
    const word = words[Math.floor(entry / perWord)] ?? 0n;
    return Number((word >> BigInt((entry % perWord) * bits)) & mask);
  });
}

/**
 * Before which steps the plan reconfigures, if one of the known rules gives the number that is charged:
 * every change, from the base on; the same with the first set-up free; or every step but those that stay on the base.
 * Null where none does: the reader then sees the number alone.
 */
export function changesOf(states: number[], charged: number): number[] | null {
  const changes = states.flatMap((state, i) => (state !== (i === 0 ? 0 : states[i - 1]) ? [i] : []));
  const free = changes.filter((step) => step > 0);
  const moved = states.flatMap((state, i) => (state !== 0 || (i > 0 && states[i - 1] !== 0) ? [i] : []));
  return [changes, free, moved].find((one) => one.length === charged) ?? null;
}
