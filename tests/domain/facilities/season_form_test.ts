import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  readSeason,
  seasonErrors,
  typedSeason,
  withoutSeason,
  withSeason,
} from "@/lib/domain/facilities/season_form.ts";

const SEASON = { yearStart: 2023, dateStart: "2023-10-15", dateStop: "2024-05-20" };

function typed(yearStart: string, dateStart: string, dateStop: string) {
  return { yearStart, dateStart, dateStop };
}

Deno.test("readSeason() reads back what typedSeason() shows; an unknown date stays so", () => {
  deepStrictEqual(readSeason(typedSeason(SEASON)), SEASON);
  const open = { ...SEASON, dateStop: null };
  deepStrictEqual(readSeason(typedSeason(open)), open);
  strictEqual(readSeason(typed("", "", "")), null);
});

Deno.test("seasonErrors() wants a year, and days from its July to the next June, in order", () => {
  deepStrictEqual(seasonErrors(typedSeason(SEASON)), {});
  deepStrictEqual(seasonErrors(typed("2023", "2023-07-01", "2024-06-30")), {});
  deepStrictEqual(seasonErrors(typed("2023", "2023-06-30", "2024-07-01")), {
    dateStart: { code: "date" },
    dateStop: { code: "date" },
  });
  deepStrictEqual(seasonErrors(typed("2023", "2024-05-20", "2023-10-15")), {
    dateStop: { code: "date-order" },
  });
  deepStrictEqual(seasonErrors(typed("abc", "2023-02-30", "")), {
    yearStart: { code: "number" },
    dateStart: { code: "date" },
  });
  deepStrictEqual(seasonErrors(typed("99999", "", "")), { yearStart: { code: "max", max: 2100 } });
});

Deno.test("withSeason() replaces the season of the year, withoutSeason() takes it away", () => {
  const other = { yearStart: 2021, dateStart: null, dateStop: null };
  const later = { ...SEASON, dateStart: "2023-11-01" };
  deepStrictEqual(withSeason([SEASON], other), [other, SEASON]);
  deepStrictEqual(withSeason([other, SEASON], later), [other, later]);
  deepStrictEqual(withoutSeason([other, SEASON], 2021), [SEASON]);
});
