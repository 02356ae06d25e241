import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  type PastRest,
  type RunningSeason,
  seasonForecast,
} from "@/lib/energy_signature/landing.ts";

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
