// What a schedule cost is multiplied with at a point (analysis/lightsweep/envelopes.py does the same).

import type { Axis, Constants } from "./model";
import type { Place } from "./place";

/** Per step, per hop, message over bandwidth, reconfiguration delay [s]. */
export interface Factors {
  perStep: number;
  perHop: number;
  messageTime: number;
  delay: number;
}

type Source = { axis: number; values: number[] } | { value: number } | null;

/** Values that a reader tries instead of the file's, by key [SI]. */
export type WhatIf = Record<string, number>;

export class Parameters {
  private readonly sources = new Map<string, Source>();

  constructor(
    private readonly axes: Axis[],
    private readonly constants: Constants,
    private readonly whatIf: WhatIf = {},
  ) {}

  /** The number of a key at a point, or undefined where the file does not say. */
  number(key: string, at: Place): number | undefined {
    if (!this.sources.has(key)) this.sources.set(key, this.find(key));
    const source = this.sources.get(key);
    if (!source) return undefined;
    return "value" in source ? source.value : source.values[at[source.axis]];
  }

  /** Whether a point has all that schedule costs need. */
  factors(at: Place): Factors {
    return {
      perStep: this.number("per_step_latency", at) ?? 0,
      perHop: (this.number("per_hop_latency", at) ?? 0) * (this.number("hop_cost", at) ?? 1),
      messageTime: this.message(at) / this.bandwidth(at),
      delay: this.number("reconfiguration_delay", at) ?? 0,
    };
  }

  message(at: Place): number {
    const item = this.number("item", at);
    if (item !== undefined) return item * (this.number("nodes", at) ?? NaN);
    const message = this.number("message", at);
    if (message === undefined && this.constants.collective === "custom") return 1;
    return message ?? NaN;
  }

  bandwidth(at: Place): number {
    const plane = this.number("plane_bandwidth", at);
    if (plane !== undefined) return plane * (this.number("planes", at) ?? NaN);
    return this.number("bandwidth", at) ?? NaN;
  }

  private find(key: string): Source {
    if (key in this.whatIf) return { value: this.whatIf[key] };
    for (const [axis, one] of this.axes.entries())
      for (const { name, values } of [one, ...one.with])
        if (name === key) return { axis, values: values.map(Number) };
    return key in this.constants ? { value: Number(this.constants[key]) } : null;
  }
}
