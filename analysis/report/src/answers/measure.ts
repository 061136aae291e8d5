// What a map shows of a slice: one number per cell.

import type { Grid } from "../data/grid";
import { ratio } from "./race";
import { pointOf, type Question, type Slice } from "./slice";

export const SHOWN = ["answer", "winner", "speedup", "gap", "time", "reconfigurations", "choice"] as const;
export type Shown = (typeof SHOWN)[number];

export const BEST = -1;
export const SECOND = -2;

/** show: which measure; of: whose (BEST, or a scheduler); over: what a speed-up is over (SECOND, or a scheduler). */
export interface Measure {
  show: Shown;
  of: number;
  over: number;
}

/** Whose time it is: the scheduler asked for, or the winner; -1 of none. */
export function subjectOf(slice: Slice, measure: Measure, cell: number): number {
  const subject = measure.of === BEST ? slice.winner[cell] : measure.of;
  return subject >= 0 && Number.isFinite(slice.time[subject][cell]) ? subject : -1;
}

export function valueOf(grid: Grid, question: Question, slice: Slice, measure: Measure, cell: number): number {
  const subject = subjectOf(slice, measure, cell);
  if (subject < 0) return NaN;
  const time = slice.time[subject][cell];
  switch (measure.show) {
    case "winner":
      return slice.winner[cell];
    case "answer":
      return Math.max(1, ratio(slice.fixed[cell], slice.time[slice.winner[cell]][cell])); // NaN stays
    case "choice":
      return slice.choice[subject][cell];
    case "time":
      return time;
    case "speedup":
      return ratio(measure.over === SECOND ? slice.second[cell] : slice.time[measure.over][cell], time);
    case "gap":
      return gap(boundOf(grid, slice, measure.of === BEST ? BEST : subject, cell), time);
    case "reconfigurations": {
      const at = pointOf(slice, question, cell, slice.choice[subject][cell]);
      return grid.schedulers[subject].reconfigurations(at, grid.parameters.factors(at));
    }
  }
}

/** The bound that a time is measured against: one scheduler's own, if that is one of the best possible. */
export function boundOf(grid: Grid, slice: Slice, scheduler: number, cell: number): number {
  return scheduler === BEST || !grid.entry.ownBounds ? slice.least[cell] : slice.bound[scheduler][cell];
}

/** How far a time may be from the best possible: 1 - bound / time, 0 for a proven optimum. */
export function gap(bound: number, time: number): number {
  if (Number.isNaN(bound) || Number.isNaN(time)) return NaN;
  return time > 0 ? Math.max(0, 1 - bound / time) : 0;
}

/** All cells at once. */
export function valuesOf(grid: Grid, question: Question, slice: Slice, measure: Measure): Float64Array {
  const values = new Float64Array(slice.width * slice.height);
  for (let cell = 0; cell < values.length; ++cell) values[cell] = valueOf(grid, question, slice, measure, cell);
  return values;
}
