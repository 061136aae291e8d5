// Numbers, labels, schedules and tables as people read them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { minimaOf } from "../../analysis/report/src/views/axis_choice";
import { axisLabels, constantText, labelled } from "../../analysis/report/src/words/axis_labels";
import { table } from "../../analysis/report/src/words/csv";
import { changesOf, explained, isReadable, namesOf, stateName, statesOf } from "../../analysis/report/src/data/decision";
import type { Axis, StatesEntry } from "../../analysis/report/src/data/model";
import { alikeRuns, stepTime, waitTime } from "../../analysis/report/src/data/step_runs";
import { scheduleCommand } from "../../analysis/report/src/words/problem";
import { digits, factor, isDecimal, parseQuantity, percent, quantity, seconds } from "../../analysis/report/src/words/quantity";

const axis = (name: string, unit: string, values: (number | string)[]): Axis => ({
  name, unit, meaning: name, values, with: [], parametric: unit !== "1",
});

test("quantities carry units", () => {
  assert.equal(quantity(65536, "B"), "64 KiB");
  assert.equal(quantity(32e6, "B", true), "32 MB");
  assert.equal(seconds(1e-5), "10 us");
  assert.equal(seconds(0), "0 s");
  assert.equal(seconds(4.216965e-4), "421.7 us");
  assert.equal(quantity(1e11, "B/s"), "800 Gbps");
  assert.equal(factor(1817.3), "1817×");
  assert.equal(percent(0.3333), "33.3 %");
  assert.equal(percent(1e-16), "0 %");
  assert.equal(digits(NaN), "–");
  assert.ok(isDecimal([1e3, 1e6]) && !isDecimal([1024, 2 ** 20]) && isDecimal([32e6]) && !isDecimal([0]));
});

test("quantities are read back", () => {
  for (const text of ["64 KiB", "32 MB", "10 us", "421.7 us", "800 Gbps", "0 s"]) {
    const unit = /[Bs]$/.test(text) && /B$/.test(text) ? "B" : /bps/.test(text) ? "B/s" : "s";
    assert.equal(quantity(parseQuantity(text), unit, text.endsWith("MB")), text);
  }
  for (const text of ["", "fast", "1 parsec", "toString"]) assert.ok(Number.isNaN(parseQuantity(text)), text);
});

test("axes label round values where these stand evenly", () => {
  const delays = axis("delay", "s", Array.from({ length: 25 }, (_, i) => 1e-9 * 10 ** (i / 8)));
  assert.deepEqual([...labelled(delays, 11)], [0, 8, 16, 24]);
  // 1 ns to 10 ms in 1500 steps: the values nearest to 1 ns, 10 ns, ...
  const fine = axis("delay", "s", Array.from({ length: 1500 }, (_, i) => 1e-9 * 10 ** ((7 * i) / 1499)));
  assert.deepEqual([...labelled(fine, 11)].map((i) => Math.round(Math.log10(Number(fine.values[i])) * 100) / 100), [-9, -8, -7, -6, -5, -4, -3, -2]);
  const uneven = axis("message", "B", [1e3, 1e5, 1e6, 2e6, 4e6]);
  assert.deepEqual([...labelled(uneven, 11)], [0, 1, 2, 3, 4]);
  assert.deepEqual(axisLabels({ ...axis("zip", "1", [0]), with: [axis("nodes", "1", [8]), axis("message", "B", [1024])] }), ["8, 1 KiB"]);
  assert.equal(constantText("per_step_latency", 1e-7), "100 ns");
});

test("collectives of several primitives are minimised over one primitive at a time", () => {
  const found = minimaOf(axis("collective", "1", ["allreduce/ring", "alltoall/shift", "allreduce/swing"]));
  assert.deepEqual(found, [{ text: "best allreduce", indices: [0, 2] }]);
  assert.deepEqual(minimaOf(axis("nodes", "1", [8, 16])), []);
  assert.equal(minimaOf(axis("topology", "1", ["ring", "torus2d"])).length, 1);
});

