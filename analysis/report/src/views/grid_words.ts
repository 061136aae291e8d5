// What the page says of a grid: names of measures, titles, cells, where values come from.

import { axisTitle, constantText, titleOf } from "../words/axis_labels";
import type { AxisChoice } from "./axis_choice";
import type { Grid } from "../data/grid";
import type { Scale } from "../charts/heat_map";
import { BEST, type Measure, SECOND, type Shown, subjectOf, valueOf } from "../answers/measure";
import type { GridEntry } from "../data/model";
import { digits, factor, percent, seconds } from "../words/quantity";
import { ratio, WINNER_TIE } from "../answers/race";
import { pointOf, type Question, type Slice } from "../answers/slice";
import { coloursOf, coloursOfChoices } from "../charts/theme";
import { axisLabels } from "../words/axis_labels";
import { escape } from "../charts/charts";

export const SHOWN_NAMES: Record<Shown, string> = {
  answer: "reconfigure or not",
  winner: "fastest scheduler",
  speedup: "speed-up",
  gap: "gap to the proven bound",
  time: "completion time",
  reconfigurations: "reconfigurations",
  choice: "best choice",
};

/** "best collective, topology": what the measure shows of the axes that are minimised over. */
export const choiceName = (grid: Grid, minimised: number[]): string =>
  `best ${minimised.map((i) => axisTitle(grid.entry.axes[i])).join(", ")}`;

/** Constants that describe the points, in words. */
export function constantWords(entry: GridEntry): string {
  const first = ["nodes", "topology", "collective", "message", "bandwidth", "per_step_latency", "per_hop_latency", "reconfiguration_delay"];
  const keys = Object.keys(entry.constants).filter((key) => !["where", "pool", "switching"].includes(key));
  const order = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length);
  return keys.sort((a, b) => order(a) - order(b)).map((key) => `${titleOf(key)} ${constantText(key, entry.constants[key])}`).join(" · ");
}

/** "Speed-up of the fastest scheduler over static". */
export function titleOfMeasure(grid: Grid, measure: Measure, minimised: number[]): string {
  const whose = measure.of === BEST ? "the fastest scheduler" : grid.schedulers[measure.of].name;
  const over = measure.over === SECOND ? "the second fastest" : grid.schedulers[measure.over]?.name;
  switch (measure.show) {
    case "answer": return "Speed-up over the best schedule that never reconfigures";
    case "winner": return "Which scheduler is fastest";
    case "speedup": return `Speed-up of ${whose} over ${over}`;
    case "gap": return `How far ${whose} may be from the best possible (1 − bound / time)`;
    case "time": return `Completion time of ${whose}`;
    case "reconfigurations": return `Reconfigurations of ${whose}`;
    case "choice": return `${choiceName(grid, minimised).replace("best", "Best")} for ${whose}`;
  }
}

/** "allreduce/swing, 256 KiB": the values of a combination along the axes that are minimised over. */
export function choiceText(grid: Grid, axes: number[], place: number[]): string {
  return axes.map((i) => axisLabels(grid.entry.axes[i])[place[i]]).join(", ");
}

export function scaleOf(grid: Grid, slice: Slice, measure: Measure, values: Float64Array, minimised: number[]): Scale {
  const names = grid.schedulers.map((one) => one.name);
  switch (measure.show) {
    case "winner": return { kind: "names", names, colours: coloursOf(names) };
    case "choice": {
      const texts = slice.places.map((place) => choiceText(grid, minimised, place) || "the only one");
      return { kind: "names", names: texts, colours: coloursOfChoices(texts.length) };
    }
    case "answer": return { kind: "numbers", ramp: "gain", log: true, levels: [1.01, 1.1, 2, 5], text: factor };
    case "speedup": {
      const losses = values.some((value) => value < 1 - 1e-9);
      return { kind: "numbers", ramp: losses ? "around" : "gain", log: true, text: factor };
    }
    case "gap": return { kind: "numbers", ramp: "gap", log: false, text: percent };
    case "time": return { kind: "numbers", ramp: "time", log: true, text: seconds };
    case "reconfigurations": return { kind: "numbers", ramp: "count", log: false, text: (value) => digits(Math.round(value)) };
  }
}

