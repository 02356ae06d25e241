import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { MonthInput, YearInput } from "@/lib/energy_balance/balance_report.ts";
import {
  changeText,
  markNotes,
  markText,
  notComparedTexts,
  perAreaText,
  shortYear,
} from "@/lib/energy_balance/comparison_text.ts";
import type { RoomMonth, RoomYear } from "@/lib/energy_balance/schema.ts";
import {
  residenceYear,
  roomMonths,
  twelveMonthFigures,
} from "@/lib/energy_balance/twelve_months.ts";
import {
  type TwoYears,
  type WeatherCorrected,
  weatherCorrected,
  type WeatherQuery,
  yearCarbon,
  yearComparison,
} from "@/lib/energy_balance/year_comparison.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import type { RoomFigures } from "@/lib/energy_signature/schema.ts";
import { energyRank } from "@/lib/portfolio/figures.ts";
import { aBoilerRoom, aYear, everyMonth, read, readingsOf, someSettings } from "./builders.ts";

function compared(now: Partial<YearInput> = {}, before = readingsOf(2022, 500)) {
  return yearComparison({ now: aYear({ ...readingsOf(2023, 400), ...now }), before });
}

function reasonsOf(now: Partial<YearInput>, before?: TwoYears["before"]) {
  return compared(now, before).months.map(({ reason }) => reason);
}

// @spec balance.weather-corrected
Deno.test("yearComparison() brings each heated month to the DJU of the year before, hot water apart", () => {
  const { months: all, total } = compared();
  deepStrictEqual(all[0], {
    month: "2023-01",
    beforeKwh: 22_000,
    nowKwh: 22_000,
    hotWaterBeforeKwh: 6_000,
    hotWaterKwh: 6_000,
    correctedKwh: 26_000,
    changePercent: 18.2,
    reason: null,
  });
  strictEqual(total?.monthCount, 8);
  deepStrictEqual([total?.beforeKwh, total?.correctedKwh], [176_000, 208_000]);
  deepStrictEqual(notComparedTexts(all), [
    "juin 2023, juillet 2023, août 2023, septembre 2023\u00A0: sans chauffage.",
  ]);
});

// @spec balance.weather-corrected
Deno.test("a boiler room without hot water compares heating alone", () => {
  const { total } = compared({ boilerRoom: aBoilerRoom({ hotWaterTypes: [] }) });
  deepStrictEqual(
    [total?.beforeKwh, total?.hotWaterKwh, total?.correctedKwh, total?.changePercent],
    [176_000, 0, 220_000, 25],
  );
});

// @spec balance.weather-corrected
Deno.test("a running month, an unknown one and one with many days missing are not compared", () => {
  const running = reasonsOf({ now: "2023-03-16" });
  deepStrictEqual(running, [null, null, "running"]);
  const { "2022-02": _, ...without } = everyMonth(2022, 2000);
  const before = readingsOf(2022, 500);
  const unknown = { ...before, series: { ...before.series, source: without } };
  deepStrictEqual(reasonsOf({ now: "2023-04-01" }, unknown).slice(0, 3), [null, "unknown", null]);
  // 28 of the 31 days of January are read; 30 are enough.
  const january = (count: number) => {
    const days = Array.from({ length: 31 }, (_, day) => day < count ? 60 : null);
    const source = {
      ...everyMonth(2023, 2000),
      "2023-01": read(60 * count, { days, completeness: count / 31 }),
    };
    const dju = {
      station: { ...everyMonth(2023, 400), "2023-01": read(400, { days: Array(31).fill(12) }) },
    };
    const ecs = { ...everyMonth(2023, 60), "2023-01": read(60, { days: Array(31).fill(2) }) };
    return reasonsOf({ now: "2023-02-01", series: { source, ecs }, dju })[0];
  };
  deepStrictEqual([january(28), january(30), january(31)], ["incomplete", null, null]);
});

