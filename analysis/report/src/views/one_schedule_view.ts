// A page of one schedule: what happens when, and the network of the chosen step.

import { Chart } from "../charts/charts";
import { PART_NAMES } from "../charts/cost_bars";
import { circlePicture, treePicture } from "../charts/network";
import { timeBarsOption } from "../charts/time_bars";
import { element, fill, slider } from "./dom";
import type { OneSchedule } from "../data/model";
import { readSchedule, type Schedule, spreadOf, transfersOf } from "../data/one_schedule";
import { constantText, titleOf, unitOfKey } from "../words/axis_labels";
import { parseQuantity, percent, seconds } from "../words/quantity";

export class OneScheduleView {
  readonly element = element("div");
  readonly chart: Chart;
  readonly schedule: Schedule;
  step = 0;
  private readonly picture = element("div", { role: "img", "aria-label": "Schedule in time", "data-map": "" });
  private readonly steps = element("div", { style: "max-width: 420px" });
  private readonly networks = element("div", { class: "pair" });

  constructor(private readonly entry: OneSchedule) {
    this.schedule = readSchedule(entry);
    fill(this.element, element("h2", { "data-title": "" }, `${seconds(entry.completion_time)} on ${entry.n} nodes`),
      element("p", { class: "quiet", "data-facts": "" }, factsOf(entry)), element("p", { class: "quiet" }, problemWords(entry)),
      this.picture, element("p", { class: "quiet" }, "To scale. Blue: sending, dark and light by turns of the steps; orange: reconfiguring; empty: idle. " +
        `The wheel or the bar below zooms${this.schedule.transfers.length > 0 ? "; choose a bar to see its step" : ""}.`),
      this.steps, this.networks);
    this.picture.style.height = `${Math.min(560, 150 + 30 * this.schedule.rows.length)}px`;
    this.chart = new Chart(this.picture, () => this.redraw());  // the room for names is known once it is laid out
    this.chart.core.on("click", (hit) => this.choose(this.schedule.turns[hit.dataIndex].step));
  }

  redraw(): void {
    this.chart.core.resize(); // it was made before it had a place
    const bars = this.schedule.turns.map((turn) => ({ ...turn, kind: turn.reconfigures ? "reconfigures" as const : turn.step % 2 === 0 ? "sends" as const : "sends next" as const,
      text: turn.step < 0 ? turn.text : `step ${turn.step}: ${turn.text}${this.onTopology(turn.topology)}` }));
    this.chart.draw({ ...timeBarsOption(bars, this.schedule.rows, Math.min(220, Math.round(0.3 * this.chart.width)), 96), dataZoom: [
      { type: "inside", filterMode: "none" }, { type: "slider", filterMode: "none", bottom: 6, height: 22, showDataShadow: false, labelFormatter: seconds }] });
    this.choose(this.step);
  }

  choose(step: number): void {
    const { transfers } = this.schedule;
    if (step < 0 || step >= transfers.length) return;
    this.step = step;
    fill(this.steps, transfers.length > 1 ? slider("step", transfers.map((_, i) => String(i)), step, (value) => this.drawNetworks(value)) : null);
    this.drawNetworks(step);
  }

  private onTopology = (name: string) => (name === "" ? "" : ` on ${name}`);

  private drawNetworks(step: number): void {
    this.step = step;
    const { n, collective, plan, topologies } = this.entry;
    const { transfers, turns } = this.schedule;
    const standing = turns.find((one) => one.step === step && !one.reconfigures)?.topology ?? "";
    const ring = Array.from({ length: n }, (_, node) => ({ from: node, to: (node + 1) % n }));
    const links = plan ? ring : transfersOf(topologies?.[standing] ?? []);
    const edges = collective === "alltoall/matrix" ? [] : spreadOf(transfers, plan && collective === "allgather" ? 0 : undefined); // those bytes go straight
    const legend = plan ? "the lightpaths, a colour per wavelength, clockwise ones outside" :
      links.length > 0 ? `arrows: who sends to whom; thick: the links of ${standing}, a colour per ring where there are several` : "who sends to whom, over circuits of its own";
    fill(this.networks,
      element("figure", {}, circlePicture(n, links, transfers[step]), element("figcaption", { class: "quiet" }, `Step ${step}: ${legend}.`)),
      edges.length === 0 ? null : element("figure", {}, treePicture(edges, step), element("figcaption", { class: "quiet" },
        `The tree along which data of node 0 first spread, or come to it: ${edges.length + 1} of ${n} nodes; blue: in step ${step}.`)));
  }
}

/** Numbers stay with their units on a line. */
const unbroken = (parts: string[]) => parts.join(" · ").replace(/(\d) (?=[\p{L}%])/gu, "$1\u00a0");

function factsOf({ breakdown, n_reconfigurations: changes, lower_bound: bound, completion_time: time, status }: OneSchedule): string {
  const parts = Object.entries(PART_NAMES).flatMap(([key, name]) => {
    const value = breakdown[key as keyof typeof breakdown] ?? 0;
    return value > 0 ? [`${name} ${seconds(value)}`] : [];
  });
  return unbroken([...parts, `${changes} ${changes === 1 ? "reconfiguration" : "reconfigurations"}`, bound > 0 ? `${status}, gap to the proven bound ${percent(Math.max(0, 1 - bound / time))}` : status]);
}

/** Keys and values of the problem, in the units of the report. */
function problemWords({ problem }: OneSchedule): string {
  const skipped = ["scheduler", "collective", "nodes"];
  const worded = (key: string, value: unknown): string => {
    const number = typeof value === "string" && unitOfKey(key) !== "1" ? parseQuantity(value) : value;
    return typeof number === "number" && !Number.isNaN(number) ? constantText(key, number) : typeof value === "string" ? value : JSON.stringify(value);
  };
  return unbroken(Object.entries(problem).filter(([key]) => !skipped.includes(key)).map(([key, value]) => `${titleOf(key)} ${worded(key, value)}`));
}
