import { deepStrictEqual } from "node:assert/strict";
import { withoutSeason, withSeason } from "@/lib/facilities/boiler_room_forms.ts";

const SEASON = { yearStart: 2023, dateStart: "2023-10-15", dateStop: "2024-05-20" };

Deno.test("withSeason() replaces the season of the year, withoutSeason() removes it", () => {
  const other = { yearStart: 2021, dateStart: null, dateStop: null };
  const later = { ...SEASON, dateStart: "2023-11-01" };
  deepStrictEqual(withSeason([SEASON], other), [other, SEASON]);
  deepStrictEqual(withSeason([other, SEASON], later), [other, later]);
  deepStrictEqual(withoutSeason([other, SEASON], 2021), [SEASON]);
});
