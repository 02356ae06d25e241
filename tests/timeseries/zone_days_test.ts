import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { zoneDays } from "@/lib/timeseries/store/zone_days.ts";
import { second } from "@/tests/helpers/stores.ts";

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

Deno.test("ZoneDays: days of 23 and 25 hours in Paris, and their hours", () => {
  const paris = zoneDays("Europe/Paris");
  deepStrictEqual(paris.spanOf(dayOf("2024-03-31")), {
    fromS: second("2024-03-30T23:00:00Z"),
    toS: second("2024-03-31T22:00:00Z"),
  });
  strictEqual(paris.hoursOf(dayOf("2024-03-31")).length, 23);
  strictEqual(paris.hoursOf(dayOf("2024-10-27")).length, 25);
  strictEqual(paris.hoursOf(dayOf("2024-07-14")).length, 24);
  strictEqual(zoneDays("Europe/Paris"), paris);
});

Deno.test("ZoneDays.dayAt() is the civil day, on both sides of Greenwich and at each edge", () => {
  for (const zone of ["Europe/Paris", "Indian/Reunion", "America/Martinique", "Pacific/Auckland"]) {
    const days = zoneDays(zone);
    for (let day = dayOf("2024-01-01"); day < dayOf("2025-01-01"); day++) {
      const { fromS, toS } = days.spanOf(day);
      deepStrictEqual([days.dayAt(fromS), days.dayAt(toS - 1), days.dayAt(toS)], [
        day,
        day,
        day + 1,
      ]);
    }
  }
});
