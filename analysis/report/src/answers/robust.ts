// The schedule of least regret where the delay is only known to lie in an interval; exact, because times are linear in the delay
// and the least of them is concave: a schedule loses most at an end.

import type { Grid } from "../data/grid";
import type { Place } from "../data/place";

/** regret: what it loses at worst [s], and as a share of the best there; price: what the schedule loses beyond that which is best at the middle [s]. */
export interface RobustChoice {
  scheduler: number;
  point: number;
  reconfigurations: number;
  regret: number;
  relative: number;
  price: number;
}

/** Among all listed schedules at these points; null where there is none. */
export function robustChoice(grid: Grid, points: Place[], off: ReadonlySet<string>, [from, to]: [number, number]): RobustChoice | null {
  const middle = from > 0 ? Math.sqrt(from * to) : to / 2;
  const all = grid.schedulers.flatMap((one, scheduler) => (off.has(one.name) ? [] : points.flatMap((at, point) => {
    const factors = grid.parameters.factors(at);
    return one.listed(at, [from, to, middle].map((delay) => ({ ...factors, delay }))).map((line) => ({ ...line, scheduler, point }));
  })));
  if (all.length === 0) return null;
  const least = [0, 1].map((end) => all.reduce((best, one) => Math.min(best, one.times[end]), Infinity));
  const losses = all.map((one) => least.map((best, end) => one.times[end] - best));
  const regrets = losses.map((two) => Math.max(...two));
  const first = (values: number[]) => values.reduce((best, value, i) => (value < values[best] ? i : best), 0);
  const chosen = first(regrets);
  const end = losses[chosen][1] > losses[chosen][0] ? 1 : 0;
  const { scheduler, point, reconfigurations } = all[chosen];
  return { scheduler, point, reconfigurations, regret: regrets[chosen], relative: least[end] > 0 ? regrets[chosen] / least[end] : 0,
    price: regrets[first(all.map((one) => one.times[2]))] - regrets[chosen] };
}
