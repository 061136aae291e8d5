// The file's own answer at the file's own points: the group `best` (analysis/reporting/stored_best.py).

import type { Blocks } from "./embedded";
import type { BestEntry } from "./model";
import { Layout, type Place } from "./place";

/** place: which of the points asked for wins; time, second: NaN where the page computes them as well [s]. */
export interface StoredAnswer {
  scheduler: number;
  place: number;
  time: number;
  second: number;
}

const NOBODY: StoredAnswer = { scheduler: -1, place: 0, time: NaN, second: NaN };

export class StoredBest {
  readonly universal: boolean;
  private readonly layout: Layout;
  private readonly settings: number;
  private readonly winner: Int32Array | null;
  private readonly times: Float64Array | null;
  private readonly seconds: Float64Array | null;
  private readonly bounds: Float64Array | null;
  private readonly unlisted: { layout: Layout; offset: Int32Array; count: Int32Array; candidate: Int32Array } | null;

  /** The blocks of the entry must be loaded. */
  constructor(
    private readonly entry: BestEntry,
    private readonly minimised: number[],
    lengths: number[],
    blocks: Blocks,
  ) {
    const column = (name: string) => (name in entry.columns ? blocks.get(entry.columns[name]) : null);
    this.universal = entry.universal;
    this.layout = new Layout(entry.axes, lengths);
    this.settings = minimised.reduce((product, axis) => product * lengths[axis], 1);
    this.winner = column("winner") as Int32Array | null;
    this.times = column("time") as Float64Array | null;
    this.seconds = column("second") as Float64Array | null;
    this.bounds = column("bound") as Float64Array | null;
    const lists = entry.unlisted;
    this.unlisted = lists && { layout: new Layout(lists.axes, lengths), offset: blocks.get(lists.offset) as Int32Array,
      count: blocks.get(lists.count) as Int32Array, candidate: blocks.get(lists.columns.candidate) as Int32Array };
  }

  /**
   * Who wins among the points, `time` telling what the page has of a scheduler at one of them; null unless the points are all that
   * the file compared: every setting of the axes that `best` minimises over, once per point of the others.
   */
  answer(points: Place[], time: (scheduler: number, place: number) => number): StoredAnswer | null {
    const flats = points.map((at) => this.layout.flat(at));
    const own = [...new Set(flats)];
    if (!this.winner || points.length !== own.length * this.settings) return null;
    let best: StoredAnswer = NOBODY;
    let least = Infinity;
    for (const flat of own) {
      const found = this.answerAt(flat, points, flats);
      const takes = Number.isNaN(found.time) && found.scheduler >= 0 ? time(found.scheduler, found.place) : found.time;
      if (found.scheduler >= 0 && takes < least * (1 - 1e-9)) [best, least] = [found, takes];
    }
    return own.length > 1 ? { ...best, second: NaN } : best;
  }

  /** A time that nobody beats at the points, compared or not [s]; NaN where it is not known. */
  bound(points: Place[]): number {
    if (!this.bounds) return NaN;
    return points.reduce((least, at) => Math.min(least, this.bounds![this.layout.flat(at)]), Infinity);
  }

  /** Names of the candidates that have no list at some of the points; null in a file that does not say. */
  withoutList(points: Iterable<Place>): string[] | null {
    const lists = this.unlisted;
    if (!lists) return null;
    const codes = new Set<number>();
    for (const flat of new Set([...points].map((at) => lists.layout.flat(at))))
      for (let i = 0; i < lists.count[flat]; ++i) codes.add(lists.candidate[lists.offset[flat] + i]);
    return [...codes].sort((a, b) => a - b).map((code) => this.entry.candidates[code].name);
  }

  private answerAt(flat: number, points: Place[], flats: number[]): StoredAnswer {
    const code = this.winner![flat];
    if (code < 0) return NOBODY;
    const { scheduler, settings } = this.entry.candidates[code];
    const place = points.findIndex((at, i) => flats[i] === flat && this.minimised.every((axis, k) => at[axis] === settings[k]));
    return { scheduler, place, time: this.times![flat], second: this.seconds![flat] };
  }
}

/** "swot, segments@shift,ring and 2 more of segments": the first few of every scheduler. */
export function candidateWords(names: string[], most = 3): string {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const scheduler = name.split("@")[0];
    groups.set(scheduler, [...(groups.get(scheduler) ?? []), name]);
  }
  return [...groups].map(([scheduler, all]) =>
    all.slice(0, most).join(", ") + (all.length > most ? ` and ${all.length - most} more of ${scheduler}` : "")).join(", ");
}