/** What a cell says on hovering, as HTML. */
export function cellTip(grid: Grid, choice: AxisChoice, slice: Slice, measure: Measure, cell: number): string {
  if (cell < 0) return "";
  const { question } = choice;
  const subject = subjectOf(slice, measure, cell);
  const at = pointOf(slice, question, cell, subject < 0 ? 0 : slice.choice[subject][cell]);
  const axes = [question.y, question.x].filter((axis) => axis >= 0);
  const lines = axes.map((axis) => `${escape(axisTitle(grid.entry.axes[axis]))}: <b>${escape(axisLabels(grid.entry.axes[axis])[at[axis]])}</b>`);
  if (subject < 0) return [...lines, "no time here: choose the cell to see why"].join("<br>");
  const time = slice.time[subject][cell];
  lines.push(`${measure.of === BEST ? "fastest: " : ""}<b>${escape(grid.schedulers[subject].name)}</b>, ${seconds(time)}`);
  if (slice.stored[cell] && subject === slice.winner[cell]) lines.push("as stored: no list of its schedules");
  const minimised = choice.minimised();
  if (minimised.length > 0) lines.push(`with ${escape(choiceText(grid, minimised, slice.places[slice.choice[subject][cell]]))}`);
  const value = valueOf(grid, question, slice, measure, cell);
  if (measure.show === "answer" && Number.isFinite(value)) lines.push(`${factor(value)} as fast as the best that never reconfigures`);
  if (measure.show === "speedup") lines.push(`${factor(value)} as fast as ${escape(overName(grid, measure))}`);
  else if (measure.of === BEST)
    for (const s of nextOf(grid, question, slice, cell, time)) lines.push(`${factor(ratio(slice.time[s][cell], time))} as fast as ${escape(grid.schedulers[s].name)}, the next scheduler`);
  if (measure.show === "gap") lines.push(`gap at most ${percent(value)}`);
  if (measure.show === "reconfigurations") lines.push(`${digits(value)} reconfigurations`);
  return lines.join("<br>");
}

/** The fastest of the schedulers that are slower than this time and may win: none or one. */
function nextOf(grid: Grid, question: Question, slice: Slice, cell: number, time: number): number[] {
  const slower = [...grid.schedulers.keys()].filter((s) => slice.time[s][cell] > time * (1 + WINNER_TIE) &&
    grid.schedulers[s].competes(pointOf(slice, question, cell, slice.choice[s][cell])));
  return slower.sort((a, b) => slice.time[a][cell] - slice.time[b][cell]).slice(0, 1);
}

const overName = (grid: Grid, measure: Measure) => (measure.over === SECOND ? "the second" : grid.schedulers[measure.over].name);

/** Where the numbers of every scheduler come from: nothing is left unsaid. */
export function sourceWords(entry: GridEntry): string[] {
  const listed = entry.schedulers.filter((one) => one.envelopes !== null);
  const stored = entry.schedulers.filter((one) => one.envelopes === null);
  const words: string[] = [];
  if (listed.length > 0) {
    const checked = listed.reduce((sum, one) => sum + (one.checked?.points ?? 0), 0);
    const worst = listed.reduce((most, one) => Math.max(most, one.checked?.worst ?? 0), 0);
    words.push(`Computed in this page from schedule costs: ${listed.map((one) => one.name).join(", ")} ` +
      `(compared with ${checked} stored times when the page was made; largest relative difference ${worst === 0 ? "0" : worst.toExponential(0)}).`);
  }
  const partly = listed.filter((one) => (one.unlisted ?? 0) > 0);
  if (partly.length > 0)
    words.push(`As stored where there are too many schedules for a list: ${partly.map((one) => `${one.name} (${one.unlisted} points)`).join(", ")}.`);
  if (entry.best?.columns.winner !== undefined)
    words.push("At the file's own points the winner and its time are those of the group best, wherever the map compares all that best compares.");
  if (!entry.ownBounds)
    words.push(entry.best?.universal ? "Gaps are to the file's bound, which holds for any scheduler, compared or not; it is stored at the file's own points." :
      "No gaps: the file has no group best, and the schedulers' own bounds say nothing of the best possible.");
  for (const why of new Set(stored.map((one) => one.stored)))
    words.push(`As stored in the file: ${stored.filter((one) => one.stored === why).map((one) => one.name).join(", ")} (schedule costs: ${why}).`);
  for (const one of entry.schedulers) if (one.unsaid) words.push(`${one.name}: ${one.unsaid}.`);
  const formulas = entry.schedulers.filter((one) => !one.competes).map((one) => one.name);
  if (formulas.length > 0) words.push(`Formulas that no schedule was built for, and never winners: ${formulas.join(", ")}.`);
  if (entry.constants.where) words.push(`Points outside ${String(entry.constants.where)} are not part of the sweep.`);
  return words;
}
