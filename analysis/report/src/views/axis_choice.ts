// Which axes a map runs over, and where the others stand.

import { axisLabels, axisTitle, isWords, titleOf } from "../words/axis_labels";
import { element, fill, select, slider } from "./dom";
import type { Axis } from "../data/model";
import type { Place } from "../data/place";
import type { Question } from "../answers/slice";

/** Indices an axis is minimised over, with the words for it. */
export interface Minimum {
  text: string;
  indices: number[];
}

/**
 * The minima a reader may ask for along an axis: over all its values or, of collectives of several
 * primitives, over those of one primitive, which alone do the same work.
 */
export function minimaOf(axis: Axis): Minimum[] {
  const isWork = ["nodes", "message", "item", "primitive", "repeated", "runs", "seed"].includes(axis.name);
  if (axis.parametric || axis.with.length > 0 || axis.values.length < 2 || isWork) return [];
  const all = axis.values.map((_, i) => i);
  if (axis.name !== "collective" && axis.name !== "topology") return [{ text: `best ${titleOf(axis.name)}`, indices: all }];
  const ofSwitches = all.filter((i) => !String(axis.values[i]).startsWith("wdm-"));
  if (axis.name === "topology" && ofSwitches.length > 1 && ofSwitches.length < all.length)
    return [{ text: "best topology of a switch", indices: ofSwitches }, { text: "best topology of any hardware", indices: all }];
  const primitives = [...new Set(axis.values.map((one) => String(one).split("/")[0]))];
  if (axis.name === "topology") return [{ text: "best topology", indices: all }];
  return primitives
    .map((name) => ({ text: `best ${name}`, indices: all.filter((i) => String(axis.values[i]).split("/")[0] === name) }))
    .filter((one) => one.indices.length > 1);
}

/** The message along y and the delay along x where they vary, else the axes with the most values. */
export function firstAxes(axes: Axis[]): { x: number; y: number } {
  const has = (axis: Axis, keys: string[]) => [axis, ...axis.with].some((one) => keys.includes(one.name));
  const rank = (axis: Axis, first: string[]) => (has(axis, first) ? 2000 : axis.parametric ? 1000 : 0) + axis.values.length;
  const varying = axes.map((_, i) => i).filter((i) => axes[i].values.length > 1);
  const pick = (among: number[], first: string[]) =>
    among.reduce((best, i) => (best < 0 || rank(axes[i], first) > rank(axes[best], first) ? i : best), -1);
  const x = pick(varying, ["reconfiguration_delay"]);
  return { x, y: pick(varying.filter((i) => i !== x), ["message", "item"]) };
}

/** State and controls of the axes; tells of every change. */
export class AxisChoice {
  readonly question: Question;

  constructor(
    private readonly axes: Axis[],
    private readonly allowMinima: boolean,
    private readonly changed: () => void,
    minimised: number[] = [],
  ) {
    const { x, y } = firstAxes(axes);
    const isCompared = (axis: Axis, i: number) => minimised.includes(i) || (allowMinima && ["algorithm", "collective"].includes(axis.name));
    const middle = (axis: Axis) => (allowMinima && !isWords(axis) ? [Math.floor(axis.values.length / 2)] : [0]);
    const choices = axes.map((axis, i) => (isCompared(axis, i) ? minimaOf(axis)[0]?.indices : undefined) ?? middle(axis));
    this.question = { x, y, choices };
  }

  /** Names of the choices of all axes that are minimised over; empty without any. */
  minimised(): number[] {
    const { x, y, choices } = this.question;
    return this.axes.flatMap((_, i) => (i !== x && i !== y && choices[i].length > 1 ? [i] : []));
  }

  /** Words for where the axes that are not shown stand. */
  standing(): string {
    const { x, y, choices } = this.question;
    return this.axes
      .flatMap((axis, i) => (i === x || i === y || axis.values.length < 1 ? [] : [this.textOf(axis, choices[i])]))
      .join(", ");
  }

  /** A point in words, along all axes or these. */
  words(at: Place, along = this.axes.map((_, i) => i)): string {
    return along.filter((i) => i >= 0).map((i) => `${axisTitle(this.axes[i])} ${axisLabels(this.axes[i])[at[i]]}`).join(", ");
  }

  private textOf(axis: Axis, chosen: number[]): string {
    if (chosen.length > 1) return minimaOf(axis).find((one) => one.indices.length === chosen.length && one.indices[0] === chosen[0])!.text;
    const value = axisLabels(axis)[chosen[0]];
    return isWords(axis) ? value : `${axisTitle(axis)} ${value}`;
  }

  /** Puts the controls into an element; again whenever the axes of the map change. */
  draw(parent: HTMLElement): void {
    fill(parent, this.mapAxes(parent), this.otherAxes());
  }

  private mapAxes(parent: HTMLElement): HTMLElement | null {
    const varying = this.axes.map((_, i) => i).filter((i) => this.axes[i].values.length > 1);
    if (varying.length < 2) return null;
    const options = varying.map((i): [string, string] => [String(i), axisTitle(this.axes[i])]);
    const pick = (which: "x" | "y", other: "x" | "y") => (value: string) => {
      const before = this.question[which];
      this.question[which] = Number(value);
      if (this.question[other] === Number(value)) this.question[other] = before;
      this.draw(parent);
      this.changed();
    };
    return element("fieldset", {}, element("legend", {}, "Axes of the map"),
      select("Along x", options, String(this.question.x), pick("x", "y")),
      select("Along y", options, String(this.question.y), pick("y", "x")));
  }

  private otherAxes(): HTMLElement | null {
    const { x, y } = this.question;
    const others = this.axes.map((_, i) => i).filter((i) => i !== x && i !== y && this.axes[i].values.length > 1);
    if (others.length === 0) return null;
    return element("fieldset", {}, element("legend", {}, "Everything else"), ...others.map((i) => this.control(i)));
  }

  private control(i: number): HTMLElement {
    const axis = this.axes[i];
    const labels = axisLabels(axis);
    const minima = this.allowMinima ? minimaOf(axis) : [];
    const pick = (indices: number[]) => {
      this.question.choices[i] = indices;
      this.changed();
    };
    if (!isWords(axis) && minima.length === 0) return slider(axisTitle(axis), labels, this.question.choices[i][0], (index) => pick([index]));
    const options: [string, string][] = [
      ...labels.map((text, k): [string, string] => [JSON.stringify([k]), text]),
      ...minima.map((one): [string, string] => [JSON.stringify(one.indices), one.text]),
    ];
    return select(axisTitle(axis), options, JSON.stringify(this.question.choices[i]), (value) => pick(JSON.parse(value) as number[]));
  }
}
