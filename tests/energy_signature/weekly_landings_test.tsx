import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { SeasonLanding } from "@/components/energy_signature/SeasonLanding.tsx";
import { addDays, addYears, weekday } from "@/lib/base/civil_dates.ts";
import {
  energyText,
  landingNotes,
  LANDINGS_CSV,
  landingText,
} from "@/lib/energy_signature/landing_text.ts";
import type { DatedLanding } from "@/lib/energy_signature/landing.ts";
import { fitSignature } from "@/lib/energy_signature/signature.ts";
import { type LandingsQuery, weeklyLandings } from "@/lib/energy_signature/weekly_landings.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";
import { drawn, wordsOf } from "@/tests/helpers/drawn.ts";
import { aSeason, FIRST_DAY } from "./made_seasons.ts";

const COUNT = 240;
/** The season after that of the baseline. */
const SEASON = aSeason(2, { dayCount: COUNT, noise: 0.02 })
  .map((day) => ({ ...day, date: addYears(day.date, 1) }));
const DATES = Array.from({ length: COUNT }, (_, day) => addDays(addYears(FIRST_DAY, 1), day));

function aQuery(dayCount: number, changes: Partial<LandingsQuery> = {}): LandingsQuery {
  const before = aSeason(1, { dayCount: COUNT, noise: 0.02 });
  const { signature } = fitSignature(before);
  ok(signature !== null);
  const past = [11, 12, 13, 14, 15, 16].map((seed) => aSeason(seed, { dayCount: COUNT }));
  return {
    baseline: { signature, days: before },
    dates: DATES,
    days: SEASON.slice(0, dayCount).map((day) => ({ ...day, exclusion: null })),
    dju: DATES.map((_, at) => at < dayCount ? 10 : null),
    past: past.map((days) => ({
      outdoorC: days.map(({ outdoorC }) => outdoorC),
      dju: days.map(() => 11),
    })),
    closings: [],
    contract: { nbKwh: 240_000, dju: 2400 },
    ...changes,
  };
}

const TOTAL = SEASON.reduce((sum, { energyKwh }) => sum + energyKwh, 0);

// @spec signature.landing
Deno.test("weeklyLandings() sees the season each Monday, and the day after the last one read", () => {
  const weeks = weeklyLandings(aQuery(100));
  strictEqual(weeks.slice(0, -1).every(({ on }) => weekday(on) === 1), true);
  strictEqual(weeks.length, 15);
  strictEqual(weeks.at(-1)?.on, DATES[100]);
  deepStrictEqual(weeklyLandings(aQuery(0)), []);
});

// @spec signature.landing
Deno.test("the interval narrows, contains the season, and a past week does not move as days come", () => {
  const weeks = weeklyLandings(aQuery(COUNT));
  const widths = weeks.map(({ withoutDrift }) =>
    (withoutDrift?.high ?? NaN) - (withoutDrift?.low ?? NaN)
  );
  ok((widths[0] ?? 0) > 2 * (widths[24] ?? 0) && widths.at(-1) === 0, widths.join(" "));
  const inside = weeks.filter(({ withoutDrift }) =>
    (withoutDrift?.low ?? 0) <= TOTAL && TOTAL <= (withoutDrift?.high ?? 0)
  );
  ok(inside.length > 0.6 * weeks.length, `${inside.length} of ${weeks.length}`);
  const last = weeks.at(-1);
  ok(Math.abs((last?.withoutDrift?.kwh ?? 0) - TOTAL) < 1e-6);
  strictEqual(last?.targetKwh, 240_000);
  // 100 days of 10 DJU, and 140 of 11.
  const half = weeklyLandings(aQuery(100));
  strictEqual(half.at(-1)?.targetKwh, 240_000 * (1000 + 1540) / 2400);
  deepStrictEqual(half.slice(0, -1), weeks.slice(0, half.length - 1));
});

