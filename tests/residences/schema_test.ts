import { deepStrictEqual } from "node:assert/strict";
import { projectSettingsDraft } from "@/lib/residences/schema.ts";
import { projectSilence } from "@/lib/series/schema.ts";
import { projectSeriesDraft, seriesUnit } from "@/lib/timeseries/series_schema.ts";
import { LOCATION, seriesDraft } from "@/tests/helpers/drafts.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";

// @spec projects.fields
Deno.test("projectSettingsDraft refuses one coordinate without the other, and a wrong postal code", () => {
  const at = (over: object) => ({ location: { ...LOCATION, ...over } });
  const draft = { name: "Les Tilleuls", code: "", tags: [], ...at({}) };
  const wrong = [at({ latitude: 48 }), at({ longitude: 6 }), at({ zipCode: "5400" })];
  const right = [at({ latitude: 48, longitude: 6 })];
  deepStrictEqual(refusedChanges(projectSettingsDraft, draft, [...wrong, ...right]), wrong);
});

// @spec reports.uses
Deno.test("projectSeriesDraft accepts a use on meters of electricity or gas energy of dwellings only", () => {
  const draft = seriesDraft({ dataUnitId: "ELEC", scope: "housing", use: "lights" });
  const wrong = [{ scope: "facilities" }, { dataUnitId: "EFSV" }];
  const right = [{ dataUnitId: "GAZE" }, { dataUnitId: "EFSV", use: null }, { use: undefined }];
  deepStrictEqual(refusedChanges(projectSeriesDraft, draft, [...wrong, ...right]), wrong);
});

Deno.test("answers about residences have a clock that exists, and decimals that can be written", () => {
  const clocks = ["Europe/Paris", "Indian/Reunion", "europe/paris", "Paris", "", "javascript:"];
  const { timeZone } = projectSilence.shape;
  deepStrictEqual(
    clocks.filter((clock) => timeZone.safeParse(clock).success),
    ["Europe/Paris", "Indian/Reunion"],
  );
  const { dailyPrecision } = seriesUnit.shape;
  const decimals = [0, 3, 9, 10, -1, 0.5, 5e-324];
  deepStrictEqual(decimals.filter((count) => dailyPrecision.safeParse(count).success), [0, 3, 9]);
});
