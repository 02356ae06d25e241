import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { houseList } from "@/components/housing/house_list.tsx";
import { readRangeSegment } from "@/lib/base/period_paths.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import { connectivityState, connectivitySummary } from "@/lib/housing/visible_readings.ts";
import {
  ALL_FLOORS,
  chosenFloor,
  floorChoices,
  floorOptions,
  floorsOf,
  floorText,
  type HouseFloor,
  housesOnFloor,
} from "@/lib/housing/dwelling_list.ts";
import { readRunningMonth } from "@/lib/housing/month_pages.ts";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import type { RangeData } from "@/lib/series/schema.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { law, testLaws } from "@/tests/helpers/laws_of_values.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { LINES } from "./some_house_lines.ts";

function housesAt(...floors: HouseFloor[]) {
  return floors.map((floor) => ({ settings: { floor } }));
}

// @spec forms.floors
Deno.test("floorsOf() returns each floor once, the unknown one first", () => {
  deepStrictEqual(floorsOf(housesAt(2, 0, null, 10, 2, 1, null)), [null, 0, 1, 2, 10]);
  deepStrictEqual(floorsOf([]), []);
});

Deno.test("chosenFloor() is the requested one, including all floors and the unknown one", () => {
  strictEqual(chosenFloor([null, 0, 3], "3"), 3);
  strictEqual(chosenFloor([null, 0, 3], "-1"), ALL_FLOORS);
  strictEqual(chosenFloor([null, 0, 3], "null"), null);
});

const floors = fc.array(fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }));

testLaws([
  law(
    "each floor keeps its houses, and together they are all the houses",
    fc.property(floors, (drawn) => {
      const houses = housesAt(...drawn);
      const counts = floorsOf(houses).map((floor) => housesOnFloor(houses, floor).length);
      strictEqual(counts.reduce((sum, count) => sum + count, 0), houses.length);
      strictEqual(counts.includes(0), false);
    }),
  ),
  law(
    "chosenFloor() finds again the floor an address was written from",
    fc.property(floors, (drawn) => {
      const found = floorsOf(housesAt(...drawn));
      for (const floor of floorOptions(found)) {
        strictEqual(chosenFloor(found, floorText(floor)), floor);
      }
    }),
  ),
]);

// @spec housing.list
Deno.test("houseLines() has the names of a dwelling's references, without deleted ones", () => {
  deepStrictEqual(LINES.map(({ building, type, group }) => [building, type, group]), [
    ["Bâtiment A", "T3", ""],
    ["", "", "Hall"],
    ["", "", ""],
  ]);
});

Deno.test("floorChoices() lists the unknown floor first, then floors upwards", () => {
  deepStrictEqual(floorChoices(LINES, (floor) => `étage ${floor}`), [
    { value: "null", label: "étage null" },
    { value: "0", label: "étage 0" },
    { value: "1", label: "étage 1" },
  ]);
});

const OPTIONS = {
  projectId: "p1",
  features: { ...NO_FEATURES, houseMode: HOUSE_MODES.Detailed },
  hasConnectivity: false,
  empty: { title: "Aucun logement" },
};
const LIST = houseList(LINES, OPTIONS);

function kept(query: string): string[] {
  return keptUnder(LIST, LINES, query).map(({ id }) => id);
}

Deno.test("houseList() keeps dwellings that match every filter and every word", () => {
  deepStrictEqual(kept("filter:floor=0"), ["A9"]);
  deepStrictEqual(kept("filter:floor=null"), ["A2"]);
  deepStrictEqual(kept("filter:building=Bâtiment A"), ["A10"]);
  deepStrictEqual(kept("filter:type=T3"), ["A10"]);
  deepStrictEqual(kept("filter:group=Hall"), ["A9"]);
  deepStrictEqual(kept("filter:type=T3&filter:floor=0"), []);
  deepStrictEqual(kept("filter:search=batiment a1"), ["A10"]);
  deepStrictEqual(kept("filter:search=b7"), ["A2"]);
});

// @spec alarms.places
Deno.test("houseList() has a column of open alarms as soon as one dwelling has some", () => {
  const hasColumn = (counts: readonly number[]) => {
    const lines = LINES.map((line, rank) => ({ ...line, alarmCount: counts[rank] ?? 0 }));
    return houseList(lines, OPTIONS).columns.some(({ field }) => field === "alarmCount");
  };
  deepStrictEqual([hasColumn([0, 0, 0]), hasColumn([0, 2, 0])], [false, true]);
});

const NOW_S = 2_000_000_000;
const DAY_S = 86_400;

// @spec housing.connectivity
Deno.test("connectivityState() is online up to 24 hours, last 7 days up to 7 days, then offline", () => {
  const stateAt = (ageS: number) =>
    connectivityState({ houseS: NOW_S - ageS, gatewayS: null }, NOW_S);
  strictEqual(stateAt(0), "online");
  strictEqual(stateAt(DAY_S), "online");
  strictEqual(stateAt(DAY_S + 1), "last-7-days");
  strictEqual(stateAt(7 * DAY_S), "last-7-days");
  strictEqual(stateAt(7 * DAY_S + 1), "offline");
  strictEqual(connectivityState({ houseS: null, gatewayS: null }, NOW_S), "offline");
});

Deno.test("connectivityState() is reachable while the gateway answers, before last 7 days", () => {
  const gatewayS = NOW_S - 3_600;
  strictEqual(connectivityState({ houseS: NOW_S - 2 * DAY_S, gatewayS }, NOW_S), "reachable");
  strictEqual(connectivityState({ houseS: null, gatewayS }, NOW_S), "reachable");
  strictEqual(connectivityState({ houseS: NOW_S - 60, gatewayS }, NOW_S), "online");
  const lost = { houseS: NOW_S - 2 * DAY_S, gatewayS: NOW_S - 2 * DAY_S };
  strictEqual(connectivityState(lost, NOW_S), "last-7-days");
});

Deno.test("connectivitySummary() counts each state", () => {
  deepStrictEqual(connectivitySummary(["online", "offline", "online", "reachable"]), {
    onlineCount: 2,
    reachableCount: 1,
    last7DaysCount: 0,
    offlineCount: 1,
  });
});

/** One a day or a month. */
function read(segment: string): Promise<RangeData> {
  const range = readRangeSegment(segment);
  if (range === null) throw new TypeError(segment);
  const slots = slotsOf(range).map(({ segment }) => aSlot(segment, 1));
  return Promise.resolve({ seriesId: "s", unit: "m³", slots, events: [] });
}

// @spec housing.one-occupancy
Deno.test("readRunningMonth() compares nothing when the occupant leaves before the last day of the month", async () => {
  const before = async (leavesOn: string | null) =>
    (await readRunningMonth(read, { today: "2026-01-20", leavesOn })).yearBefore.value;
  const days = [null, "2026-02-01", "2026-01-31", "2026-01-30", "2025-12-31"];
  deepStrictEqual(await Promise.all(days.map(before)), [1, 1, 1, null, null]);
});
