// Arrays in the page: base64, deflated, bytes shuffled (analysis/reporting/blocks.py).

import type { Description } from "./model";

export type Values = Float64Array | Int32Array | Int8Array | BigUint64Array;

const WIDTH = { f64: 8, i32: 4, i8: 1, u64: 8 };

/** Puts the bytes of every element together again. */
export function unshuffle(bytes: Uint8Array, width: number): ArrayBuffer {
  const n = bytes.length / width;
  const result = new Uint8Array(bytes.length);
  for (let byte = 0; byte < width; ++byte)
    for (let i = 0, from = byte * n, to = byte; i < n; ++i, ++from, to += width) result[to] = bytes[from];
  return result.buffer;
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** One block from its text. */
export async function decode(text: string, type: keyof typeof WIDTH): Promise<Values> {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const buffer = unshuffle(await inflate(packed), WIDTH[type]);
  if (type === "f64") return new Float64Array(buffer);
  if (type === "i32") return new Int32Array(buffer);
  return type === "i8" ? new Int8Array(buffer) : new BigUint64Array(buffer);
}

/** The arrays of a page, unpacked when a view first needs them. */
export class Blocks {
  private readonly ready = new Map<number, Values>();

  constructor(
    private readonly entries: Description["blocks"],
    private readonly textOf: (block: number) => string,
  ) {}

  /** Unpacks all of these; `get` knows them from then on. */
  async load(blocks: Iterable<number>): Promise<void> {
    const missing = [...new Set(blocks)].filter((block) => !this.ready.has(block));
    const values = await Promise.all(missing.map((block) => decode(this.textOf(block), this.entries[block].type)));
    missing.forEach((block, i) => this.ready.set(block, values[i]));
  }

  get(block: number): Values {
    const values = this.ready.get(block);
    if (!values) throw new Error(`block ${block} is not loaded`);
    return values;
  }

  numbers(block: number): Float64Array | Int32Array {
    return this.get(block) as Float64Array | Int32Array;
  }
}

/** Every block that an entry of the description names, wherever it stands. */
export function blocksOf(entry: unknown): number[] {
  const found: number[] = [];
  const keys = new Set(["block", "offset", "count", "decision"]);
  const visit = (value: unknown, key: string): void => {
    if (typeof value === "number" && keys.has(key)) found.push(value);
    if (value === null || typeof value !== "object" || key === "constants") return;
    const isColumns = key === "columns" && !Array.isArray(value);
    for (const [name, inner] of Object.entries(value)) visit(inner, isColumns ? "block" : name);
  };
  visit(entry, "");
  return found;
}
