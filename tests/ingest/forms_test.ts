import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { ReadingsReport } from "@/components/ingest/ReadingsReport.tsx";
import { seriesList } from "@/components/ingest/series_list.tsx";
import {
  MANUAL_INDEX_FORM,
  meterEventForm,
  NEW_SERIES_FORM,
  READINGS_FILE_FORM,
  SERIES_FORM,
} from "@/lib/ingest/forms.ts";
import { fileZoneChoices, headingsText } from "@/lib/ingest/import_text.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import { SOURCE_MISTAKES, USE_MISTAKE } from "@/lib/ingest/text.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { LINES } from "@/tests/helpers/some_series.ts";
import { TWO_IMPORTED } from "./example_files.ts";

const SERIES = {
  dataUnitId: "ECSV",
  renamed: "Compteur ECS",
  importedUnit: "L",
  equipmentId: "e1",
  rhythm: "month",
  use: null,
  maxRatePerHour: 2500.5,
  rollsOverAt: 100_000,
  manualIndex: true,
  dataSourceOptions: { "Poids d’impulsion": "10", canal: "2" },
} as const;

Deno.test("SERIES_FORM reads back its displayed values; empty fields are null", () => {
  deepStrictEqual(SERIES_FORM.read(SERIES_FORM.typed(SERIES)), SERIES);
  const nulls = { renamed: null, importedUnit: null, equipmentId: null, rhythm: null };
  const bare = { ...SERIES, ...nulls, maxRatePerHour: null, rollsOverAt: null };
  deepStrictEqual(SERIES_FORM.read(SERIES_FORM.typed(bare)), bare);
  deepStrictEqual(SERIES_FORM.read({ dataUnitId: "TEMP", renamed: " " })?.renamed, null);
});

const METER = { ...SERIES, importedUnit: null, use: "cooking" } as const;

// @spec reports.uses
Deno.test("SERIES_FORM has a use for a meter that may supply several, and drops that of another quantity", () => {
  const use = (dataUnitId: string) =>
    SERIES_FORM.read({ ...SERIES_FORM.typed(METER), dataUnitId })?.use;
  deepStrictEqual(["ELEC", "GAZE", "ECSV"].map(use), ["cooking", "cooking", null]);
});

// @spec series.registers
Deno.test("SERIES_FORM limits the register of a meter only, and refuses a rate of 0 and a capacity of ten digits", () => {
  const typed = SERIES_FORM.typed(SERIES);
  const limits = (dataUnitId: string) => {
    const { maxRatePerHour, rollsOverAt } =
      SERIES_FORM.read({ ...typed, importedUnit: "", dataUnitId }) ??
        {};
    return [maxRatePerHour, rollsOverAt];
  };
  deepStrictEqual(["ECSV", "TEMP"].map(limits), [[2500.5, 100_000], [null, null]]);
  deepStrictEqual(
    SERIES_FORM.errors({ ...typed, maxRatePerHour: "0", rollsOverAt: "1000000001" }),
    {
      maxRatePerHour: { code: "min", min: 0.001 },
      rollsOverAt: { code: "max", max: 1_000_000_000 },
    },
  );
  deepStrictEqual(SERIES_FORM.errors({ ...typed, maxRatePerHour: "vite" }), {
    maxRatePerHour: { code: "number" },
  });
});

// @spec series.editing
Deno.test("SERIES_FORM requires a quantity of the catalogue, a unit of it, a rhythm of the list and options one a line", () => {
  const typed = SERIES_FORM.typed(SERIES);
  const wrong = { ...typed, importedUnit: "Wh", dataSourceOptions: "canal", rhythm: "year" };
  deepStrictEqual(SERIES_FORM.errors(wrong), {
    importedUnit: { code: "unit" },
    dataSourceOptions: { code: "pairs" },
    rhythm: { code: "required" },
  });
  for (const dataUnitId of ["", "toString"]) {
    deepStrictEqual(SERIES_FORM.errors({ ...typed, dataUnitId }), {
      dataUnitId: { code: "required" },
    });
  }
  deepStrictEqual(SERIES_FORM.errors({ ...typed, renamed: "n".repeat(101) }), {
    renamed: { code: "maxlength", allowedLength: 100 },
  });
});

