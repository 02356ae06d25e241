import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CollectMode, HourlyMode } from "../../../lib/domain/housing/types.ts";
import {
  FINENESSES,
  finenessOf,
  finestData,
  houseDetail,
  houseVisibility,
  reaches,
} from "../../../lib/domain/housing/visibility.ts";
import type { HouseHourlyFeature, HouseModeFeature } from "../../../lib/domain/projects/types.ts";
import { closure } from "../../../lib/domain/roles/closure.ts";
import { type Role, ROLE_NAMES } from "../../../lib/domain/roles/roles.ts";
import { DATA_UNIT_IDS } from "../../../lib/domain/series/units.ts";

const MODES: readonly HouseModeFeature[] = [0, 1, 2, 3, 4];
const HOURLIES: readonly HouseHourlyFeature[] = [0, 1, 2, 3, 4, 5, 6];
const COLLECTS: readonly CollectMode[] = [0, 1, 2];
const HOURLY_MODES: readonly HourlyMode[] = [0, 1, 2, 3];

/** Temperature and humidity, and everything else. */
const CLIMATE = ["TEMP", "HUM"] as const;
const OTHER = DATA_UNIT_IDS.filter((id) => id !== "TEMP" && id !== "HUM");

/** By houseMode: what a dwelling of each collectMode (default, detailed, anonymous) shows: Hidden, Anonymous, Detailed. */
const CLIMATE_DETAIL = ["HHH", "DDA", "AAA", "ADA", "DDA"];
const OTHER_DETAIL = ["HHH", "DDA", "AAA", "ADA", "AAA"];

/** By houseHourly: how fine a dwelling of each hourlyMode (default, day, hour, five minutes) is: Day, Hour, 5 minutes. */
const CLIMATE_FINEST = ["DDDD", "HDHH", "HDHH", "5DH5", "5DH5", "DDHH", "DDH5"];
const OTHER_FINEST = ["DDDD", "HDHH", "DDDD", "5DH5", "DDDD", "DDHH", "DDH5"];

const DETAILS = { H: "hidden", A: "anonymous", D: "detailed" } as const;
const FINEST = { D: "day", H: "hour", 5: "five-minutes" } as const;

/** What a role sees at most: a dwelling by itself, all together: nothing, Days, or as Fine as there is; and groups. */
const SEES: Readonly<Record<Role, readonly [alone: string, together: string, groups: boolean]>> = {
  "admin": ["", "", false],
  "pilot": ["F", "F", true],
  "pilot:write": ["F", "F", true],
  "pilot:read": ["F", "F", true],
  "collect": ["F", "F", true],
  "collect:read": ["F", "F", true],
  "collect:minimal": ["", "", false],
  "collect:building:write": ["", "", false],
  "collect:building:read": ["", "", false],
  "collect:boilerroom:write": ["", "", false],
  "collect:boilerroom:read": ["", "", false],
  "collect:agg:daily": ["", "D", false],
  "collect:anondetail:daily": ["", "D", true],
  "collect:detail:daily": ["D", "D", true],
  "collect:agg:hourly": ["", "F", false],
  "collect:detail:hourly": ["F", "F", true],
  "collect:houseadmin": ["D", "D", true],
  "collect:acc:write": ["", "", false],
  "collect:alarm:write": ["", "", false],
  "collect:alarm:comment:write": ["", "", false],
  "collect:alarm:report:write": ["", "", false],
  "collect:housesconsreport:read": ["D", "D", true],
  "collect:housesconsreport:write": ["D", "D", true],
  "collect:housing:alerts:read": ["", "", false],
  "collect:housing:alerts:write": ["", "", false],
  "collect:housing:pilottemp:read": ["", "", false],
  "collect:housing:pilottemp:write": ["", "", false],
  "collect:display:write": ["", "", false],
  "collect:display:read": ["", "", false],
  "collect:config:manualindex:write": ["", "", false],
  "collect:documents:write": ["", "", false],
  "collect:documents:validate:write": ["", "", false],
  "collect:documents:read": ["", "", false],
  "ecotouch:houses:write": ["", "", false],
  "ecotouch:houses:read": ["", "", false],
  "ecotouch:houses:ws": ["", "", false],
  "ecotouch:houses:admin": ["", "", false],
  "ecotouch:facilities:ws": ["", "", false],
};

