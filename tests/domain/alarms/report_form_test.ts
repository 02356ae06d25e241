import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  NEW_REPORT,
  readReport,
  reportErrors,
  type TypedReport,
  typedReport,
} from "../../../lib/domain/alarms/report_form.ts";
import { areOffered } from "../../../lib/domain/alarms/selections.ts";
import type { AlarmReport, AvailableSelection } from "../../../lib/domain/alarms/types.ts";
import { everyText } from "../../../lib/text/alarms.ts";

const OFFERED: readonly AvailableSelection[] = [
  {
    handler: "boilerroom-circuit",
    label: "Circuits",
    filters: [
      { name: "boilerRoom", label: "Chaufferies", values: [{ value: "c1", label: "Nord" }] },
      { name: "project", label: "Résidences", values: [{ value: "p1", label: "Les Lilas" }] },
    ],
  },
  { handler: "collect-online", label: "Capteurs", filters: [] },
];

function typed(over: Partial<TypedReport> = {}): TypedReport {
  return {
    ...NEW_REPORT,
    name: " Astreinte ",
    emails: "a@oph.fr; b@oph.fr",
    handlers: ["boilerroom-circuit", "collect-online"],
    ...over,
  };
}

Deno.test("reportErrors() is empty for a report that may be saved", () => {
  for (const every of ["", "0", "2", " 12 "]) deepStrictEqual(reportErrors(typed({ every })), {});
});

Deno.test("reportErrors() names each field that is wrong", () => {
  deepStrictEqual(reportErrors(NEW_REPORT), {
    name: { code: "required" },
    emails: { code: "required" },
    handlers: { code: "required" },
  });
  deepStrictEqual(reportErrors(typed({ emails: "a@oph.fr A@oph.fr" })), {
    emails: { code: "unique" },
  });
  const every = (text: string) => reportErrors(typed({ every: text })).every;
  deepStrictEqual(every("deux"), { code: "integer" });
  deepStrictEqual(every("1,5"), { code: "integer" });
  deepStrictEqual(every("-1"), { code: "min", min: 0 });
  deepStrictEqual(every("10000"), { code: "max", max: 9999 });
});

Deno.test("readReport() narrows each handler to what it knows, and nothing means all", () => {
  const form = typed({ every: "2", unit: "d", places: ["c1", "ghost"], projects: ["p1"] });
  deepStrictEqual(readReport(form, OFFERED, "v1"), {
    name: "Astreinte",
    emails: ["a@oph.fr", "b@oph.fr"],
    notifyStart: true,
    notifyEnd: false,
    notifyEvery: "2d",
    selections: [
      { handler: "boilerroom-circuit", filters: { boilerRoom: ["c1"], project: ["p1"] } },
      { handler: "collect-online", filters: {} },
    ],
    version: "v1",
  });
  deepStrictEqual(readReport(typed(), OFFERED).selections[0]?.filters, {});
});

Deno.test("readReport() never repeats when the number is empty or zero", () => {
  for (const every of ["", "0", "00"]) {
    strictEqual(readReport(typed({ every }), OFFERED).notifyEvery, "");
  }
});

Deno.test("typedReport() is the form that readReport() reads back", () => {
  const form = typed({ every: "3", places: ["c1"], projects: ["p1"] });
  const { version: _, ...draft } = readReport(form, OFFERED);
  const report: AlarmReport = { id: "r", ...draft, version: "v" };
  const { version: __, ...again } = readReport(typedReport(report), OFFERED);
  deepStrictEqual(again, draft);
  strictEqual(typedReport({ ...report, notifyEvery: "" }).unit, "h");
});

Deno.test("areOffered() knows the handlers, filters and values that may be chosen", () => {
  const chosen = (filters: Record<string, string[]>) =>
    areOffered([{ handler: "boilerroom-circuit", filters }], OFFERED);
  strictEqual(chosen({}), true);
  strictEqual(chosen({ boilerRoom: ["c1"] }), true);
  strictEqual(chosen({ boilerRoom: ["c2"] }), false);
  strictEqual(chosen({ building: ["c1"] }), false);
  strictEqual(areOffered([{ handler: "building-cmv", filters: {} }], OFFERED), false);
});

Deno.test("everyText() reads as people say it", () => {
  deepStrictEqual(["1h", "2h", "1d", "3d"].map(everyText), [
    "toutes les heures",
    "toutes les 2\u00A0h",
    "tous les jours",
    "tous les 3\u00A0jours",
  ]);
});
