import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { reportForm, selectionsOf } from "@/lib/alarms/forms.ts";
import { NO_MOMENT } from "@/lib/alarms/report_text.ts";
import type { AvailableSelection } from "@/lib/alarms/schema.ts";

const RESIDENCES = {
  name: "project",
  label: "Résidences",
  values: [{ value: "p1", label: "A" }, { value: "p2", label: "B" }],
};
const BUILDINGS = {
  name: "building",
  label: "Bâtiments",
  values: [{ value: "b1", label: "Bât. 1" }],
};

/** The selections that an organisation of two residences offers. */
const ACROSS: AvailableSelection[] = [
  { handler: "collect-online", label: "Capteurs", filters: [RESIDENCES] },
];
/** The selections that one residence offers. */
const WITHIN: AvailableSelection[] = [
  { handler: "collect-online", label: "Capteurs", filters: [] },
  { handler: "building-cmv", label: "Ventilation", filters: [BUILDINGS] },
];

const TYPED = {
  name: " Astreinte ",
  emails: "a@oph.fr; b@oph.fr",
  notifyStart: "on",
  notifyEnd: "",
  everyCount: "2",
  everyUnit: "d",
  webhookUrl: " https://gmao.example/alertes ",
  webhookSecret: "",
  selections: "handler=collect-online",
  allProjects: "",
  projects: "p2",
};

const REPORT = {
  name: "Astreinte",
  emails: ["a@oph.fr", "b@oph.fr"],
  notifyStart: true,
  notifyEnd: false,
  notifyEvery: "2d",
  webhookUrl: "https://gmao.example/alertes",
  selections: [{ handler: "collect-online" as const, filters: { project: ["p2"] } }],
};

// @spec alarms.mail-reports
Deno.test("reportForm() converts the typed values to the stored ones, and back", () => {
  const form = reportForm(ACROSS);
  deepStrictEqual(form.read(TYPED), REPORT);
  const shown = {
    ...TYPED,
    name: "Astreinte",
    emails: "a@oph.fr\nb@oph.fr",
    webhookUrl: REPORT.webhookUrl,
  };
  deepStrictEqual(form.typed(REPORT), shown);
  const never = form.typed({ ...REPORT, notifyEvery: "" });
  deepStrictEqual([never.everyCount, never.everyUnit], ["", "h"]);
});

// @spec alarms.mail-reports
Deno.test("reportForm() requires a start, an end or a reminder", () => {
  const form = reportForm(ACROSS);
  const none = { ...TYPED, notifyStart: "", notifyEnd: "", everyCount: "" };
  const errors = [none, { ...none, everyCount: "0" }].map((typed) => form.errors(typed));
  const error = { code: "message", message: NO_MOMENT };
  deepStrictEqual(errors, [{ everyCount: error }, { everyCount: error }]);
  for (const over of [{ notifyStart: "on" }, { notifyEnd: "on" }, { everyCount: "2" }]) {
    deepStrictEqual(form.errors({ ...none, ...over }), {});
  }
});

// @spec alarms.mail-reports
Deno.test("reportForm() saves a report limited to all the residences that its owner sees as it is", () => {
  const form = reportForm(ACROSS);
  const limited = {
    ...REPORT,
    selections: [{ handler: "collect-online" as const, filters: { project: ["p1", "p2"] } }],
  };
  deepStrictEqual(form.read(form.typed(limited)), limited);
});

Deno.test("reportForm() follows the residences to come when its box is ticked", () => {
  const form = reportForm(ACROSS);
  const all = [{ handler: "collect-online" as const, filters: {} }];
  const everywhere = { ...REPORT, selections: all };
  deepStrictEqual(form.read({ ...TYPED, allProjects: "on", projects: "p2" }), everywhere);
  const { allProjects, projects } = form.typed(everywhere);
  deepStrictEqual([allProjects, projects], ["on", ""]);
  deepStrictEqual(form.read(form.typed(everywhere)), everywhere);
  deepStrictEqual(reportForm(WITHIN).read({ ...TYPED, projects: "" })?.selections, all);
});

Deno.test("reportForm() of a new report selects the start and the end of an alarm", () => {
  const { notifyStart, notifyEnd, everyUnit, selections } = reportForm(WITHIN).typed(null);
  deepStrictEqual([notifyStart, notifyEnd, everyUnit, selections], ["on", "on", "h", ""]);
});

Deno.test("reportForm() reports the missing fields", () => {
  const form = reportForm(ACROSS);
  deepStrictEqual(form.errors(TYPED), {});
  deepStrictEqual(form.errors({ name: " ", emails: " ; ", everyCount: "-1", projects: "0" }), {
    name: { code: "required" },
    emails: { code: "required" },
    everyCount: { code: "min", min: 0 },
    selections: { code: "required" },
    projects: { code: "message", message: "Choisissez des résidences, ou toutes" },
  });
  deepStrictEqual(reportForm(WITHIN).errors({ ...TYPED, emails: "a@oph.fr A@oph.fr" }), {
    emails: { code: "message", message: "Doit être unique\u00A0: «\u00A0A@oph.fr\u00A0»" },
  });
  deepStrictEqual(form.errors({ ...TYPED, name: "x".repeat(101) }), {
    name: { code: "maxlength", allowedLength: 100 },
  });
});

Deno.test("selectionsOf() reads back the offered selections it writes", () => {
  const field = selectionsOf(WITHIN);
  const selections = [
    { handler: "building-cmv" as const, filters: { building: ["b1"] } },
    { handler: "collect-online" as const, filters: {} },
  ];
  deepStrictEqual(field.read(field.write(selections)), selections);
  deepStrictEqual(field.read("handler=nothing"), []);
});

// @spec alarms.webhooks
Deno.test("reportForm() accepts a webhook address, and a secret of 16 characters that it never shows", () => {
  const form = reportForm(WITHIN);
  const errorsOf = (typed: object) => form.errors({ ...form.typed(REPORT), ...typed });
  for (const webhookUrl of ["gmao.example", "ftp://gmao.example", "https://a:b@gmao.example"]) {
    deepStrictEqual(errorsOf({ webhookUrl }).webhookUrl, {
      code: "message",
      message: "Adresse https:// ou http:// attendue, sans nom d’utilisateur",
    });
  }
  strictEqual(errorsOf({ webhookUrl: "" }).webhookUrl, undefined);
  deepStrictEqual(errorsOf({ webhookSecret: "court" }).webhookSecret, {
    code: "minlength",
    requiredLength: 16,
  });
  const webhookSecret = "un secret assez long";
  strictEqual(form.read({ ...TYPED, webhookSecret })?.webhookSecret, webhookSecret);
  strictEqual(form.typed({ ...REPORT }).webhookSecret, "");
});