test("topologies have the file's names, in the order of first use, and numbers beyond", () => {
  const numbered = (state: number) => `topology ${state}`;
  const named = namesOf([0, 3, 3, 1, 0], "base; 2 x shift +5 | 2 x xor 4; shift +8", numbered);
  assert.deepEqual([0, 3, 1, 2].map(named), ["base", "2 x shift +5 | 2 x xor 4", "shift +8", "topology 2"]);
  assert.deepEqual([4, 7, 2].map(namesOf([4, 7, 2], "shift +4; shift +7 ...", numbered)), ["shift +4", "shift +7", "topology 2"]);
  assert.equal(namesOf([1], "", numbered)(1), "topology 1"); // a file from before there were names
  assert.equal(explained(["base"]), "Base: the topology that stands before the collective.");
});

test("decisions of one bit, and of several", () => {
  const known = (bits: number, kind: string, entries: StatesEntry["entries"] = "per-step"): StatesEntry =>
    ({ bits_per_step: bits, state_kind: kind, entries, sentence: "" });
  const read = (words: bigint[], steps: number, states: StatesEntry) => statesOf({ words: new BigUint64Array(words), states, names: "" }, steps);
  assert.deepEqual(read([0b0110n], 4, known(1, "base-or-matching")), [0, 1, 1, 0]);
  const wide = known(16, "standing");
  assert.deepEqual(read([0x0002_0001_0000_0003n, 5n], 5, wide), [3, 0, 1, 2, 5]);
  assert.deepEqual([0, 2].map(stateName(wide)), ["base", "matching 2"]);
  assert.deepEqual([0, 2].map(stateName(known(8, "exchange"))), ["ring", "exchange 1"]);
  assert.deepEqual([0, 2].map(stateName(known(16, "lane-topology"))), ["base", "topology 2"]);
  assert.ok(!isReadable(known(0, "plan")));
  assert.deepEqual(read([0x0002_0001_0000_0003n], 3, known(16, "pool-class", "algorithm-then-steps")), [0, 1, 2]);
});

test("which changes are charged follows from their number, or is not said", () => {
  assert.deepEqual(changesOf([1, 1, 0, 2], 3), [0, 2, 3]);
  assert.deepEqual(changesOf([1, 1, 0, 2], 2), [2, 3]); // the first one free
  assert.deepEqual(changesOf([1, 1, 1], 3), [0, 1, 2]); // matchings are new every time
  assert.equal(changesOf([1, 1], 7), null);
});

test("tables escape what would break them, and leave out what is no number", () => {
  assert.equal(table([["a", 'b"c', "d,e"], [0.1, NaN, Infinity]]), 'a,"b""c","d,e"\n0.1,,Infinity\n');
});

test("a command for a terminal keeps every key", () => {
  const words = scheduleCommand({ scheduler: "swot", per_step_latency: 1e-6, reconfiguration_delay: 3.162277660168379e-6, topology: "torus2d(8x8)", mirrored: true, pool: ["ring", "a b"], swot: { transitions: 100 } });
  assert.deepEqual(words, ["lightsweep schedule", "--scheduler swot", "--per-step-latency 1us", "--reconfiguration-delay 0.000003162277660168379", "--topology 'torus2d(8x8)'", "--mirrored true",
    `--pool '["ring","a b"]'`, "--swot.transitions 100"]);
});

test("steps that are all alike", () => {
  const parts = { startup: 4, propagation: 0, transmission: 8, congestion: 0, reconfiguration: 6, computation: 0 };
  const none = { perStep: NaN, perHop: NaN, messageTime: NaN, delay: NaN };
  const [run] = alikeRuns(parts, 4, 4)!;
  assert.equal(run.nSteps * (stepTime(run, none) + waitTime(run, none)), 18);
  assert.equal(alikeRuns(parts, 4, 2), null); // which of them, nothing says
});
