// A grid with its arrays unpacked, and what a reader asks of it: a slice over two axes.

import { type Blocks, blocksOf } from "./embedded";
import type { Constants, GridEntry } from "./model";
import { Parameters, type WhatIf } from "./parameters";
import { lengthsOf, type Place } from "./place";
import { Scheduler } from "./scheduler";
import { StoredBest } from "./stored_best";

export class Grid {
  readonly lengths: number[];

  private constructor(
    readonly entry: GridEntry,
    readonly schedulers: Scheduler[],
    readonly parameters: Parameters,
    /** Values that a reader tries in the place of the file's. */
    readonly whatIf: WhatIf,
    /** The file's own answers; null where the page has as much, and for other parameters than the file's. */
    readonly best: StoredBest | null,
  ) {
    this.lengths = lengthsOf(entry.axes);
  }

  get isWhatIf(): boolean {
    return Object.keys(this.whatIf).length > 0;
  }

  static async load(entry: GridEntry, blocks: Blocks): Promise<Grid> {
    await blocks.load(blocksOf(entry));
    const lengths = lengthsOf(entry.axes);
    const schedulers = entry.schedulers.map((one) => new Scheduler(one, lengths, blocks));
    const best = entry.best && new StoredBest(entry.best, entry.minimised, lengths, blocks);
    return new Grid(entry, schedulers, new Parameters(entry.axes, constantsOf(entry)), {}, best);
  }

  /** The same with other values of some constants: of schedulers with schedule costs alone. */
  withValues(whatIf: WhatIf): Grid {
    if (Object.keys(whatIf).length === 0) return this;
    const known = this.schedulers.filter((one) => one.entry.envelopes !== null).map((one) => one.withEnvelopesOnly());
    return new Grid(this.entry, known, new Parameters(this.entry.axes, constantsOf(this.entry), whatIf), whatIf, null);
  }

  find(name: string): Scheduler | undefined {
    return this.schedulers.find((one) => one.name === name);
  }

  time(scheduler: Scheduler, at: Place): number {
    return scheduler.time(at, this.parameters.factors(at));
  }
}

/** Constants of all schedulers; where they differ (options) those of the first. */
export function constantsOf(entry: GridEntry): Constants {
  return Object.assign({}, ...entry.schedulers.map((one) => one.constants).reverse());
}
