import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  keepsDifferentProjects,
  newReport,
  offeredProjects,
  readReport,
  reportErrors,
  type TypedReport,
  typedReport,
} from "@/lib/domain/alarms/report_form.ts";
import type { AlarmReport, AvailableSelection } from "@/lib/domain/alarms/types.ts";

const RESIDENCES = { name: "project", label: "Résidences" };

/** What an organisation of two residences offers. */
const ACROSS: AvailableSelection[] = [
  {
    handler: "collect-online",
    label: "Capteurs",
    filters: [{
      ...RESIDENCES,
      values: [{ value: "p1", label: "A" }, { value: "p2", label: "B" }],
    }],
  },
];
/** What one residence offers. */
const WITHIN: AvailableSelection[] = [{
  handler: "collect-online",
  label: "Capteurs",
  filters: [],
}];

const TYPED: TypedReport = {
  name: " Astreinte ",
  emails: "a@oph.fr; b@oph.fr",
  notifyStart: true,
  notifyEnd: false,
  everyCount: "2",
  everyUnit: "d",
  selections: [{ handler: "collect-online", filters: {} }],
  projects: ["p2"],
};

function stored(filters: Record<string, string[]>): AlarmReport {
  return {
    id: "r1",
    version: "1",
    name: "Astreinte",
    emails: ["a@oph.fr", "b@oph.fr"],
    notifyStart: true,
    notifyEnd: false,
    notifyEvery: "2d",
    selections: [{ handler: "collect-online", filters }],
  };
}

Deno.test("newReport() asks for residences only where there are some to choose", () => {
  deepStrictEqual(newReport(ACROSS).projects, []);
  strictEqual(newReport(WITHIN).projects, null);
});

Deno.test("offeredProjects() are the residences that may be chosen, each once", () => {
  deepStrictEqual(offeredProjects([...ACROSS, ...ACROSS]), ["p1", "p2"]);
  strictEqual(offeredProjects(WITHIN), null);
});

Deno.test("readReport() makes of the form what is stored", () => {
  const { id: _, version: __, ...record } = stored({ project: ["p2"] });
  deepStrictEqual(readReport(TYPED, ACROSS, "7"), { ...record, version: "7" });
});

Deno.test("readReport() keeps no filter when every residence is chosen, or when there is none to choose", () => {
  const all = readReport({ ...TYPED, projects: ["p2", "p1", "0"] }, ACROSS);
  deepStrictEqual(all.selections, [{ handler: "collect-online", filters: {} }]);
  deepStrictEqual(readReport({ ...TYPED, projects: null }, WITHIN).selections, all.selections);
});

Deno.test("typedReport() returns the form, every residence chosen where no filter is stored", () => {
  deepStrictEqual(typedReport(stored({ project: ["p2"] }), ACROSS), {
    ...TYPED,
    name: "Astreinte",
    emails: "a@oph.fr\nb@oph.fr",
  });
  deepStrictEqual(typedReport(stored({}), ACROSS).projects, ["p1", "p2"]);
  strictEqual(typedReport(stored({}), WITHIN).projects, null);
});

// @spec alarms.mail-reports
Deno.test("typedReport() of a report never sent again has an empty number of hours", () => {
  const { everyCount, everyUnit } = typedReport({ ...stored({}), notifyEvery: "" }, WITHIN);
  deepStrictEqual([everyCount, everyUnit], ["", "h"]);
});

Deno.test("keepsDifferentProjects() when the selections of a report disagree", () => {
  const about = (...projects: (string[] | null)[]) =>
    keepsDifferentProjects(
      projects.map((ids) => ({ handler: "collect-online", filters: ids ? { project: ids } : {} })),
    );
  ok(!about());
  ok(!about(["p1", "p2"], ["p2", "p1"]));
  ok(about(["p1"], ["p2"]));
  ok(about(null, ["p2"]));
});

Deno.test("reportErrors() says what each field lacks", () => {
  deepStrictEqual(reportErrors(TYPED), {});
  const empty = { ...TYPED, name: " ", emails: "", everyCount: "-1", selections: [], projects: [] };
  deepStrictEqual(reportErrors(empty), {
    name: { code: "required" },
    emails: { code: "required" },
    everyCount: { code: "min", min: 0 },
    selections: { code: "required" },
    projects: { code: "required" },
  });
  deepStrictEqual(reportErrors({ ...TYPED, emails: "a@oph.fr A@oph.fr", projects: null }), {
    emails: { code: "unique" },
  });
  deepStrictEqual(reportErrors({ ...TYPED, name: "x".repeat(101) }), {
    name: { code: "maxlength", allowedLength: 100 },
  });
});
