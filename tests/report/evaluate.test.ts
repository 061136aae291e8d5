// The evaluator against hand arithmetic.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Blocks } from "../../analysis/report/src/data/embedded";
import { Grid } from "../../analysis/report/src/data/grid";
import { gap, valueOf } from "../../analysis/report/src/answers/measure";
import type { Axis, GridEntry, SchedulerEntry } from "../../analysis/report/src/data/model";
import { Parameters } from "../../analysis/report/src/data/parameters";
import { combinations, Layout } from "../../analysis/report/src/data/place";
import { breakdownOf, fastestOf } from "../../analysis/report/src/data/schedule_costs";
import { Race, ratio } from "../../analysis/report/src/answers/race";
import { evaluate, indicesOf } from "../../analysis/report/src/answers/slice";
import { candidateWords } from "../../analysis/report/src/data/stored_best";
import { deflateSync } from "node:zlib";

const axis = (name: string, unit: string, values: (number | string)[]): Axis => ({
  name, unit, meaning: name, values, with: [], parametric: unit !== "1",
});

/** Blocks from arrays, packed as analysis/reporting packs them. */
function packed(arrays: { type: "f64" | "i32" | "i8"; values: number[] }[]): Blocks {
  const kinds = { f64: Float64Array, i32: Int32Array, i8: Int8Array };
  const texts = arrays.map(({ type, values }) => {
    const bytes = new Uint8Array(new kinds[type](values).buffer);
    const width = kinds[type].BYTES_PER_ELEMENT;
    const shuffled = bytes.map((_, i) => bytes[(i % values.length) * width + Math.floor(i / values.length)]);
    return deflateSync(shuffled).toString("base64");
  });
  return new Blocks(arrays.map(({ type, values }) => ({ type, length: values.length })), (block) => texts[block]);
}

const names = { "0": "optimal", "1": "feasible", "3": "formula", "5": "not_applicable" };
const scheduler = (name: string, change: Partial<SchedulerEntry>): SchedulerEntry => ({
  name, axes: [0, 1], constants: { bandwidth: 100, per_step_latency: 1 }, competes: true, alikeSteps: false, statusNames: names, reasonNames: {},
  status: { all: 0 }, reason: { all: 0 }, columns: {}, envelopes: null, bound: "time", unsaid: "", schedule: null, ...change,
});

// Two structures. static: 2 steps; m/b twice resp. once (the second algorithm). every-step: one reconfiguration, m/b half.
async function smallGrid(): Promise<Grid> {
  const blocks = packed([
    { type: "i32", values: [0, 1] }, { type: "i32", values: [1, 1] }, { type: "f64", values: [2, 2] }, { type: "f64", values: [0, 0] },
    { type: "f64", values: [1, 1] }, { type: "f64", values: [1, 0] }, { type: "f64", values: [0, 0] },
    { type: "f64", values: [0.5, 0.5] }, { type: "f64", values: [1, 1] },
    { type: "f64", values: [9, 1, 9, 1] }, { type: "i8", values: [0, 3, 5, 0] },
  ]);
  const columns = (congestion: number, changes: number, volume: number) => ({ n_steps: 2, hops: 3, volume, congestion, reconfigurations: changes });
  const costs = (congestion: number, changes: number, volume: number) => ({ axes: [0], offset: 0, count: 1, words: 0, states: null, decision: null, names: null, steps: null,
    columns: columns(congestion, changes, volume) });
  const entry: GridEntry = {
    kind: "grid", name: "small", constants: {}, notes: [], minimised: [], ownBounds: true, best: null,
    axes: [axis("algorithm", "1", ["ring", "swing"]), axis("message", "B", [100, 1000]), axis("reconfiguration_delay", "s", [1, 100])],
    schedulers: [
      scheduler("static", { axes: [0, 1], envelopes: costs(5, 6, 4) }),
      scheduler("every-step", { axes: [0, 1, 2], envelopes: costs(3, 8, 7) }),
      scheduler("stored", { axes: [0, 2], columns: { completion_time: 9 }, status: { block: 10 }, bound: "none" }),
    ],
  };
  return Grid.load(entry, blocks);
}

test("positions are row-major over the axes that a group has", () => {
  assert.equal(new Layout([0, 2], [2, 5, 3]).flat([1, 4, 2]), 5);
  assert.deepEqual(combinations([[0, 1], [7]]), [[0, 7], [1, 7]]);
  assert.deepEqual(indicesOf(5, 2), [0, 3]);
});

