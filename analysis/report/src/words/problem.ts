// A point as a problem that `lightsweep eval` answers.

import type { Grid } from "../data/grid";
import { keysOf, type Place } from "../data/place";
import type { Scheduler } from "../data/scheduler";

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

/** A word that a shell passes on as it is. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export const evalCommand = (problem: Record<string, unknown>): string => `echo ${quoted(JSON.stringify(problem))} | lightsweep eval`;

/** The command that draws the schedule, with all keys, and what stays together on a line; options of the scheduler behind its name. */
export function scheduleCommand(problem: Record<string, unknown>): string[] {
  const words = Object.entries(problem).flatMap(([key, value]): [string, unknown][] =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).map(([option, inner]): [string, unknown] => [`${key}.${option}`, inner])
      : [[key.replaceAll("_", "-"), value]]);
  return ["lightsweep schedule", ...words.map(([key, value]) => `--${key} ${quoted(Array.isArray(value) ? JSON.stringify(value) : String(value))}`)];
}
