import { deepStrictEqual } from "node:assert/strict";
import {
  hasAnonymousGroups,
  hasHouses,
  shownHouseFields,
} from "@/lib/housing/dwelling_settings.ts";

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

Deno.test("shownHouseFields() lets a dwelling choose its detail only in modes 5 and 6", () => {
  const chosen = ([0, 1, 2, 3, 4, 5, 6] as const).filter((houseHourly) =>
    shownHouseFields({ ...NOTHING, houseHourly }).has("hourlyMode")
  );
  deepStrictEqual(chosen, [5, 6]);
});

Deno.test("hasAnonymousGroups() is true for modes 2, 3 and 4; hasHouses() for all but 0", () => {
  const modes = [0, 1, 2, 3, 4] as const;
  deepStrictEqual(modes.filter((houseMode) => hasAnonymousGroups({ houseMode })), [2, 3, 4]);
  deepStrictEqual(modes.filter((houseMode) => hasHouses({ houseMode })), [1, 2, 3, 4]);
});
