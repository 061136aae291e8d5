// What to choose where the reconfiguration delay is uncertain: a table along an axis of the map.

import type { AxisChoice } from "./axis_choice";
import { robustChoice } from "../answers/robust";
import { pointOf, type Slice } from "../answers/slice";
import type { Grid } from "../data/grid";
import { keysOf } from "../data/place";
import { axisLabels, axisTitle } from "../words/axis_labels";
import { parseQuantity, percent, seconds } from "../words/quantity";
import { element, fill, tableOf } from "./dom";
import { choiceText } from "./grid_words";

const DELAY = "reconfiguration_delay";

export class RobustView {
  readonly element = element("details", { "data-robust": "" });
  private readonly table = element("div", { class: "scroll" });
  private readonly ends: HTMLInputElement[];
  private again: () => void = () => undefined;

  constructor(grid: Grid) {
    const values = [...(grid.entry.axes.find((one) => one.name === DELAY)?.values.map(Number) ?? [Number(grid.entry.constants[DELAY] ?? 0)])].sort((a, b) => a - b);
    const at = (share: number) => values[Math.round(share * (values.length - 1))];
    const [from, to] = values.length > 2 ? [at(0.25), at(0.75)] : [values[0] / 10, values[values.length - 1] * 10];
    this.ends = [from, to].map((value, end) => element("input", { type: "text", value: seconds(value), style: "width: 7em", "data-key": end === 0 ? "delay from" : "delay to", onchange: () => this.again() }));
    // A delay that varies together with another key has no interval of its own; without lists nothing is known between the points.
    const isOwn = !grid.entry.axes.some((axis) => axis.with.length > 0 && keysOf(axis).some((one) => one.name === DELAY));
    this.element.hidden = !isOwn || grid.schedulers.every((one) => one.entry.envelopes === null);
    fill(this.element, element("summary", {}, "If the delay is not known exactly"),
      element("p", { class: "row" }, "The delay lies between ", this.ends[0], " and ", this.ends[1]), this.table);
    this.element.addEventListener("toggle", () => this.again());
  }

  draw(grid: Grid, choice: AxisChoice, slice: Slice, off: ReadonlySet<string>): void {
    this.again = () => this.draw(grid, choice, slice, off);
    if (!this.element.open || this.element.hidden) return;
    const [from, to] = this.ends.map((one) => parseQuantity(one.value));
    if (!(from >= 0 && from < to)) return fill(this.table, element("p", { class: "note" }, "Write two delays with their units, the smaller one first, such as 1 us and 100 us."));
    const { x, y } = choice.question;
    const isDelay = (axis: number) => axis < 0 || grid.entry.axes[axis].name === DELAY;
    const along = isDelay(y) ? x : y;
    const rows = isDelay(along) ? [0] : along === y ? slice.ys.map((_, i) => i * slice.width) : slice.xs.map((_, i) => i);
    const minimised = choice.minimised();
    const cells = rows.flatMap((cell) => {
      const points = slice.places.map((_, place) => pointOf(slice, choice.question, cell, place));
      const found = robustChoice(grid, points, off, [from, to]);
      const name = isDelay(along) ? "" : axisLabels(grid.entry.axes[along])[points[0][along]];
      if (!found) return [[name, "no list of schedules", "", "", "", ""]];
      return [[name, grid.schedulers[found.scheduler].name, choiceText(grid, minimised, points[found.point]), String(found.reconfigurations),
        `${seconds(found.regret)} (${percent(found.relative)})`, seconds(found.price)]];
    });
    const head = [isDelay(along) ? "" : axisTitle(grid.entry.axes[along]), "schedule of least regret", minimised.length > 0 ? "with" : "", "reconfigurations", "regret", "price"];
    const table = tableOf(head, cells, (column) => column >= 3);
    table.createCaption().textContent = "Regret: what it loses at worst against the best schedule for the delay that comes. Price: what the schedule that is best in the (geometric) middle loses beyond that.";
    fill(this.table, table);
  }
}
