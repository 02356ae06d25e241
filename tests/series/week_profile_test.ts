import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { datesOfMonth } from "@/lib/base/civil_dates.ts";
import { zonedSlots } from "@/lib/base/time_zones.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { weekProfile } from "@/lib/series/week_profile.ts";
import { knownHoursText, nightText, profileCsv, profileHours } from "@/lib/series/text.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";

type Hour = Parameters<typeof weekProfile>[0][number];

/** The hours of a month of Paris, as the series of a residence gives them. */
function hoursOf(
  month: string,
  of: (slot: string, at: number) => Partial<RangeSlot> = () => ({}),
): Hour[] {
  return datesOfMonth(month).flatMap((date) => {
    const [year, rank, day] = date.split("-").map(Number);
    const range = { type: "hourly", year: year ?? 0, month: rank ?? 0, day: day ?? 0 } as const;
    return zonedSlots(range).map(({ segment }, at) => ({
      slot: segment,
      value: 1,
      completeness: 1,
      estimated: false,
      ...of(segment, at),
    }));
  });
}

const AFTER = "2027-01-01";

// @spec series.week-profile
Deno.test("weekProfile() has the mean of each hour of the civil clock, by day of the week", () => {
  // Mondays of October 2026: 5, 12, 19, 26.
  const profile = weekProfile(
    hoursOf("2026-10", (slot) => ({ value: Number(slot.slice(8, 10)) })),
    AFTER,
  );
  strictEqual(profile.means.length, 7);
  strictEqual(profile.means.every((day) => day.length === 24), true);
  strictEqual(profile.means[0]?.[8], (5 + 12 + 19 + 26) / 4);
  strictEqual(profile.means[3]?.[0], (1 + 8 + 15 + 22 + 29) / 5);
});

// @spec series.week-profile
Deno.test("weekProfile() counts a repeated hour twice, and a skipped one never", () => {
  // 25 October 2026 has 25 hours; 29 March 2026 has 23.
  const autumn = weekProfile(hoursOf("2026-10"), AFTER);
  deepStrictEqual([autumn.hourCount, autumn.knownCount], [31 * 24 + 1, 31 * 24 + 1]);
  const twice = (slot: string) => ({ value: slot.startsWith("2026-10-25T02") ? 10 : 1 });
  // Four Sundays, of which the last has 2 h twice: 1, 1, 1, 10 and 10.
  strictEqual(weekProfile(hoursOf("2026-10", twice), AFTER).means[6]?.[2], 23 / 5);
  const spring = weekProfile(hoursOf("2026-03"), AFTER);
  strictEqual(spring.hourCount, 31 * 24 - 1);
  strictEqual(spring.means[6]?.[2], 1);
});

// @spec series.week-profile
Deno.test("an hour is unknown when it is estimated, doubtful, read too little or not at all", () => {
  const unknown: readonly Partial<RangeSlot>[] = [
    { value: null },
    { estimated: true },
    { doubtful: true },
    { completeness: 0.949 },
  ];
  for (const one of unknown) {
    const eight = (_: string, at: number) => at === 8 ? one : {};
    const { means, knownCount, hourCount } = weekProfile(hoursOf("2026-11", eight), AFTER);
    deepStrictEqual(means.map((day) => day[8]), Array(7).fill(null), JSON.stringify(one));
    deepStrictEqual([knownCount, hourCount], [30 * 23, 30 * 24]);
  }
  const enough = weekProfile(hoursOf("2026-11", () => ({ completeness: 0.95 })), AFTER);
  strictEqual(enough.knownCount, 720);
  // Days that are not over are not expected.
  strictEqual(weekProfile(hoursOf("2026-11"), "2026-11-11").hourCount, 240);
  match(knownHoursText({ ...enough, knownCount: 719 }), /^99\s% des heures/);
  match(knownHoursText(weekProfile([], AFTER)), /^0\s% /);
});

// @spec series.week-profile
Deno.test("the night is from 23 to 5 h, the day from 7 to 21 h, and their ratio says whether there is a set-back", () => {
  const isNight = (at: number) => at === 23 || at < 5;
  const isDay = (at: number) => at >= 7 && at < 21;
  const value = (at: number) => isNight(at) ? 3 : isDay(at) ? 4 : 100;
  const hours = hoursOf("2026-11", (_, at) => ({ value: value(at) }));
  strictEqual(weekProfile(hours, AFTER).nightRatio, 0.75);
  const none = hoursOf("2026-11", (_, at) => ({ value: isNight(at) ? 1 : 0 }));
  strictEqual(weekProfile(none, AFTER).nightRatio, null);
  strictEqual(weekProfile([], AFTER).nightRatio, null);
  match(nightText(0.79, "GAZV"), /^De 23\sh à 5\sh, 79\s% .* agit\.$/);
  match(nightText(0.8, "GAZV"), /21\sh\.$/);
  match(nightText(0.9, "GAZV"), /21\sh\.$/);
  match(nightText(0.91, "RCUE"), /Piste\u00A0: le réduit de nuit n’agit pas/);
  match(nightText(0.91, "ECSV"), /21\sh\.$/);
  strictEqual(nightText(null, "GAZV"), "");
});

// @spec series.week-profile
Deno.test("the file of the profile has the hours in rows and the days in columns", () => {
  const rows = profileHours(weekProfile(hoursOf("2026-11"), AFTER));
  const columns = profileCsv("kWh");
  deepStrictEqual(
    columns.map(({ header }) => header).slice(0, 2),
    ["Heure", "lundi (kWh)"],
  );
  strictEqual(rows.length, 24);
  deepStrictEqual(columns.map(({ value }) => value(rows[23]!)), [23, ...Array(7).fill(1)]);
});

// @spec series.week-profile
Deno.test("the page of a month shows the week, and its file; other periods do not", () =>
  asLandlord(async (visitor) => {
    const path = "/collect/p01/facilities/p01-c1-gaz/daily/2025/10";
    const { html, text } = await visitor.get(path);
    match(text, /Semaine type, octobre 2025/);
    match(html, /role="img" aria-label="Moyenne de chaque heure/);
    const file = await visitor.get(`${path}?csv=semicolon&table=profile`);
    strictEqual(file.html.trim().split("\n").length, 25);
    const year = await visitor.get("/collect/p01/facilities/p01-c1-gaz/monthly/2025");
    ok(!year.text.includes("Semaine type"));
  }));