Deno.test("NEW_SERIES_FORM creates a series of every dwelling, of an equipment or of the residence", () => {
  const placed = (equipmentId: string) => {
    const series = NEW_SERIES_FORM.read({ dataUnitId: "GAZV", equipmentId })?.series;
    return [series?.scope, series?.equipmentId];
  };
  deepStrictEqual(["every-dwelling", "e1", ""].map(placed), [
    ["housing", null],
    ["facilities", "e1"],
    ["facilities", null],
  ]);
});

Deno.test("NEW_SERIES_FORM accepts a measurement for every dwelling, and one source elsewhere", () => {
  const said = (source: string, equipmentId: string) => {
    const error = NEW_SERIES_FORM.errors({ dataUnitId: "TEMP", source, equipmentId }).source;
    return error?.code === "message" ? error.message : undefined;
  };
  strictEqual(said("temp,house=* value", "every-dwelling"), undefined);
  strictEqual(said("temp,house=A12 value", ""), undefined);
  strictEqual(said("temp,house=A12 value", "every-dwelling"), SOURCE_MISTAKES.dwelling);
  strictEqual(said("temp,house=* value", "e1"), SOURCE_MISTAKES.measure);
});

// @spec reports.uses
Deno.test("NEW_SERIES_FORM has a use for a dwelling meter that may supply several, and refuses it elsewhere", () => {
  const typed = (dataUnitId: string, equipmentId: string) => ({
    dataUnitId,
    equipmentId,
    use: "cooking",
  });
  for (const dataUnitId of ["ELEC", "GAZE"]) {
    const made = NEW_SERIES_FORM.read(typed(dataUnitId, "every-dwelling"));
    deepStrictEqual([made?.series.use, made?.series.scope], ["cooking", "housing"]);
  }
  const refused = { use: { code: "message", message: USE_MISTAKE } };
  for (const [dataUnitId, place] of [["ECSV", "every-dwelling"], ["ELEC", "e1"], ["ELEC", ""]]) {
    deepStrictEqual(NEW_SERIES_FORM.errors(typed(dataUnitId ?? "", place ?? "")), refused);
  }
  const whole = { ...typed("ELEC", "every-dwelling"), use: "" };
  strictEqual(NEW_SERIES_FORM.read(whole)?.series.use, null);
});

const TYPED = { seriesId: "s1", houseId: "", date: "2026-02-10", value: "1 204,5", acceptOld: "" };

Deno.test("MANUAL_INDEX_FORM reads a French number, and an empty dwelling as null", () => {
  deepStrictEqual(MANUAL_INDEX_FORM.read(TYPED), {
    seriesId: "s1",
    houseId: null,
    date: "2026-02-10",
    value: 1204.5,
    acceptOld: false,
    restoreDeleted: false,
  });
});

Deno.test("MANUAL_INDEX_FORM reports missing and wrong values", () => {
  deepStrictEqual(MANUAL_INDEX_FORM.errors({}), {
    seriesId: { code: "required" },
    date: { code: "required" },
    value: { code: "required" },
  });
  deepStrictEqual(MANUAL_INDEX_FORM.errors({ ...TYPED, date: "10/02", value: "-1" }), {
    date: { code: "date" },
    value: { code: "min", min: 0 },
  });
});

const TYPED_EVENT = {
  what: "replacement",
  houseId: "",
  date: "2026-03-12",
  time: "14:30",
  finalIndex: "1 204,5",
  firstIndex: "3",
  comment: " Bloqué ",
};

function formOf(scope: "housing" | "facilities") {
  return meterEventForm({ scope, unit: { unit: "m³" } });
}

Deno.test("meterEventForm() reads French numbers; an unread index may stay empty", () => {
  const event = {
    what: "replacement",
    houseId: null,
    date: "2026-03-12",
    time: "14:30",
    finalIndex: 1204.5,
    firstIndex: 3,
    comment: "Bloqué",
    acceptOld: false,
  };
  deepStrictEqual(formOf("facilities").read(TYPED_EVENT), event);
  deepStrictEqual(formOf("housing").read({ ...TYPED_EVENT, finalIndex: "", houseId: "h1" }), {
    ...event,
    houseId: "h1",
    finalIndex: null,
  });
});

Deno.test("meterEventForm() starts with a replacement at noon by a meter at zero", () => {
  const { what, time, firstIndex, date } = formOf("facilities").typed(null);
  deepStrictEqual([what, time, firstIndex, date], ["replacement", "12:00", "0", ""]);
  const hint = formOf("facilities").fields.find(({ name }) => name === "finalIndex")?.hint;
  strictEqual(hint, "En m³, vide si personne ne l’a lu");
});

