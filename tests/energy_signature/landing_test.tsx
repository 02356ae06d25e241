import { SeasonLanding } from "@/components/energy_signature/SignatureParts.tsx";
import { addDays, addYears, weekday } from "@/lib/base/civil_dates.ts";
import {
  type LandingsQuery,
  type PastRest,
  type RunningSeason,
  seasonForecast,
  weeklyLandings,
} from "@/lib/energy_signature/landing.ts";
import type { DatedLanding } from "@/lib/energy_signature/schema.ts";
import { fitSignature } from "@/lib/energy_signature/signature.ts";
import {
  energyText,
  landingNotes,
  LANDINGS_CSV,
  landingText,
} from "@/lib/energy_signature/text.ts";
import { aSeason, FIRST_DAY } from "@/tests/energy_signature/made_seasons.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";
import { drawn, wordsOf } from "@/tests/helpers/drawn.ts";
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";

const BASELINE = {
  baseKwh: 100,
  slopeKwhPerK: 10,
  balanceC: 15,
  residualKwh: 20,
  correlation: 0.2,
};

/** The rest of a past season: four days of one temperature. */
function aRest(outdoorC: number | null, dju: number | null = 40): PastRest {
  return { outdoorC: [outdoorC, outdoorC, outdoorC, outdoorC], dju };
}

/** 5, 6, 7, 8 and 9 °C: 200, 190, 180, 170 and 160 kWh a day, 720 kWh of four days on average. */
const FIVE = [5, 6, 7, 8, 9].map((outdoorC) => aRest(outdoorC));

function forecast(season: Partial<RunningSeason> = {}) {
  return seasonForecast({
    baseline: BASELINE,
    doneKwh: 1000,
    doneDju: 60,
    remainingDays: 4,
    past: FIVE,
    driftPercent: null,
    contract: { nbKwh: 2400, dju: 120 },
    ...season,
  });
}

function near(value: number | null | undefined, expected: number) {
  ok(Math.abs((value ?? NaN) - expected) < 1e-9, `${value} is not ${expected}`);
}

// @spec signature.landing
Deno.test("seasonForecast() lands on what is done and the mean of the past weathers, within 80 % (E §4)", () => {
  const { seasonCount, withoutDrift, withDrift, targetKwh } = forecast();
  strictEqual(seasonCount, 5);
  near(withoutDrift?.kwh, 1720);
  strictEqual(withDrift, null);
  // var(800, 760, 720, 680, 640) is 4 000; 20² × 4 × 1.2/0.8 is 2 400.
  const half = 1.28155 * Math.sqrt(4000 + 2400);
  near(withoutDrift?.low, 1720 - half);
  near(withoutDrift?.high, 1720 + half);
  near(targetKwh, 2000);
});

// @spec signature.landing
Deno.test("an ongoing drift raises the rest alone, and what varies with it", () => {
  const { withDrift, withoutDrift } = forecast({ driftPercent: 18 });
  near(withoutDrift?.kwh, 1720);
  near(withDrift?.kwh, 1000 + 720 * 1.18);
  near(withDrift?.high, 1000 + 720 * 1.18 + 1.28155 * Math.sqrt(4000 * 1.18 ** 2 + 2400));
  near(forecast({ driftPercent: -10 }).withDrift?.kwh, 1000 + 648);
});

// @spec signature.landing
Deno.test("fewer than five past seasons give no interval, and none gives no landing", () => {
  const four = forecast({ past: FIVE.slice(0, 4) });
  deepStrictEqual(four.withoutDrift, { kwh: 1740, low: null, high: null });
  const none = forecast({ past: [], driftPercent: 18 });
  deepStrictEqual([none.withoutDrift, none.withDrift, none.targetKwh], [null, null, null]);
});

// @spec signature.landing
Deno.test("a past season counts when nine tenths of the remaining days are known", () => {
  const days = (known: number): PastRest => ({
    outdoorC: Array.from({ length: 10 }, (_, day) => day < known ? 5 : null),
    dju: null,
  });
  const landed = (known: number) => forecast({ remainingDays: 10, past: [days(known)] });
  near(landed(10).withoutDrift?.kwh, 3000);
  near(landed(9).withoutDrift?.kwh, 3000);
  strictEqual(landed(8).withoutDrift, null);
  strictEqual(landed(10).targetKwh, null);
});

// @spec signature.landing
Deno.test("a season that is over has landed", () => {
  const { withoutDrift, targetKwh } = forecast({
    remainingDays: 0,
    past: FIVE.map(() => ({ outdoorC: [], dju: 0 })),
  });
  deepStrictEqual(withoutDrift, { kwh: 1000, low: 1000, high: 1000 });
  near(targetKwh, 1200);
});

// @spec signature.landing
Deno.test("N'B needs a contract and DJU, and is in proportion to them", () => {
  strictEqual(forecast({ contract: null }).targetKwh, null);
  strictEqual(forecast({ contract: { nbKwh: 2400, dju: 0 } }).targetKwh, null);
  strictEqual(forecast({ doneDju: null }).targetKwh, null);
  near(forecast({ past: [aRest(5, 30), aRest(5, 50), aRest(5, null)] }).targetKwh, 2000);
});

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
