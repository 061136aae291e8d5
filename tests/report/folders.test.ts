// The folders of src: what each may import, from below to above. main.ts stands over them all.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDERS: Record<string, string[]> = {
  data: [], // what the page holds, and the time of a scheduler at a point
  answers: ["data"], // who is fastest where
  words: ["answers", "data"], // numbers, axes, tables and commands as text
  charts: ["data", "words"],
  views: ["answers", "charts", "data", "words"],
};

test("folders import what stands below them", () => {
  assert.deepEqual(readdirSync("src").filter((one) => !one.includes(".")).sort(), Object.keys(FOLDERS).sort());
  for (const [folder, below] of Object.entries(FOLDERS))
    for (const file of readdirSync(`src/${folder}`)) {
      const text = readFileSync(`src/${folder}/${file}`, "utf8");
      for (const [, other] of text.matchAll(/from "\.\.\/([^"/]*)/g))
        assert.ok(below.includes(other), `${folder}/${file} imports from ${other}`);
    }
});
