// The chosen point: every scheduler there, what their times are made of, and one schedule.

import type { AxisChoice } from "./axis_choice";
import { Chart } from "../charts/charts";
import { costBarsOption, CUT, cutOf } from "../charts/cost_bars";
import { element, fill, tableOf } from "./dom";
import type { Grid } from "../data/grid";
import { choiceText } from "./grid_words";
import { boundOf, gap } from "../answers/measure";
import type { Place } from "../data/place";
import { digits, factor, percent, seconds } from "../words/quantity";
import { ratio, WINNER_TIE } from "../answers/race";
import { knownOf, ScheduleView } from "./schedule_view";
import { pointOf, type Slice } from "../answers/slice";
import { coloursOf } from "../charts/theme";
import { timeLinesOption } from "../charts/time_lines";

const numeric = (column: number) => column >= 1 && column <= 4;

export class PointView {
  readonly element = element("section", { "aria-label": "The chosen point", "data-point": "" });
  private readonly title = element("h2");
  private readonly place = element("p", { class: "quiet" });
  private readonly rows = element("div", { class: "scroll", "data-schedulers": "" });
  private readonly bars = element("div", { class: "small", role: "img", "aria-label": "Parts of the completion times, as in the table" });
  private readonly barsNote = element("p", { class: "quiet" });
  private readonly lines = element("div", { class: "small", role: "img", "aria-label": "Completion times along the x axis" });
  private readonly linesTitle = element("h3");
  private readonly schedule = new ScheduleView();
  private readonly charts: { bars: Chart; lines: Chart };
  private chosen = "";
  private again: () => void = () => undefined;

  constructor() {
    fill(this.element, this.title, this.place, this.rows, element("p", { class: "quiet", "data-optimal": "" }, "Optimal: no schedule that this scheduler can choose is faster. " +
      "A scheduler with only one schedule, such as static, is always optimal, even where another scheduler is faster."),
      element("div", { class: "pair" },
        element("div", {}, element("h3", {}, "What the times are made of"), this.bars, this.barsNote),
        element("div", {}, this.linesTitle, this.lines)),
      this.schedule.element);
    this.charts = { bars: new Chart(this.bars), lines: new Chart(this.lines) };
  }

  draw(grid: Grid, choice: AxisChoice, slice: Slice, cell: number): void {
    this.again = () => this.draw(grid, choice, slice, cell);
    const winner = slice.winner[cell];
    const placeOf = (s: number): Place => pointOf(slice, choice.question, cell, Math.max(0, slice.choice[s]?.[cell] ?? 0));
    this.title.textContent = winner < 0 ? "The chosen point: nobody has a time here" :
      `The chosen point: ${grid.schedulers[winner].name} takes ${seconds(slice.time[winner][cell])}${slice.stored[cell] ? ", as stored" : ""}`;
    this.place.textContent = choice.words(placeOf(Math.max(0, winner)));
    const shown = this.shownScheduler(grid, slice, cell, placeOf);
    this.drawRows(grid, choice, slice, cell, shown, placeOf);
    this.drawBars(grid, slice, cell, placeOf);
    this.drawLines(grid, choice, slice, cell);
    this.schedule.draw(grid, shown, shown < 0 ? [] : placeOf(shown));
  }

  private shownScheduler(grid: Grid, slice: Slice, cell: number, placeOf: (s: number) => Place): number {
    const named = grid.schedulers.findIndex((one) => one.name === this.chosen);
    if (named >= 0 && Number.isFinite(slice.time[named][cell])) return named;
    const winner = slice.winner[cell];
    if (winner < 0) return winner;
    // Of those that are as fast, the first whose schedule the page knows best.
    const best = slice.time[winner][cell];
    const asFast = [...grid.schedulers.keys()].filter((s) => slice.time[s][cell] <= best * (1 + WINNER_TIE) && grid.schedulers[s].competes(placeOf(s)));
    const known = asFast.map((s) => knownOf(grid, s, placeOf(s)));
    return asFast[known.indexOf(Math.max(...known))] ?? winner;
  }

