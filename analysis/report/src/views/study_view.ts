// A study on the page: one of its columns over two axes.

import { AxisChoice } from "./axis_choice";
import { axisLabels, axisTitle, constantText, titleOf } from "../words/axis_labels";
import { escape } from "../charts/charts";
import { table } from "../words/csv";
import { download, element, fill, select, tableOf } from "./dom";
import { type Blocks, blocksOf } from "../data/embedded";
import type { Scale } from "../charts/heat_map";
import { MapView } from "./map_view";
import type { StudyColumn, StudyEntry } from "../data/model";
import { keysOf, Layout, lengthsOf, type Place } from "../data/place";
import { digits, quantity } from "../words/quantity";
import { indicesOf, type Question } from "../answers/slice";
import { coloursOfChoices } from "../charts/theme";

const MOST_DRAWN = 240;

/** A column's value at a point; NaN where it has none. */
export function studyValue(values: ArrayLike<number>, column: StudyColumn, position: number): number {
  const value = values[position];
  return column.missing !== null && value === column.missing && Object.keys(column.flags).length === 0 ? NaN : value;
}

export class StudyView {
  readonly element = element("div", { class: "explorer" });
  readonly map: MapView;
  private readonly selects = element("fieldset");
  private readonly title = element("h2", { "data-title": "" });
  private readonly standing = element("p", { class: "quiet" });
  private readonly point = element("section", { "data-point": "" });
  private readonly choice: AxisChoice;
  private group = 0;
  private column = 0;
  private selected = 0;

  private constructor(
    private readonly entry: StudyEntry,
    private readonly blocks: Blocks,
  ) {
    this.choice = new AxisChoice(entry.axes, false, () => this.redraw());
    this.map = new MapView((cell) => { this.selected = cell; this.redraw(); });
    this.column = Math.max(0, entry.groups[0].columns.findIndex((one) => one.unit === "s" || one.unit === "1"));
    const axes = element("div", { class: "controls" });
    const csv = element("button", { type: "button", "data-csv": "", onclick: () => this.downloadSlice() }, "Download this map as CSV");
    const constants = Object.entries(entry.constants).map(([key, value]) => `${titleOf(key)} ${constantText(key, value)}`).join(" · ");
    fill(this.element, element("div", { class: "controls" }, this.selects, axes, csv),
      element("div", {}, this.title, this.standing, ...entry.notes.map((one) => element("p", { class: "note" }, one)), this.map.legend, this.map.element,
        this.map.spoken, element("p", { class: "quiet" }, constants), element("p", { class: "quiet", "data-source": "" }, "All values as stored in the file."),
        this.point));
    this.choice.draw(axes);
    this.redraw();
  }

  static async load(entry: StudyEntry, blocks: Blocks): Promise<StudyView> {
    await blocks.load(blocksOf(entry));
    return new StudyView(entry, blocks);
  }

  redraw(): void {
    this.drawSelects();
    const { columns } = this.entry.groups[this.group];
    const { xs, ys } = this.indices(MOST_DRAWN);
    const { x, y } = this.choice.question;
    const column = columns[this.column];
    this.selected = Math.min(this.selected, xs.length * ys.length - 1);
    const values = Float64Array.from({ length: xs.length * ys.length }, (_, cell) => this.value(column, this.placeOf(cell, xs, ys)));
    this.title.textContent = `${titleOf(column.name)}: ${column.meaning}`;
    this.standing.textContent = this.choice.standing();
    const scale = scaleOf(column, values);
    const axes = this.entry.axes;
    this.map.draw({ x: axes[x] ?? null, y: axes[y] ?? null, xs, ys, values, scale, title: this.title.textContent, selected: this.selected,
      tip: (cell) => this.tip(column, cell, xs, ys) });
    this.drawPoint(this.placeOf(this.selected, xs, ys));
  }

  private drawSelects(): void {
    const { groups } = this.entry;
    const columns = groups[this.group].columns.map((one, i): [string, string] => [String(i), titleOf(one.name)]);
    fill(this.selects, element("legend", {}, "The map shows"),
      select("Show", columns, String(this.column), (value) => { this.column = Number(value); this.redraw(); }),
      groups.length < 2 ? null : select("of", groups.map((one, i) => [String(i), one.name]), String(this.group), (value) => {
        const { name } = groups[this.group].columns[this.column];
        this.group = Number(value);
        this.column = Math.max(0, groups[this.group].columns.findIndex((one) => one.name === name));
        this.redraw();
      }));
  }

