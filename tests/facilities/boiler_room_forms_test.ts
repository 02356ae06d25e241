import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { round } from "@/lib/base/rounding.ts";
import { REPORT_SETTINGS_FORM } from "@/lib/consumption_reports/forms.ts";
import {
  FACTORS_FORM,
  SEASON_FORM,
  SETTINGS_FORM,
  sourcesForm,
  withoutSeason,
  withSeason,
} from "@/lib/facilities/boiler_room_forms.ts";
import { MACHINE_FORM } from "@/lib/facilities/forms.ts";
import {
  inQuantity,
  isSourceSeries,
  isUnitOf,
  proposedSources,
} from "@/lib/facilities/source_kinds.ts";
import { HOUSE_TYPE_FORM } from "@/lib/housing/forms.ts";
import { number } from "@/lib/ui/fields.ts";
import { type Form, form, storedOffStep } from "@/lib/ui/form.ts";
import { controlText } from "@/lib/ui/number_input.ts";

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
  const wrong = { area: "0", peopleNb: "2,5", q: "-1", target: "0", threshold: "101" };
  const stored = SETTINGS_FORM.typed(SETTINGS);
  deepStrictEqual(SETTINGS_FORM.errors({ ...stored, ...wrong }, stored), {
    area: { code: "min", min: 1 },
    peopleNb: { code: "integer" },
    q: { code: "min", min: 0 },
    target: { code: "min", min: 0.1 },
    threshold: { code: "max", max: 100 },
  });
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

Deno.test("withSeason() replaces the season of the year, withoutSeason() removes it", () => {
  const other = { yearStart: 2021, dateStart: null, dateStop: null };
  const later = { ...SEASON, dateStart: "2023-11-01" };
  deepStrictEqual(withSeason([SEASON], other), [other, SEASON]);
  deepStrictEqual(withSeason([other, SEASON], later), [other, later]);
  deepStrictEqual(withoutSeason([other, SEASON], 2021), [SEASON]);
});

const HEAT_STEPS = form({
  name: "heat",
  fields: { tempC: number({ label: "Température", min: 5, max: 30, step: 0.5 }) },
});

// @spec forms.steps
Deno.test("form() refuses a number between two steps with the nearest values, unless it is the stored one", () => {
  const message = "Les valeurs les plus proches sont 19,5 et 20\u00A0: par pas de 0,5";
  deepStrictEqual(HEAT_STEPS.errors({ tempC: "19,55" }), { tempC: { code: "message", message } });
  strictEqual(HEAT_STEPS.read({ tempC: "19,55" }), null);
  deepStrictEqual(HEAT_STEPS.read({ tempC: "19,55" }, { tempC: "19,55" }), { tempC: 19.55 });
  strictEqual(HEAT_STEPS.read({ tempC: "19,45" }, { tempC: "19,55" }), null);
  deepStrictEqual(HEAT_STEPS.read({ tempC: "19.5" }), { tempC: 19.5 });
  // Outside its bounds, the error is about the bounds.
  deepStrictEqual(HEAT_STEPS.errors({ tempC: "30,2" }), { tempC: { code: "max", max: 30 } });
  deepStrictEqual(storedOffStep(HEAT_STEPS, { tempC: "19,55" }), { "stored.tempC": "19,55" });
  deepStrictEqual(storedOffStep(HEAT_STEPS, { tempC: "19,5" }), {});
});

const FORMS: readonly Form<string, unknown, never>[] = [
  MACHINE_FORM,
  FACTORS_FORM,
  SETTINGS_FORM,
  HOUSE_TYPE_FORM,
  REPORT_SETTINGS_FORM,
];

// @spec forms.steps
Deno.test("each numeric field with a step refuses numbers between two steps, and accepts both", () => {
  let count = 0;
  for (const { name, fields, errors } of FORMS) {
    for (const { name: field, step, min = 0, integer } of fields) {
      if (step === undefined || integer) continue;
      const texts = [1.5, 1, 2].map((times) => controlText(round(min + times * step, 8)));
      const [between, low, high] = texts.map((text) => errors({ [field]: text })[field]?.code);
      deepStrictEqual([between, low, high], ["message", undefined, undefined], `${name}.${field}`);
      count++;
    }
  }
  ok(count >= 20, `${count} fields`);
});

const ALL = [
  { id: "gas", dataUnitId: "GAZV", unit: "m³", label: "Gaz" },
  { id: "heat", dataUnitId: "CHAE", unit: "MWh", label: "Chaleur" },
  { id: "water", dataUnitId: "ECSV", unit: "L", label: "Eau chaude" },
  { id: "loop", dataUnitId: "ECSE", unit: "kWh", label: "Bouclage" },
  { id: "sun", dataUnitId: "SOLE", unit: "kWh", label: "Soleil" },
] as const;