// @spec series.meter-events
Deno.test("meterEventForm() reports missing and wrong values; a dwelling's meter requires the dwelling", () => {
  const errors = (
    over: Partial<typeof TYPED_EVENT>,
    scope: "housing" | "facilities" = "facilities",
  ) => formOf(scope).errors({ ...TYPED_EVENT, ...over });
  deepStrictEqual(errors({ what: "moved" }), { what: { code: "required" } });
  deepStrictEqual(errors({ time: "25:00" }), { time: { code: "required" } });
  deepStrictEqual(errors({ date: "2026-02-30" }), { date: { code: "date" } });
  deepStrictEqual(errors({ firstIndex: "" }), { firstIndex: { code: "required" } });
  deepStrictEqual(errors({ finalIndex: "-1" }), { finalIndex: { code: "min", min: 0 } });
  deepStrictEqual(errors({}, "housing"), { houseId: { code: "required" } });
  deepStrictEqual(errors({ comment: "x".repeat(201) }), {
    comment: { code: "maxlength", allowedLength: 200 },
  });
});

Deno.test("READINGS_FILE_FORM leaves unselected options to the call, and reads back its displayed values", () => {
  const nothing = {
    series: null,
    kind: null,
    stamp: null,
    timeZone: null,
    onConflict: null,
    acceptOld: false,
    restoreDeleted: false,
  };
  deepStrictEqual(READINGS_FILE_FORM.read({}), nothing);
  const chosen = {
    series: "s1",
    kind: "consumption",
    stamp: "end",
    timeZone: "UTC",
    onConflict: "keep",
    acceptOld: true,
    restoreDeleted: true,
  } as const;
  deepStrictEqual(READINGS_FILE_FORM.read(READINGS_FILE_FORM.typed(chosen)), chosen);
  deepStrictEqual(READINGS_FILE_FORM.errors({ kind: "x" }), { kind: { code: "required" } });
});

const LIST = seriesList(LINES, {
  project: { id: "p1", timeZone: "Europe/Paris" },
  canWrite: () => false,
  readsHouses: false,
  next: "",
});

function kept(query: string): string[] {
  return keptUnder(LIST, LINES, query).map(({ id }) => id);
}

// @spec series.list
Deno.test("seriesList() is in the order of the catalogue, then by equipment and name", () => {
  const all = kept("");
  deepStrictEqual(all.filter((id) => id !== "plugs" && id !== "elec"), [
    "houses",
    "air",
    "gas",
    "sky",
  ]);
});

Deno.test("seriesList() filters by quantity, scope, equipment, and words in any field", () => {
  deepStrictEqual(kept("filter:quantity=TEMP"), ["houses", "air"]);
  deepStrictEqual(kept("filter:scope=housing").toSorted(), ["elec", "houses", "plugs"]);
  deepStrictEqual(kept("filter:equipment=e1"), ["air", "gas"]);
  deepStrictEqual(kept("filter:search=serial chaufferie"), ["gas"]);
});

Deno.test("seriesList() sorts by each column, empty cells last", () => {
  deepStrictEqual(kept("sort=at:desc").slice(0, 2), ["gas", "sky"]);
  deepStrictEqual(kept("sort=source:asc")[0], "gas");
  deepStrictEqual(kept("sort=equipment:desc").slice(0, 1), ["sky"]);
  deepStrictEqual(kept("sort=equipment:desc").slice(-3).toSorted(), ["elec", "houses", "plugs"]);
  deepStrictEqual(kept("sort=last:asc").slice(0, 2), ["gas", "sky"]);
  deepStrictEqual(kept("sort=name:asc")[0], "gas");
  deepStrictEqual(kept("sort=use:asc").slice(0, 2), ["plugs", "elec"]);
  deepStrictEqual(kept("sort=use:desc").slice(0, 2), ["elec", "plugs"]);
  deepStrictEqual(kept("sort=nonsense:desc"), kept(""));
});

const REPORT = TWO_IMPORTED;
const PARIS = "Europe/Paris";

Deno.test("ReadingsReport says that stored readings will be compacted later, without an error", () => {
  const draw = (isFiled: boolean) =>
    renderToString(
      h(ReadingsReport, { report: { ...REPORT, isFiled }, isDry: false, timeZone: PARIS }),
    );
  const said = "Les relevés sont enregistrés\u00A0; leur classement se poursuit.";
  ok(draw(false).includes(said), draw(false));
  ok(draw(false).includes("Import terminé"));
  strictEqual(draw(true).includes("classement"), false);
});

