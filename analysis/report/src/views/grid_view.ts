// A grid on the page: controls beside, the map, the chosen point below.

import { AxisChoice } from "./axis_choice";
import { answerWords } from "../words/answer";
import { constantText, titleOf, unitOfKey } from "../words/axis_labels";
import { sliceRows, table } from "../words/csv";
import { download, element, fill, select } from "./dom";
import type { Grid } from "../data/grid";
import { cellTip, choiceName, constantWords, scaleOf, SHOWN_NAMES, sourceWords, titleOfMeasure } from "./grid_words";
import { MapView } from "./map_view";
import { BEST, type Measure, SECOND, SHOWN, type Shown, valuesOf } from "../answers/measure";
import { parseQuantity } from "../words/quantity";
import type { WhatIf } from "../data/parameters";
import { PointView } from "./point_view";
import { RobustView } from "./robust_view";
import { evaluate, pointOf, type Slice } from "../answers/slice";
import { candidateWords } from "../data/stored_best";

/** Cells along either axis that are drawn; more are told of, and are all in the CSV. */
const MOST_DRAWN = 240;
/** Nodes that tap the light passing them: compared with others only when asked. */
const isOtherHardware = (name: string) => name.includes("multicast");
const CHANGEABLE = ["per_step_latency", "per_hop_latency", "bandwidth", "reconfiguration_delay", "message"];

export class GridView {
  readonly element = element("div", { class: "explorer" });
  readonly map: MapView;
  private readonly point = new PointView();
  private readonly robust: RobustView;
  private readonly measures = element("fieldset");
  private readonly axes = element("div", { class: "controls" });
  private readonly title = element("h2", { "data-title": "" });
  private readonly standing = element("p", { class: "quiet" });
  private readonly answer = element("p", { class: "note", "data-answer": "" });
  private readonly off = new Set<string>();
  private readonly notes = element("div");
  private readonly choice: AxisChoice;
  private grid: Grid;
  private measure: Measure;
  private whatIf: WhatIf = {};
  private slice: Slice | null = null;
  private selected = -1;
  private drawing = 0;

  constructor(private readonly whole: Grid) {
    this.grid = whole;
    for (const { name } of whole.schedulers) if (isOtherHardware(name)) this.off.add(name);
    const compares = whole.schedulers.some((one) => one.name === "static") && whole.schedulers.length > 1;
    this.measure = { show: compares ? "answer" : whole.schedulers.length > 1 ? "winner" : "time", of: BEST, over: this.firstOver(whole) };
    this.robust = new RobustView(whole);
    this.choice = new AxisChoice(whole.entry.axes, true, () => this.changed(), whole.entry.minimised);
    this.map = new MapView((cell) => this.select(cell));
    const csv = element("button", { type: "button", "data-csv": "", onclick: () => this.downloadSlice() }, "Download this map as CSV");
    fill(this.element,
      element("div", { class: "controls" }, this.measures, this.axes, this.schedulerBoxes(), this.whatIfFields(), csv),
      element("div", {}, this.answer, this.title, this.standing, this.notes, this.map.legend, this.map.element, this.map.spoken, this.robust.element,
        element("p", { class: "quiet" }, constantWords(whole.entry)),
        element("details", { class: "quiet" }, element("summary", {}, "Where these numbers come from"),
          ...sourceWords(whole.entry).map((words) => element("p", { class: "quiet", "data-source": "" }, words))),
        this.point.element));
    this.choice.draw(this.axes);
    this.redraw();
  }

