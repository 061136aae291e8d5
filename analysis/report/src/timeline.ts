// A schedule as a picture: which topology carries which step, or what every switch plane does when.

import { axisLook, escape, type Option, tooltipLook } from "./charts";
import { changesOf, type Decision, explained, namesOf, readingOf, statesOf } from "./decision";
import { seconds } from "./quantity";
import { inks, PART_COLOURS } from "./theme";

interface DrawApi {
  value(dimension: number): number;
  coord(point: number[]): number[];
  size(extent: number[]): number[];
}

export interface Picture {
  /** Null: there is nothing to draw. */
  option: Option | null;
  rows: number;
  caption: string;
}

/** Steps along, topologies up; dashed lines where the switch reconfigures. */
export function decisionPicture(decision: Decision, steps: number, charged: number, room: number): Picture {
  const reading = readingOf(decision.states);
  const counts = `${steps} ${steps === 1 ? "step" : "steps"}, ${charged} ${charged === 1 ? "reconfiguration" : "reconfigurations"}`;
  if (!reading) return { option: null, rows: 0, caption: `${counts}. The file keeps of the schedule: ${decision.states}.` };
  const states = statesOf(decision.words, steps, reading);
  const used = [...new Set(states)].sort((a, b) => a - b);
  const changes = changesOf(states, charged);
  const names = used.map(namesOf(states, decision.names, reading.name));
  const data = states.map((state, step) => [step, used.indexOf(state), changes?.includes(step) ? 1 : 0]);
  const marks = changes === null ? "; which changes of topology are charged, the file does not say"
    : changes.length > 0 ? ", each a dashed line before its step" : "";
  const caption = `${counts}${marks}. A bar per step, as wide for a short step as for a long one. ${explained(names)}`;
  const most = Math.round(room * 0.35);
  const cut = labelWidth(names) > most ? ` From below: ${names.join("; ")}.` : "";
  return { option: stepsOption(names, data, steps, changes ?? [], most), rows: used.length, caption: caption + cut };
}

/** Room that the names need beside the bars [px]. */
const labelWidth = (names: string[]): number => Math.max(...names.map((name) => name.length)) * 7 + 8;

function stepsOption(names: string[], data: number[][], steps: number, changes: number[], room: number): Option {
  const width = Math.max(60, Math.min(labelWidth(names), room));
  const { ink, ground } = inks();
  const look = axisLook("step");
  return {
    aria: { enabled: true },
    tooltip: { ...tooltipLook(), formatter: (one: { data: number[] }) =>
      `step ${one.data[0]}: ${names[one.data[1]]}${one.data[2] ? ", after a reconfiguration" : ""}` },
    grid: { left: width + 14, right: 24, top: 12, bottom: 48 },
    xAxis: { ...look, type: "value", min: -0.5, max: steps - 0.5, nameGap: 28, minInterval: 1, splitLine: { show: false },
      axisLabel: { ...(look.axisLabel as object), formatter: (value: number) => (Number.isInteger(value) ? String(value) : "") } },
    yAxis: { ...axisLook(""), type: "category", data: names, axisLine: { show: false }, axisLabel: { color: ink, fontSize: 12, width, overflow: "truncate" } },
    series: [{
      type: "custom", data, encode: { x: 0, y: 1 }, clip: true,
      renderItem: (_: unknown, api: DrawApi) => {
        const [left] = api.coord([api.value(0) - 0.5, api.value(1)]);
        const [right, middle] = api.coord([api.value(0) + 0.5, api.value(1)]);
        const height = Math.min(24, api.size([0, 1])[1] * 0.7);
        const isBase = names[api.value(1)] === "base" || names[api.value(1)] === "ring";
        return { type: "rect", shape: { x: left, y: middle - height / 2, width: Math.max(1, right - left - (steps > 200 ? 0 : 1)), height },
          style: { fill: isBase ? PART_COLOURS.transmission : PART_COLOURS.propagation, stroke: ground, lineWidth: 0.5 } };
      },
      markLine: { silent: true, symbol: "none", label: { show: false }, lineStyle: { color: PART_COLOURS.reconfiguration, type: "dashed", width: 1.5 },
        data: changes.slice(0, 400).map((step) => ({ xAxis: step - 0.5 })) },
    }],
  };
}

