// Where the file comes from.

import { element } from "./dom";
import type { Description } from "../data/model";

export function runView(description: Description): HTMLElement {
  const facts = description.provenance.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  return element("section", { id: "run", "aria-label": "The run" }, element("h2", {}, "The run"),
    element("details", { "data-facts": "" }, element("summary", {}, "Where the file comes from"), element("dl", { class: "facts" }, ...facts)),
    element("details", { "data-sweep": "" }, element("summary", {}, "The sweep, as it was run"), element("pre", {}, description.sweep)));
}
