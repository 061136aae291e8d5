// The map itself: drawing, choosing a cell by mouse or keys, saying aloud which one it is.

import { isWords } from "../words/axis_labels";
import { Chart } from "../charts/charts";
import { element, fill } from "./dom";
import { legendOf, mapOption, type MapContent } from "../charts/heat_map";

export class MapView {
  readonly element = element("div", { class: "map", tabindex: 0, role: "application", "data-map": "", "aria-roledescription": "heat map",
    "aria-label": "Map; arrow keys move the chosen cell" });
  readonly spoken = element("p", { class: "quiet", "aria-live": "polite" });
  readonly legend = element("ul", { class: "names", "aria-label": "Colours of the map" });
  private chart: Chart | null = null;
  private content: MapContent | null = null;

  constructor(private readonly choose: (cell: number) => void) {
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  draw(content: MapContent): void {
    this.content = content;
    this.element.style.height = `${Math.min(540, 150 + 60 * content.ys.length)}px`;
    if (!this.chart) {
      this.chart = new Chart(this.element, () => this.paint());
      // Cells without a value can be chosen as well: the point's status then says why.
      this.chart.core.getZr().on("click", (event) => this.onClick(event.offsetX, event.offsetY));
    }
    this.paint();
    fill(this.legend, ...legendOf(content).map(({ name, colour }) =>
      element("li", {}, element("span", { class: "swatch", style: `background:${colour}` }), name)));
    this.spoken.textContent = content.selected < 0 ? "" : content.tip(content.selected).replace(/<br>/g, "; ").replace(/<[^>]*>/g, "");
  }

  private paint(): void {
    this.chart!.core.resize();
    this.chart!.draw(mapOption(this.content!, this.chart!.width, this.chart!.height));
  }

  /** Where a cell's middle is within the element [pixels]. */
  pixelOf(cell: number): number[] {
    const width = this.content!.xs.length;
    return this.chart!.core.convertToPixel({ gridIndex: 0 }, [cell % width, Math.floor(cell / width)]) as number[];
  }

  private onClick(left: number, top: number): void {
    if (!this.chart!.core.containPixel({ gridIndex: 0 }, [left, top])) return;
    const [x, y] = this.chart!.core.convertFromPixel({ gridIndex: 0 }, [left, top]) as number[];
    this.choose(y * this.content!.xs.length + x);
  }

  private onKey(event: KeyboardEvent): void {
    const up = this.content?.y && isWords(this.content.y) ? -1 : 1;
    const moves: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, up], ArrowDown: [0, -up] };
    const move = moves[event.key];
    if (!move || !this.content) return;
    event.preventDefault();
    const { xs, ys, selected } = this.content;
    const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most - 1);
    const x = clamp((Math.max(selected, 0) % xs.length) + move[0], xs.length);
    const y = clamp(Math.floor(Math.max(selected, 0) / xs.length) + move[1], ys.length);
    this.choose(y * xs.length + x);
  }
}