  private drawRows(grid: Grid, choice: AxisChoice, slice: Slice, cell: number, shown: number, placeOf: (s: number) => Place): void {
    const winner = slice.winner[cell];
    const best = winner < 0 ? NaN : slice.time[winner][cell];
    const minimised = choice.minimised();
    const colours = coloursOf(grid.schedulers.map((one) => one.name));
    const head = ["scheduler", "time", "over the fastest", "reconfigurations", "gap to bound", "status", ...(minimised.length > 0 ? ["with"] : []), "schedule"];
    const rows = grid.schedulers.map((scheduler, s) => {
      const at = placeOf(s);
      const time = slice.time[s][cell];
      const factors = grid.parameters.factors(at);
      const why = scheduler.reasonName(at).replaceAll("_", " ");
      const first = scheduler.statusName(at).replaceAll("_", " ") + (why ? `: ${why}` : "");
      const status = slice.off?.has(scheduler.name) ? "switched off" : s === winner && slice.stored[cell] ? "as stored in the group best: no list of its schedules" : minimised.length > 0 && Number.isNaN(time) ? `no time with any of them (the first: ${first})` : first;
      const algorithm = grid.isWhatIf ? "" : scheduler.algorithm(at);
      const name = element("span", {}, element("span", { class: "swatch", style: `background:${colours[s]}` }), scheduler.name);
      const button = element("button", { type: "button", "aria-pressed": s === shown, onclick: () => { this.chosen = scheduler.name; this.again(); } },
        s === shown ? "shown" : "show");
      return [name, seconds(time), factor(ratio(time, best)), digits(Number.isFinite(time) ? scheduler.reconfigurations(at, factors) : NaN),
        percent(gap(boundOf(grid, slice, s, cell), time)), `${status}${algorithm ? `, ${algorithm}` : ""}`,
        ...(minimised.length > 0 ? [Number.isFinite(time) ? choiceText(grid, minimised, at) : ""] : []), Number.isFinite(time) ? button : ""];
    });
    const table = tableOf(head, rows, numeric);
    table.tBodies[0].rows[shown]?.classList.add("chosen");
    [...table.tBodies[0].rows].forEach((row, s) => { row.dataset.scheduler = grid.schedulers[s].name; row.dataset.time = String(slice.time[s][cell]); });
    fill(this.rows, table);
  }

  private drawBars(grid: Grid, slice: Slice, cell: number, placeOf: (s: number) => Place): void {
    const bars = grid.schedulers.flatMap((scheduler, s) => {
      if (!Number.isFinite(slice.time[s][cell])) return [];
      const parts = scheduler.breakdown(placeOf(s), grid.parameters.factors(placeOf(s)));
      return parts ? [{ name: scheduler.name, parts }] : [];
    });
    this.bars.style.height = `${Math.max(180, 130 + 30 * bars.length)}px`;
    this.charts.bars.draw(costBarsOption(bars));
    const missing = grid.schedulers.filter((one, s) => Number.isFinite(slice.time[s][cell]) && !bars.some((bar) => bar.name === one.name));
    this.barsNote.textContent = [
      cutOf(bars) === undefined ? "" : `Bars longer than ${CUT} times the shortest are cut.`,
      missing.length === 0 ? "" : `Without parts in this page: ${missing.map((one) => one.name).join(", ")}.`,
    ].join(" ").trim();
    this.charts.bars.core.resize();
  }

  private drawLines(grid: Grid, choice: AxisChoice, slice: Slice, cell: number): void {
    const { x } = choice.question;
    this.lines.parentElement!.hidden = x < 0;
    if (x < 0) return;
    const row = Math.floor(cell / slice.width) * slice.width;
    const colours = coloursOf(grid.schedulers.map((one) => one.name));
    const lines = grid.schedulers.map((one, s) => ({ name: one.name, colour: colours[s],
      times: Array.from(slice.time[s].subarray(row, row + slice.width)) }));
    this.linesTitle.textContent = "Times along this row of the map";
    this.lines.style.height = this.bars.style.height;
    this.charts.lines.core.resize();
    this.charts.lines.draw(timeLinesOption(grid.entry.axes[x], slice.xs, lines, slice.xs[cell % slice.width], this.charts.lines.width));
  }
}
