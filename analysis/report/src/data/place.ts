// Points of a grid as one index per axis, and where a group that reads only some axes keeps them.

import type { Axis, Coordinate } from "./model";

/** One index per axis of the grid. */
export type Place = number[];

/** Row-major positions of a group over some axes of the grid. */
export class Layout {
  readonly size: number;
  private readonly strides: number[];

  constructor(
    readonly axes: number[],
    lengths: number[],
  ) {
    this.strides = axes.map(() => 1);
    for (let i = axes.length - 2; i >= 0; --i) this.strides[i] = this.strides[i + 1] * lengths[axes[i + 1]];
    this.size = axes.reduce((product, axis) => product * lengths[axis], 1);
  }

  flat(at: Place): number {
    let position = 0;
    for (let i = 0; i < this.axes.length; ++i) position += at[this.axes[i]] * this.strides[i];
    return position;
  }
}

/** The keys that vary along an axis. */
export const keysOf = (axis: Axis): Coordinate[] => (axis.with.length > 0 ? axis.with : [axis]);

export const lengthsOf = (axes: Axis[]): number[] => axes.map((axis) => axis.values.length);

/** Every combination of indices, the last axis fastest; one empty combination of no axes. */
export function combinations(choices: number[][]): number[][] {
  return choices.reduce<number[][]>(
    (all, choice) => all.flatMap((before) => choice.map((one) => [...before, one])),
    [[]],
  );
}
