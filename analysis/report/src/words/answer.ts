// The one sentence that answers "reconfigure or not?".

import { ratio } from "../answers/race";
import type { Slice } from "../answers/slice";
import { factor, percent } from "./quantity";

/** From this gain on a designer looks. */
const WORTH_IT = 1.01;

/** One sentence that answers "reconfigure or not?" over all cells; where: words for a cell. */
export function answerWords(slice: Slice, where: (cell: number) => string): string {
  const gains = Array.from(slice.winner, (s, cell) => (s < 0 ? NaN : Math.max(1, ratio(slice.fixed[cell], slice.time[s][cell]))));
  const known = gains.filter(Number.isFinite);
  const worth = known.filter((one) => one >= WORTH_IT).sort((a, b) => a - b);
  if (known.length === 0) return "Reconfigure or not? No schedule here does without reconfiguring, or none was computed.";
  if (worth.length === 0) return "Reconfigure or not? Not here: nothing is 1 % faster than the best schedule that never reconfigures.";
  const most = worth[worth.length - 1];
  return `Reconfigure or not? At ${percent(worth.length / known.length)} of the cells reconfiguring is at least 1 % faster than the best schedule that ` +
    `never does: ${factor(worth[worth.length >> 1])} as fast at the median of them, ${factor(most)} at most (${where(gains.indexOf(most))}).`;
}