// @spec balance.weather-corrected
Deno.test("both years are at one station: the one of the settings of this year's last month", () => {
  const settings = [
    someSettings({ djuSource: "old" }),
    someSettings({ fromDate: "2023-01-01", djuSource: "new" }),
  ];
  const boilerRoom = aBoilerRoom({ settings });
  const before = readingsOf(2022, 500);
  const dju = { old: everyMonth(2022, 1), new: everyMonth(2022, 800) };
  const now = { boilerRoom, dju: { new: everyMonth(2023, 400) } };
  strictEqual(compared(now, { ...before, dju }).months[0]?.correctedKwh, 38_000);
  // Without DJU of that station then, nothing is compared.
  strictEqual(compared(now, { ...before, dju: { old: everyMonth(2022, 1) } }).total, null);
  const none = aBoilerRoom({ settings: [] });
  deepStrictEqual(reasonsOf({ boilerRoom: none, now: "2023-02-01" })[0], "unknown");
});

// @spec balance.weather-corrected
Deno.test("a year that is over is brought to the DJU of its contract, heated months alone (E §4)", () => {
  const boilerRoom = aBoilerRoom({ settings: [someSettings({ djuContract: 2400 })] });
  const contractOf = (now: Partial<YearInput>) => compared({ boilerRoom, ...now }).contract;
  // 8 months of 16 000 kWh of heating at 400 DJU, and of 6 000 of hot water: 128 000 × 2400 / 3200 + 48 000.
  deepStrictEqual(contractOf({}), { dju: 2400, correctedKwh: 144_000 });
  strictEqual(contractOf({ now: "2023-12-31" }), null);
  const none = aBoilerRoom({ settings: [someSettings({ djuContract: null })] });
  strictEqual(contractOf({ boilerRoom: none }), null);
  const { "2023-03": _, ...source } = everyMonth(2023, 2000);
  strictEqual(contractOf({ series: { ...readingsOf(2023, 400).series, source } }), null);
});

// @spec balance.carbon
Deno.test("yearCarbon() has a mark from twelve months, by the area in force, and says why it has none", () => {
  const carbonOf = (changes: Partial<YearInput>) => {
    const input = aYear({ ...readingsOf(2023, 400), ...changes });
    return yearCarbon(input, yearReport(input));
  };
  const whole = carbonOf({});
  // 264 000 kWh PCS are 237 838 kWh PCI: 237.8 kWh/m² is D, 54.0 kg/m² is E.
  deepStrictEqual(
    [whole.finalKwh, whole.primaryPerM2, whole.kgPerM2, whole.mark, whole.isWhole],
    [237_838, 237.8, 54, "E", true],
  );
  strictEqual(markText(whole), "ordre de grandeur E");
  deepStrictEqual(markNotes(whole).at(-1), "Facteurs\u00A0: DPE-2021 (arrêté du 31 mars 2021).");
  const half = carbonOf({ now: "2023-07-02" });
  deepStrictEqual([half.monthCount, half.isWhole, half.mark], [6, true, null]);
  strictEqual(markText(half), "pas de repère\u00A0: il faut douze mois complets");
  const { "2023-03": _, ...source } = everyMonth(2023, 2000);
  const missing = carbonOf({ series: { ...readingsOf(2023, 400).series, source } });
  deepStrictEqual([missing.monthCount, missing.isWhole, missing.mark], [11, false, null]);
  const noArea = carbonOf({ boilerRoom: aBoilerRoom({ settings: [someSettings({ area: 0 })] }) });
  strictEqual(markText(noArea), "pas de repère\u00A0: surface inconnue");
  const unread = carbonOf({ series: {} });
  deepStrictEqual([unread.monthCount, unread.kg], [0, null]);
  strictEqual(markText(unread), "pas de repère\u00A0: consommation inconnue");
  const wood = carbonOf({
    boilerRoom: aBoilerRoom({ sourceKind: "wood-energy" }),
    units: { source: "kWh" },
  });
  strictEqual(wood.kg, 720);
  const solar = { ...readingsOf(2023, 400).series, sun: everyMonth(2023, 100) };
  const heated = carbonOf({
    boilerRoom: aBoilerRoom({ sourceKind: "urban-energy", solarTypes: ["sun"] }),
    series: solar,
    units: { source: "kWh", sun: "kWh" },
  });
  deepStrictEqual([heated.finalKwh, heated.kg], [24_000, 9_240]);
});

