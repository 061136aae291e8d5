// A schedule as a picture: which topology carries which step, or what every switch plane does when.

import { axisLook, escape, type Option, tooltipLook } from "./charts";
import { changesOf, type Decision, explained, isReadable, namesOf, stateName, statesOf } from "../data/decision";
import type { Factors } from "../data/parameters";
import { seconds } from "../words/quantity";
import { type StepRun, stepTime, waitTime } from "../data/step_runs";
import { inks, PART_COLOURS } from "./theme";
import { type BarKind, type DrawApi, labelWidth, type TimeBar, timeBarsOption } from "./time_bars";

export interface Picture {
  /** Null: there is nothing to draw. */
  option: Option | null;
  rows: number;
  caption: string;
  /** Whether its axis is time, to scale. */
  inTime: boolean;
}

/** Steps along, topologies up; dashed lines where the switch reconfigures. */
export function decisionPicture(decision: Decision, steps: number, charged: number, room: number): Picture {
  const counts = `${steps} ${steps === 1 ? "step" : "steps"}, ${charged} ${charged === 1 ? "reconfiguration" : "reconfigurations"}`;
  if (!isReadable(decision.states)) return { option: null, rows: 0, inTime: false, caption: `${counts}. The file keeps of the schedule: ${decision.states.sentence}.` };
  const states = statesOf(decision, steps);
  const used = [...new Set(states)].sort((a, b) => a - b);
  const changes = changesOf(states, charged);
  const names = used.map(namesOf(states, decision.names, stateName(decision.states)));
  const data = states.map((state, step) => [step, used.indexOf(state), changes?.includes(step) ? 1 : 0]);
  const marks = changes === null ? "; which changes of topology are charged, the file does not say"
    : changes.length > 0 ? ", each a dashed line before its step" : "";
  const caption = `${counts}${marks}. Not to scale: a bar per step, as wide for a short step as for a long one. ${explained(names)}`;
  const most = Math.round(room * 0.35);
  const cut = labelWidth(names) > most ? ` From below: ${names.join("; ")}.` : "";
  return { option: stepsOption(names, data, steps, changes ?? [], most), rows: used.length, inTime: false, caption: caption + cut };
}

function stepsOption(names: string[], data: number[][], steps: number, changes: number[], room: number): Option {
  const width = labelWidth(names, room);
  const { ink, ground } = inks();
  const look = axisLook("step");
  return {
    aria: { enabled: true },
    tooltip: { ...tooltipLook(), formatter: (one: { data: number[] }) =>
      `step ${one.data[0]}: ${escape(names[one.data[1]])}${one.data[2] ? ", after a reconfiguration" : ""}` },
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

/** Bars of single steps beyond which runs of equal steps are drawn as one. */
const MOST_BARS = 1500;

/** No step: what is reconfigured when all is done. */
const isSetUpAgain = (run: StepRun): boolean => !run.fixed && run.startups + run.hops + run.transmission === 0 && run.reconfigurations > 0;

/** Time along, topologies or stages up: what /steps says of a schedule. rowOf: names the row of a run, by its first step; note: on reconfigurations. */
export function runsPicture(runs: StepRun[], factors: Factors, rowOf: (run: StepRun, step: number) => string, room: number, note = ""): Picture {
  const steps = runs.reduce((sum, run) => sum + (isSetUpAgain(run) ? 0 : run.nSteps), 0);
  const rows: string[] = [];
  const bars: TimeBar[] = [];
  let [now, step] = [0, 0];
  const place = (run: StepRun) => {
    const name = rowOf(run, step);
    if (!rows.includes(name)) rows.push(name);
    return rows.indexOf(name);
  };
  const add = (kind: BarKind, row: number, length: number, text: string, share = 1) => {
    if (length > 0) bars.push({ kind, row, start: now, end: now + length, share, text });
    now += length;
  };
  for (const run of runs) {
    const row = place(run);
    const [wait, sends] = [waitTime(run, factors), stepTime(run, factors)];
    const kind = (at: number): BarKind => (rows[row] === "base" || rows[row] === "ring" ? "base" : at % 2 === 0 ? "sends" : "sends next");
    if (steps > MOST_BARS && run.nSteps > 1) {
      const text = `${run.nSteps} equal steps from step ${step} on${wait > 0 ? ", a reconfiguration before each" : ""}`;
      add(wait > 0 ? "both" : kind(0), row, run.nSteps * (wait + sends), text, sends / (wait + sends));
      step += run.nSteps;
      continue;
    }
    for (let i = 0; i < run.nSteps; ++i, ++step) {
      add("reconfigures", row, wait, isSetUpAgain(run) ? `sets up ${escape(rows[row])} again` : `reconfigures for step ${step}`);
      add(kind(step), row, sends, `step ${step} on ${escape(rows[row])}`);
    }
  }
  const changes = bars.some((bar) => bar.kind === "reconfigures" || bar.kind === "both");
  const merged = bars.some((bar) => / equal steps from/.test(bar.text));
  const caption = `To scale: ${steps} ${steps === 1 ? "step" : "steps"} in ${seconds(now)}${changes ? ", orange: reconfiguring" : ", no reconfiguration"}.` +
    (merged ? " Equal steps in a row are one bar, of both colours where each has its reconfiguration." : "");
  return { option: timeBarsOption(bars, rows, Math.round(room * 0.35)), rows: rows.length, inTime: true, caption: [caption, changes ? note : "", explained(rows)].filter(Boolean).join(" ") };
}

/** Time along, planes up: sending in blue, dark and light by turns of the steps, reconfiguring in orange. */
export function planesPicture(columns: Record<string, ArrayLike<number>>): Picture {
  const planes = [...new Set(Array.from(columns.plane))].sort((a, b) => a - b);
  const bars = Array.from(columns.plane, (plane, i): TimeBar => {
    const step = columns.step[i];
    const sends = columns.activity[i] === 0;
    return { kind: !sends ? "reconfigures" : step % 2 === 0 ? "sends" : "sends next", row: planes.indexOf(plane), start: columns.start[i], end: columns.end[i],
      text: `plane ${plane} ${sends ? "sends in" : "reconfigures for"} step ${step}` };
  });
  const end = bars.reduce((last, bar) => Math.max(last, bar.end), 0);
  return { option: timeBarsOption(bars, planes.map((plane) => `plane ${plane}`), 90), rows: planes.length, inTime: true,
    caption: `To scale, ${seconds(end)} in all. Blue: sending, dark and light by turns of the steps; orange: reconfiguring; empty: idle.` };
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
  return { option, rows: 6, inTime: false, caption: `${steps} ${steps === 1 ? "step" : "steps"} in ${stages} ${stages === 1 ? "stage" : "stages"}: lightpaths of each.` };
}
