import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { MonthInput } from "@/lib/energy_balance/balance_report.ts";
import { residenceYear, roomMonths } from "@/lib/energy_balance/twelve_months.ts";
import type { RoomMonth, RoomYear } from "@/lib/energy_balance/schema.ts";
import type { RoomFigures } from "@/lib/energy_signature/schema.ts";
import type { TwoYears } from "@/lib/energy_balance/year_comparison.ts";
import { energyRank } from "@/lib/portfolio/figures.ts";
import { aBoilerRoom, aYear, everyMonth, readingsOf } from "./builders.ts";

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
