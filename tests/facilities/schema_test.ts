import { deepStrictEqual } from "node:assert/strict";
import { DJU_CONTRACT_LIMITS } from "@/lib/facilities/energy_setting_limits.ts";
import {
  boilerRoomSettingsDraft,
  heatingCircuitDraft,
  heatingSeason,
  heatingSeasonList,
} from "@/lib/facilities/schema.ts";
import { committedValue } from "@/lib/ui/number_input.ts";
import { refused, refusedChanges } from "@/tests/helpers/schema_examples.ts";

// @spec facilities.bounds
Deno.test("heatingCircuitDraft refuses a flow or a return whose minimum is above its maximum", () => {
  const draft = {
    name: "Circuit sud",
    enabled: true,
    outMin: 40,
    outMax: 40,
    backMin: 30,
    backMax: 30,
    outType: null,
    backType: null,
    isHotWater: false,
  };
  const wrong = [{ outMin: 41 }, { backMin: 31 }];
  const right = [{ outMin: null }, { outMax: null }, { backMin: null }, { backMax: 31 }];
  deepStrictEqual(refusedChanges(heatingCircuitDraft, draft, [...wrong, ...right]), wrong);
});

// @spec facilities.bounds
Deno.test("boilerRoomSettingsDraft refuses air whose minimum is above its maximum", () => {
  const draft = {
    name: "Chaufferie",
    code: "",
    location: "",
    operator: "",
    tempMin: 5,
    tempMax: 5,
    humMin: 40,
    humMax: 40,
  };
  const wrong = [{ tempMin: 6 }, { humMin: 41 }];
  const right = [{ tempMin: null }, { tempMax: 6 }, { humMax: null }];
  deepStrictEqual(refusedChanges(boilerRoomSettingsDraft, draft, [...wrong, ...right]), wrong);
});

// @spec degree-days.seasons
Deno.test("heatingSeason refuses an end before its start, and a list two seasons of one year", () => {
  const season = { yearStart: 2025, dateStart: "2025-10-01", dateStop: "2025-10-01" };
  const wrong = [{ dateStop: "2025-09-30" }];
  const right = [{ dateStart: null }, { dateStop: null }, { dateStop: "2026-05-20" }];
  deepStrictEqual(refusedChanges(heatingSeason, season, [...wrong, ...right]), wrong);
  const twice = [season, { ...season, dateStop: null }];
  const both = [season, { ...season, yearStart: 2026, dateStart: null, dateStop: null }];
  deepStrictEqual(refused(heatingSeasonList, [twice, both, []]), [twice]);
});

// @spec degree-days.seasons
Deno.test("heatingSeasonList refuses a season whose days are not of its year, from July to June", () => {
  const season = (dateStart: string | null, dateStop: string | null) => [
    { yearStart: 2025, dateStart, dateStop },
  ];
  const right = [season("2025-07-01", "2026-06-30"), season(null, null)];
  const wrong = [season("2025-06-30", null), season(null, "2026-07-01")];
  deepStrictEqual(refused(heatingSeasonList, [...right, ...wrong]), wrong);
});

Deno.test("DJU_CONTRACT_LIMITS include the coldest French climate, and 0", () => {
  deepStrictEqual(
    ["-1", "3800,4", "10001"].map((text) => committedValue(text, null, DJU_CONTRACT_LIMITS)),
    [0, 3800, 10000],
  );
});
