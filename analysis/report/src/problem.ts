// A point as a problem that `lightsweep eval` answers.

import type { Grid } from "./grid";
import type { Place } from "./place";
import type { Scheduler } from "./scheduler";

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
    for (const one of axis.with.length > 0 ? axis.with : [axis]) problem[one.name] = one.values[at[i]];
  });
  for (const key of FLAGS) if (key in problem) problem[key] = problem[key] === 1;
  if (Object.keys(options).length > 0) problem[scheduler.name] = options;
  if (typeof problem.pool === "string") problem.pool = problem.pool.split(", ");
  return problem;
}

export const evalCommand = (problem: Record<string, unknown>): string =>
  `echo '${JSON.stringify(problem).replaceAll("'", "'\\''")}' | lightsweep eval`;
