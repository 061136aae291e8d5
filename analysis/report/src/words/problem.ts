// A point as a problem that `lightsweep eval` answers.

import type { Grid } from "../data/grid";
import { keysOf, type Place } from "../data/place";
import type { Scheduler } from "../data/scheduler";
import { unitOfKey } from "./axis_labels";
import { isDecimal, parseQuantity, quantity } from "./quantity";

const UNSAID = ["where", "study", "empty_lists"];
/** Keys that are true or false; files hold 1 or 0. */
const FLAGS = ["mirrored", "restore"];

/** Whether the page knows all of the problem: steps of custom collectives stand in the sweep alone. */
export const isWhole = (problem: Record<string, unknown>): boolean => problem.collective !== "custom";

/** The keys of a point, one JSON object on a line; options of the scheduler stand under its name. */
export function problemOf(grid: Grid, scheduler: Scheduler, at: Place): Record<string, unknown> {
  const problem: Record<string, unknown> = { scheduler: scheduler.name };
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(scheduler.entry.constants))
    if (!UNSAID.includes(key)) (key in grid.entry.constants ? problem : options)[key] = value;
  grid.entry.axes.forEach((axis, i) => {
    for (const one of keysOf(axis)) problem[one.name] = one.values[at[i]];
  });
  Object.assign(problem, grid.whatIf);
  for (const key of FLAGS) if (key in problem) problem[key] = problem[key] === 1;
  if (Object.keys(options).length > 0) problem[scheduler.name] = options;
  if (typeof problem.pool === "string") problem.pool = problem.pool.split(", ");
  return problem;
}

/** A number with its unit, as in a sweep, where that says the same number: "100ns"; else in SI units. */
export function withUnit(key: string, value: unknown): unknown {
  const unit = unitOfKey(key);
  if (typeof value !== "number" || unit === "1") return value;
  const text = quantity(value, unit, unit === "B" && isDecimal([value])).replace(" ", "");
  return Math.abs(parseQuantity(text) - value) <= 1e-15 * Math.abs(value) ? text : value;
}

const readable = (problem: Record<string, unknown>) => Object.fromEntries(Object.entries(problem).map(([key, value]) => [key, withUnit(key, value)]));

/** A word that a shell passes on as it is. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export const evalCommand = (problem: Record<string, unknown>): string => `echo ${quoted(JSON.stringify(readable(problem)))} | lightsweep eval`;

/** The command that draws the schedule, with all keys, and what stays together on a line; options of the scheduler behind its name. */
export function scheduleCommand(problem: Record<string, unknown>): string[] {
  const words = Object.entries(readable(problem)).flatMap(([key, value]): [string, unknown][] =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).map(([option, inner]): [string, unknown] => [`${key}.${option}`, inner])
      : [[key.replaceAll("_", "-"), value]]);
  return ["lightsweep schedule", ...words.map(([key, value]) => `--${key} ${quoted(Array.isArray(value) ? JSON.stringify(value) : String(value))}`)];
}
