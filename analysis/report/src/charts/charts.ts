// The parts of ECharts that the page uses, and one chart in an element that follows its size and the theme.

import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from "echarts/charts";
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

import { inks } from "./theme";

echarts.use([HeatmapChart, BarChart, CustomChart, LineChart, ScatterChart, GridComponent, LegendComponent, TooltipComponent,
  VisualMapComponent, MarkLineComponent, DataZoomComponent, AriaComponent, CanvasRenderer]);

export type Option = echarts.EChartsCoreOption;

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif';

export class Chart {
  readonly core: echarts.EChartsType;

  /** resized: told of a new size, to draw anew what depends on it. */
  constructor(
    readonly element: HTMLElement,
    resized: () => void = () => undefined,
  ) {
    this.core = echarts.init(element);
    new ResizeObserver(() => {
      this.core.resize();
      resized();
    }).observe(element);
  }

  get width(): number {
    return this.core.getWidth();
  }
  get height(): number {
    return this.core.getHeight();
  }

  draw(option: Option): void {
    const { ink } = inks();
    this.core.setOption({ animation: false, textStyle: { color: ink, fontFamily: FONT }, ...option }, { notMerge: true });
  }
}

/** Looks of an axis of any kind. */
export function axisLook(name: string): Record<string, unknown> {
  const { ink, quiet, line } = inks();
  return {
    name, nameLocation: "middle", nameTextStyle: { color: ink, fontSize: 13 },
    axisLabel: { color: ink, fontSize: 12, hideOverlap: true }, axisLine: { show: true, lineStyle: { color: quiet } },
    axisTick: { lineStyle: { color: quiet } }, splitLine: { lineStyle: { color: line } },
  };
}

export function tooltipLook(): Record<string, unknown> {
  const { ink, ground, line } = inks();
  return { backgroundColor: ground, borderColor: line, textStyle: { color: ink, fontSize: 13 }, confine: true };
}

/** Text that is safe within a tooltip's HTML. */
export const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
