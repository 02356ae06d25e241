import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { shownHouseFields } from "@/lib/housing/dwelling_settings.ts";
import { finestData, houseDetail, houseVisibility } from "@/lib/housing/visibility.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import { allowedResolution } from "@/lib/series/resolution.ts";
import { DATA_UNIT_IDS } from "@/lib/timeseries/units.ts";
import { everyCell, expectedOf, seenOf } from "./visibility_table.ts";

/** Temperature and humidity, and the other quantities. */
const CLIMATE = ["TEMP", "HUM"] as const;
const OTHER = DATA_UNIT_IDS.filter((id) => id !== "TEMP" && id !== "HUM");

// @spec housing.hourly-consent, housing.visibility
Deno.test("houseVisibility() equals the table, for every mode of a residence and a dwelling × every role × consent", () => {
  let count = 0;
  for (const role of ROLE_NAMES) {
    const roles = expandRoles([role]);
    for (const cell of everyCell()) {
      const { houseMode, houseHourly, ...choices } = cell;
      for (const [dataUnitId, isClimate] of [["TEMP", true], ["EFSV", false]] as const) {
        for (const isFineAgreed of [true, false]) {
          const features = { houseMode, houseHourly };
          deepStrictEqual(
            houseVisibility({ features, choices, dataUnitId, roles, isFineAgreed }),
            seenOf(role, cell, { isClimate, isFineAgreed }),
            `${role} ${dataUnitId} ${JSON.stringify(cell)} ${isFineAgreed}`,
          );
          count++;
        }
      }
    }
  }
  // 38 roles × 5 × 7 × 3 × 4 modes × 2 kinds of quantity, with the occupant's consent and without.
  strictEqual(count, 63_840);
});

Deno.test("houseDetail() and finestData() show only temperature and humidity in modes that name them", () => {
  for (const cell of everyCell()) {
    const features = { houseMode: cell.houseMode, houseHourly: cell.houseHourly };
    const choices = { collectMode: cell.collectMode, hourlyMode: cell.hourlyMode };
    for (const [units, isClimate] of [[CLIMATE, true], [OTHER, false]] as const) {
      const { detail, finest } = expectedOf(cell, isClimate);
      for (const dataUnitId of units) {
        strictEqual(houseDetail({ features, choices, dataUnitId }), detail);
        const quantity = { features, choices, dataUnitId };
        strictEqual(finestData({ ...quantity, isFineAgreed: true }), finest);
        strictEqual(finestData({ ...quantity, isFineAgreed: false }), "day");
      }
    }
  }
});

Deno.test("allowedResolution() counts half hours as hours, months and weeks as days", () => {
  deepStrictEqual(
    (["monthly", "monthly-shifted", "weekly", "weekly-shifted", "daily"] as const).map(
      allowedResolution,
    ),
    ["day", "day", "day", "day", "day"],
  );
  strictEqual(allowedResolution("hourly"), "hour");
  strictEqual(allowedResolution("halfhourly"), "five-minutes");
  strictEqual(allowedResolution("fivemin"), "five-minutes");
});

const BARE = ["name", "floor", "kind", "serial", "buildingId"];
const ALWAYS = [...BARE, "anonymousGroupId"];
const NOTHING = {
  houseMode: 2,
  houseHourly: 0,
  houseTypes: false,
  houseMetadata: false,
  tempOffset: false,
} as const;

Deno.test("shownHouseFields() has the fields relevant to each feature", () => {
  deepStrictEqual([...shownHouseFields(NOTHING)], ALWAYS);
  deepStrictEqual([...shownHouseFields({ ...NOTHING, houseTypes: true })], [
    ...BARE,
    "houseTypeId",
    "anonymousGroupId",
  ]);
  deepStrictEqual([...shownHouseFields({ ...NOTHING, tempOffset: true })], [
    ...ALWAYS,
    "tempOffset",
  ]);
  deepStrictEqual([...shownHouseFields({ ...NOTHING, houseMetadata: true })], [
    ...ALWAYS,
    "config",
  ]);
});

Deno.test("shownHouseFields() includes the group where some are anonymous, the mode where some are not", () => {
  const added = ([1, 2, 3, 4] as const).map((houseMode) =>
    [...shownHouseFields({ ...NOTHING, houseMode })].slice(BARE.length)
  );
  deepStrictEqual(added, [
    ["collectMode"],
    ["anonymousGroupId"],
    ["anonymousGroupId", "collectMode"],
    ["anonymousGroupId", "collectMode"],
  ]);
});
