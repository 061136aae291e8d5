// Puts the page together.

import { element, fill, select } from "./views/dom";
import { claimsView } from "./views/claims_view";
import { Blocks } from "./data/embedded";
import { gapView } from "./views/gap_view";
import { Grid } from "./data/grid";
import { GridView } from "./views/grid_view";
import { OneScheduleView } from "./views/one_schedule_view";
import type { Description } from "./data/model";
import { runView } from "./views/run_view";
import { StudyView } from "./views/study_view";
import { startTheme, toggleTheme } from "./charts/theme";

type View = GridView | StudyView | OneScheduleView;

declare global {
  interface Window {
    /** For scripts: the view that is open, once it is drawn. */
    lightsweepReport?: View;
  }
}

/** Whether the page is of a result file, not of one schedule. */
const isOfFile = (description: Description): boolean => description.views[0].kind !== "schedule";

function header(description: Description, redraw: () => void): HTMLElement {
  const facts = new Map(description.provenance);
  const words = [facts.get("Created") && `created ${facts.get("Created")}`, facts.get("Revision") && `revision ${facts.get("Revision")}`,
    facts.get("Points") && `${Number(facts.get("Points")).toLocaleString("en")} points`].filter(Boolean);
  const hasBounds = description.views.some((one) => one.kind === "grid" && (one.gaps ?? []).length > 0);
  const parts = [["#explore", "Map"], ...(hasBounds ? [["#bound", "Bound"]] : []), ["#claims", "Claims"], ["#run", "The run"]].map(([href, text]) => element("a", { href }, text));
  return element("header", {},
    element("div", { style: "flex: 1 1 24rem" }, element("h1", {}, description.title), element("p", { class: "quiet" }, words.join(" · "))),
    element("nav", { "aria-label": "Parts of this page" }, ...(isOfFile(description) ? parts : []),
      element("button", { type: "button", class: "toggle", "data-theme-toggle": "", onclick: () => { toggleTheme(); redraw(); } }, "Light / dark")));
}

async function openView(description: Description, blocks: Blocks, at: number, place: HTMLElement): Promise<void> {
  const entry = description.views[at];
  window.lightsweepReport = undefined;
  const view = entry.kind === "schedule" ? new OneScheduleView(entry) : entry.kind === "grid" ? new GridView(await Grid.load(entry, blocks)) : await StudyView.load(entry, blocks);
  fill(place, view.element, entry.kind === "grid" ? gapView(entry.gaps ?? []) : null);
  view.redraw();
  window.lightsweepReport = view;
}

function viewChoice(description: Description, open: (at: number) => void): HTMLElement | null {
  if (description.views.length < 2) return null;
  const options = description.views.map((one, i): [string, string] => [String(i), `${one.name}${one.kind === "study" ? " (study)" : ""}`]);
  const label = select("Grid or study", options, "0", (value) => open(Number(value)));
  label.style.cssText = "max-width: 280px; margin-bottom: 14px";
  return label;
}

async function start(): Promise<void> {
  startTheme();
  const description = JSON.parse(document.getElementById("description")!.textContent!) as Description;
  const blocks = new Blocks(description.blocks, (block) => document.getElementById(`block-${block}`)!.textContent!);
  const place = element("div");
  const open = (at: number) => void openView(description, blocks, at, place).catch(tell);
  const incomplete = description.incomplete
    ? element("p", { class: "note bad" }, `This file is incomplete: ${description.incomplete}. What is missing shows as cells without a value.`)
    : null;
  fill(document.getElementById("app")!,
    header(description, () => window.lightsweepReport?.redraw()),
    element("main", {}, incomplete,
      element("section", { id: "explore", "aria-label": "Map" }, viewChoice(description, open), place),
      ...(isOfFile(description) ? [claimsView(description.claims), runView(description)] : [])),
    element("footer", {}, `Made ${isOfFile(description) ? "by lightsweep-report from" : "by"} ${description.file}. Charts: Apache ECharts.`));
  open(0);
}

function tell(fault: unknown): void {
  console.error(fault);
  document.getElementById("app")!.prepend(element("p", { class: "note bad" },
    `This page could not be drawn (${String(fault)}). It needs a browser of 2023 or later: Chrome or Edge 80, Firefox 113, Safari 16.4.`));
}

start().catch(tell);
