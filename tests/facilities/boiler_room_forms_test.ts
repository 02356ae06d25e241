import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  BOILER_ROOM_FORM,
  FACTORS_FORM,
  SEASON_FORM,
  SETTINGS_FORM,
} from "@/lib/facilities/boiler_room_forms.ts";

const ROOM = {
  name: "Chaufferie",
  code: "CH01",
  location: "Sous-sol",
  operator: "",
  tempMin: 5,
  tempMax: 35.5,
  humMin: null,
  humMax: 80,
};

const SETTINGS = {
  fromDate: "2024-10-01",
  area: 3250.5,
  peopleNb: 120,
  djuSource: "s1",
  q: 100,
  target: 37.5,
  threshold: 5,
  djuContract: null,
};

const SEASON = { yearStart: 2023, dateStart: "2023-10-15", dateStop: "2024-05-20" };

Deno.test("BOILER_ROOM_FORM reads back its displayed values; it requires a name, bounds in range and in order", () => {
  const typed = BOILER_ROOM_FORM.typed(ROOM);
  deepStrictEqual(BOILER_ROOM_FORM.read(typed), ROOM);
  const wrong = { ...typed, name: " ", tempMin: "abc", humMax: "101" };
  deepStrictEqual(BOILER_ROOM_FORM.errors(wrong), {
    name: { code: "required" },
    tempMin: { code: "number" },
    humMax: { code: "max", max: 100 },
  });
  deepStrictEqual(BOILER_ROOM_FORM.errors({ ...typed, tempMin: "36", humMin: "80" }), {
    tempMax: { code: "min", min: 36 },
  });
});

Deno.test("SETTINGS_FORM reads back its displayed values, and nothing while a required number is invalid", () => {
  const typed = SETTINGS_FORM.typed(SETTINGS);
  deepStrictEqual([typed.area, typed.djuContract], ["3250,5", ""]);
  // An area between two steps is accepted while it is unchanged.
  deepStrictEqual(SETTINGS_FORM.read(typed, typed), SETTINGS);
  strictEqual(SETTINGS_FORM.read(typed), null);
  strictEqual(SETTINGS_FORM.typed(null).threshold, "5");
  for (const field of ["area", "peopleNb", "q", "target", "threshold"] as const) {
    strictEqual(SETTINGS_FORM.read({ ...typed, [field]: "abc" }), null, field);
  }
});

Deno.test("SETTINGS_FORM requires all but the contract's DJU, whole occupants, nothing negative", () => {
  deepStrictEqual(Object.keys(SETTINGS_FORM.errors({})), [
    "fromDate",
    "area",
    "peopleNb",
    "djuSource",
    "q",
    "target",
    "threshold",
  ]);
  const typed = { ...SETTINGS_FORM.typed(SETTINGS), peopleNb: "2,5", q: "-1", threshold: "101" };
  deepStrictEqual(SETTINGS_FORM.errors(typed, SETTINGS_FORM.typed(SETTINGS)), {
    peopleNb: { code: "integer" },
    q: { code: "min", min: 0 },
    threshold: { code: "max", max: 100 },
  });
});

Deno.test("SETTINGS_FORM accepts the threshold to a tenth and the area to a unit", () => {
  const step = (name: string) => SETTINGS_FORM.fields.find((field) => field.name === name)?.step;
  deepStrictEqual([step("threshold"), step("area"), step("peopleNb")], [0.1, 1, 1]);
});

Deno.test("FACTORS_FORM reads back its displayed values; one alone is unchanged", () => {
  const factors = { fromDate: "2024-01-01", pta: 0.968, pcs: null };
  deepStrictEqual(FACTORS_FORM.read(FACTORS_FORM.typed(factors)), factors);
  deepStrictEqual(FACTORS_FORM.errors({ fromDate: "2024-01-01", pta: "0", pcs: "31" }), {
    pta: { code: "min", min: 0.0001 },
    pcs: { code: "max", max: 30 },
  });
});

Deno.test("SEASON_FORM reads back its displayed values; an unknown date stays unknown", () => {
  for (const season of [SEASON, { ...SEASON, dateStop: null }]) {
    deepStrictEqual(SEASON_FORM.read(SEASON_FORM.typed(season)), season);
  }
  strictEqual(SEASON_FORM.read({}), null);
});

Deno.test("SEASON_FORM requires a year, and days from its July to the next June, in order", () => {
  const errors = (yearStart: string, dateStart: string, dateStop: string) =>
    SEASON_FORM.errors({ yearStart, dateStart, dateStop });
  deepStrictEqual(errors("2023", "2023-10-15", "2024-05-20"), {});
  deepStrictEqual(errors("2023", "2023-07-01", "2024-06-30"), {});
  deepStrictEqual(errors("2023", "2023-06-30", "2024-07-01"), {
    dateStart: { code: "date" },
    dateStop: { code: "date" },
  });
  deepStrictEqual(errors("2023", "2024-05-20", "2023-10-15"), { dateStop: { code: "date-order" } });
  deepStrictEqual(errors("abc", "2023-02-30", ""), {
    yearStart: { code: "number" },
    dateStart: { code: "date" },
  });
  // Written as years, not as « 2 100 maximum ».
  for (const year of ["99999", "2101", "1969", "-1"]) {
    deepStrictEqual(errors(year, "", ""), {
      yearStart: { code: "date-years", first: 1970, last: 2100 },
    });
  }
});
