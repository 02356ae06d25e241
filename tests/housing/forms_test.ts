import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import { GROUP_FORM, HOUSE_FORM, HOUSE_TYPE_FORM, OCCUPANCY_FORM } from "@/lib/housing/forms.ts";
import { typedOver } from "@/lib/housing/pages.ts";
import { correctedReader, tempOffsetC, tempOffsets } from "@/lib/housing/temperature_offset.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { aSeries } from "@/tests/helpers/some_series.ts";

const BLANK_SETTINGS = houseSettings();

const TYPED = { ...HOUSE_FORM.typed(null), name: " A12 ", floor: "0", serial: " 0180A1 " };

Deno.test("HOUSE_FORM reads the typed dwelling, with empty fields unknown and texts trimmed", () => {
  deepStrictEqual(HOUSE_FORM.read({ ...TYPED, config: "porte : gauche\n\nbail: 12" }), {
    kind: "module",
    serial: "0180A1",
    settings: {
      name: "A12",
      collectMode: 0,
      hourlyMode: 0,
      floor: 0,
      buildingId: null,
      houseTypeId: null,
      anonymousGroupId: null,
    },
    config: { porte: "gauche", bail: "12" },
  });
});

Deno.test("HOUSE_FORM reads back the dwelling it shows", () => {
  const house = {
    kind: "enocean" as const,
    serial: "FF00",
    settings: {
      name: "B3",
      collectMode: 2 as const,
      hourlyMode: 3 as const,
      floor: 12,
      buildingId: "b1",
      houseTypeId: "t1",
      anonymousGroupId: "g1",
    },
    config: { porte: "gauche", "date du bail": "2024-01-01" },
  };
  deepStrictEqual(HOUSE_FORM.read(HOUSE_FORM.typed(house)), house);
});

// @spec housing.fields
Deno.test("HOUSE_FORM separates the thermometer's offset from the free fields", () => {
  const config = { porte: "gauche", tempOffset: "0.5" };
  const typed = HOUSE_FORM.typed({ kind: "module", serial: "", settings: BLANK_SETTINGS, config });
  deepStrictEqual([typed.tempOffset, typed.config], ["0,5", "porte : gauche"]);
  deepStrictEqual(HOUSE_FORM.read(typed)?.config, config);
  deepStrictEqual(HOUSE_FORM.read({ ...typed, tempOffset: "" })?.config, { porte: "gauche" });
});

Deno.test("HOUSE_FORM names each field that breaks its rule", () => {
  deepStrictEqual(HOUSE_FORM.errors(TYPED), {});
  deepStrictEqual(
    HOUSE_FORM.errors({
      ...TYPED,
      name: " ",
      floor: "201",
      kind: "x",
      collectMode: "9",
      hourlyMode: "",
      serial: "x".repeat(101),
      config: "sans deux-points",
    }),
    {
      name: { code: "required" },
      floor: { code: "max", max: 200 },
      kind: { code: "required" },
      collectMode: { code: "required" },
      hourlyMode: { code: "required" },
      serial: { code: "maxlength", allowedLength: 100 },
      config: { code: "pairs" },
    },
  );
  // −1 stands for every floor in the floor selector.
  deepStrictEqual(HOUSE_FORM.errors({ ...TYPED, floor: "-1" }), { floor: { code: "min", min: 0 } });
  deepStrictEqual(HOUSE_FORM.errors({ ...TYPED, floor: "1,5" }), { floor: { code: "integer" } });
});

Deno.test("HOUSE_TYPE_FORM reads decimal commas; an empty figure is unknown", () => {
  deepStrictEqual(HOUSE_TYPE_FORM.read({ name: " T3 ", area: "62,5", occupants: "" }), {
    name: "T3",
    area: 62.5,
    occupants: null,
  });
});

Deno.test("HOUSE_TYPE_FORM requires a name, and figures possible for a dwelling", () => {
  deepStrictEqual(HOUSE_TYPE_FORM.errors({ name: "", area: "-1", occupants: "101" }), {
    name: { code: "required" },
    area: { code: "min", min: 0 },
    occupants: { code: "max", max: 100 },
  });
});

// @spec housing.types-and-groups
Deno.test("GROUP_FORM trims the name, which is required", () => {
  deepStrictEqual(GROUP_FORM.read({ name: " Hall A " }), { name: "Hall A" });
  deepStrictEqual(GROUP_FORM.errors({ name: " " }), { name: { code: "required" } });
});

// @spec housing.form-fields
Deno.test("typedOver() keeps the fields that are not shown", () => {
  const before = { ...HOUSE_FORM.typed(null), name: "A1", collectMode: "1", kind: "enocean" };
  const text = typedOver(before, (name) => name === "name" ? "A2" : "", new Set(["name"]));
  strictEqual(text("name"), "A2");
  strictEqual(text("collectMode"), "1");
  strictEqual(text("kind"), "enocean");
});

const TYPED_OCCUPANCY = { ...OCCUPANCY_FORM.typed(null), name: " Ada Morel ", from: "2026-01-10" };

const errorsOf = (over: Partial<typeof TYPED_OCCUPANCY>) =>
  OCCUPANCY_FORM.errors({ ...TYPED_OCCUPANCY, ...over });

Deno.test("OCCUPANCY_FORM requires an end after the start, and a withdrawal after the consent", () => {
  deepStrictEqual(errorsOf({ to: "2026-01-09" }), { to: { code: "date-order" } });
  deepStrictEqual(errorsOf({ to: "2026-01-10" }), {});
  const agreed = { givenOn: "2026-01-10", source: "bail" };
  deepStrictEqual(errorsOf({ ...agreed, withdrawnOn: "2026-01-09" }), {
    withdrawnOn: { code: "date-order" },
  });
  deepStrictEqual(errorsOf({ ...agreed, withdrawnOn: "2026-01-10" }), {});
});