// @spec balance.carbon, facilities.site-marks
Deno.test("yearCarbon() uses the network and the altitude that a person typed", () => {
  const marks = {
    networkKgPerKwh: 0.1,
    networkYear: 2024,
    dpe: "C",
    altitudeM: 900,
    zone: "H1c",
  } as const;
  const input = aYear({
    ...readingsOf(2023, 400, 32_500),
    boilerRoom: aBoilerRoom({ sourceKind: "urban-energy", marks }),
    units: { source: "kWh", ecs: "m³" },
  });
  const typed = yearCarbon(input, yearReport(input));
  // 390 kWh/m² is F above 800 m in H1c, where E ends at 390; 39 kg/m² is D.
  deepStrictEqual([typed.finalPerM2, typed.kgPerM2, typed.mark], [390, 39, "F"]);
  strictEqual(markNotes(typed).at(-1), "Facteurs\u00A0: DPE-2021 (saisi pour le réseau, 2024).");
  const { marks: _, ...unlisted } = input.boilerRoom;
  const without = { ...input, boilerRoom: unlisted };
  deepStrictEqual(yearCarbon(without, yearReport(without)).kgPerM2, 150.2);
});

Deno.test("words of the comparison at equal weather", () => {
  strictEqual(shortYear({ year: 2025, shifted: false }), "2025");
  strictEqual(shortYear({ year: 2025, shifted: true }), "2025-2026");
  deepStrictEqual([5, -5.2, 0, null].map(changeText), [
    "+5,0\u00A0%",
    "-5,2\u00A0%",
    "0,0\u00A0%",
    "",
  ]);
  strictEqual(perAreaText({ perM2: null, total: 1000, unit: "kWh" }), "1\u202F000\u202FkWh");
});

// @spec projects.figures
Deno.test("twelveMonthFigures() has the finished months, and the season until yesterday", () => {
  const now = { ...readingsOf(2023, 400), now: "2024-01-10" };
  const { season, energy, weather } = twelveMonthFigures(aYear(now), readingsOf(2022, 500));
  // 22,000 kWh PCS a month.
  deepStrictEqual(energy, { finalKwh: 237_838, areaM2: 1000 });
  deepStrictEqual(season, {
    yearStart: 2023,
    energyBasis: "PCS",
    ncKwh: 48_000,
    targetKwh: 3 * 400 * 40,
    threshold: 5,
  });
  strictEqual(weather?.monthCount, 8);
  strictEqual(Math.round(weather?.beforeKwh ?? 0), Math.round(176_000 / 1.11));
  strictEqual(Math.round(weather?.correctedKwh ?? 0), Math.round(208_000 / 1.11));
  // One month is unknown: the twelve together are.
  const { "2023-05": _, ...source } = everyMonth(2023, 2000);
  const missing = aYear({ ...now, series: { ...readingsOf(2023, 400).series, source } });
  strictEqual(twelveMonthFigures(missing, null).energy, null);
});

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

function aRoom(now: Partial<MonthInput> = {}, before: TwoYears["before"] | null = null): RoomYear {
  const input = aYear({ ...readingsOf(2023, 400), now: "2024-01-10", ...now });
  return { boilerRoomId: "b", boilerRoomName: "Chaufferie", months: roomMonths(input, before) };
}

const rounded = ({ finalKwh, beforeKwh, hotWater, weather }: RoomMonth) => ({
  finalKwh: Math.round(finalKwh ?? -1),
  beforeKwh: Math.round(beforeKwh ?? -1),
  hotWater: hotWater && [hotWater.kwh, hotWater.ofKwh].map(Math.round),
  weather: weather && [weather.beforeKwh, weather.correctedKwh].map(Math.round),
});

