import { strictEqual, throws } from "node:assert/strict";
import { isoDate } from "@/lib/base/civil_dates.ts";
import {
  formatDay,
  formatInstant,
  formatLongDay,
  formatMonth,
  MONTH_NAMES,
  monthName,
} from "@/lib/base/date_format.ts";

// @spec texts.dates
Deno.test("formatMonth() is the month with its year", () => {
  strictEqual(formatMonth("2023-01"), "janvier 2023");
  strictEqual(formatMonth("2024-08"), "août 2024");
});

Deno.test("monthName() returns the twelve names of Intl", () => {
  const intl = new Intl.DateTimeFormat("fr-FR", { month: "long", timeZone: "UTC" });
  for (const [index, name] of MONTH_NAMES.entries()) {
    strictEqual(
      monthName(index + 1),
      intl.format(new Date(`${isoDate(2023, index + 1, 1)}T00:00Z`)),
    );
    strictEqual(monthName(index + 1), name);
  }
  throws(() => monthName(13), RangeError);
});

Deno.test("formatLongDay() writes the day in full, 1er for the first", () => {
  strictEqual(formatLongDay("2023-07-15"), "15 juillet 2023");
  strictEqual(formatLongDay("2023-07-01"), "1er juillet 2023");
  strictEqual(formatLongDay("2024-02-05"), "5 février 2024");
});

Deno.test("formatDay() is short day/month/year", () => {
  strictEqual(formatDay("2023-07-05"), "05/07/2023");
  strictEqual(formatDay(null), "");
});

Deno.test("formatInstant() is the local time of a zone, on either side of a clock change", () => {
  strictEqual(formatInstant("2026-03-29T00:59:00Z"), "29/03/2026 à 01:59");
  strictEqual(formatInstant("2026-03-29T01:00:00Z"), "29/03/2026 à 03:00");
  strictEqual(formatInstant("2026-10-24T23:59:00Z"), "25/10/2026 à 01:59");
  strictEqual(formatInstant("2026-10-25T00:00:00Z"), "25/10/2026 à 02:00 (heure d’été)");
  strictEqual(formatInstant("2026-10-25T01:59:00Z"), "25/10/2026 à 02:59 (heure d’hiver)");
  strictEqual(formatInstant("2026-10-25T02:00:00Z"), "25/10/2026 à 03:00");
  strictEqual(formatInstant("2023-12-31T23:30:00Z"), "01/01/2024 à 00:30");
  strictEqual(formatInstant("2023-12-31T23:30:00Z", "America/Martinique"), "31/12/2023 à 19:30");
  strictEqual(formatInstant(null), "");
});
