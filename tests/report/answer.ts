// Answers questions about a page without a browser: node answer.mjs PAGE.html <questions.json
//
// [{"view", "scheduler", "at"}]                the scheduler's values at a point
// [{"view", "x", "y", "choices", "whatIf"}]    winners over two axes
import { readFileSync } from "node:fs";

import { Blocks } from "../../analysis/report/src/data/embedded";
import { Grid } from "../../analysis/report/src/data/grid";
import type { Description } from "../../analysis/report/src/data/model";
import type { WhatIf } from "../../analysis/report/src/data/parameters";
import { problemOf } from "../../analysis/report/src/words/problem";
import { evaluate } from "../../analysis/report/src/answers/slice";

interface PointQuestion { view: number; scheduler: string; at: number[] }
interface SliceQuestion { view: number; x: number; y: number; choices: number[][]; whatIf?: WhatIf }

const page = readFileSync(process.argv[2], "utf8");
const textOf = (id: string) => new RegExp(`<script type="[a-z/]+" id="${id}">([^<]*)</script>`).exec(page)![1];
const description = JSON.parse(textOf("description")) as Description;
const blocks = new Blocks(description.blocks, (block) => textOf(`block-${block}`));
const grids = new Map<number, Grid>();

async function gridOf(view: number): Promise<Grid> {
  const entry = description.views[view];
  if (entry.kind !== "grid") throw new Error(`view ${view} is a study`);
  if (!grids.has(view)) grids.set(view, await Grid.load(entry, blocks));
  return grids.get(view)!;
}

async function answerPoint({ view, scheduler, at }: PointQuestion) {
  const grid = await gridOf(view);
  const one = grid.find(scheduler)!;
  const factors = grid.parameters.factors(at);
  const time = one.time(at, factors);
  return { problem: problemOf(grid, one, at), time, bound: one.bound(at, time), status: one.statusName(at), parts: Number.isNaN(time) ? null : one.breakdown(at, factors),
    reconfigurations: Number.isNaN(time) ? null : one.reconfigurations(at, factors) };
}

async function answerSlice(question: SliceQuestion) {
  const grid = (await gridOf(question.view)).withValues(question.whatIf ?? {});
  const slice = evaluate(grid, question);
  return { winner: Array.from(slice.winner, (s) => (s < 0 ? null : grid.schedulers[s].name)), second: [...slice.second], least: [...slice.least], stored: [...slice.stored],
    time: Array.from(slice.winner, (s, cell) => (s < 0 ? NaN : slice.time[s][cell])) };
}

const questions = JSON.parse(readFileSync(0, "utf8")) as (PointQuestion | SliceQuestion)[];
const answers: unknown[] = [];
for (const one of questions) answers.push("at" in one ? await answerPoint(one) : await answerSlice(one));
// JSON has no NaN and no infinity; both come out as null.
console.log(JSON.stringify(answers));
