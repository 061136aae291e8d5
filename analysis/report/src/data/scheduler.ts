// One scheduler of a grid: its times anywhere, from schedule costs or from stored values.

import type { Decision } from "./decision";
import type { Blocks } from "./embedded";
import type { Codes, NamesEntry, SchedulerEntry } from "./model";
import type { Factors } from "./parameters";
import { Layout, type Place } from "./place";
import { type Breakdown, breakdownOf, fastestOf, type ScheduleCosts, timeOf } from "./schedule_costs";
import { alikeRuns, type StepRun, stepRuns } from "./step_runs";

const WITH_TIME = ["optimal", "feasible", "budget", "formula"];
const PART_COLUMNS: Record<keyof Breakdown, string> = {
  startup: "startup_time",
  propagation: "propagation_time",
  transmission: "transmission_time",
  congestion: "congestion_time",
  reconfiguration: "reconfiguration_time",
  computation: "computation_time",
};

interface Lists {
  layout: Layout;
  offset: Int32Array;
  count: Int32Array;
  columns: ScheduleCosts;
  decision: BigUint64Array | null;
}

export class Scheduler {
  readonly layout: Layout;
  private readonly lists: Lists | null;
  private readonly timed: boolean[] = [];
  private readonly formula: number;
  private readonly status: Int8Array | number;
  private readonly reason: Int8Array | number;
  private readonly completion: Float64Array | null;
  private readonly bounds: Float64Array | null;

  /** The blocks of the entry must be loaded. envelopesOnly: stored values do not count, for other parameters than the file's. */
  constructor(
    readonly entry: SchedulerEntry,
    private readonly lengths: number[],
    private readonly blocks: Blocks,
    private readonly envelopesOnly = false,
  ) {
    this.layout = new Layout(entry.axes, lengths);
    for (const [code, name] of Object.entries(entry.statusNames)) this.timed[Number(code)] = WITH_TIME.includes(name);
    this.formula = Number(Object.entries(entry.statusNames).find(([, name]) => name === "formula")?.[0] ?? -1);
    this.status = this.codes(entry.status);
    this.reason = this.codes(entry.reason);
    this.completion = this.column("completion_time");
    this.bounds = this.column("lower_bound");
    this.lists = this.readLists(lengths);
  }

  withEnvelopesOnly(): Scheduler {
    return new Scheduler(this.entry, this.lengths, this.blocks, true);
  }

  get name(): string {
    return this.entry.name;
  }

  /** Completion time [s]; NaN where there is no plan. */
  time(at: Place, factors: Factors): number {
    if (!this.timed[this.statusCode(at)]) return NaN;
    const best = this.fastest(at, factors);
    if (best >= 0) return timeOf(this.lists!.columns, best, factors);
    return this.completion && !this.envelopesOnly ? this.completion[this.layout.flat(at)] : NaN;
  }

  /** Whether it has plans by lists or nothing, and by the same lists all along these axes. */
  isFixed(along: number[]): boolean {
    const changes = (layout: Layout) => along.some((axis) => layout.axes.includes(axis));
    if (this.completion && !this.envelopesOnly && (this.entry.unlisted ?? 1) > 0) return false;
    return !(typeof this.status !== "number" && changes(this.layout)) && !(this.lists && changes(this.lists.layout));
  }

  /** Of a scheduler that is fixed there. */
  hasTime(at: Place): boolean {
    return Boolean(this.timed[this.statusCode(at)]) && this.isListed(at);
  }

  /** Every listed schedule of a point that may win: its times with each of these factors [s]. */
  listed(at: Place, factors: Factors[]): { times: number[]; reconfigurations: number }[] {
    if (!this.isListed(at) || !this.competes(at)) return [];
    const { layout, offset, count, columns } = this.lists!;
    const list = layout.flat(at);
    return Array.from({ length: count[list] }, (_, i) => ({ times: factors.map((one) => timeOf(columns, offset[list] + i, one)),
      reconfigurations: columns.reconfigurations[offset[list] + i] }));
  }

  /** Proven lower bound [s], given the time; NaN where the file has none. */
  bound(at: Place, time: number): number {
    if (this.entry.bound === "time" && this.isListed(at)) return time;
    return this.bounds ? this.bounds[this.layout.flat(at)] : NaN;
  }

  /** Whether it may win here: closed forms may not. */
  competes(at: Place): boolean {
    return this.entry.competes && this.statusCode(at) !== this.formula;
  }

  /** "optimal", "not_applicable", ... */
  statusName(at: Place): string {
    return this.entry.statusNames[this.statusCode(at)] ?? "missing";
  }

  reasonName(at: Place): string {
    const code = typeof this.reason === "number" ? this.reason : this.reason[this.layout.flat(at)];
    const name = this.entry.reasonNames[code] ?? "none";
    return name === "none" ? "" : name;
  }

  /** The parts of the time; null where they are not in the page. */
  breakdown(at: Place, factors: Factors): Breakdown | null {
    const best = this.fastest(at, factors);
    if (best >= 0) return breakdownOf(this.lists!.columns, best, factors);
    const part = (name: keyof Breakdown) => this.column(PART_COLUMNS[name])?.[this.layout.flat(at)] ?? NaN;
    const parts = Object.fromEntries(
      Object.keys(PART_COLUMNS).map((name) => [name, part(name as keyof Breakdown)]),
    ) as unknown as Breakdown;
    if (Number.isNaN(parts.transmission)) return null;
    if (Number.isNaN(parts.computation)) parts.computation = 0;
    return parts;
  }