// @spec balance.proposed-meters
Deno.test("proposedSources() gives the only meter of a fuel with the hot water and the sun; none of several, nor a heat meter alone", () => {
  deepStrictEqual(proposedSources(ALL), {
    sourceKind: "gaz-volume",
    sourceType: "gas",
    hotWaterTypes: [
      { hotWaterType: "water", hotWaterKind: "volume" },
      { hotWaterType: "loop", hotWaterKind: "energy" },
    ],
    solarTypes: ["sun"],
    gazPce: null,
  });
  const [gas, ...others] = ALL;
  strictEqual(proposedSources([...ALL, { ...gas, id: "gas2" }]), null);
  strictEqual(proposedSources(others), null);
});

const FORM = sourcesForm(ALL);

const SOURCES = {
  sourceKind: "gaz-volume" as const,
  sourceType: "gas",
  hotWaterTypes: [
    { hotWaterType: "water", hotWaterKind: "volume" as const },
    { hotWaterType: "loop", hotWaterKind: "energy" as const },
  ],
  solarTypes: ["sun"],
  gazPce: "21275930912912",
};
const TYPED = FORM.typed(SOURCES);

Deno.test("sourcesForm() refuses a hot-water kind that is not the series', and leaves out series that are not solar heat", () => {
  const mixed = { ...TYPED, "hotWater:water": "energy" };
  deepStrictEqual(FORM.errors(mixed), { "hotWater:water": { code: "required" } });
  deepStrictEqual(FORM.read({ ...TYPED, solarTypes: "gas" })?.solarTypes, []);
});

Deno.test("sourcesForm() names each wrong field", () => {
  const message = (text: string) => ({ code: "message", message: text });
  const other = message("Cette série ne compte pas cette énergie dans cette unité");
  const badPce = message("14 chiffres, ou GI et 6 chiffres");
  const withoutGas = message("Un PCE ne va qu’avec le gaz");
  const required = { code: "required" };
  deepStrictEqual(FORM.errors({}), { sourceKind: required, sourceType: required });
  deepStrictEqual(FORM.errors({ ...TYPED, sourceKind: "urban-volume" }), { sourceKind: required });
  deepStrictEqual(FORM.errors({ ...TYPED, sourceType: "elsewhere" }), { sourceType: required });
  deepStrictEqual(FORM.errors({ ...TYPED, sourceType: "water" }), { sourceType: other });
  deepStrictEqual(FORM.errors({ ...TYPED, gazPce: "GI12345" }), { gazPce: badPce });
  const urban = { ...TYPED, sourceKind: "urban-energy", sourceType: "heat" };
  deepStrictEqual(FORM.errors(urban), { gazPce: withoutGas });
  deepStrictEqual(FORM.errors({ ...urban, gazPce: "" }), {});
});

Deno.test("isSourceSeries() requires the right energy, in the quantity of the kind", () => {
  const [gas, heat, water] = ALL;
  const pellets = { dataUnitId: "BOIM", unit: "kg" } as const;
  const rows = [
    ["gaz-volume", gas, true],
    ["gaz-energy", gas, false],
    ["urban-energy", heat, true],
    ["wood-mass", heat, false],
    ["wood-mass", pellets, true],
    ["gaz-volume", water, false],
  ] as const;
  for (const [kind, series, isSource] of rows) {
    strictEqual(isSourceSeries(kind, series), isSource, kind);
  }
});

Deno.test("MACHINE_FORM requires a name and a known kind, and refuses a negative power", () => {
  for (const kind of ["", "toString"]) {
    deepStrictEqual(MACHINE_FORM.errors({ kind, powerKW: "-1" }), {
      name: { code: "required" },
      kind: { code: "required" },
      powerKW: { code: "min", min: 0 },
    });
  }
});

Deno.test("inQuantity() converts to m³, kWh or kg; null for a unit of another quantity", () => {
  const rows = [
    [141230, "L", "volume", 141.23],
    [141.23, "m³", "volume", 141.23],
    [2500, "Wh", "energy", 2.5],
    [2.5, "MWh", "energy", 2500],
    [2.5, "kWh", "energy", 2.5],
    [1.5, "t", "mass", 1500],
    [1.5, "kg", "mass", 1.5],
    [12, "kWh", "volume", null],
    [12, "°C", "energy", null],
  ] as const;
  for (const [value, unit, quantity, expected] of rows) {
    strictEqual(inQuantity(value, unit, quantity), expected, unit);
  }
  strictEqual(isUnitOf("m³", "mass"), false);
});

// @spec facilities.site-marks
Deno.test("sourcesForm() keeps what is typed of the network and of the DPE, and asks for the year of its carbon", () => {
  const marks = {
    networkKgPerKwh: 0,
    networkYear: 2024,
    dpe: "D",
    altitudeM: 850,
    zone: "H1b",
  } as const;
  const form = sourcesForm(ALL, true);
  const typed = form.typed({ ...SOURCES, marks });
  deepStrictEqual(form.read(typed), { ...SOURCES, marks });
  const alone = { code: "message", message: "Le contenu carbone et son année vont ensemble" };
  deepStrictEqual(form.errors({ ...typed, networkYear: "" }), { networkYear: alone });
  deepStrictEqual(form.errors({ ...typed, networkKgPerKwh: "" }), { networkYear: alone });
});