interface Cell {
  houseMode: HouseModeFeature;
  houseHourly: HouseHourlyFeature;
  collectMode: CollectMode;
  hourlyMode: HourlyMode;
}

function* everyCell(): Generator<Cell> {
  for (const houseMode of MODES) {
    for (const houseHourly of HOURLIES) {
      for (const collectMode of COLLECTS) {
        for (const hourlyMode of HOURLY_MODES) {
          yield { houseMode, houseHourly, collectMode, hourlyMode };
        }
      }
    }
  }
}

function expected(cell: Cell, isClimate: boolean) {
  const { houseMode, houseHourly, collectMode, hourlyMode } = cell;
  const detail = (isClimate ? CLIMATE_DETAIL : OTHER_DETAIL)[houseMode]?.[collectMode];
  const finest = (isClimate ? CLIMATE_FINEST : OTHER_FINEST)[houseHourly]?.[hourlyMode];
  return {
    detail: Object.entries(DETAILS).find(([letter]) => letter === detail)?.[1],
    finest: Object.entries(FINEST).find(([letter]) => letter === finest)?.[1],
  };
}

Deno.test("houseVisibility() is the table, for every mode of a residence and a dwelling × every role × consent", () => {
  let count = 0;
  for (const role of ROLE_NAMES) {
    const roles = closure([role]);
    const [alone, together, groups] = SEES[role];
    for (const cell of everyCell()) {
      for (const [dataUnitId, isClimate] of [["TEMP", true], ["EFSV", false]] as const) {
        const { detail, finest = null } = expected(cell, isClimate);
        const features = { houseMode: cell.houseMode, houseHourly: cell.houseHourly };
        const choices = { collectMode: cell.collectMode, hourlyMode: cell.hourlyMode };
        for (const isFineAgreed of [true, false]) {
          const upTo = (letter: string) =>
            letter === "F" && isFineAgreed ? finest : letter === "" ? null : "day";
          deepStrictEqual(
            houseVisibility({ features, choices, dataUnitId, roles, isFineAgreed }),
            {
              alone: detail === "detailed" ? upTo(alone) : null,
              together: detail === "hidden" ? null : upTo(together),
              isGrouped: detail === "anonymous" && groups,
            },
            `${role} ${dataUnitId} ${JSON.stringify(cell)} ${isFineAgreed}`,
          );
          count++;
        }
      }
    }
  }
  // 38 roles × 5 × 7 × 3 × 4 modes × 2 kinds of quantity, with the occupant's agreement and without.
  strictEqual(count, 63_840);
});

Deno.test("houseDetail() and finestData() let only temperature and humidity through modes that name them", () => {
  for (const cell of everyCell()) {
    const features = { houseMode: cell.houseMode, houseHourly: cell.houseHourly };
    const choices = { collectMode: cell.collectMode, hourlyMode: cell.hourlyMode };
    for (const [units, isClimate] of [[CLIMATE, true], [OTHER, false]] as const) {
      const { detail, finest } = expected(cell, isClimate);
      for (const dataUnitId of units) {
        strictEqual(houseDetail({ features, choices, dataUnitId }), detail);
        const quantity = { features, choices, dataUnitId };
        strictEqual(finestData({ ...quantity, isFineAgreed: true }), finest);
        strictEqual(finestData({ ...quantity, isFineAgreed: false }), "day");
      }
    }
  }
});

Deno.test("reaches() compares how fine data are; nothing reaches nothing", () => {
  const table = FINENESSES.map((allowed) => FINENESSES.map((asked) => reaches(allowed, asked)));
  deepStrictEqual(table, [[true, false, false], [true, true, false], [true, true, true]]);
  for (const asked of FINENESSES) strictEqual(reaches(null, asked), false);
});

Deno.test("finenessOf() counts half hours as fine, months and weeks as days", () => {
  deepStrictEqual(
    (["monthly", "monthly-shifted", "weekly", "weekly-shifted", "daily"] as const).map(finenessOf),
    ["day", "day", "day", "day", "day"],
  );
  strictEqual(finenessOf("hourly"), "hour");
  strictEqual(finenessOf("halfhourly"), "five-minutes");
  strictEqual(finenessOf("fivemin"), "five-minutes");
});
