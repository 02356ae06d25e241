import { strictEqual } from "node:assert/strict";
import { manualIndexSecond } from "@/lib/domain/series/manual_index.ts";

Deno.test("manualIndexSecond() is noon of the residence's day, in winter, in summer and overseas", () => {
  const noon = (date: string, zone: string) =>
    new Date(manualIndexSecond(date, zone) * 1_000).toISOString();
  strictEqual(noon("2026-02-10", "Europe/Paris"), "2026-02-10T11:00:00.000Z");
  strictEqual(noon("2026-07-10", "Europe/Paris"), "2026-07-10T10:00:00.000Z");
  strictEqual(noon("2026-07-10", "Indian/Reunion"), "2026-07-10T08:00:00.000Z");
});
