// How far times are from the proven bound: the tables of `lightsweep gap`, which can be sorted.

import type { GapTable } from "../data/model";
import { titleOf } from "../words/axis_labels";
import { element, fill, tableOf } from "./dom";

type Part = GapTable["parts"][number];

const share = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** Columns of numbers: head, text and what they are sorted by. */
const COLUMNS: [string, (part: Part) => string, (part: Part) => number][] = [
  ["points", (part) => part.points.toLocaleString("en"), (part) => part.points],
  ["median", (part) => part.median.toFixed(3), (part) => part.median],
  ["90th percentile", (part) => part.p90.toFixed(3), (part) => part.p90],
  ["worst", (part) => part.worst.toFixed(3), (part) => part.worst],
  ["within 5 %", (part) => share(part.within_5_percent), (part) => part.within_5_percent],
  ["within 10 %", (part) => share(part.within_10_percent), (part) => part.within_10_percent],
];

export function gapView(tables: GapTable[]): HTMLElement | null {
  if (tables.length === 0) return null;
  return element("section", { id: "bound", "aria-label": "Distance to the proven bound" }, element("h2", {}, "Distance to the proven bound"),
    element("p", { class: "quiet" }, "Completion time over lower bound, both as the file stores them: 1 is a proven optimum. Numbers are rounded. Choose the head of a column to sort by it."),
    ...tables.map((one, at) => element("details", { open: at === 0, "data-gap": one.scheduler },
      element("summary", {}, summaryOf(one)), element("p", { class: "quiet" }, `Lower bound: ${one.bound}.`), sortable(one),
      one.left_out === 0 ? null : element("p", { class: "quiet" }, `Left out: ${one.left_out.toLocaleString("en")} points without a schedule or a bound.`))));
}

function summaryOf({ scheduler, parts: [all] }: GapTable): string {
  return `${scheduler === "best" ? "The fastest of the schedulers" : scheduler}: ${all.median.toFixed(3)} at the median, ${all.worst.toFixed(3)} at worst`;
}

/** A head that is chosen sorts by its column, the largest first, or again the smallest; the first two bring the order of the file back. */
function sortable(gaps: GapTable): HTMLElement {
  const box = element("div", { class: "scroll tall" });
  const draw = (by: number, sign: number): void => {
    const parts = by < 0 ? gaps.parts : [...gaps.parts].sort((a, b) => sign * (COLUMNS[by][2](b) - COLUMNS[by][2](a)));
    const rows = parts.map((part) => [part.key ? titleOf(part.key) : part.value, part.key ? part.value : "", ...COLUMNS.map(([, text]) => text(part))]);
    const table = tableOf(["", "", ...COLUMNS.map(([head]) => head)], rows, (column) => column > 1);
    [...table.tHead!.rows[0].cells].forEach((cell, column) => {
      const at = column - 2;
      const title = column === 0 ? "points with" : COLUMNS[at]?.[0] ?? "value";
      const isChosen = at === by && by >= 0;
      if (isChosen) cell.setAttribute("aria-sort", sign > 0 ? "descending" : "ascending");
      fill(cell, element("button", { type: "button", onclick: () => {
        draw(Math.max(at, -1), isChosen ? -sign : 1);
        box.querySelectorAll("button")[column].focus();
      } }, title, isChosen ? (sign > 0 ? " ▾" : " ▴") : ""));
    });
    fill(box, table);
  };
  draw(-1, 1);
  return box;
}
