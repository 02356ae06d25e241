import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { ReadingsReport } from "@/components/ingest/ReadingsReport.tsx";
import { fileZoneChoices, headingsText } from "@/lib/ingest/import_text.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import { TWO_IMPORTED } from "./imported_file.ts";

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
