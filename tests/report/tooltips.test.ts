// Names from a file stand in the HTML of tooltips as text.
import assert from "node:assert/strict";
import { test } from "node:test";

import { decisionPicture } from "../../analysis/report/src/charts/timeline";

test("a topology's name is escaped where it enters a tooltip", () => {
  const page = globalThis as unknown as Record<string, unknown>;
  page.document = { documentElement: {} };
  page.getComputedStyle = () => ({ getPropertyValue: () => "" });
  const states = { bits_per_step: 1, state_kind: "base-or-matching", entries: "per-step", sentence: "" } as const;
  const { option } = decisionPicture({ words: new BigUint64Array([0n]), states, names: "<img src=x onerror=alert(1)>" }, 1, 0, 400);
  const { formatter } = option!.tooltip as unknown as { formatter: (one: { data: number[] }) => string };
  assert.equal(formatter({ data: [0, 0, 0] }), "step 0: &lt;img src=x onerror=alert(1)&gt;");
});
