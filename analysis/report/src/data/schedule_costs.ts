// Schedule costs: times that are linear in the parameters, and the fastest of a list of schedules at a point.

import type { Factors } from "./parameters";

/** Columns of all lists of a scheduler; a structure's list is a run of them. */
export interface ScheduleCosts {
  n_steps: Float64Array;
  hops: Float64Array;
  volume: Float64Array;
  congestion: Float64Array;
  reconfigurations: Float64Array;
}

/** Where the time goes [s]. */
export interface Breakdown {
  startup: number;
  propagation: number;
  transmission: number;
  congestion: number;
  reconfiguration: number;
  computation: number;
}

/** A schedule replaces an earlier one, which has fewer reconfigurations, only if it is better by more than rounding. */
const BETTER = 1 - 1e-12;

/** The five terms in the order in which the file's times were added up: the same sums, to the last bit. */
export function timeOf(costs: ScheduleCosts, schedule: number, f: Factors): number {
  return (
    costs.n_steps[schedule] * f.perStep +
    costs.hops[schedule] * f.perHop +
    costs.volume[schedule] * f.messageTime +
    costs.congestion[schedule] * f.messageTime +
    costs.reconfigurations[schedule] * f.delay
  );
}

/** Index of the fastest of `count` schedules from `first` on; -1 of none. */
export function fastestOf(costs: ScheduleCosts, first: number, count: number, f: Factors): number {
  let least = -1;
  let best = Infinity;
  for (let schedule = first; schedule < first + count; ++schedule) {
    const time = timeOf(costs, schedule, f);
    if (least < 0 || time < best * BETTER) {
      least = schedule;
      best = time;
    }
  }
  return least;
}

export function breakdownOf(costs: ScheduleCosts, schedule: number, f: Factors): Breakdown {
  return {
    startup: costs.n_steps[schedule] * f.perStep,
    propagation: costs.hops[schedule] * f.perHop,
    transmission: costs.volume[schedule] * f.messageTime,
    congestion: costs.congestion[schedule] * f.messageTime,
    reconfiguration: costs.reconfigurations[schedule] * f.delay,
    computation: 0,
  };
}