// @spec balance.residence-year
Deno.test("roomMonths() gives the kWh PCI of finished months, hot water, and heated months at last year's weather", () => {
  const { months: all } = aRoom({}, readingsOf(2022, 500, 2200));
  strictEqual(all.length, 12);
  strictEqual(all[0]?.month, "2023-01");
  // 22,000 / 1.11; 24,200 / 1.11; 6,000 / 1.11; 16,000 x 500 / 400 + 6,000 = 26,000, / 1.11.
  deepStrictEqual(all[0] && rounded(all[0]), {
    finalKwh: 19_820,
    beforeKwh: 21_802,
    hotWater: [5405, 19_820],
    weather: [21_802, 23_423],
  });
  // Not heated in July.
  strictEqual(all[6]?.weather, null);
});

Deno.test("roomMonths() counts as hot water at most what was used", () => {
  const summer = {
    ...readingsOf(2023, 400),
    series: { source: everyMonth(2023, 500), ecs: everyMonth(2023, 60) },
  };
  // 500 m³ = 5,500 kWh, less than the 6,000 of hot water.
  const { hotWater } = aRoom(summer).months[0] ?? { hotWater: null };
  strictEqual(hotWater?.kwh, hotWater?.ofKwh);
});

// @spec balance.residence-year
Deno.test("residenceYear() sums boiler rooms of both bases in kWh PCI, and leaves out a month that one does not know", () => {
  const gas = aRoom({}, readingsOf(2022, 500));
  // 20,000 kWh a month as delivered.
  const district = aRoom({
    ...readingsOf(2023, 400, 20_000),
    units: { source: "kWh", ecs: "m³" },
    boilerRoom: aBoilerRoom({ sourceKind: "urban-energy" }),
  });
  const { final, change, weather, hotWater, months: all } = residenceYear([gas, district]);
  // 12 x (22,000 / 1.11 + 20,000).
  deepStrictEqual(final, { value: 477_838, monthCount: 12 });
  deepStrictEqual([change, weather], [null, null]);
  // (6,000 / 1.11 + 6,000) / (22,000 / 1.11 + 20,000) = 11,405 / 39,820.
  deepStrictEqual(hotWater, { value: 28.6, monthCount: 12 });
  strictEqual(all[0]?.finalKwh, 39_820);

  const { "2023-05": _, ...source } = everyMonth(2023, 2000);
  const missing = aRoom({ series: { ...readingsOf(2023, 400).series, source } });
  strictEqual(residenceYear([gas, missing]).final?.monthCount, 11);
  strictEqual(residenceYear([gas, missing]).months[4]?.finalKwh, null);
  // A boiler room without settings is left out.
  const unset = { boilerRoomId: "c", boilerRoomName: "Neuve", months: [] };
  deepStrictEqual(residenceYear([gas, unset]), residenceYear([gas]));
  deepStrictEqual(residenceYear([unset]).months, []);
});

Deno.test("residenceYear() compares with the year before, raw and at its weather", () => {
  const { change, weather } = residenceYear([aRoom({}, readingsOf(2022, 500, 2200))]);
  // 2,000 of 2,200; 26,000 of 24,200 over the eight heated months.
  deepStrictEqual(change, { value: -9.1, monthCount: 12 });
  deepStrictEqual(weather, { value: 7.4, monthCount: 8 });
});

function aLine(projectId: string, finalKwh: number | null): RoomFigures {
  const room = { boilerRoomId: `${projectId}-c`, boilerRoomName: "Chaufferie" };
  const energy = finalKwh === null ? null : { finalKwh, areaM2: 1000 };
  const unknown = { season: null, weather: null, gap: null, isDriftSought: false, drift: null };
  return { projectId, projectName: projectId, ...room, ...unknown, energy };
}

// @spec balance.ranks
Deno.test("energyRank() ranks a residence by kWh/m² among those that are known", () => {
  const years = [aLine("a", 90_000), aLine("b", 120_000), aLine("c", null)];
  deepStrictEqual(energyRank(years, "b"), {
    kwhPerM2: 120,
    rank: { rank: 2, of: 2, quartile: null },
    hasSeveralCarriers: false,
  });
  deepStrictEqual(energyRank(years, "c").rank, null);
});
