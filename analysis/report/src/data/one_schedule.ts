// A single schedule, as `lightsweep schedule --html` puts it into the page: its bars in time, its transfers, how they spread.

import type { OneSchedule } from "./model";

/** Of one node to another; on WDM rings a lightpath. */
export interface Transfer {
  from: number;
  to: number;
  item?: number;
  wavelength?: number;
  clockwise?: boolean;
}

/** What a row (a plane, a topology, the ring) does for a while [s]; step -1: it belongs to none. */
export interface Turn {
  row: number;
  step: number;
  reconfigures: boolean;
  start: number;
  end: number;
  text: string;
  topology: string;
}

export interface Schedule {
  rows: string[];
  turns: Turn[];
  /** Per step; empty where the page has no network of it. */
  transfers: Transfer[][];
}

export function readSchedule(entry: OneSchedule): Schedule {
  return entry.plan ? lightpathsOf(entry.plan) : { ...turnsOf(entry), transfers: (entry.steps ?? []).map(transfersOf) };
}

export const transfersOf = (pairs: number[]): Transfer[] =>
  Array.from({ length: pairs.length / 2 }, (_, i) => ({ from: pairs[2 * i], to: pairs[2 * i + 1] }));

function turnsOf({ timeline = [], completion_time: whole, breakdown }: OneSchedule): { rows: string[]; turns: Turn[] } {
  const rows: string[] = [];
  const rowOf = (name: string) => (rows.includes(name) ? rows.indexOf(name) : rows.push(name) - 1);
  const turns: Turn[] = [];
  let until = 0;
  for (const one of timeline) {
    const topology = one.topology ?? one.reconfigures_to ?? "";
    const step = one.step ?? -1;
    const row = rowOf(one.plane === undefined ? topology : `plane ${one.plane}`);
    // Steps on topologies follow each other: between them the topology changes.
    if (one.plane === undefined && one.start - until > 1e-9 * whole)
      turns.push({ row, step, reconfigures: true, start: until, end: one.start, topology, text: breakdown.computation > 0 ? "computes, reconfigures" : "reconfigures" });
    const reconfigures = one.reconfigure === true || one.reconfigures_to !== undefined;
    turns.push({ row, step, reconfigures, start: one.start, end: one.end, topology, text: reconfigures ? `reconfigures for ${one.peers ?? topology}` : `sends ${one.peers ?? ""}`.trim() });
    until = one.end;
  }
  return { rows, turns };
}

function lightpathsOf({ controller, ranks, steps }: NonNullable<OneSchedule["plan"]>): Schedule {
  const transfers: Transfer[][] = Array.from({ length: steps }, () => []);
  const turns: Turn[] = controller.map(({ for_step: step, start, end }) =>
    ({ row: 0, step, reconfigures: true, start, end, topology: "", text: "sets lightpaths up" }));
  const spans = transfers.map(() => [Infinity, 0]);
  for (const { rank, sends } of ranks)
    for (const one of sends) {
      transfers[one.step].push({ from: rank, to: one.to, item: one.item, wavelength: one.wavelength, clockwise: one.direction === "clockwise" });
      spans[one.step] = [Math.min(spans[one.step][0], one.start), Math.max(spans[one.step][1], one.end)];
    }
  spans.forEach(([start, end], step) => turns.push({ row: 0, step, reconfigures: false, start, end, topology: "", text: `sends over ${transfers[step].length} lightpaths` }));
  return { rows: ["WDM ring"], turns, transfers };
}

export interface Edge {
  from: number;
  to: number;
  step: number;
}

/** The tree along which what node 0 holds can first reach the others; where it sends nothing on, the tree of what comes to it. */
export function spreadOf(transfers: Transfer[][], item?: number): Edge[] {
  const steps = transfers.map((all, step) => ({ step, all: all.filter((one) => item === undefined || one.item === item) }));
  const grow = (ordered: typeof steps, isTo: boolean): Edge[] => {
    const reached = new Set([0]);
    return ordered.flatMap(({ step, all }) => {
      const before = new Set(reached);
      return all.flatMap(({ from, to }) => {
        const [near, far] = isTo ? [to, from] : [from, to];
        if (!before.has(near) || reached.has(far)) return [];
        reached.add(far);
        return [{ from: near, to: far, step }];
      });
    });
  };
  const away = grow(steps, false);
  return away.length > 0 ? away : grow([...steps].reverse(), true);
}

/** The ring, or another part that hangs together, of every node on these links. */
export function partsOf(n: number, links: Transfer[]): number[] {
  const part = Array.from({ length: n }, (_, node) => node);
  const root = (node: number): number => (part[node] === node ? node : (part[node] = root(part[node])));
  for (const { from, to } of links) part[root(from)] = root(to);
  const roots = [...new Set(part.map((_, node) => root(node)))];
  return part.map((_, node) => roots.indexOf(root(node)));
}