  private indices(most: number): { xs: number[]; ys: number[] } {
    const { x, y } = this.choice.question;
    const of = (axis: number) => (axis < 0 ? [0] : indicesOf(this.entry.axes[axis].values.length, most));
    return { xs: of(x), ys: of(y) };
  }

  private placeOf(cell: number, xs: number[], ys: number[]): Place {
    const question: Question = this.choice.question;
    const at = question.choices.map((one) => one[0]);
    if (question.x >= 0) at[question.x] = xs[cell % xs.length];
    if (question.y >= 0) at[question.y] = ys[Math.floor(cell / xs.length)];
    return at;
  }

  private value(column: StudyColumn, at: Place, group = this.group): number {
    const layout = new Layout(this.entry.groups[group].axes, lengthsOf(this.entry.axes));
    return studyValue(this.blocks.numbers(column.block), column, layout.flat(at));
  }

  private tip(column: StudyColumn, cell: number, xs: number[], ys: number[]): string {
    if (cell < 0) return "";
    const at = this.placeOf(cell, xs, ys);
    const { x, y } = this.choice.question;
    const lines = [y, x].filter((axis) => axis >= 0).map((axis) =>
      `${escape(axisTitle(this.entry.axes[axis]))}: <b>${escape(axisLabels(this.entry.axes[axis])[at[axis]])}</b>`);
    return [...lines, `${escape(titleOf(column.name))}: <b>${escape(textOf(column, this.value(column, at)))}</b>`].join("<br>");
  }

  private drawPoint(at: Place): void {
    const { groups } = this.entry;
    const names = [...new Set(groups.flatMap((group) => group.columns.map((one) => one.name)))];
    const rows = names.map((name) => [titleOf(name), ...groups.map((group, g) => {
      const column = group.columns.find((one) => one.name === name);
      return column ? textOf(column, this.value(column, at, g)) : "";
    })]);
    fill(this.point, element("h2", {}, "The chosen point"), element("p", { class: "quiet" }, this.choice.words(at)),
      element("div", { class: "scroll" }, tableOf(["column", ...groups.map((one) => one.name || "value")], rows, (column) => column > 0)));
  }

  private downloadSlice(): void {
    const { xs, ys } = this.indices(Infinity);
    const { columns, name } = this.entry.groups[this.group];
    const keys = this.entry.axes.flatMap(keysOf);
    const rows: (number | string)[][] = [[...keys.map((one) => one.name), ...columns.map((one) => one.name)]];
    for (let cell = 0; cell < xs.length * ys.length; ++cell) {
      const at = this.placeOf(cell, xs, ys);
      const place = this.entry.axes.flatMap((axis, i) => keysOf(axis).map((one) => one.values[at[i]]));
      rows.push([...place, ...columns.map((one) => one.flags[this.value(one, at)] ?? this.value(one, at))]);
    }
    download(`${this.entry.name}${name ? `-${name}` : ""}.csv`, table(rows));
  }
}

function textOf(column: StudyColumn, value: number): string {
  return column.flags[value]?.replaceAll("_", " ") ?? (Number.isNaN(value) ? "–" : quantity(value, column.unit));
}

function scaleOf(column: StudyColumn, values: Float64Array): Scale {
  const codes = Object.keys(column.flags);
  if (codes.length > 0) {
    const most = Math.max(...codes.map(Number)) + 1;
    const names = Array.from({ length: most }, (_, code) => (column.flags[code] ?? String(code)).replaceAll("_", " "));
    return { kind: "names", names, colours: coloursOfChoices(most) };
  }
  const known = values.filter((value) => Number.isFinite(value));
  const least = known.reduce((a, b) => Math.min(a, b), Infinity);
  const most = known.reduce((a, b) => Math.max(a, b), -Infinity);
  return { kind: "numbers", ramp: "time", log: least > 0 && most / least > 30, text: (value) => (column.unit === "1" ? digits(value) : quantity(value, column.unit)) };
}
