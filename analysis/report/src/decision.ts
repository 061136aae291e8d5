// A schedule from the bits of its decision (kernels/decision_mask.hpp; the column's text says what states are).

/** Words of one decision, what their bits say, and names of the topologies that it uses (namesOf), or an empty text. */
export interface Decision {
  words: BigUint64Array;
  states: string;
  names: string;
}

/** Reading of the bits: how many per step, what stands before the steps, and names of states. */
export interface Reading {
  bits: number;
  skipped: number;
  name: (state: number) => string;
}

/** Null for texts that do not say which bits are a step's: the decision is then no list of states. */
export function readingOf(states: string): Reading | null {
  const match = /^(\d+) bits? per|^(bit) i/.exec(states);
  if (!match) return null;
  const bits = Number(match[1] ?? 1);
  const skipped = states.includes("per entry") ? 1 : 0;
  if (bits === 1) return { bits, skipped, name: (state) => (state === 0 ? "base" : "own matching") };
  return { bits, skipped, name: stateName(states) };
}

function stateName(states: string): (state: number) => string {
  if (states.includes("windowed")) return (state) => `state ${state}`;
  if (states.includes("subring")) return (state) => (state === 0 ? "ring" : `subring ${state}`);
  if (states.includes("exchange")) return (state) => (state === 0 ? "ring" : `exchange ${state - 1}`);
  if (/distinct matching/.test(states)) return (state) => (state === 0 ? "base" : `matching ${state}`);
  return (state) => (state === 0 ? "base" : `topology ${state}`);
}

/** Names of states from the file's text, which has them in the order of first use; the others as `otherwise` says. */
export function namesOf(states: number[], text: string, otherwise: (state: number) => string): (state: number) => string {
  const names = text === "" ? [] : text.replace(/ \.\.\.$/, "").split("; ");
  const known = new Map([...new Set(states)].slice(0, names.length).map((state, i) => [state, names[i]]));
  return (state) => known.get(state) ?? otherwise(state);
}

/** The row of a picture that a run of steps stands on: its topology, or without a decision its stage. */
export function rowName(runs: { nSteps: number; topology: number }[], decision: Decision | null, steps: number): (run: { topology: number }, step: number) => string {
  const reading = decision && readingOf(decision.states);
  if (!decision || !reading) return runs.some((run) => run.topology > 0) ? (run) => `stage ${run.topology}` : () => "all nodes";
  const all = runs.reduce((sum, run) => sum + run.nSteps, 0);
  if (all !== steps) return (run) => reading.name(run.topology);
  const states = statesOf(decision.words, steps, reading);
  const name = namesOf(states, decision.names, reading.name);
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
export function statesOf(words: BigUint64Array, steps: number, reading: Reading): number[] {
  const perWord = 64 / reading.bits;
  const mask = (1n << BigInt(reading.bits)) - 1n;
  return Array.from({ length: steps }, (_, step) => {
    const entry = step + reading.skipped;
    const word = words[Math.floor(entry / perWord)] ?? 0n;
    return Number((word >> BigInt((entry % perWord) * reading.bits)) & mask);
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
