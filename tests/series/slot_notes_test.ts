import { deepStrictEqual } from "node:assert/strict";
import { withNotes } from "@/lib/series/range_notes.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";
import { BREAKDOWN } from "./an_annotation.ts";

const REPLACED: MeterMark = { slot: "2026-03", date: "2026-03-12", what: "replacement" };

Deno.test("withNotes() gives each slot its own events, and the annotations that touch it", () => {
  const slots = [{ slot: "2026-02", kWh: 1 }, { slot: "2026-03", kWh: 2 }, {
    slot: "2026-04",
    kWh: 3,
  }];
  deepStrictEqual(withNotes(slots, { marks: [REPLACED], annotations: [BREAKDOWN] }), [
    { slot: "2026-02", kWh: 1, marks: [], annotations: [] },
    { slot: "2026-03", kWh: 2, marks: [REPLACED], annotations: [BREAKDOWN] },
    { slot: "2026-04", kWh: 3, marks: [], annotations: [BREAKDOWN] },
  ]);
});
