// All schedulers over two axes of a grid, every other axis fixed or minimised over.

import type { Grid } from "../data/grid";
import type { Factors } from "../data/parameters";
import { combinations, type Place } from "../data/place";
import { Race } from "./race";

/** What to look at: x and y are axes (y -1: none); choices[axis] are the indices an axis may take elsewhere. */
export interface Question {
  x: number;
  y: number;
  choices: number[][];
  /** Schedulers that are left out. */
  off?: ReadonlySet<string>;
}

/**
 * Answers per cell, row by row: cell = yIndex * width + xIndex.
 *
 * time[s]    least time of scheduler s over the choices [s], NaN without a plan
 * choice[s]  which combination of the choices that is; index into `places`
 * bound[s]   least proven bound over the choices [s]; NaN where unknown
 * winner     fastest of those that compete, -1 of none; second: time of the best other [s]
 * fixed      time of the fastest that never reconfigures, NaN without one [s]
 * least      proven bound of the best possible; NaN where unknown
 * stored     1 where the winner's time is the file's and follows from nothing else in the page
 */
export interface Slice {
  width: number;
  height: number;
  xs: number[];
  ys: number[];
  places: number[][];
  time: Float64Array[];
  choice: Int32Array[];
  bound: Float64Array[];
  winner: Int16Array;
  second: Float64Array;
  fixed: Float64Array;
  least: Float64Array;
  stored: Uint8Array;
  off?: ReadonlySet<string>;
}

/** All indices of an axis, or every k-th so that at most `most` are left; [0] of no axis. */
export function indicesOf(length: number, most = Infinity): number[] {
  const step = Math.max(1, Math.ceil(length / most));
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
}

function emptySlice(grid: Grid, question: Question, most: number): Slice {
  const xs = question.x < 0 ? [0] : indicesOf(grid.lengths[question.x], most);
  const ys = question.y < 0 ? [0] : indicesOf(grid.lengths[question.y], most);
  const cells = xs.length * ys.length;
  const choices = grid.lengths.map((_, axis) =>
    axis === question.x || axis === question.y ? [0] : question.choices[axis],
  );
  return {
    width: xs.length,
    height: ys.length,
    xs,
    ys,
    places: combinations(choices),
    time: grid.schedulers.map(() => new Float64Array(cells).fill(NaN)),
    choice: grid.schedulers.map(() => new Int32Array(cells).fill(-1)),
    bound: grid.schedulers.map(() => new Float64Array(cells).fill(NaN)),
    winner: new Int16Array(cells).fill(-1),
    second: new Float64Array(cells).fill(NaN),
    fixed: new Float64Array(cells).fill(NaN),
    least: new Float64Array(cells).fill(NaN),
    stored: new Uint8Array(cells),
    off: question.off,
  };
}

/** The point of a cell for one combination of the choices. */
export function pointOf(slice: Slice, question: Question, cell: number, choice: number): Place {
  const at = [...slice.places[choice]];
  if (question.x >= 0) at[question.x] = slice.xs[cell % slice.width];
  if (question.y >= 0) at[question.y] = slice.ys[Math.floor(cell / slice.width)];
  return at;
}

/**
 * Evaluates every cell: a multiply-add per schedule, a look-up per stored value. `most` values at most along
 * either axis, evenly picked.
 */
export function evaluate(grid: Grid, question: Question, most = Infinity): Slice {
  const slice = emptySlice(grid, question, most);
  const open = openChoices(grid, question, slice);
  for (let cell = 0; cell < slice.width * slice.height; ++cell) evaluateCell(grid, question, slice, cell, open);
  return slice;
}

/** Choices at which a scheduler may have a time, per scheduler: where its lists do not change over the map, one cell tells of all. */
function openChoices(grid: Grid, question: Question, slice: Slice): number[][] {
  const all = [...slice.places.keys()];
  const along = [question.x, question.y].filter((axis) => axis >= 0);
  const points = all.map((choice) => pointOf(slice, question, 0, choice));
  return grid.schedulers.map((scheduler) => (scheduler.isFixed(along) ? all.filter((choice) => scheduler.hasTime(points[choice])) : all));
}

function evaluateCell(grid: Grid, question: Question, slice: Slice, cell: number, open: number[][]): void {
  const points = slice.places.map((_, choice) => pointOf(slice, question, cell, choice));
  const known: Factors[] = [];
  const factors = (choice: number) => (known[choice] ??= grid.parameters.factors(points[choice]));
  const race = new Race();
  let least = Infinity;
  grid.schedulers.forEach((scheduler, s) => {
    if (question.off?.has(scheduler.name)) return;
    for (const choice of open[s]) {
      const time = scheduler.time(points[choice], factors(choice));
      if (Number.isNaN(time)) continue;
      const bound = scheduler.bound(points[choice], time);
      keepLeast(slice, s, cell, choice, time, bound);
      if (!scheduler.competes(points[choice])) continue;
      race.enter(s, time);
      if (!(slice.fixed[cell] <= time) && scheduler.reconfigurations(points[choice], factors(choice)) === 0) slice.fixed[cell] = time;
      least = Math.min(least, bound); // NaN stays
    }
  });
  slice.winner[cell] = race.winner;
  slice.second[cell] = Number.isFinite(race.second) ? race.second : NaN;
  slice.least[cell] = race.winner < 0 ? NaN : grid.entry.ownBounds ? Math.min(least, race.first) : (grid.best?.bound(points) ?? NaN);
  if (!question.off?.size) takeStored(grid, slice, cell, points, factors);
}

/** The file's own winner has the last word at the file's own points. */
function takeStored(grid: Grid, slice: Slice, cell: number, points: Place[], factors: (choice: number) => Factors): void {
  const stored = grid.best?.answer(points, (s, choice) => grid.schedulers[s].time(points[choice], factors(choice)));
  if (!stored) return;
  const { scheduler, place } = stored;
  slice.winner[cell] = scheduler;
  if (scheduler < 0) return;
  slice.choice[scheduler][cell] = place;
  if (Number.isNaN(stored.time)) {
    slice.time[scheduler][cell] = grid.schedulers[scheduler].time(points[place], factors(place));
  } else {
    slice.stored[cell] = 1;
    slice.time[scheduler][cell] = stored.time;
  }
  if (!Number.isNaN(stored.second)) slice.second[cell] = stored.second;
  if (!grid.entry.ownBounds) slice.least[cell] = grid.best!.bound(points);
}

/** Ties between choices go to the earlier one. */
function keepLeast(slice: Slice, s: number, cell: number, choice: number, time: number, bound: number): void {
  const known = slice.time[s][cell];
  if (Number.isNaN(known) || time < known * (1 - 1e-9)) {
    slice.time[s][cell] = time;
    slice.choice[s][cell] = choice;
  }
  const before = slice.bound[s][cell];
  slice.bound[s][cell] = Number.isNaN(known) ? bound : Math.min(before, bound);
}
