import { deepStrictEqual } from "node:assert/strict";
import { stateIntervals } from "@/lib/series/range_notes.ts";

// @spec series.states
Deno.test("stateIntervals() merges repeated states, and lists the latest first", () => {
  const points = [
    { epochS: 100, value: 0, text: "closed" },
    { epochS: 200, value: 0, text: "closed" },
    { epochS: 300, value: 0, text: "open" },
    { epochS: 400, value: 0, text: "closed" },
  ];
  deepStrictEqual(stateIntervals(points), [
    { state: "closed", fromS: 400, toS: null },
    { state: "open", fromS: 300, toS: 400 },
    { state: "closed", fromS: 100, toS: 300 },
  ]);
});

Deno.test("stateIntervals() accepts numbers as states; 0 is one, and null is none", () => {
  deepStrictEqual(stateIntervals([{ epochS: 1, value: 0 }, { epochS: 2, value: 1 }]), [
    { state: 1, fromS: 2, toS: null },
    { state: 0, fromS: 1, toS: 2 },
  ]);
  deepStrictEqual(stateIntervals([]), []);
});
