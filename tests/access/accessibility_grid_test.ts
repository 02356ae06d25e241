import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { filesUnder, readText } from "@/tools/files.ts";

/** Number of criteria in each of the thirteen themes of RGAA 4.1. */
const CRITERIA_COUNTS = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12];

const GRID = readText("docs/accessibility.md");

/** The lines of the grid: the criterion, its state, its evidence. */
const LINES = GRID.split("\n").flatMap((line) => {
  const [, criterion = "", , state = "", evidence = ""] = line.split("|").map((one) => one.trim());
  return /^\d+\.\d+$/.test(criterion) ? [{ criterion, state, evidence }] : [];
});

function countOf(state: string): number {
  return LINES.filter((line) => line.state === state).length;
}

Deno.test("QA5: the grid has the 106 criteria of RGAA 4.1, each with a state and its evidence", () => {
  const criteria = CRITERIA_COUNTS.flatMap((count, theme) =>
    Array.from({ length: count }, (_, rank) => `${theme + 1}.${rank + 1}`)
  );
  strictEqual(criteria.length, 106);
  deepStrictEqual(LINES.map(({ criterion }) => criterion), criteria);
  const unsaid = LINES.filter(({ state, evidence }) =>
    !["C", "NC", "NA"].includes(state) || evidence === ""
  );
  deepStrictEqual(unsaid, []);
});

Deno.test("QA5: the figures at the head of the grid are those of its lines, 95 % at least", () => {
  const [conform, failing] = [countOf("C"), countOf("NC")];
  const percent = 100 * conform / (conform + failing);
  const head = `${conform + failing} criteria apply, ${conform} conform (${
    percent.toFixed(1)
  } %), ${failing} do not, ${countOf("NA")} do not apply.`;
  ok(GRID.includes(head), head);
  ok(percent >= 95, `${percent} %`);
});

Deno.test("QA5: every file that the grid names exists", () => {
  const files = new Set(filesUnder(""));
  const named = [...GRID.matchAll(/`([\w/()[\].-]+\.(?:tsx?|css))`/g)].map(([, path]) =>
    path ?? ""
  );
  ok(named.length > 20);
  deepStrictEqual(named.filter((path) => !files.has(path)), []);
});
