// A map over two axes: cells equally wide, in the order of the axis values.

import { axisLabels, axisTitle, isWords, labelled } from "../words/axis_labels";
import { axisLook, type Option, tooltipLook } from "./charts";
import type { Axis } from "../data/model";
import { inks, ramp } from "./theme";

/** Names for codes 0, 1, ..., or a scale for numbers. */
/** levels: where the colour changes, one step of the ramp each; without them it changes gradually. */
export type Scale =
  | { kind: "names"; names: string[]; colours: string[] }
  | { kind: "numbers"; ramp: Parameters<typeof ramp>[0]; log: boolean; levels?: number[]; text: (value: number) => string };

/** values: row by row over xs, ys; NaN: no value. tip: what a cell says. */
export interface MapContent {
  x: Axis | null;
  y: Axis | null;
  xs: number[];
  ys: number[];
  values: Float64Array;
  scale: Scale;
  title: string;
  selected: number;
  tip: (cell: number) => string;
}

/** For an element of so many pixels. */
export function mapOption(content: MapContent, width: number, height: number): Option {
  const { xs, values, selected } = content;
  const shown = toColour(content);
  const data: [number, number, number, number][] = [];
  values.forEach((value, cell) => {
    if (!Number.isNaN(value)) data.push([cell % xs.length, Math.floor(cell / xs.length), shown(value), cell]);
  });
  const { ink, ground, gap } = inks();
  const isNamed = content.scale.kind === "names";
  const isNarrow = width < 520 && content.scale.kind === "numbers" && content.scale.levels !== undefined; // its legend stands above
  const [right, top] = isNarrow ? [12, 44] : [isNamed ? 24 : 118, 16];
  const left = leftMargin(content.y);
  const marker = selected < 0 ? [] : [[selected % xs.length, Math.floor(selected / xs.length)]];
  const ring = { type: "scatter", data: marker, symbol: "circle", silent: true, z: 10, animation: false };
  return {
    aria: { enabled: true, label: { description: content.title } },
    tooltip: { ...tooltipLook(), formatter: (one: { data?: number[] }) => content.tip(one.data?.[3] ?? -1) },
    grid: { left, top, width: wholeCells(width - left - right, xs.length), height: wholeCells(height - top - 62, content.ys.length),
      show: true, backgroundColor: gap, borderWidth: 0 },
    xAxis: { ...categoryAxis(content.x, xs, 42, 11), position: "bottom" },
    yAxis: { ...categoryAxis(content.y, content.ys, left - 20, 16), inverse: content.y !== null && isWords(content.y) },
    visualMap: { ...visualMap(content, data.map((one) => one[2]), isNarrow), ...(isNarrow ? { orient: "horizontal", right: undefined, left: 0, top: 0, align: "left", itemWidth: 10, itemGap: 5, textGap: 3, textStyle: { color: ink, fontSize: 11 } } : {}) },
    series: [
      { type: "heatmap", data, progressive: 0, label: numberLabel(content, data.length), emphasis: { itemStyle: { borderColor: ink, borderWidth: 1 } } },
      { ...ring, symbolSize: 17, itemStyle: { color: "transparent", borderColor: ground, borderWidth: 5 } },
      { ...ring, symbolSize: 17, itemStyle: { color: "transparent", borderColor: ink, borderWidth: 2.5 } },
    ],
  };
}

const MOST_NUMBERS = 110; // cells whose numbers are written into them
const MOST_ACROSS = 12;

function numberLabel({ scale, values, xs }: MapContent, cells: number): Record<string, unknown> {
  const fits = scale.kind === "numbers" && cells <= MOST_NUMBERS && xs.length <= MOST_ACROSS;
  return { show: fits, fontSize: 11, formatter: (one: { data: number[] }) => (scale.kind === "numbers" ? scale.text(values[one.data[3]]) : "") };
}

/** Room for the labels along y and the axis title beside them. */
function leftMargin(y: Axis | null): number {
  const longest = y ? axisLabels(y).reduce((most, one) => Math.max(most, one.length), 0) : 0;
  return Math.min(260, Math.max(92, 44 + 7 * longest));
}

