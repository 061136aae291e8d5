// The claims of a paper: what it says, what this sweep says.

import { element } from "./dom";
import type { Claim, Finding, PaperClaims } from "../data/model";
import { digits } from "../words/quantity";

const TONE: Record<string, string> = { reproduced: "good", beaten: "beaten", close: "close", "depends on the reading": "fair", "not judged": "quiet" };

export function claimsView(reports: PaperClaims[]): HTMLElement {
  return element("section", { id: "claims", "aria-label": "Claims" }, element("h2", {}, "Claims"),
    ...(reports.length > 0 ? reports.map(reportView) : [element("p", { class: "quiet", "data-no-claims": "" },
      "None are judged in this page. Sweeps named claims.toml (swot: paper.toml) hold what the claims of a paper need; " +
      "lightsweep-report --claims FILE takes the output of `lightsweep claims --json`.")]));
}

function reportView(report: PaperClaims): HTMLElement {
  const judged = report.claims.filter((one) => one.verdict !== "not judged");
  const count = (verdict: string) => report.claims.filter((one) => one.verdict === verdict).length;
  const verdicts = [...new Set(judged.map((one) => one.verdict))].map((one) => `${count(one)} ${one}`).join(", ");
  const head = ["claim", "what the paper says; reproduced if", "paper's number", "our numbers", "verdict"];
  const inferred = judged.filter((one) => one.parameters_inferred).length;
  const files = [...new Set(judged.map((one) => one.file.replace(/^.*\//, "")))].join(", ");
  return element("div", { class: "scroll" },
    element("p", { class: "quiet" }, `Rules ${report.paper}, judged from ${files || "no file"}: ${judged.length} of ${report.claims.length} claims judged` +
      `${verdicts ? `: ${verdicts}` : ""}. Parameters inferred, where the paper does not name the point: ${inferred}. References are the paper's model by an independent computation, rounded.`),
    element("table", { "data-claims": report.paper },
      element("thead", {}, element("tr", {}, ...head.map((one) => element("th", { scope: "col" }, one)))),
      element("tbody", {}, ...report.claims.map(claimRow))));
}

function claimRow(claim: Claim): HTMLElement {
  const verdict = element("span", { class: `verdict ${claim.differs ? "bad-text" : (TONE[claim.verdict] ?? "bad-text")}` }, claim.verdict);
  return element("tr", { "data-verdict": claim.verdict },
    element("th", { scope: "row" }, claim.claim),
    element("td", {}, claim.says, element("p", { class: "quiet" }, claim.reading)),
    element("td", { "data-paper-number": "" }, claim.paper_number, element("p", { class: "quiet" }, claim.paper_place)),
    element("td", { "data-our-numbers": "" }, findingsView(claim)),
    element("td", {}, verdict, claim.parameters_inferred ? element("p", { class: "quiet" }, "parameters inferred") : null, claim.differs ? element("p", { class: "quiet" }, `differs; recorded: ${claim.recorded}`) : null));
}

function findingsView(claim: Claim): HTMLElement {
  if (claim.numbers.length === 0) return element("span", { class: "quiet" }, claim.verdict === "not judged" ? `needs ${claim.needs}` : "–");
  const rows = claim.numbers.map(findingRow);
  const table = element("table", {}, element("thead", {}, element("tr", {},
    ...["", "this sweep", "reference"].map((one) => element("th", { scope: "col" }, one)))), element("tbody", {}, ...rows));
  if (claim.numbers.length <= 3) return table;
  const [first] = claim.numbers;
  return element("details", {}, element("summary", {}, `${valueText(first)} (${placeText(first)}), and ${claim.numbers.length - 1} more`), table);
}

const valueText = (one: Finding): string => [one.text, one.mark].filter(Boolean).join(" ");
const placeText = (one: Finding): string => [one.place, one.item].filter(Boolean).join(", ");

function findingRow(one: Finding): HTMLElement {
  return element("tr", {}, element("td", {}, placeText(one)),
    element("td", { class: "number" }, valueText(one)),
    element("td", { class: `number ${one.agrees === false ? "bad-text" : ""}` }, typeof one.reference === "number" ? digits(one.reference) : ""));
}
