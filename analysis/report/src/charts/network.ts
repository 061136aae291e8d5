// Networks as drawings: nodes around a circle with links and transfers, and a tree.

import { type Edge, partsOf, type Transfer } from "../data/one_schedule";
import { coloursOfChoices, inks, PART_COLOURS } from "./theme";

const SIZE = 420;
const LARGE = 9; // radius of a node
const HOLDS_NUMBER = 7; // from this radius on a node has its number in it

function svg(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

const said = (text: string) => svg("title", {}, text);

/** beside: where its number stands, if there is room for it and none in the circle. */
function node(number: number, [x, y]: [number, number], r: number, beside?: [number, number]): SVGElement {
  const { ink, ground, quiet } = inks();
  const place = r >= HOLDS_NUMBER ? [x, y] : beside;
  const label = place ? [svg("text", { x: place[0], y: place[1] + 3.5, "text-anchor": "middle", "font-size": number > 99 ? 8 : 10, fill: ink }, String(number))] : [];
  return svg("g", {}, svg("circle", { cx: x, cy: y, r, fill: ground, stroke: quiet }), ...label, said(`node ${number}`));
}

/** Around a circle: links that stand, grey or a colour per ring; transfers on top, lightpaths as arcs on a radius per wavelength. */
export function circlePicture(n: number, links: Transfer[], transfers: Transfer[]): SVGElement {
  const { line } = inks();
  const most = transfers.reduce((all, one) => Math.max(all, one.wavelength ?? -1), -1) + 1;
  const radius = most > 0 ? 130 : 185;
  const apart = (2 * Math.PI * radius) / n;
  const r = Math.min(LARGE, Math.max(1.5, apart / (most > 0 ? 2.4 : 4))); // half of the way to the next node is left for arrows
  const thin = Math.min(1.2, apart / 12);
  const every = Math.ceil((6 + 6 * String(n - 1).length) / apart); // one of so many numbers beside the nodes has room
  const angle = (i: number) => (2 * Math.PI * i) / n - Math.PI / 2;
  const at = (i: number, r = radius): [number, number] => [SIZE / 2 + r * Math.cos(angle(i)), SIZE / 2 + r * Math.sin(angle(i))];
  const parts = partsOf(n, links);
  const colours = coloursOfChoices(Math.max(...parts) + 1);
  const rings = colours.length > 1 && colours.length <= n / 2;
  const stroke = (ring: number) => (rings ? colours[ring] : line);
  const straight = ({ from, to }: Transfer, colour: string, width: number, more: Record<string, string>) => {
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const back = (r + 1) / length; // the arrow ends at the node's edge
    return svg("line", { x1, y1, x2: x2 - back * (x2 - x1), y2: y2 - back * (y2 - y1), stroke: colour, "stroke-width": width, ...more }, said(`${from} to ${to}`));
  };
  const paths = coloursOfChoices(most);
  const arc = ({ from, to, wavelength = 0, clockwise }: Transfer) => {
    const r = radius + (clockwise ? 1 : -1) * (14 + (60 * (wavelength + 0.5)) / most);
    const [[x1, y1], [x2, y2]] = [at(from, r), at(to, r)];
    const hops = (clockwise ? to - from + n : from - to + n) % n;
    return svg("path", { d: `M ${x1} ${y1} A ${r} ${r} 0 ${2 * hops > n ? 1 : 0} ${clockwise ? 1 : 0} ${x2} ${y2}`, fill: "none", stroke: paths[wavelength], "stroke-width": 2, "marker-end": "url(#arrow)" },
      said(`${from} to ${to}, wavelength ${wavelength}, ${hops} ${hops === 1 ? "hop" : "hops"} ${clockwise ? "clockwise" : "counterclockwise"}`));
  };
  return svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "data-network": "" }, arrow(),
    ...links.map((one) => straight(one, stroke(parts[one.from]), rings ? 2 : 3, {})),
    ...transfers.map((one) => (one.wavelength === undefined ? straight(one, PART_COLOURS.propagation, thin, { "marker-end": "url(#arrow)", "data-transfer": "" }) : arc(one))),
    ...parts.map((_, i) => node(i, at(i), r, most === 0 && i % every === 0 ? at(i, radius + 13) : undefined)));
}

const arrow = () => svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" },
  svg("path", { d: "M 0 0 L 8 4 L 0 8 z", fill: "context-stroke" })));

/** From node 0 downward, a level per link; the edges of the chosen step are dark. */
export function treePicture(edges: Edge[], chosen: number): SVGElement {
  const { line } = inks();
  const childrenOf = (parent: number) => edges.filter((one) => one.from === parent);
  const [place, above] = [new Map<number, [number, number]>(), new Map(edges.map((one) => [one.to, one]))];
  let leaves = 0;
  const lay = (number: number, depth: number): number => {
    const below = childrenOf(number).map((one) => lay(one.to, depth + 1));
    const x = below.length > 0 ? (below[0] + below[below.length - 1]) / 2 : leaves++;
    place.set(number, [x, depth]);
    return x;
  };
  lay(0, 0);
  const depths = Math.max(...[...place.values()].map(([, depth]) => depth), 1);
  const at = (number: number): [number, number] => {
    const [x, depth] = place.get(number)!;
    return [14 + ((SIZE - 28) * (x + 0.5)) / leaves, 16 + ((SIZE - 40) * depth) / depths];
  };
  // As large as its neighbours on the level leave room.
  const room = (number: number) => Math.min(LARGE, (0.3 * (SIZE - 40)) / depths, ...[...place.keys()].filter((one) => one !== number && at(one)[1] === at(number)[1])
    .map((one) => 0.46 * Math.abs(at(one)[0] - at(number)[0])));
  const edge = ({ from, to, step }: Edge) => {
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    return svg("line", { x1, y1, x2, y2, stroke: step === chosen ? PART_COLOURS.propagation : line, "stroke-width": step === chosen ? 2.5 : 1.5, "data-step": step }, said(`${from} and ${to} in step ${step}`));
  };
  return svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "data-tree": "" }, ...[...above.values()].map(edge),
    ...[...place.keys()].sort((a, b) => a - b).map((number) => node(number, at(number), Math.max(1.5, room(number)))));
}
