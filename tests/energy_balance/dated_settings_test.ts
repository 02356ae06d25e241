import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  firstMonthUsing,
  latestOnOrBefore,
  settingsOf,
  withoutVersion,
  withVersion,
} from "@/lib/energy_balance/dated_settings.ts";
import {
  boilerRoomEfficiency,
  efficiencySettings,
  sourceKind,
} from "@/lib/facilities/energy_settings_schema.ts";
import { refused, refusedChanges } from "@/tests/helpers/schema_examples.ts";
import { aBoilerRoom, someSettings, vectorInput } from "./builders.ts";

const VERSIONS = [
  { fromDate: "2023-10-01", name: "autumn" },
  { fromDate: "2021-07-01", name: "first" },
  { fromDate: "2024-01-01", name: "winter" },
];

function inForceOn(date: string): string | null {
  return latestOnOrBefore(VERSIONS, date)?.name ?? null;
}

// @spec facilities.dated-settings
Deno.test("latestOnOrBefore() is the last version that starts by that day, null before the first one", () => {
  strictEqual(inForceOn("2023-10-01"), "autumn");
  strictEqual(inForceOn("2023-09-30"), "first");
  strictEqual(inForceOn("2023-12-31"), "autumn");
  strictEqual(inForceOn("2021-06-30"), null);
  strictEqual(latestOnOrBefore([], "2024-01-01"), null);
  const twice = [{ fromDate: "2024-01-01", n: 1 }, { fromDate: "2024-01-01", n: 2 }];
  strictEqual(latestOnOrBefore(twice, "2024-02-01")?.n, 2);
});

Deno.test("withVersion() inserts a version in order, oldest first, or in place of that of its day", () => {
  const namesWith = (fromDate: string) =>
    withVersion(VERSIONS, { fromDate, name: "new" }).map((v) => v.name);
  deepStrictEqual(namesWith("2022-01-01"), ["first", "new", "autumn", "winter"]);
  deepStrictEqual(namesWith("2023-10-01"), ["first", "new", "winter"]);
  strictEqual(VERSIONS.length, 3);
});

Deno.test("withoutVersion() removes the version of a day, and only it", () => {
  deepStrictEqual(withoutVersion(VERSIONS, "2021-07-01").map((v) => v.name), ["autumn", "winter"]);
  strictEqual(withoutVersion(VERSIONS, "2021-07-02").length, 3);
});

const OLD = someSettings({ fromDate: "2020-01-01", area: 900 });
const NEW = someSettings({ fromDate: "2023-03-15", area: 1100, djuContract: 2100 });
const OVERRIDES = { area: 1, peopleNb: 2, djuSource: "other", q: 3, target: 4, threshold: 6 };

Deno.test("settingsOf() a month ignores a version that starts inside it", () => {
  strictEqual(settingsOf([OLD, NEW], "2023-03"), OLD);
  strictEqual(settingsOf([OLD, NEW], "2023-04"), NEW);
});

Deno.test("settingsOf() uses simulated values for every version, except the contract's DJU", () => {
  deepStrictEqual(settingsOf([OLD, NEW], "2023-04", OVERRIDES), {
    fromDate: "2023-03-15",
    ...OVERRIDES,
    djuContract: 2100,
  });
  strictEqual(settingsOf([OLD, NEW], "2023-03", OVERRIDES)?.area, 1);
});

Deno.test("settingsOf() returns simulated values even before the first version", () => {
  deepStrictEqual(settingsOf([], "2023-04", OVERRIDES), {
    fromDate: "2023-04-01",
    ...OVERRIDES,
    djuContract: null,
  });
});

// @spec balance.settings
Deno.test("firstMonthUsing() is the month that begins on the day, else the next one", () => {
  strictEqual(firstMonthUsing([], "2026-03-01"), "2026-03");
  strictEqual(firstMonthUsing([{ fromDate: "2026-03-15" }], "2026-03-15"), "2026-04");
  strictEqual(firstMonthUsing([], "2025-12-31"), "2026-01");
  strictEqual(firstMonthUsing([], "2026-01-31"), "2026-02");
});

// @spec periods.steps
Deno.test("firstMonthUsing() is the last month of the calendar on the day typed for « without end »", () => {
  strictEqual(firstMonthUsing([], "9999-12-31"), "9999-12");
});

Deno.test("firstMonthUsing() is null when other settings start before a month begins", () => {
  const versions = [{ fromDate: "2026-03-15" }, { fromDate: "2026-04-01" }];
  strictEqual(firstMonthUsing(versions, "2026-03-15"), null);
  strictEqual(firstMonthUsing(versions, "2026-04-01"), "2026-04");
});

// @spec balance.efficiency
Deno.test("boilerRoomEfficiency accepts the boiler room of the reference year unchanged", () => {
  const { boilerRoom } = vectorInput();
  // The vector's room has a name, which is not part of its efficiency data.
  const { name: _name, ...parsed } = { name: "", ...boilerRoom };
  deepStrictEqual(boilerRoomEfficiency.parse(boilerRoom), parsed);
});

Deno.test("sourceKind refuses a source without a factor", () => {
  deepStrictEqual(refused(sourceKind, ["wood-mass", "urban-volume"]), ["urban-volume"]);
});

Deno.test("efficiencySettings refuse impossible values", () => {
  deepStrictEqual(refused(efficiencySettings, [someSettings({ djuContract: null })]), []);
  const bad = [
    { area: -1 },
    { area: Infinity },
    { peopleNb: 50.5 },
    { q: -1 },
    { target: "40" },
    { threshold: 101 },
    { djuSource: "" },
    { djuContract: -1 },
    { fromDate: "2023-02-30" },
  ];
  deepStrictEqual(refusedChanges(efficiencySettings, someSettings(), bad), bad);
});

Deno.test("boilerRoomEfficiency refuses two versions of one day, and a series twice", () => {
  const [ecs] = aBoilerRoom().hotWaterTypes;
  const bad = [
    { settings: [someSettings(), someSettings({ area: 2 })] },
    { solarTypes: ["a", "a"] },
    { hotWaterTypes: [ecs, ecs] },
  ];
  deepStrictEqual(refusedChanges(boilerRoomEfficiency, aBoilerRoom(), bad), bad);
});
