import { deepStrictEqual } from "node:assert/strict";
import {
  type WeatherCorrected,
  weatherCorrected,
  type WeatherQuery,
} from "@/lib/energy_balance/year_comparison.ts";

const YEAR: WeatherQuery = {
  heatingKwh: 541_500,
  hotWaterKwh: 60_000,
  dju: 2280,
  referenceDju: 2400,
  beforeKwh: 600_000,
};

// @spec balance.weather-corrected
Deno.test("weatherCorrected() brings heating alone to the DJU of the reference (E §4)", () => {
  const cases: readonly (readonly [Partial<WeatherQuery>, number, number | null])[] = [
    [{}, 630_000, 5],
    [{ hotWaterKwh: 0 }, 570_000, -5],
    [{ beforeKwh: null }, 630_000, null],
    [{ beforeKwh: 0 }, 630_000, null],
    [{ beforeKwh: 629_999 }, 630_000, 0],
    // Halves are away from zero: 1001 × 3 / 2 is 1501.5, and −1 × 1 / 2 is −0.5.
    [{ heatingKwh: 1001, hotWaterKwh: 0, dju: 2, referenceDju: 3, beforeKwh: null }, 1502, null],
    [{ heatingKwh: -1, hotWaterKwh: 0, dju: 2, referenceDju: 1, beforeKwh: null }, -1, null],
    // 1 000.5 of 1 000 is +0.05 %, shown +0.1 %.
    [
      { heatingKwh: 20_010, hotWaterKwh: 0, dju: 1, referenceDju: 1, beforeKwh: 20_000 },
      20_010,
      0.1,
    ],
    [
      { heatingKwh: 19_990, hotWaterKwh: 0, dju: 1, referenceDju: 1, beforeKwh: 20_000 },
      19_990,
      -0.1,
    ],
  ];
  for (const [given, correctedKwh, changePercent] of cases) {
    deepStrictEqual(
      weatherCorrected({ ...YEAR, ...given }),
      { correctedKwh, changePercent, reason: null },
      JSON.stringify(given),
    );
  }
});

// @spec balance.weather-corrected
Deno.test("weatherCorrected() is empty, with its reason, where a figure is unknown or DJU are not above 0", () => {
  const cases: readonly (readonly [Partial<WeatherQuery>, WeatherCorrected["reason"]])[] = [
    [{ heatingKwh: null }, "no-heating"],
    [{ hotWaterKwh: null }, "no-hot-water"],
    [{ dju: null }, "no-dju"],
    [{ dju: 0 }, "no-dju"],
    [{ dju: -1 }, "no-dju"],
    [{ referenceDju: null }, "no-reference-dju"],
    [{ referenceDju: 0 }, "no-reference-dju"],
  ];
  for (const [given, reason] of cases) {
    deepStrictEqual(
      weatherCorrected({ ...YEAR, ...given }),
      { correctedKwh: null, changePercent: null, reason },
    );
  }
});
