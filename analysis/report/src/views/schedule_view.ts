// The schedule of one scheduler at the chosen point: a picture where the page knows it, and the command that shows it.

import { Chart } from "../charts/charts";
import { isReadable, rowName } from "../data/decision";
import { element, fill } from "./dom";
import type { Grid } from "../data/grid";
import type { Place } from "../data/place";
import { evalCommand, isWhole, problemOf, scheduleCommand } from "../words/problem";
import type { Scheduler } from "../data/scheduler";
import { decisionPicture, lightpathsPicture, type Picture, planesPicture, runsPicture } from "../charts/timeline";

export class ScheduleView {
  readonly element = element("div");
  readonly chart: Chart;
  private readonly title = element("h3");
  private readonly picture = element("div", { role: "img", "aria-label": "Schedule", "data-picture": "" });
  private readonly caption = element("p", { class: "quiet", "data-schedule": "" });
  private readonly why = element("p", { class: "note", "data-why": "" });
  private readonly schedule = element("code", { "data-command": "" });
  private readonly problem = element("code", { "data-problem": "" });
  private readonly commands = element("details", {}, element("summary", {}, "Compute this point again in a terminal"),
    element("p", { class: "quiet" }, "The schedule, drawn:"), copyable(this.schedule),
    element("p", { class: "quiet" }, "The numbers:"), copyable(this.problem));

  constructor() {
    fill(this.element, this.title, this.picture, this.caption, this.why, this.commands);
    this.chart = new Chart(this.picture);
  }

  /** shown: which scheduler, -1 for none. */
  draw(grid: Grid, shown: number, at: Place): void {
    const picture = shown < 0 ? null : pictureOf(grid, shown, at, this.element.clientWidth || 800);
    const why = shown < 0 ? "" : whyNoTimeline(grid, shown, at, picture);
    this.title.textContent = shown < 0 ? "" : `Schedule of ${grid.schedulers[shown].name}`;
    this.picture.hidden = !picture?.option;
    this.caption.textContent = picture?.caption ?? "";
    this.why.textContent = why;
    this.why.hidden = why === "";
    this.drawCommands(grid, shown, at, why !== "");
    if (!picture?.option) return;
    this.picture.style.height = `${Math.min(520, 96 + 30 * picture.rows)}px`;
    this.chart.core.resize();
    this.chart.draw(picture.option);
  }

  private drawCommands(grid: Grid, shown: number, at: Place, open: boolean): void {
    const problem = shown < 0 ? null : problemOf(grid, grid.schedulers[shown], at);
    this.commands.hidden = problem === null || !isWhole(problem);
    if (problem === null) return;
    fill(this.schedule, ...scheduleCommand(problem).flatMap((words, i) => [i > 0 ? " " : "", element("span", { class: "whole" }, words)]));
    this.problem.textContent = evalCommand(problem);
    if (open) this.commands.open = true;
  }
}

/** A command with a button that copies it; a click selects all of it. */
function copyable(code: HTMLElement): HTMLElement {
  const button = element("button", { type: "button", onclick: () => void copy() }, "Copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      // Some browsers keep pages from files away from the clipboard.
      getSelection()?.selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  };
  return element("div", { class: "command" }, element("pre", {}, code), button);
}

/** How well the page knows a schedule: 2 in time, 1 its steps, 0 not at all. */
export function knownOf(grid: Grid, shown: number, at: Place): number {
  const scheduler = grid.schedulers[shown];
  if (isFormula(scheduler, at)) return 0;
  const factors = grid.parameters.factors(at);
  if (scheduler.runs(at, factors)) return 2;
  const events = grid.isWhatIf ? null : scheduler.events(at);
  if (events) return events.kind === "planes" ? 2 : 1;
  const decision = scheduler.decision(at, factors);
  return decision && isReadable(decision.states) ? 1 : 0;
}

const CHARGED = "Reconfigurations as charged; the lightpaths may need fewer.";

/** room: width of the picture [px]. */
function pictureOf(grid: Grid, shown: number, at: Place, room: number): Picture | null {
  const scheduler = grid.schedulers[shown];
  if (isFormula(scheduler, at)) return null;
  const factors = grid.parameters.factors(at);
  const runs = scheduler.runs(at, factors);
  const decision = scheduler.decision(at, factors);
  const steps = scheduler.steps(at, factors);
  const readable = decision && isReadable(decision.states) ? decision : null;
  if (runs) return runsPicture(runs, factors, rowName(runs, readable, steps), room, scheduler.entry.envelopes && !readable ? CHARGED : "");
  const events = grid.isWhatIf ? null : scheduler.events(at);
  if (events) return events.kind === "planes" ? planesPicture(events.columns) : lightpathsPicture(events.columns);
  if (!decision || !(steps > 0)) return null;
  return decisionPicture(decision, steps, scheduler.reconfigurations(at, factors), room);
}

const isFormula = (scheduler: Scheduler, at: Place): boolean => scheduler.statusName(at) === "formula" || !scheduler.entry.competes;

/** Empty where the picture is in time; else one sentence. */
function whyNoTimeline(grid: Grid, shown: number, at: Place, picture: Picture | null): string {
  if (picture?.option && picture.inTime) return "";
  const scheduler = grid.schedulers[shown];
  const { name } = scheduler;
  if (isFormula(scheduler, at)) return `${name} is a formula here: it counts steps, and no schedule of it is known.`;
  const { schedule } = scheduler.entry;
  const shows = "; the command below shows it in time.";
  if (schedule?.kind === "omitted") return `The schedule of ${name} is not in this page (${schedule.why})${shows}`;
  if (schedule && "partly" in schedule && schedule.partly) return `The schedule of ${name} is in this page only where it wins (too many events)${shows}`;
  const keys = scheduler.isListed(at) ? " (envelopes = true and schedules = true in the sweep store it)" : "";
  if (picture?.option || keys) return `The file does not hold how long each step of this schedule takes${keys}${shows}`;
  return `The file does not hold the schedule of ${name} (schedules = true in the sweep stores it)${shows}`;
}
