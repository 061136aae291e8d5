// The shown slice as comma-separated values: SI numbers, every digit.

import type { Grid } from "../data/grid";
import { valueOf, type Measure } from "../answers/measure";
import { ratio } from "../answers/race";
import { keysOf } from "../data/place";
import { pointOf, type Question, type Slice } from "../answers/slice";

export function field(value: number | string): string {
  if (typeof value === "number") return Number.isNaN(value) ? "" : String(value);
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

export const table = (rows: (number | string)[][]): string => rows.map((row) => row.map(field).join(",")).join("\n") + "\n";

/** One row per cell: every axis (of the winner, where it is minimised over), winner, times, gains. */
export function sliceRows(grid: Grid, question: Question, slice: Slice, measure: Measure): (number | string)[][] {
  const names = grid.schedulers.map((one) => one.name);
  const keys = grid.entry.axes.flatMap((axis) => keysOf(axis).map((one) => one.name));
  const head = [...keys, "winner", "completion_time", "over_second", "lower_bound", `shown_${measure.show}`,
    ...names.map((name) => `time_${name}`)];
  const rows: (number | string)[][] = [head];
  for (let cell = 0; cell < slice.width * slice.height; ++cell) rows.push(cellRow(grid, question, slice, measure, cell));
  return rows;
}

function cellRow(grid: Grid, question: Question, slice: Slice, measure: Measure, cell: number): (number | string)[] {
  const winner = slice.winner[cell];
  const best = winner < 0 ? NaN : slice.time[winner][cell];
  const at = pointOf(slice, question, cell, winner < 0 ? 0 : slice.choice[winner][cell]);
  const place = grid.entry.axes.flatMap((axis, i) =>
    // Without a winner a minimised axis has no value.
    keysOf(axis).map((one) => (winner < 0 && isMinimised(question, i) ? "" : one.values[at[i]])),
  );
  const shown = valueOf(grid, question, slice, measure, cell);
  const isName = measure.show === "winner" || measure.show === "choice";
  return [...place, winner < 0 ? "" : grid.schedulers[winner].name, best, ratio(slice.second[cell], best),
    slice.least[cell], isName ? "" : shown, ...slice.time.map((times) => times[cell])];
}

const isMinimised = (question: Question, axis: number): boolean =>
  axis !== question.x && axis !== question.y && question.choices[axis].length > 1;
