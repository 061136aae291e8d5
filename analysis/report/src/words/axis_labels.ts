// How the values of an axis are written, and which of them stand at a picture's edge.

import type { Axis, Constants, Coordinate } from "../data/model";
import { keysOf } from "../data/place";
import { isDecimal, quantity } from "./quantity";

/** The words for keys that people read often. */
const NAMES: Record<string, string> = {
  message: "message size",
  reconfiguration_delay: "reconfiguration delay",
  per_step_latency: "latency per step",
  per_hop_latency: "latency per hop",
  collective: "collective",
  item: "item size",
};

export const titleOf = (key: string): string => NAMES[key] ?? key.replace(/^n_/, "").replaceAll("_", " ");

/** Title of an axis: of all keys that vary along it. */
export function axisTitle(axis: Axis): string {
  return keysOf(axis).map((one) => titleOf(one.name)).join(", ");
}

function valueTexts(coordinate: Coordinate): string[] {
  const numbers = coordinate.values.filter((one): one is number => typeof one === "number");
  const decimal = coordinate.unit === "B" && isDecimal(numbers);
  return coordinate.values.map((one) => quantity(one, coordinate.unit, decimal));
}

/** Whether the values are words, which are read from the top. */
export const isWords = (axis: Axis): boolean => axis.with.length === 0 && typeof axis.values[0] === "string";

/** Every value of an axis as text. */
export function axisLabels(axis: Axis): string[] {
  const parts = keysOf(axis).map(valueTexts);
  return axis.values.map((_, i) => parts.map((texts) => texts[i]).join(", "));
}

/** Constants of the file carry no units: they are those of the key's name. */
export function unitOfKey(key: string): string {
  if (/(latency|delay|time|cycle)$/.test(key)) return "s";
  if (/(bandwidth|rate)$/.test(key)) return "B/s";
  return /^(message|item|flit|packet)$/.test(key) ? "B" : "1";
}

export function constantText(key: string, value: Constants[string]): string {
  if (Array.isArray(value)) return value.join(", ");
  const unit = unitOfKey(key);
  return quantity(value, unit, typeof value === "number" && unit === "B" && isDecimal([value]));
}

/** Indices whose labels are drawn: round values where they stand evenly, else those nearest to round ones or evenly spread. */
export function labelled(axis: Axis, most: number): Set<number> {
  const all = axis.values.map((_, i) => i);
  if (all.length <= most || !axis.parametric || axis.with.length > 0) return new Set(spread(all, most));
  const values = axis.values.map(Number);
  const round = all.filter((i) => isRound(values[i], axis.unit));
  const isEven = round.every((one, i) => i < 2 || one - round[i - 1] === round[1] - round[0]);
  if (round.length >= 3 && isEven) return new Set(spread(round, most));
  const near = nearestToPowers(values, axis.unit);
  return new Set(spread(near.length >= 3 ? near : all, most));
}

/** Indices of the values nearest to powers of 10 (sizes: of 4) between them; none unless the values rise from above 0. */
function nearestToPowers(values: number[], unit: string): number[] {
  if (!values.every((one, i) => one > (i === 0 ? 0 : values[i - 1]))) return [];
  const logs = values.map((one) => (unit === "B" ? Math.log2(one) / 2 : Math.log10(one)));
  const found = new Set<number>();
  for (let power = Math.ceil(logs[0] - 1e-9); power <= logs[logs.length - 1] + 1e-9; ++power)
    found.add(logs.reduce((best, log, i) => (Math.abs(log - power) < Math.abs(logs[best] - power) ? i : best), 0));
  return [...found];
}

/** Writes values between those of an axis in its units. */
export function between(axis: Axis): (value: number) => string {
  const decimal = axis.unit === "B" && isDecimal(axis.values.map(Number));
  return (value) => quantity(value, axis.unit, decimal);
}

function isRound(value: number, unit: string): boolean {
  if (value === 0) return true;
  const power = unit === "B" ? Math.log2(value) / 2 : Math.log10(unit === "B/s" ? value * 8 : value);
  const decade = Math.log10(value);
  const near = (one: number) => Math.abs(one - Math.round(one)) < 1e-6;
  return near(power) || (unit === "B" && near(decade));
}

/** Every k-th, beginning with the first. */
function spread(indices: number[], most: number): number[] {
  const step = Math.max(1, Math.ceil(indices.length / Math.max(1, most)));
  return indices.filter((_, i) => i % step === 0);
}