// @spec signature.landing
Deno.test("a drift is seen from its alarm on, and until a person closes it", () => {
  const drifting = SEASON.map((day, at) => ({
    ...day,
    energyKwh: at >= 60 ? 1.18 * day.energyKwh : day.energyKwh,
    exclusion: null,
  }));
  const seen = (closings: LandingsQuery["closings"]) =>
    weeklyLandings(aQuery(120, { days: drifting.slice(0, 120), closings }))
      .map(({ withDrift }) => withDrift !== null);
  const open = seen([]);
  strictEqual(open.indexOf(true) > 8 && open.at(-1) === true, true);
  strictEqual(seen([DATES[120] ?? ""]).at(-1), false);
  const last = weeklyLandings(aQuery(120, { days: drifting.slice(0, 120) })).at(-1);
  ok((last?.withDrift?.kwh ?? 0) > (last?.withoutDrift?.kwh ?? Infinity));
});

// @spec signature.landing
Deno.test("a day without energy is expected at its own temperature, one without DJU as in the past", () => {
  const days = SEASON.slice(0, 100).map((day, at) => ({
    ...day,
    energyKwh: at === 50 ? null : day.energyKwh,
    exclusion: at === 50 ? "no-energy" as const : null,
  }));
  const dju = DATES.map((_, at) => at < 100 && at !== 50 ? 10 : null);
  const last = weeklyLandings(aQuery(100, { days, dju })).at(-1);
  const whole = weeklyLandings(aQuery(100)).at(-1);
  strictEqual(last?.targetKwh, 240_000 * (990 + 1551) / 2400);
  const missing = SEASON[50]?.energyKwh ?? 0;
  ok(Math.abs((whole?.doneKwh ?? 0) - (last?.doneKwh ?? 0) - missing) < 1e-6);
  const gap = Math.abs((last?.withoutDrift?.kwh ?? 0) - (whole?.withoutDrift?.kwh ?? 0));
  ok(gap < 0.15 * missing, String(gap));
});

const DATED: DatedLanding = {
  on: "2026-01-12",
  doneKwh: 200_000,
  seasonCount: 6,
  withoutDrift: { kwh: 412_000, low: 398_400, high: 425_600 },
  withDrift: null,
  targetKwh: 380_000,
};

// @spec signature.landing
Deno.test("words of the landing", () => {
  match(landingText({ kwh: 412_000, low: 398_400, high: 425_600 }), /^412\sMWh \(398–426\)$/);
  match(landingText({ kwh: 9_540, low: 9_100, high: 10_000 }), /^9,5\sMWh \(9,1–10,0\)$/);
  match(landingText({ kwh: 412_000, low: null, high: null }), /^412\sMWh$/);
  match(landingText({ kwh: 412_000, low: 412_000, high: 412_000 }), /^412\sMWh$/);
  strictEqual(energyText(null), "");
  match(landingNotes(DATED)[0] ?? "", /6\ssaisons passées\u00A0; .* 8 fois sur 10\.$/);
  const few = { ...DATED, seasonCount: 3, withoutDrift: { kwh: 1, low: null, high: null } };
  match(landingNotes(few)[0] ?? "", /3\ssaisons passées\u00A0; il en faut cinq/);
  deepStrictEqual(
    LANDINGS_CSV.map(({ value }) => value(DATED)),
    ["2026-01-12", 200_000, 412_000, null, 398_400, 425_600, 380_000],
  );
});

// @spec signature.landing
Deno.test("the page shows the landing, with and without the drift, N'B and its file", async () => {
  const page = new URL("http://127.0.0.1:8000/collect/p01/boilerrooms/p01-c1/signature");
  const withDrift = { kwh: 440_000, low: 426_000, high: 454_000 };
  const shown = (...landings: DatedLanding[]) =>
    wordsOf(drawn(<SeasonLanding landings={landings} page={page} />));
  const words = shown({ ...DATED, on: "2026-01-05" }, { ...DATED, withDrift });
  match(words, /^Atterrissage de la saison\s: 440\sMWh \(426–454\)/);
  match(words, /Sans la dérive à partir d’aujourd’hui\s?412\sMWh \(398–426\)/);
  match(words, /N’B de la saison \(chauffage seul\)\s?380\sMWh/);
  match(shown({ ...DATED, targetKwh: null }), /DJU ou contrat inconnus/);
  strictEqual(shown(), "");
  strictEqual(shown({ ...DATED, seasonCount: 0, withoutDrift: null }), "");
  await asLandlord(async (visitor) => {
    const file = await visitor.get(`${page.pathname}?csv=semicolon&table=landings`);
    match(file.html, /^\uFEFF?Jour;Déjà consommé \(kWh\);Sans dérive \(kWh\)/);
  });
});