/** Time along, planes up: sending in blue and green by turns of the steps, reconfiguring in orange. */
export function planesPicture(columns: Record<string, ArrayLike<number>>): Picture {
  const events = Array.from(columns.plane, (plane, i) => ({ plane, step: columns.step[i], sends: columns.activity[i] === 0,
    bytes: columns.bytes[i], start: columns.start[i], end: columns.end[i] }));
  const planes = [...new Set(events.map((one) => one.plane))].sort((a, b) => a - b);
  const { ink, ground } = inks();
  const look = axisLook("time");
  const data = events.map((one) => [one.start, planes.indexOf(one.plane), one.end, one.sends ? one.step % 2 : 2, one.step]);
  const word = (kind: number) => (kind === 2 ? "reconfigures for" : "sends in");
  const option: Option = {
    aria: { enabled: true },
    tooltip: { ...tooltipLook(), formatter: (one: { data: number[] }) =>
      `plane ${planes[one.data[1]]} ${word(one.data[3])} step ${one.data[4]}<br>${seconds(one.data[0])} to ${seconds(one.data[2])}` },
    grid: { left: 90, right: 28, top: 12, bottom: 48 },
    xAxis: { ...look, type: "value", min: 0, nameGap: 28, axisLabel: { ...(look.axisLabel as object), formatter: seconds } },
    yAxis: { ...axisLook(""), type: "category", inverse: true, data: planes.map((plane) => `plane ${plane}`), axisLabel: { color: ink } },
    series: [{
      type: "custom", data, encode: { x: [0, 2], y: 1 }, clip: true,
      renderItem: (_: unknown, api: DrawApi) => {
        const [left, middle] = api.coord([api.value(0), api.value(1)]);
        const [right] = api.coord([api.value(2), api.value(1)]);
        const height = Math.min(26, api.size([0, 1])[1] * 0.7);
        const colour = [PART_COLOURS.propagation, PART_COLOURS.startup, PART_COLOURS.reconfiguration][api.value(3)];
        const width = Math.max(1, right - left);
        return { type: "rect", shape: { x: left, y: middle - height / 2, width, height }, style: { fill: colour, stroke: ground, lineWidth: 0.5 } };
      },
    }],
  };
  return { option, rows: planes.length, caption: "Blue: sending, light and dark by turns of the steps; orange: reconfiguring; empty: idle. To scale." };
}

/** Lightpaths of every step on a WDM ring. */
export function lightpathsPicture(columns: Record<string, ArrayLike<number>>): Picture {
  const steps = Array.from(columns.step).reduce((most, one) => Math.max(most, one), 0) + 1;
  const stages = Array.from(columns.stage).reduce((most, one) => Math.max(most, one), 0) + 1;
  const counts = Array.from({ length: stages }, () => new Array<number>(steps).fill(0));
  Array.from(columns.step).forEach((step, i) => (counts[columns.stage[i]][step] += 1));
  const { ink } = inks();
  const option: Option = {
    aria: { enabled: true },
    legend: { top: 0, left: 0, textStyle: { color: ink } },
    tooltip: { ...tooltipLook(), trigger: "axis", formatter: (hits: { axisValue: string; seriesName: string; value: number }[]) =>
      [`step ${hits[0]?.axisValue}`, ...hits.filter((one) => one.value > 0).map((one) => `${escape(one.seriesName)}: ${one.value} lightpaths`)].join("<br>") },
    grid: { left: 70, right: 24, top: 36, bottom: 48 },
    xAxis: { ...axisLook("step"), type: "category", data: Array.from({ length: steps }, (_, i) => String(i)), nameGap: 28 },
    yAxis: { ...axisLook("lightpaths"), type: "value", nameGap: 48 },
    series: counts.map((values, stage) => ({ type: "bar", stack: "all", name: `stage ${stage}`, data: values })),
  };
  return { option, rows: 6, caption: `${steps} steps in ${stages} stages; every step is reconfigured for.` };
}
