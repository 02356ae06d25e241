import { ok, strictEqual } from "node:assert/strict";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { ReadingsReport } from "@/components/ingest/ReadingsReport.tsx";
import { TWO_IMPORTED } from "./imported_file.ts";

const REPORT = TWO_IMPORTED;

Deno.test("ReadingsReport says that stored readings will be compacted later, without an error", () => {
  const draw = (isFiled: boolean) =>
    renderToString(h(ReadingsReport, { report: { ...REPORT, isFiled }, isDry: false }));
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
      h(ReadingsReport, { report: { ...REPORT, fallCount: 1, falls: [fall] }, isDry }),
    );
    ok(drawn.includes("1\u00A0index en recul"), drawn);
    ok(drawn.includes("Gaz, en recul le 12/03/2025 (15,5 puis 12)\u00A0: erreur de relevé\u00A0?"));
  }
});

Deno.test("ReadingsReport of a file with only a heading says that nothing was imported, and why", () => {
  const report = { ...REPORT, lineCount: 0, insertedCount: 0, readingCount: 0 };
  const drawn = renderToString(h(ReadingsReport, { report, isDry: false }));
  ok(drawn.includes("Rien n’a été importé"), drawn);
  ok(drawn.includes("Le fichier n’a aucune ligne sous son en-tête."));
  strictEqual(drawn.includes("Import terminé"), false);
  // The same file again adds nothing, and is not an error.
  const again = { ...REPORT, insertedCount: 0, unchangedCount: 2, readingCount: 0 };
  ok(renderToString(h(ReadingsReport, { report: again, isDry: false })).includes("Import terminé"));
});
