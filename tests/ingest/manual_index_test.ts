import { strictEqual } from "node:assert/strict";
import { manualIndexSecond } from "@/lib/ingest/meter_rules.ts";

Deno.test("manualIndexSecond() is noon of the residence's day, in winter, in summer and overseas", () => {
  const noon = (date: string, zone: string) =>
    new Date(manualIndexSecond(date, zone) * 1_000).toISOString();
  strictEqual(noon("2026-02-10", "Europe/Paris"), "2026-02-10T11:00:00.000Z");
  strictEqual(noon("2026-07-10", "Europe/Paris"), "2026-07-10T10:00:00.000Z");
  strictEqual(noon("2026-07-10", "Indian/Reunion"), "2026-07-10T08:00:00.000Z");
});

// @spec periods.clock-changes
Deno.test("manualIndexSecond() is noon on the clock when it changes: 11 or 13 hours after midnight", () => {
  const noon = (date: string) =>
    new Date(manualIndexSecond(date, "Europe/Paris") * 1_000).toISOString();
  strictEqual(noon("2027-03-28"), "2027-03-28T10:00:00.000Z");
  strictEqual(noon("2026-10-25"), "2026-10-25T11:00:00.000Z");
});
