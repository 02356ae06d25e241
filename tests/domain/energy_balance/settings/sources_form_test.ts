import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  hotWaterKindOf,
  isSolarSeries,
  isSourceSeries,
  readSources,
  type SeriesChoice,
  sourcesErrors,
  type SourcesForm,
  typedSources,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";

const GAS: SeriesChoice = { id: "gas", dataUnitId: "GAZV", unit: "m³" };
const HEAT: SeriesChoice = { id: "heat", dataUnitId: "CHAE", unit: "MWh" };
const WATER: SeriesChoice = { id: "water", dataUnitId: "ECSV", unit: "L" };
const LOOP: SeriesChoice = { id: "loop", dataUnitId: "ECSE", unit: "kWh" };
const SUN: SeriesChoice = { id: "sun", dataUnitId: "SOLE", unit: "kWh" };
const ALL = [GAS, HEAT, WATER, LOOP, SUN];

const FORM: SourcesForm = {
  sourceKind: "gaz-volume",
  sourceType: "gas",
  hotWater: { water: "volume", loop: "energy" },
  solarTypes: ["sun"],
  gazPce: "21275930912912",
};

Deno.test("isSourceSeries() wants the right energy, counted as the kind says", () => {
  strictEqual(isSourceSeries("gaz-volume", GAS), true);
  strictEqual(isSourceSeries("gaz-energy", GAS), false);
  strictEqual(isSourceSeries("urban-energy", HEAT), true);
  strictEqual(isSourceSeries("wood-mass", HEAT), false);
  strictEqual(isSourceSeries("wood-mass", { dataUnitId: "BOIM", unit: "kg" }), true);
  strictEqual(isSourceSeries("gaz-volume", WATER), false);
});

Deno.test("hotWaterKindOf() and isSolarSeries() tell what a series counts", () => {
  deepStrictEqual(ALL.map(hotWaterKindOf), [null, null, "volume", "energy", null]);
  deepStrictEqual(ALL.filter(isSolarSeries), [SUN]);
});

Deno.test("readSources() keeps what was chosen, in the order of the series", () => {
  deepStrictEqual(sourcesErrors(FORM, ALL), {});
  const sources = readSources(FORM, ALL);
  deepStrictEqual(sources, {
    sourceKind: "gaz-volume",
    sourceType: "gas",
    hotWaterTypes: [
      { hotWaterType: "water", hotWaterKind: "volume" },
      { hotWaterType: "loop", hotWaterKind: "energy" },
    ],
    solarTypes: ["sun"],
    gazPce: "21275930912912",
  });
  deepStrictEqual(typedSources(sources), FORM);
});

Deno.test("readSources() leaves out a hot-water kind that is not the series' and what is no solar heat", () => {
  const form = { ...FORM, hotWater: { water: "energy", gas: "volume" }, solarTypes: ["gas"] };
  const sources = readSources(form, ALL);
  deepStrictEqual([sources?.hotWaterTypes, sources?.solarTypes], [[], []]);
});

Deno.test("sourcesErrors() names each wrong field", () => {
  const none = typedSources(null);
  deepStrictEqual(sourcesErrors(none, ALL), { sourceKind: "required", sourceType: "required" });
  deepStrictEqual(sourcesErrors({ ...FORM, sourceKind: "urban-volume" }, ALL), {
    sourceKind: "required",
  });
  deepStrictEqual(sourcesErrors({ ...FORM, sourceType: "water" }, ALL), {
    sourceType: "other-unit",
  });
  deepStrictEqual(sourcesErrors({ ...FORM, gazPce: "GI12345" }, ALL), { gazPce: "bad-pce" });
  const urban = { ...FORM, sourceKind: "urban-energy", sourceType: "heat" };
  deepStrictEqual(sourcesErrors(urban, ALL), { gazPce: "pce-without-gas" });
  deepStrictEqual(sourcesErrors({ ...urban, gazPce: "" }, ALL), {});
});
