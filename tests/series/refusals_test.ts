import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { REFUSALS_FOR_MS, REFUSALS_KEPT, RefusalTally } from "@/lib/series/refusals.ts";

const NOW_MS = Date.parse("2026-02-10T11:00:00Z");

Deno.test("RefusalTally counts by source and cause, from the first to the last", () => {
  const first = new RefusalTally(NOW_MS);
  first.add("m,serial=1 value", "too-old", "1970");
  first.add("m,serial=1 value", "too-old", "1971");
  first.add("m,serial=1 value", "value", "1e+308");
  const later = new RefusalTally(NOW_MS + 1_000, first.counts);
  later.add("m,serial=1 value", "too-old", "1972");
  deepStrictEqual(later.counts, [
    {
      source: "m,serial=1 value",
      cause: "too-old",
      count: 3,
      sinceMs: NOW_MS,
      lastMs: NOW_MS + 1_000,
      example: "1972",
    },
    {
      source: "m,serial=1 value",
      cause: "value",
      count: 1,
      sinceMs: NOW_MS,
      lastMs: NOW_MS,
      example: "1e+308",
    },
  ]);
});

Deno.test("RefusalTally is bounded: sources beyond its limit are counted together, names are truncated", () => {
  const tally = new RefusalTally(NOW_MS);
  for (let at = 0; at < 10_000; at++) {
    tally.add(`${"é".repeat(5_000)}${at}`, "too-old", "x".repeat(5_000));
    tally.add(`s${at}`, "future", "2030");
  }
  const { counts } = tally;
  strictEqual(counts.length, REFUSALS_KEPT + 1);
  strictEqual(counts.reduce((sum, { count }) => sum + count, 0), 20_000);
  // One truncated name, 59 whole ones, and the others of the second cause.
  strictEqual(counts.find(({ source }) => source === "")?.count, 10_000 - (REFUSALS_KEPT - 1));
  strictEqual(JSON.stringify(counts).length < 20_000, true);
});

Deno.test("RefusalTally deletes refusals a week after the last one", () => {
  const tally = new RefusalTally(NOW_MS);
  tally.add("s", "future", "2030");
  strictEqual(new RefusalTally(NOW_MS + REFUSALS_FOR_MS - 1, tally.counts).counts.length, 1);
  strictEqual(new RefusalTally(NOW_MS + REFUSALS_FOR_MS, tally.counts).counts.length, 0);
});

// @spec series.sources-without-room
Deno.test("RefusalTally names thirty sources without room, and leaves the others their names", () => {
  const tally = new RefusalTally(NOW_MS);
  for (let at = 0; at < 1_000; at++) tally.add(`new${at}`, "no-room", "1");
  tally.add("m,serial=1 value", "value", "1e+308");
  const again = new RefusalTally(NOW_MS, tally.counts);
  again.add("new1000", "no-room", "1");
  const { counts } = again;
  const lost = counts.filter(({ cause }) => cause === "no-room");
  strictEqual(lost.filter(({ source }) => source !== "").length, 30);
  strictEqual(lost.find(({ source }) => source === "")?.count, 971);
  strictEqual(counts.some(({ source }) => source === "m,serial=1 value"), true);
});
