import { ok, strictEqual } from "node:assert/strict";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { ReadingsReport } from "@/components/ingest/ReadingsReport.tsx";
import type { ReadingsImport } from "@/lib/domain/series/csv_content.ts";

const REPORT: ReadingsImport = {
  format: { separator: ";", decimal: ",", dates: "dmy", shape: "long" },
  lineCount: 2,
  insertedCount: 2,
  replacedCount: 0,
  ignoredCount: 0,
  meterEventCount: 0,
  isFiled: true,
  errors: [],
};

Deno.test("ReadingsReport says that readings are stored when they are filed later, as no error", () => {
  const draw = (isFiled: boolean) =>
    renderToString(h(ReadingsReport, { report: { ...REPORT, isFiled }, isDry: false }));
  const said = "Les relevés sont enregistrés\u00A0; leur classement se poursuit.";
  ok(draw(false).includes(said), draw(false));
  ok(draw(false).includes("Import terminé"));
  strictEqual(draw(true).includes("classement"), false);
});