/** Cells of whole pixels leave no seams; where that would waste much room, seams are the lesser evil. */
function wholeCells(room: number, n: number): number {
  const whole = Math.floor(room / n) * n;
  return whole > 0.85 * room ? whole : Math.max(room, 1);
}

/** Names and colours that occur in the map; none where it shows numbers. */
export function legendOf(content: MapContent): { name: string; colour: string }[] {
  const { scale } = content;
  if (scale.kind !== "names") return [];
  const used = [...new Set(content.values)].filter((code) => !Number.isNaN(code)).sort((a, b) => a - b);
  return used.map((code) => ({ name: scale.names[code] ?? String(code), colour: scale.colours[code] }));
}

function categoryAxis(axis: Axis | null, indices: number[], gap: number, most: number): Record<string, unknown> {
  const labels = axis ? axisLabels(axis) : [""];
  const look = axisLook(axis ? axisTitle(axis) : "");
  const picked = axis ? labelled({ ...axis, values: indices.map((i) => axis.values[i]) }, most) : new Set<number>();
  const interval = (index: number) => picked.has(index);
  return {
    ...look, type: "category", data: indices.map((i) => labels[i]), nameGap: gap, splitLine: { show: false },
    axisTick: { ...(look.axisTick as object), show: axis !== null, interval, alignWithLabel: true },
    axisLabel: { ...(look.axisLabel as object), interval, width: gap > 42 ? gap - 12 : undefined, overflow: "truncate" },
  };
}

/** Colours of numbers follow their logarithm where the scale does. */
function toColour(content: MapContent): (value: number) => number {
  const scale = content.scale;
  if (scale.kind === "names" || !scale.log) return (value) => value;
  const finite = content.values.filter((value) => value > 0 && Number.isFinite(value));
  const least = finite.reduce((a, b) => Math.min(a, b), Infinity);
  return (value) => Math.log10(Math.max(value, least));
}

function visualMap(content: MapContent, shown: number[], isNarrow: boolean): Record<string, unknown> {
  const { ink } = inks();
  const scale = content.scale;
  const shared = { seriesIndex: 0, dimension: 2, textStyle: { color: ink, fontSize: 13 } };
  if (scale.kind === "names") {
    const used = [...new Set(shown)].sort((a, b) => a - b);
    return { ...shared, type: "piecewise", show: false, // the page has a legend that wraps
      pieces: used.map((code) => ({ value: code, label: scale.names[code] ?? String(code), color: scale.colours[code] })) };
  }
  if (scale.levels) {
    const { levels, text } = scale;
    const [below, from] = isNarrow ? ["<", "≥"] : ["below ", "from "];
    const bounds = levels.map((one) => Math.log10(one) - 1e-12);
    return { ...shared, type: "piecewise", right: 8, top: "middle", itemGap: 6, pieces: ramp(scale.ramp).slice(0, levels.length + 1).map((color, i) => ({
      color, gte: bounds[i - 1], lt: bounds[i], label: i === 0 ? `${below}${text(levels[0])}` : `${from}${text(levels[i - 1])}` })).reverse() };
  }
  const finite = shown.filter(Number.isFinite);
  let min = finite.reduce((a, b) => Math.min(a, b), Infinity);
  let max = finite.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!(min <= max)) [min, max] = [0, 1];
  // Gains and losses: white stands for equal.
  if (scale.ramp === "around") [min, max] = [-Math.max(-min, max), Math.max(-min, max)];
  if (max - min < 1e-12) max = min + (scale.log ? 0.05 : 1);
  const text = (value: number) => scale.text(scale.log ? 10 ** value : value);
  return { ...shared, type: "continuous", min, max, calculable: true, orient: "vertical", right: 8, top: "middle", itemHeight: 260,
    itemWidth: 16, precision: 9, formatter: text, inRange: { color: ramp(scale.ramp) } };
}
