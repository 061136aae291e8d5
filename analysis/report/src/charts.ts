// The parts of ECharts that the page uses, and one chart in an element that follows its size and the theme.

import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

import { inks } from "./theme";

echarts.use([HeatmapChart, BarChart, CustomChart, LineChart, ScatterChart, GridComponent, LegendComponent, TooltipComponent,
  VisualMapComponent, MarkLineComponent, AriaComponent, CanvasRenderer]);

export type Option = echarts.EChartsCoreOption;

export class Chart {
  readonly core: echarts.EChartsType;

  constructor(readonly element: HTMLElement) {
    this.core = echarts.init(element);
    new ResizeObserver(() => this.core.resize()).observe(element);
  }

  draw(option: Option): void {
    const { ink } = inks();
    this.core.setOption({ animation: false, textStyle: { color: ink, fontFamily: "inherit" }, ...option }, { notMerge: true });
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