  /** Once per frame at most, however fast a slider moves. */
  private changed(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.redraw());
  }

  redraw(): void {
    this.slice = evaluate(this.grid, { ...this.choice.question, off: this.off }, MOST_DRAWN);
    this.answer.textContent = answerWords(this.slice, (cell) => this.choice.words(pointOf(this.slice!, this.choice.question, cell, 0), [this.choice.question.y, this.choice.question.x]));
    if (this.measure.show === "choice" && this.choice.minimised().length === 0) this.measure.show = "winner";
    if (this.selected < 0 || this.selected >= this.slice.winner.length) this.selected = mostInteresting(this.grid, this.slice);
    this.drawMeasures();
    this.drawMap();
    this.robust.draw(this.grid, this.choice, this.slice, this.off);
    this.point.draw(this.grid, this.choice, this.slice, this.selected);
  }

  private select(cell: number): void {
    this.selected = cell;
    this.drawMap();
    this.point.draw(this.grid, this.choice, this.slice!, cell);
  }

  private drawMap(): void {
    const { grid, measure, choice } = this;
    const slice = this.slice!;
    const { axes } = grid.entry;
    const { x, y } = choice.question;
    const values = valuesOf(grid, choice.question, slice, measure);
    const title = titleOfMeasure(grid, measure, choice.minimised());
    this.title.textContent = title;
    this.standing.textContent = choice.standing();
    this.map.draw({ x: axes[x] ?? null, y: axes[y] ?? null, xs: slice.xs, ys: slice.ys, values, title, selected: this.selected,
      scale: scaleOf(grid, slice, measure, values, choice.minimised()), tip: (cell) => cellTip(grid, choice, slice, measure, cell) });
    fill(this.notes, ...this.noteWords(values).map((words) => element("p", { class: "note" }, words)));
  }

  private noteWords(values: Float64Array): string[] {
    const slice = this.slice!;
    const words = [...this.grid.entry.notes];
    const size = (axis: number) => (axis < 0 ? 1 : this.grid.lengths[axis]);
    const { x, y } = this.choice.question;
    if (slice.width < size(x) || slice.height < size(y))
      words.push(`Drawn: one of ${Math.ceil(size(x) / slice.width)} values along x and one of ${Math.ceil(size(y) / slice.height)} along y; the CSV holds all.`);
    if (this.grid.isWhatIf) {
      const left = this.whole.schedulers.filter((one) => !this.grid.find(one.name)).map((one) => one.name);
      const partly = this.grid.schedulers.filter((one) => (one.entry.unlisted ?? 0) > 0).map((one) => one.name);
      if (partly.length > 0) left.push(...partly.map((name) => `${name} where it has none`));
      words.push("What if: these values are computed here from schedule costs and are not in the file." +
        (left.length > 0 ? ` Without schedule costs, and therefore left out: ${left.join(", ")}.` : ""));
    }
    words.push(...this.leftOutWords());
    const empty = values.filter((value) => Number.isNaN(value)).length;
    if (empty === values.length) words.push("No value anywhere in this map: choose another measure, scheduler or place.");
    else if (empty > 0) words.push(`Grey: no value (${empty} of ${values.length} cells); choose a cell to see why.`);
    return words;
  }

  /** Candidates whose times between the file's points nothing in the page tells. */
  private leftOutWords(): string[] {
    const { whole } = this;
    const slice = this.slice!;
    // Lists are per structure: along parametric axes the first cell says all.
    const { x, y } = this.choice.question;
    const isFirst = (axis: number, index: number) => index === 0 || axis < 0 || !whole.entry.axes[axis].parametric;
    const cells = Array.from(slice.winner.keys());
    const structures = cells.filter((cell) => isFirst(x, cell % slice.width) && isFirst(y, Math.floor(cell / slice.width)));
    const points = structures.flatMap((cell) => slice.places.map((_, place) => pointOf(slice, this.choice.question, cell, place)));
    const isOfLists = whole.schedulers.some((one) => Object.values(one.entry.statusNames).includes("not_listed"));
    if (!whole.best || !(isOfLists || this.grid.isWhatIf)) return [];
    const names = whole.best.withoutList(points);
    if (names?.length === 0) return [];
    const who = names ? candidateWords(names) : "some scheduler, in a file that does not say which";
    if (this.grid.isWhatIf) return [`Without a list of schedules here, and perhaps faster than what is shown: ${who}.`];
    const stored = slice.stored.reduce((sum, one) => sum + one, 0);
    return [`Without a list of schedules here: ${who}. Where the map compares all that the file's group best compares, it has the file's ` +
      `answer (${stored} of ${cells.length} cells as stored, faster than any list); elsewhere, and between the file's points, they may be faster than what is shown.`];
  }

  private drawMeasures(): void {
    const names = this.grid.schedulers.map((one, s): [string, string] => [String(s), one.name]);
    const shown = SHOWN.filter((one) => one !== "choice" || this.choice.minimised().length > 0);
    const pick = (change: Partial<Measure>) => {
      Object.assign(this.measure, change);
      this.redraw();
      // The controls were made anew: the reader stays where he was.
      this.measures.querySelector<HTMLElement>(`[data-key="${Object.keys(change)[0] === "show" ? "Show" : Object.keys(change)[0] === "of" ? "of" : "over"}"]`)?.focus();
    };
    const { measure } = this;
    fill(this.measures, element("legend", {}, "The map shows"),
      select("Show", shown.map((one) => [one, one === "choice" ? choiceName(this.grid, this.choice.minimised()) : SHOWN_NAMES[one]]), measure.show, (value) => pick({ show: value as Shown })),
      measure.show === "winner" || measure.show === "answer" ? null :
        select("of", [[String(BEST), "the fastest scheduler"], ...names], String(measure.of), (value) => pick({ of: Number(value) })),
      measure.show !== "speedup" ? null :
        select("over", [[String(SECOND), "the second fastest"], ...names], String(measure.over), (value) => pick({ over: Number(value) })));
  }

  /** Schedulers to switch off; winners, gains and the answer are then those of the others. */
  private schedulerBoxes(): HTMLElement | null {
    if (this.whole.schedulers.length < 2) return null;
    const box = (name: string) => {
      const input = element("input", { type: "checkbox", checked: !this.off.has(name), "data-scheduler-on": name, onchange: () => {
        if (input.checked) this.off.delete(name); else this.off.add(name);
        this.redraw();
      } });
      return element("label", {}, input, ` ${name}${isOtherHardware(name) ? " (other hardware)" : ""}`);
    };
    const boxes = this.whole.schedulers.map((one) => box(one.name));
    return element("fieldset", {}, element("legend", {}, "Schedulers that compete"),
      element("details", { open: boxes.length <= 8 }, element("summary", {}, `Switch some of ${boxes.length} off${this.off.size > 0 ? ` (now: ${[...this.off].join(", ")})` : ""}`), element("div", { class: "row" }, ...boxes)));
  }

  /** Other values of constants, where some scheduler has schedule costs. */
  private whatIfFields(): HTMLElement | null {
    const { constants } = this.whole.entry;
    const keys = CHANGEABLE.filter((key) => typeof constants[key] === "number");
    if (keys.length === 0 || this.whole.schedulers.every((one) => one.entry.envelopes === null)) return null;
    const fields = keys.map((key) => this.whatIfField(key, constantText(key, constants[key])));
    return element("fieldset", {}, element("legend", {}, "What if"), ...fields);
  }

  private whatIfField(key: string, asStored: string): HTMLElement {
    const input = element("input", { type: "text", "data-key": key, placeholder: asStored, value: asStored, autocomplete: "off",
      onchange: () => {
        const value = parseQuantity(input.value);
        const isStored = input.value.trim() === asStored || input.value.trim() === "";
        const good = isStored || (Number.isFinite(value) && value >= 0 && (unitOfKey(key) !== "B/s" || value > 0));
        input.setCustomValidity(good ? "" : `write a number with its unit, such as ${asStored}`);
        input.reportValidity();
        if (!good) return;
        delete this.whatIf[key];
        if (isStored) input.value = asStored;
        else this.whatIf[key] = value;
        this.applyWhatIf();
      } });
    return element("label", {}, titleOf(key), input);
  }

  private applyWhatIf(): void {
    const name = (s: number) => this.grid.schedulers[s]?.name ?? "";
    const [of, over] = [name(this.measure.of), name(this.measure.over)];
    this.grid = this.whole.withValues(this.whatIf);
    const find = (one: string, otherwise: number) => {
      const at = this.grid.schedulers.findIndex((scheduler) => scheduler.name === one);
      return at >= 0 ? at : otherwise;
    };
    this.measure.of = find(of, BEST);
    this.measure.over = find(over, SECOND);
    this.redraw();
  }

  private firstOver(grid: Grid): number {
    const fixed = grid.schedulers.findIndex((one) => one.name === "static");
    return fixed >= 0 ? fixed : SECOND;
  }

  private downloadSlice(): void {
    const slice = evaluate(this.grid, { ...this.choice.question, off: this.off });
    const rows = sliceRows(this.grid, this.choice.question, slice, this.measure);
    download(`${this.grid.entry.name}-${this.measure.show}.csv`, table(rows));
  }
}

/** Where the fastest gains most over doing the same everywhere (never, always), or else over the second; or the middle. */
function mostInteresting(grid: Grid, slice: Slice): number {
  const simple = grid.schedulers.flatMap((one, s) => (["static", "every-step", "strawman", "s-bruck", "g-bruck"].includes(one.name) ? [s] : []));
  let found = Math.floor(slice.height / 2) * slice.width + Math.floor(slice.width / 2);
  let most = 1 + 1e-6;
  slice.second.forEach((second, cell) => {
    const others = simple.map((s) => slice.time[s][cell]).filter(Number.isFinite);
    const gain = (others.length > 0 ? Math.min(...others) : second) / slice.time[slice.winner[cell]]?.[cell];
    if (gain > most && Number.isFinite(gain)) [found, most] = [cell, gain];
  });
  return found;
}