Deno.test("OCCUPANCY_FORM refuses a consent without its day and its proof", () => {
  deepStrictEqual(errorsOf({ givenOn: "2026-01-10" }), { source: { code: "required" } });
  deepStrictEqual(errorsOf({ source: "bail" }), { givenOn: { code: "required" } });
  deepStrictEqual(errorsOf({ withdrawnOn: "2026-02-10" }), {
    givenOn: { code: "required" },
    source: { code: "required" },
  });
});

const POINT: Point = { epochS: 1_700_000_000, value: 20.1 };
const SLOT: RollupSlot = {
  at: "2026-01",
  sum: null,
  mean: 20.5,
  min: 18,
  max: null,
  last: 20.1,
  count: 3,
  coveredS: 10,
  lengthS: 20,
  estimated: false,
};

/** A reader with the same values for every series. */
const READER: SeriesReader = {
  months: () => Promise.resolve([SLOT]),
  days: () => Promise.resolve([SLOT]),
  shortSlots: () => Promise.resolve([SLOT]),
  hoursOfDays: () => Promise.resolve([[SLOT]]),
  monthsOfMany: (ids) => Promise.resolve(new Map(ids.map((id) => [id, [SLOT]]))),
  points: () => Promise.resolve([POINT]),
  last: (id) => Promise.resolve(id.startsWith("none") ? null : POINT),
  lastOfMany: (ids) => Promise.resolve(new Map(ids.map((id) => [id, POINT]))),
  endedBefore: (ids) => Promise.resolve(new Set(ids)),
  eventsOfMany: () => Promise.resolve(new Map()),
  jumpsOfMany: () => Promise.resolve(new Map()),
  judged: () => Promise.resolve({ readings: [], intervals: [], marks: [] }),
  registersOfMany: () => Promise.resolve(new Map()),
  stateOf: (ids) => Promise.resolve(ids.join()),
};

function series(id: string, dataUnitId: "TEMP" | "HUM"): ProjectSeries {
  return aSeries(id, dataUnitId, { scope: "housing" });
}

const CORRECTED = {
  features: { tempOffset: true },
  series: [series("t", "TEMP"), series("none", "TEMP"), series("h", "HUM")],
  houses: [
    { id: "a", config: { tempOffset: "0.3" } },
    { id: "b", config: {} },
    { id: "c", config: { tempOffset: "tiède" } },
  ],
};

Deno.test("tempOffsetC() reads the offset of a module, with a point or a comma; an invalid one counts as none", () => {
  strictEqual(tempOffsetC({ tempOffset: "-1.5" }), -1.5);
  strictEqual(tempOffsetC({ tempOffset: "0,5" }), 0.5);
  strictEqual(tempOffsetC({}), 0);
  strictEqual(tempOffsetC({ tempOffset: "beaucoup" }), 0);
  strictEqual(tempOffsetC({ tempOffset: "10" }), 10);
  strictEqual(tempOffsetC({ tempOffset: "10.1" }), 0);
});

// @spec housing.temperature-offset
Deno.test("correctedReader() subtracts a dwelling's offset from every kind of temperature read", async () => {
  const reader = correctedReader(READER, CORRECTED);
  // 20.5 − 0.3 = 20.2; 18 − 0.3 = 17.7; 20.1 − 0.3 = 19.8, and not 19.800000000000001.
  const lowered = { ...SLOT, mean: 20.2, min: 17.7, last: 19.8 };
  const point = { ...POINT, value: 19.8 };
  deepStrictEqual(await reader.months("t@a", 2026), [lowered]);
  deepStrictEqual(await reader.days("t@a", wholeYear(2026)), [lowered]);
  deepStrictEqual(await reader.shortSlots("t@a", [], 450), [lowered]);
  deepStrictEqual(await reader.hoursOfDays("t@a", wholeYear(2026)), [[lowered]]);
  deepStrictEqual(await reader.points("t@a", { fromS: 0, toS: 1 }), [point]);
  deepStrictEqual(await reader.last("t@a"), point);
  strictEqual(await reader.last("none@a"), null);
  const ids = ["t@a", "t@b"];
  deepStrictEqual([...await reader.monthsOfMany(ids, 2026)], [["t@a", [lowered]], ["t@b", [SLOT]]]);
  deepStrictEqual([...await reader.lastOfMany(ids)], [["t@a", point], ["t@b", POINT]]);
});

Deno.test("correctedReader() does not correct humidity, dwellings without an offset and residences without the feature", async () => {
  const reader = correctedReader(READER, CORRECTED);
  for (const id of ["h@a", "t@b", "t@c"]) deepStrictEqual(await reader.last(id), POINT);
  strictEqual(correctedReader(READER, { ...CORRECTED, features: { tempOffset: false } }), READER);
});

// @spec housing.temperature-offset
Deno.test("tempOffsets() has the temperatures of the dwellings with an offset, of one degree too", () => {
  const houses = ["1", "0", "-0,1"].map((tempOffset, rank) => ({
    id: `h${rank}`,
    config: { tempOffset },
  }));
  deepStrictEqual([
    ...tempOffsets({ ...CORRECTED, series: [series("t", "TEMP"), series("h", "HUM")], houses }),
  ], [["t@h0", 1], ["t@h2", -0.1]]);
});
