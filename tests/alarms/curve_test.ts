import { deepStrictEqual } from "node:assert/strict";
import { curveBounds, curveDays, curveMonths } from "@/lib/alarms/alarm_curve.ts";

const PARIS = "Europe/Paris";

Deno.test("curveBounds() is a day on each side of the start, until now at most", () => {
  const start = "2026-03-01T08:00:00.000Z";
  const bounds = (now: string) => {
    const { from, to } = curveBounds(start, Date.parse(now));
    return [from, to].map((epochMs) => new Date(epochMs).toISOString());
  };
  deepStrictEqual(bounds("2026-03-09T00:00:00Z"), [
    "2026-02-28T08:00:00.000Z",
    "2026-03-02T08:00:00.000Z",
  ]);
  deepStrictEqual(bounds("2026-03-01T10:00:00Z"), [
    "2026-02-28T08:00:00.000Z",
    "2026-03-01T10:00:00.000Z",
  ]);
});

Deno.test("curveDays() and curveMonths() cover the curve, across the end of a month and of a year", () => {
  const shown = curveBounds("2025-12-31T23:30:00.000Z", Date.parse("2026-02-01T00:00:00Z"));
  // 23:30 UTC on 31 December is 00:30 on 1 January in Paris: the curve begins there on 31 December.
  deepStrictEqual(curveDays(shown, PARIS), [
    { type: "hourly", year: 2025, month: 12, day: 31 },
    { type: "hourly", year: 2026, month: 1, day: 1 },
    { type: "hourly", year: 2026, month: 1, day: 2 },
  ]);
  deepStrictEqual(curveMonths(shown, PARIS), [
    { type: "daily", year: 2025, month: 12 },
    { type: "daily", year: 2026, month: 1 },
  ]);
});
