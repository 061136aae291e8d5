// The cheapest of a list of schedules at a point.

import type { Factors } from "./parameters";

/** Columns of all lists of a scheduler; a structure's list is a run of them. */
export interface PlaneColumns {
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

/** A plane replaces an earlier one, which has fewer reconfigurations, only if it is better by more than rounding. */
const BETTER = 1 - 1e-12;

/** The five terms in the order in which the file's times were added up: the same sums, to the last bit. */
export function planeTime(planes: PlaneColumns, plane: number, f: Factors): number {
  return (
    planes.n_steps[plane] * f.perStep +
    planes.hops[plane] * f.perHop +
    planes.volume[plane] * f.messageTime +
    planes.congestion[plane] * f.messageTime +
    planes.reconfigurations[plane] * f.delay
  );
}

/** Index of the least of `count` planes from `first` on; -1 of none. */
export function leastPlane(planes: PlaneColumns, first: number, count: number, f: Factors): number {
  let least = -1;
  let best = Infinity;
  for (let plane = first; plane < first + count; ++plane) {
    const time = planeTime(planes, plane, f);
    if (least < 0 || time < best * BETTER) {
      least = plane;
      best = time;
    }
  }
  return least;
}

export function planeBreakdown(planes: PlaneColumns, plane: number, f: Factors): Breakdown {
  return {
    startup: planes.n_steps[plane] * f.perStep,
    propagation: planes.hops[plane] * f.perHop,
    transmission: planes.volume[plane] * f.messageTime,
    congestion: planes.congestion[plane] * f.messageTime,
    reconfiguration: planes.reconfigurations[plane] * f.delay,
    computation: 0,
  };
}
