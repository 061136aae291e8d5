// What a schedule does step by step: runs of equal steps, from the file's group /steps.

import type { Blocks } from "./embedded";
import type { EnvelopeEntry, StepColumn } from "./model";
import type { Factors } from "./parameters";
import type { Breakdown, ScheduleCosts } from "./schedule_costs";

/** nSteps equal steps; the others are of each: multiples of per step, per hop, message over bandwidth and delay, or in their place times [s]. */
export interface StepRun {
  nSteps: number;
  topology: number;
  startups: number;
  hops: number;
  transmission: number;
  reconfigurations: number;
  fixed?: { step: number; wait: number };
}

/** Times of one step and of what comes before it [s]. */
export const stepTime = (run: StepRun, f: Factors): number =>
  run.fixed?.step ?? run.startups * f.perStep + run.hops * f.perHop + run.transmission * f.messageTime;
export const waitTime = (run: StepRun, f: Factors): number => run.fixed?.wait ?? run.reconfigurations * f.delay;

const close = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(1e-3, Math.abs(one), Math.abs(other));

/** Of one schedule of a structure's list; null where the file has none, or where they do not add up to its cost. */
export function stepRuns(blocks: Blocks, entry: NonNullable<EnvelopeEntry["steps"]>, list: number, schedule: number,
  costs: ScheduleCosts, at: number): StepRun[] | null {
  const column = (name: StepColumn) => blocks.numbers(entry.columns[name]);
  const [first, count] = [blocks.numbers(entry.offset)[list], blocks.numbers(entry.count)[list]];
  const which = column("schedule");
  const found: StepRun[] = [];
  for (let i = first; i < first + count; ++i)
    if (which[i] === schedule)
      found.push({ nSteps: column("n_steps")[i], topology: column("state")[i], startups: column("startups")[i], hops: column("hops")[i],
        transmission: column("transmission")[i], reconfigurations: column("reconfigurations")[i] });
  const sum = (part: (run: StepRun) => number) => found.reduce((all, run) => all + run.nSteps * part(run), 0);
  const whole = close(sum((run) => run.startups), costs.n_steps[at]) && close(sum((run) => run.hops), costs.hops[at]) &&
    close(sum((run) => run.transmission), costs.volume[at] + costs.congestion[at]) &&
    close(sum((run) => run.reconfigurations), costs.reconfigurations[at]);
  return found.length > 0 && whole ? found : null;
}

/** Steps that are all alike, from the parts of the time; null unless a reconfiguration is before each of them, or before none. */
export function alikeRuns(parts: Breakdown, steps: number, changes: number): StepRun[] | null {
  if (!(steps > 0) || (changes !== steps && changes !== 0)) return null;
  const step = (parts.startup + parts.propagation + parts.transmission + parts.congestion) / steps;
  return [{ nSteps: steps, topology: 0, startups: 0, hops: 0, transmission: 0, reconfigurations: 0, fixed: { step, wait: parts.reconfiguration / steps } }];
}
