// Times of all schedulers along one axis: a cut through the map.

import { axisLabels, axisTitle, between } from "../words/axis_labels";
import { axisLook, type Option, tooltipLook } from "./charts";
import type { Axis } from "../data/model";
import { isDecimal, seconds } from "../words/quantity";
import { inks } from "./theme";

export interface Line {
  name: string;
  times: number[];
  colour: string;
}

const SYMBOLS = ["circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow"];

/** Log axes where the values allow it; `marked` is the index of the selected point. */
export function timeLinesOption(axis: Axis, indices: number[], lines: Line[], marked: number, width: number): Option {
  const { ink, quiet } = inks();
  const labels = axisLabels(axis);
  const values = indices.map((i) => axis.values[i]);
  const isLog = axis.parametric && axis.with.length === 0 && values.length > 1 && values.every((one) => Number(one) > 0);
  const drawn = lines.filter((line) => line.times.some(Number.isFinite));
  const yLog = drawn.every((line) => line.times.every((time) => !(time <= 0)));
  const xLook = axisLook(axisTitle(axis));
  const yLook = axisLook("completion time");
  const place = (i: number) => (isLog ? Number(values[i]) : i);
  const size = new Map(values.map((one, i) => [Number(one), labels[indices[i]]]));
  const position = indices.indexOf(marked);
  return {
    aria: { enabled: true },
    legend: { type: "plain", top: 0, left: 0, textStyle: { color: ink }, itemWidth: 22 },
    tooltip: { ...tooltipLook(), trigger: "axis", valueFormatter: (value: number) => seconds(value),
      axisPointer: { label: { formatter: (one: { value: number }) => size.get(one.value) ?? String(one.value) } } },
    grid: { left: 92, right: 28, top: 24 + 22 * legendRows(drawn, width), bottom: 56 },
    xAxis: isLog
      ? { ...xLook, type: "log", logBase: axis.unit === "B" && !isDecimal(values.map(Number)) ? 4 : 10, min: Number(values[0]), max: Number(values[values.length - 1]), nameGap: 34,
          axisLabel: { ...(xLook.axisLabel as object), formatter: between(axis) } }
      : { ...xLook, type: "category", data: indices.map((i) => labels[i]), nameGap: 34 },
    yAxis: { ...yLook, type: yLog ? "log" : "value", nameGap: 66, axisLabel: { ...(yLook.axisLabel as object), formatter: seconds } },
    series: drawn.map((line, k) => ({
      type: "line", name: line.name, data: line.times.map((time, i) => [place(i), Number.isFinite(time) ? time : null]),
      symbol: SYMBOLS[k % SYMBOLS.length], symbolSize: values.length > 40 ? 0 : 6, lineStyle: { width: 2, color: line.colour },
      itemStyle: { color: line.colour },
      markLine: k > 0 || position < 0 ? undefined : { silent: true, symbol: "none", label: { show: false },
        lineStyle: { color: quiet, type: "dashed" }, data: [{ xAxis: place(position) }] },
    })),
  };
}

/** Lines that the legend wraps into. */
function legendRows(lines: Line[], width: number): number {
  let rows = 1;
  let left = 0;
  for (const { name } of lines) {
    const needed = 44 + 7.5 * name.length;
    if (left + needed > width && left > 0) [rows, left] = [rows + 1, 0];
    left += needed;
  }
  return rows;
}
