import { deepStrictEqual } from "node:assert/strict";
import { sourcesForm } from "@/lib/facilities/boiler_room_forms.ts";

const ALL = [
  { id: "gas", dataUnitId: "GAZV", unit: "m³", label: "Gaz" },
  { id: "heat", dataUnitId: "CHAE", unit: "MWh", label: "Chaleur" },
  { id: "water", dataUnitId: "ECSV", unit: "L", label: "Eau chaude" },
  { id: "loop", dataUnitId: "ECSE", unit: "kWh", label: "Bouclage" },
  { id: "sun", dataUnitId: "SOLE", unit: "kWh", label: "Soleil" },
] as const;
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

Deno.test("sourcesForm() reads back its displayed values, in the order of the series", () => {
  deepStrictEqual(FORM.read(TYPED), SOURCES);
  const less = { ...TYPED, "hotWater:water": "", gazPce: "" };
  deepStrictEqual(FORM.read(less), {
    ...SOURCES,
    hotWaterTypes: SOURCES.hotWaterTypes.slice(1),
    gazPce: null,
  });
});

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
