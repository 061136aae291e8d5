// What the times at a point are made of: a stacked bar per scheduler.

import { axisLook, escape, type Option, tooltipLook } from "./charts";
import type { Breakdown } from "../data/schedule_costs";
import { digits, seconds } from "../words/quantity";
import { inks, PART_COLOURS } from "./theme";

export const PART_NAMES: Record<keyof Breakdown, string> = {
  startup: "startup",
  propagation: "propagation",
  transmission: "transmission",
  congestion: "congestion",
  reconfiguration: "exposed reconfiguration",
  computation: "computation",
};

export interface Bar {
  name: string;
  parts: Breakdown;
}

const total = (parts: Breakdown) => Object.values(parts).reduce((sum, one) => sum + one, 0);

/** Bars are cut where they are so many times the shortest. */
export const CUT = 6;

/** Where the bars are cut [s]; undefined if none is that long. */
export function cutOf(bars: Bar[]): number | undefined {
  const least = bars.reduce((most, bar) => Math.min(most, total(bar.parts)), Infinity);
  return bars.some((bar) => total(bar.parts) > CUT * least) && least > 0 ? CUT * least : undefined;
}

/** bars: the first one is drawn on top. */
export function costBarsOption(bars: Bar[]): Option {
  const { ink, ground } = inks();
  const used = (Object.keys(PART_NAMES) as (keyof Breakdown)[]).filter((part) => bars.some((bar) => bar.parts[part] > 0));
  const rows = [...bars].reverse();
  const look = axisLook("completion time");
  return {
    aria: { enabled: true },
    legend: { data: used.map((part) => PART_NAMES[part]), top: 0, left: 0, textStyle: { color: ink }, itemWidth: 14, itemHeight: 12, selectedMode: false },
    tooltip: { ...tooltipLook(), trigger: "axis", axisPointer: { type: "shadow" },
      formatter: (hits: { dataIndex: number }[]) => (hits.length > 0 ? tip(rows[hits[0].dataIndex], used) : "") },
    grid: { left: 130, right: 28, top: used.length > 3 ? 56 : 36, bottom: 48 },
    xAxis: { ...look, type: "value", max: cutOf(bars), nameGap: 30, axisLabel: { ...(look.axisLabel as object), formatter: seconds } },
    yAxis: { ...axisLook(""), type: "category", data: rows.map((one) => one.name),
      axisLabel: { color: ink, fontSize: 12, width: 118, overflow: "truncate" } },
    series: [...used.map((part) => ({ type: "bar", stack: "time", name: PART_NAMES[part], data: rows.map((one) => one.parts[part]),
      clip: true,
      itemStyle: { color: PART_COLOURS[part], borderColor: ground, borderWidth: 0.5 }, barMaxWidth: 26 })), cutLabels(rows, cutOf(bars))],
  };
}

/** At the end of every bar that is cut: how long it is. */
function cutLabels(rows: Bar[], cut: number | undefined): object {
  const { ink, ground } = inks();
  const data = rows.flatMap((bar, row) => (cut !== undefined && total(bar.parts) > cut ? [[cut, row]] : []));
  return { type: "scatter", name: "cut", data, symbolSize: 0.1, silent: true, z: 5, label: { show: true, position: "left", color: ink, backgroundColor: ground, padding: 2,
    fontSize: 11, formatter: (one: { data: number[] }) => `cut: ${seconds(total(rows[one.data[1]].parts))}` } };
}

function tip(bar: Bar, used: (keyof Breakdown)[]): string {
  const sum = total(bar.parts);
  const share = (value: number) => (sum > 0 ? ` (${digits((100 * value) / sum, 3)} %)` : "");
  const lines = used.map((part) => `${PART_NAMES[part]}: ${seconds(bar.parts[part])}${share(bar.parts[part])}`);
  return [`<b>${escape(bar.name)}</b>: ${seconds(sum)}`, ...lines].join("<br>");
}