test("parameters come from axes, from keys that vary together, and from constants", () => {
  const zip: Axis = { ...axis("zip", "1", [0, 1]), with: [axis("item", "B", [2, 3]), axis("nodes", "1", [4, 8])] };
  const parameters = new Parameters([zip], { plane_bandwidth: 5, planes: 2, per_hop_latency: 7, hop_cost: 2 });
  assert.deepEqual(parameters.factors([1]), { perStep: 0, perHop: 14, messageTime: 24 / 10, delay: 0 });
  assert.equal(new Parameters([], { collective: "custom", bandwidth: 4 }).factors([]).messageTime, 0.25);
  assert.equal(new Parameters([zip], {}, { per_step_latency: 3 }).factors([0]).perStep, 3);
});

test("the fastest schedule, and of equal ones the first", () => {
  const f64 = (...values: number[]) => new Float64Array(values);
  const costs = { n_steps: f64(1, 1, 1), hops: f64(4, 1, 1), volume: f64(1, 1, 1), congestion: f64(2, 0, 0), reconfigurations: f64(0, 3, 3) };
  const at = (delay: number) => ({ perStep: 1, perHop: 1, messageTime: 1, delay });
  assert.equal(fastestOf(costs, 0, 3, at(1)), 1); // 8 against 3 + 3
  assert.equal(fastestOf(costs, 0, 3, at(2)), 0); // 8 against 3 + 6
  assert.equal(fastestOf(costs, 2, 0, at(2)), -1);
  assert.deepEqual(breakdownOf(costs, 0, at(2)),
    { startup: 1, propagation: 4, transmission: 1, congestion: 2, reconfiguration: 0, computation: 0 });
});

test("a race: ties go to the earlier one and are no second", () => {
  const race = new Race();
  [5, 5 * (1 - 1e-12), NaN, Infinity, 7].forEach((time, runner) => race.enter(runner, time));
  assert.deepEqual([race.winner, race.first, race.second], [0, 5, 7]);
  race.enter(9, 4);
  assert.deepEqual([race.winner, race.first, race.second], [9, 4, 5]);
  assert.equal(ratio(0, 0), 1);
  assert.ok(Number.isNaN(ratio(Infinity, 1)));
});

test("a slice over message and delay", async () => {
  const grid = await smallGrid();
  const question = { x: 2, y: 1, choices: [[0], [0], [0]] };
  const slice = evaluate(grid, question);
  // static by ring: 2 + 2 m/b; every-step: 2 + 0.5 m/b + D.
  assert.deepEqual([...slice.time[0]], [4, 4, 22, 22]);
  assert.deepEqual([...slice.time[1]], [3.5, 102.5, 8, 107]);
  // stored: a time at the first delay; a formula, which cannot win, at the second.
  assert.deepEqual([...slice.time[2]], [9, 1, 9, 1]);
  assert.deepEqual([...slice.winner], [1, 0, 1, 0]);
  assert.deepEqual([...slice.second], [4, 102.5, 9, 107]);
  assert.ok(Number.isNaN(slice.least[0])); // stored says nothing of its bound
  assert.equal(slice.least[1], 4);
  assert.equal(valueOf(grid, question, slice, { show: "speedup", of: -1, over: 0 }, 2), 22 / 8);
  assert.equal(valueOf(grid, question, slice, { show: "reconfigurations", of: -1, over: 0 }, 2), 1);
});

test("a minimum over an axis takes the better algorithm per scheduler", async () => {
  const grid = await smallGrid();
  const slice = evaluate(grid, { x: 2, y: 1, choices: [[0, 1], [0], [0]] });
  assert.deepEqual([...slice.time[0]], [3, 3, 12, 12]);
  assert.deepEqual([...slice.choice[0]], [1, 1, 1, 1]);
  assert.equal(slice.choice[2][0], 0); // not applicable with the other one
});

test("other values of constants leave out what has no envelopes", async () => {
  const grid = (await smallGrid()).withValues({ per_step_latency: 10 });
  assert.deepEqual(grid.schedulers.map((one) => one.name), ["static", "every-step"]);
  assert.equal(evaluate(grid, { x: 2, y: 1, choices: [[0], [0], [0]] }).time[0][0], 22);
});