  /** Reconfigurations and steps that are charged; NaN where the file does not say. */
  reconfigurations(at: Place, factors: Factors): number {
    return this.counted("reconfigurations", "n_reconfigurations", at, factors);
  }
  steps(at: Place, factors: Factors): number {
    return this.counted("n_steps", "n_steps", at, factors);
  }

  /** Name of the algorithm where the scheduler chose it; else empty. */
  algorithm(at: Place): string {
    const codes = this.column("algorithm");
    return codes ? (this.entry.algorithms?.[codes[this.layout.flat(at)]] ?? "") : "";
  }

  /** Words of the decision at a point, what their bits say, and names of topologies; null where the page has none. */
  decision(at: Place, factors: Factors): Decision | null {
    const { envelopes, schedule } = this.entry;
    const best = this.fastest(at, factors);
    if (this.lists?.decision && envelopes?.states && best >= 0) {
      const words = this.lists.decision.subarray(best * envelopes.words, (best + 1) * envelopes.words);
      return { words, states: envelopes.states, names: this.names(envelopes.names, best) };
    }
    if (schedule?.kind !== "decision") return null;
    const here = new Layout(schedule.axes, this.lengths).flat(at);
    const first = here * schedule.words;
    const all = this.blocks.get(schedule.block) as BigUint64Array;
    return { words: all.subarray(first, first + schedule.words), states: schedule.states, names: this.names(schedule.names, here) };
  }

  private names(entry: NamesEntry | null, at: number): string {
    return entry ? entry.texts[this.blocks.numbers(entry.block)[at]] : "";
  }

  /** Events of the plan at a point as columns; null where the page has none. */
  events(at: Place): { kind: "planes" | "lightpaths"; columns: Record<string, ArrayLike<number>> } | null {
    const schedule = this.entry.schedule;
    if (schedule?.kind !== "planes" && schedule?.kind !== "lightpaths") return null;
    const here = new Layout(schedule.axes, this.lengths).flat(at);
    const first = this.blocks.numbers(schedule.offset)[here];
    const count = this.blocks.numbers(schedule.count)[here];
    if (first < 0 || count <= 0) return null;
    const columns = Object.fromEntries(
      Object.entries(schedule.columns).map(([name, block]) => [
        name,
        this.blocks.numbers(block).subarray(first, first + count),
      ]),
    );
    return { kind: schedule.kind, columns };
  }

  /** What the schedule at a point does, step by step and in time; null where the page does not know. */
  runs(at: Place, factors: Factors): StepRun[] | null {
    const best = this.fastest(at, factors);
    const steps = this.entry.envelopes?.steps;
    if (best < 0) return this.entry.alikeSteps && this.competes(at) ? this.alikeRuns(at, factors) : null;
    if (!steps) return null;
    const { layout, offset, columns } = this.lists!;
    const list = layout.flat(at);
    return stepRuns(this.blocks, steps, list, best - offset[list], columns, best);
  }

  /** Where all steps are alike: each with a reconfiguration, or none with one. */
  private alikeRuns(at: Place, factors: Factors): StepRun[] | null {
    const parts = this.breakdown(at, factors);
    const [steps, changes] = [this.steps(at, factors), this.reconfigurations(at, factors)];
    return parts && alikeRuns(parts, steps, changes);
  }

  private statusCode(at: Place): number {
    return typeof this.status === "number" ? this.status : this.status[this.layout.flat(at)];
  }

  /** The fastest listed schedule of the structure; -1 where there is no list. */
  private fastest(at: Place, factors: Factors): number {
    if (!this.lists) return -1;
    const list = this.lists.layout.flat(at);
    const { columns, offset, count } = this.lists;
    return fastestOf(columns, offset[list], count[list], factors);
  }

  isListed(at: Place): boolean {
    return this.lists !== null && this.lists.count[this.lists.layout.flat(at)] > 0;
  }

  private counted(cost: keyof ScheduleCosts, column: string, at: Place, factors: Factors): number {
    const best = this.fastest(at, factors);
    if (best >= 0) return this.lists!.columns[cost][best];
    return this.column(column)?.[this.layout.flat(at)] ?? NaN;
  }

  private column(name: string): Float64Array | null {
    const block = this.entry.columns[name];
    return block === undefined ? null : (this.blocks.get(block) as Float64Array);
  }

  private codes(codes: Codes): Int8Array | number {
    return "all" in codes ? codes.all : (this.blocks.get(codes.block) as Int8Array);
  }

  private readLists(lengths: number[]): Lists | null {
    const envelopes = this.entry.envelopes;
    if (!envelopes) return null;
    const columns = Object.fromEntries(
      Object.entries(envelopes.columns).map(([name, block]) => [name, this.blocks.get(block)]),
    ) as unknown as ScheduleCosts;
    return {
      layout: new Layout(envelopes.axes, lengths),
      offset: this.blocks.get(envelopes.offset) as Int32Array,
      count: this.blocks.get(envelopes.count) as Int32Array,
      columns,
      decision: envelopes.decision === null ? null : (this.blocks.get(envelopes.decision) as BigUint64Array),
    };
  }
}
