// Elements in one expression.

type Child = Node | string | null | undefined;
type Properties = Record<string, unknown>;

/** An element with attributes (`on...`: listeners), and its children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value as EventListener);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

export const fill = (parent: Element, ...children: Child[]): void =>
  parent.replaceChildren(...children.filter((one): one is Node | string => one !== null && one !== undefined));

/** A labelled choice; options are (value, text). */
export function select(title: string, options: [string, string][], value: string, pick: (value: string) => void): HTMLLabelElement {
  const list = element("select", { onchange: () => pick(list.value), "data-key": title },
    ...options.map(([key, text]) => element("option", { value: key, selected: key === value }, text)));
  return element("label", {}, title, list);
}

/** A labelled slider over the texts. */
export function slider(title: string, texts: string[], index: number, pick: (index: number) => void): HTMLLabelElement {
  const shown = element("output", {}, texts[index]);
  const range = element("input", { type: "range", min: 0, max: texts.length - 1, step: 1, value: index, "data-key": title,
    "aria-valuetext": texts[index],
    oninput: () => {
      shown.textContent = texts[Number(range.value)];
      range.setAttribute("aria-valuetext", texts[Number(range.value)]);
      pick(Number(range.value));
    } });
  return element("label", {}, title, shown, range);
}

/** A table from rows of cells; the first row is its head. Numbers stand right. */
export function tableOf(head: string[], rows: Child[][], isNumber: (column: number) => boolean): HTMLTableElement {
  const cell = (tag: "td" | "th", content: Child, column: number) =>
    element(tag, { class: isNumber(column) ? "number" : undefined, scope: tag === "th" ? "col" : undefined }, content);
  return element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((one, column) => cell("th", one, column)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((one, column) => cell("td", one, column))))));
}

/** Hands a text to the reader as a file. */
export function download(name: string, text: string): void {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
