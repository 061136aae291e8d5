// Bars over a time axis, row by row: what a switch plane, a topology or a stage does when.

import { axisLook, type Option, tooltipLook } from "./charts";
import { seconds } from "../words/quantity";
import { inks, PART_COLOURS } from "./theme";

/** both: steps with a reconfiguration before each, too many to tell apart; `share` of their time is that of the steps. */
export type BarKind = "sends" | "sends next" | "base" | "reconfigures" | "both";
export interface TimeBar {
  kind: BarKind;
  row: number;
  start: number;
  end: number;
  share?: number;
  text: string;
}

const KINDS: BarKind[] = ["sends", "sends next", "reconfigures", "base", "both"];
const COLOURS: Record<BarKind, string> = { sends: PART_COLOURS.propagation, "sends next": PART_COLOURS.startup, base: PART_COLOURS.transmission,
  reconfigures: PART_COLOURS.reconfiguration, both: PART_COLOURS.propagation };

export interface DrawApi {
  value(dimension: number): number;
  coord(point: number[]): number[];
  size(extent: number[]): number[];
}

/** Room that names need beside the bars [px], at most so much. */
export const labelWidth = (names: string[], most = Infinity): number =>
  Math.max(60, Math.min(most, Math.max(...names.map((name) => name.length)) * 7 + 8));

/** Data of the series: [start, row, end, place of the kind, share]. most: room for the names of the rows [px], bottom: below the bars. */
export function timeBarsOption(bars: TimeBar[], rows: string[], most: number, bottom = 48): Option {
  const { ink, ground } = inks();
  const look = axisLook("time since the start");
  const end = bars.reduce((last, bar) => Math.max(last, bar.end), 0);
  const width = labelWidth(rows, most);
  return {
    aria: { enabled: true },
    tooltip: { ...tooltipLook(), formatter: (one: { dataIndex: number }) => {
      const bar = bars[one.dataIndex];
      return `${bar.text}<br>${seconds(bar.start)} to ${seconds(bar.end)}`;
    } },
    grid: { left: width + 14, right: 40, top: 12, bottom },
    xAxis: { ...look, type: "value", min: 0, max: end > 0 ? end : undefined, nameGap: 28,
      axisLabel: { ...(look.axisLabel as object), formatter: seconds, showMaxLabel: true } },
    yAxis: { ...axisLook(""), type: "category", inverse: true, data: rows, axisLine: { show: false }, axisTick: { show: false },
      axisLabel: { color: ink, fontSize: 12, width, overflow: "truncate" } },
    series: [{
      type: "custom", encode: { x: [0, 2], y: 1 }, clip: true,
      data: bars.map((bar) => [bar.start, bar.row, bar.end, KINDS.indexOf(bar.kind), bar.share ?? 1]),
      renderItem: (_: unknown, api: DrawApi) => drawn(api, ground),
    }],
  };
}

function drawn(api: DrawApi, ground: string): unknown {
  const [left, middle] = api.coord([api.value(0), api.value(1)]);
  const [right] = api.coord([api.value(2), api.value(1)]);
  const height = Math.min(26, api.size([0, 1])[1] * 0.7);
  const kind = KINDS[api.value(3)];
  // Short delays stay visible.
  const width = Math.max(kind === "reconfigures" ? 2 : 1, right - left);
  const rectangle = (top: number, part: number, colour: string) => ({ type: "rect", shape: { x: left, y: top, width, height: part },
    z2: kind === "reconfigures" ? 2 : 1, style: { fill: colour, stroke: ground, lineWidth: width > 4 ? 0.5 : 0 } });
  const top = middle - height / 2;
  if (kind !== "both") return rectangle(top, height, COLOURS[kind]);
  const sends = height * api.value(4);
  return { type: "group", children: [rectangle(top, sends, COLOURS.sends), rectangle(top + sends, height - sends, COLOURS.reconfigures)] };
}