test("stored values stand in where a structure has no list, but not for other parameters", async () => {
  const blocks = packed([
    { type: "i32", values: [0, -1] }, { type: "i32", values: [1, 0] }, ...[2, 0, 1, 0, 0].map((value) => ({ type: "f64" as const, values: [value] })),
    { type: "f64", values: [NaN, NaN, 50, 60] }, { type: "f64", values: [NaN, NaN, 40, 60] },
  ]);
  const columns = { n_steps: 2, hops: 3, volume: 4, congestion: 5, reconfigurations: 6 };
  const entry: GridEntry = {
    kind: "grid", name: "part", constants: {}, notes: [], minimised: [], ownBounds: true, best: null, axes: [axis("algorithm", "1", ["ring", "swing"]), axis("message", "B", [100, 1000])],
    schedulers: [scheduler("segments", { envelopes: { axes: [0], offset: 0, count: 1, columns, words: 0, states: null, decision: null, names: null, steps: null }, unlisted: 2,
      columns: { completion_time: 7, lower_bound: 8 } })],
  };
  const grid = await Grid.load(entry, blocks);
  const slice = evaluate(grid, { x: 1, y: 0, choices: [[0], [0]] });
  assert.deepEqual([...slice.time[0]], [3, 12, 50, 60]);
  assert.deepEqual([...slice.bound[0]], [3, 12, 40, 60]);
  const other = evaluate(grid.withValues({ per_step_latency: 2 }), { x: 1, y: 0, choices: [[0], [0]] });
  assert.deepEqual([...other.time[0]], [5, 14, NaN, NaN]);
});

test("the file's best wins at its own points, and its bound is the only one", async () => {
  const blocks = packed([
    { type: "i32", values: [0, 1] }, { type: "i32", values: [1, 1] }, ...[2, 0, 1, 0, 0].map((value) => ({ type: "f64" as const, values: [value, value] })),
    // best: hidden wins the first message in 2.5 s, listed the second; one candidate without a list.
    { type: "i32", values: [3, 0] }, { type: "f64", values: [2.5, NaN] }, { type: "f64", values: [3, NaN] }, { type: "f64", values: [2, 7] },
    { type: "i32", values: [0] }, { type: "i32", values: [1] }, { type: "i32", values: [3] },
  ]);
  const columns = { n_steps: 2, hops: 3, volume: 4, congestion: 5, reconfigurations: 6 };
  const candidates = ["listed@ring", "listed@swing", "hidden@ring", "hidden@swing"].map((name, i) => ({ name, scheduler: i >> 1, settings: [i & 1] }));
  const entry: GridEntry = {
    kind: "grid", name: "part", constants: {}, notes: [], minimised: [0], ownBounds: false, axes: [axis("algorithm", "1", ["ring", "swing"]), axis("message", "B", [100, 1000])],
    best: { axes: [1], columns: { winner: 7, time: 8, second: 9, bound: 10 }, universal: true, candidates,
      unlisted: { axes: [], offset: 11, count: 12, columns: { candidate: 13 } } },
    schedulers: [scheduler("listed", { envelopes: { axes: [0], offset: 0, count: 1, columns, words: 0, states: null, names: null, steps: null, decision: null } }),
      scheduler("hidden", { axes: [], status: { all: -1 }, bound: "none" })],
  };
  const grid = await Grid.load(entry, blocks);
  const whole = evaluate(grid, { x: 1, y: -1, choices: [[0, 1], [0]] });
  // listed takes 2 + m/b: 3 and 12.
  assert.deepEqual([...whole.winner], [1, 0]);
  assert.deepEqual([...whole.stored], [1, 0]);
  assert.deepEqual([whole.time[1][0], whole.time[0][0], whole.time[0][1]], [2.5, 3, 12]);
  assert.deepEqual([whole.choice[1][0], whole.second[0]], [1, 3]);
  assert.deepEqual([...whole.least], [2, 7]);
  assert.deepEqual(grid.best!.withoutList([[0, 0]]), ["hidden@swing"]);
  // One algorithm alone is not what best compares; the bound holds all the same.
  const part = evaluate(grid, { x: 1, y: -1, choices: [[0], [0]] });
  assert.deepEqual([...part.winner], [0, 0]);
  assert.deepEqual([...part.least], [2, 7]);
  // Of other parameters nothing is known.
  const other = evaluate(grid.withValues({ per_step_latency: 2 }), { x: 1, y: -1, choices: [[0, 1], [0]] });
  assert.ok(other.least.every(Number.isNaN) && other.stored.every((one) => one === 0));
  assert.equal(candidateWords(["a@1", "a@2", "a@3", "b"], 2), "a@1, a@2 and 1 more of a, b");
});

test("gaps", () => {
  assert.equal(gap(3, 4), 0.25);
  assert.equal(gap(0, 0), 0);
  assert.ok(Number.isNaN(gap(NaN, 1)));
});