Deno.test("ReadingsReport names falling registers, in a dry run as after the import", () => {
  const fall = {
    series: "Gaz",
    date: "2025-03-12",
    before: 15.5,
    value: 12,
    cause: "mistake",
  } as const;
  for (const isDry of [true, false]) {
    const drawn = renderToString(
      h(ReadingsReport, {
        report: { ...REPORT, fallCount: 1, falls: [fall] },
        isDry,
        timeZone: PARIS,
      }),
    );
    ok(drawn.includes("1\u00A0index en recul"), drawn);
    ok(drawn.includes("Gaz, en recul le 12/03/2025 (15,5 puis 12)\u00A0: erreur de relevé\u00A0?"));
  }
});

Deno.test("ReadingsReport of a file with only a heading says that nothing was imported, and why", () => {
  const report = { ...REPORT, lineCount: 0, insertedCount: 0, readingCount: 0 };
  const drawn = renderToString(h(ReadingsReport, { report, isDry: false, timeZone: PARIS }));
  ok(drawn.includes("Rien n’a été importé"), drawn);
  ok(drawn.includes("Le fichier n’a aucune ligne sous son en-tête."));
  strictEqual(drawn.includes("Import terminé"), false);
  // The same file again adds nothing, and is not an error.
  const again = { ...REPORT, insertedCount: 0, unchangedCount: 2, readingCount: 0 };
  ok(
    renderToString(h(ReadingsReport, { report: again, isDry: false, timeZone: PARIS })).includes(
      "Import terminé",
    ),
  );
});

// @spec imports.trial-run
Deno.test("ReadingsReport of a trial run shows the format, the columns and the first values", () => {
  const report: ReadingsImport = {
    ...REPORT,
    columns: [
      { heading: "Jour", role: "date" },
      { heading: "Gaz", role: "value" },
      { heading: "Eau", role: "value" },
      { heading: "Note", role: "ignored" },
    ],
    firstReadings: [{
      line: 2,
      at: "2025-07-01T10:00:00Z",
      value: 1310.5,
      unit: "m³",
      series: "Eau",
    }],
  };
  const drawn = (isDry: boolean) =>
    renderToString(h(ReadingsReport, { report, isDry, timeZone: PARIS }));
  const tried = drawn(true);
  ok(tried.includes("Format reconnu\u00A0: Relevés, une valeur par ligne."), tried);
  ok(tried.includes("Valeur</dt><dd >«\u00A0Gaz\u00A0», «\u00A0Eau\u00A0»</dd>"), tried);
  ok(tried.includes("Laissée de côté</dt><dd >«\u00A0Note\u00A0»</dd>"), tried);
  ok(tried.includes("<td>01/07/2025 à 12:00</td>"), tried);
  ok(tried.includes("1\u202F310,5\u202Fm³"), tried);
  strictEqual(drawn(false).includes("<table"), false);
});

// @spec imports.trial-run
Deno.test("headingsText() counts the headings beyond the first twelve", () => {
  const said = headingsText(Array.from({ length: 14 }, (_, n) => `C${n}`));
  ok(said.endsWith("«\u00A0C11\u00A0» et 2\u00A0autres"), said);
});

// @spec imports.time-zone
Deno.test("ReadingsReport tells of an hour that does not exist, in a trial run and after an import", () => {
  const report = { ...REPORT, proposedTimeZone: "Etc/GMT-1" };
  const said = (isDry: boolean) =>
    renderToString(h(ReadingsReport, { report, isDry, timeZone: PARIS }));
  ok(said(true).includes("L’heure d’hiver est choisie ci-dessous"));
  ok(said(false).includes("peut-être décalés d’une heure"));
});

// @spec imports.time-zone
Deno.test("fileZoneChoices() has winter time where the clock changes, at any time of the year", () => {
  const values = (timeZone: string, date: string) =>
    fileZoneChoices(timeZone, Date.parse(date)).map(({ value }) => value);
  for (const date of ["2026-01-15", "2026-04-01", "2026-07-15", "2026-10-28"]) {
    deepStrictEqual(values(PARIS, date), ["Etc/GMT-1", "UTC"], date);
    deepStrictEqual(values("America/Miquelon", date), ["Etc/GMT+3", "UTC"], date);
    deepStrictEqual(values("Indian/Reunion", date), ["UTC"], date);
    deepStrictEqual(values("Europe/London", date), ["UTC"], date);
  }
});
