import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { muteForm, mutePlace, mutePlaceIds, reportForm, selectionsOf } from "@/lib/alarms/forms.ts";
import {
  EVERY_RULE,
  EVERY_UNITS,
  everyText,
  isWebhookUrl,
  readEvery,
  writeEvery,
} from "@/lib/alarms/report_settings.ts";
import { filterText, momentsText, NO_MOMENT, selectionsText } from "@/lib/alarms/report_text.ts";
import type { AlarmSelection, AvailableSelection } from "@/lib/alarms/schema.ts";
import { followsAllProjects, keepsDifferentProjects, ofProjects } from "@/lib/alarms/selections.ts";
import { typedError } from "@/lib/ui/field_rules.ts";
import { law, testLaws } from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const FORM = muteForm("Europe/Paris");

function typed(from: string, to: string) {
  const [fromDate = "", fromTime = ""] = from.split(" ");
  const [toDate = "", toTime = ""] = to.split(" ");
  return { fromDate, fromTime, toDate, toTime, reason: "Travaux" };
}

const BACKWARDS = { toDate: { code: "date-order" } };

// @spec alarms.mutes
Deno.test("planned works end after they begin, in the residence's time zone; a missing day or a wrong time is reported alone", () => {
  deepStrictEqual(FORM.errors(typed("2026-11-23 08:00", "2026-11-23 08:01")), {});
  deepStrictEqual(FORM.errors(typed("2026-11-23 08:00", "2026-11-23 08:00")), BACKWARDS);
  deepStrictEqual(FORM.errors(typed("2026-11-23 08:00", "2026-11-22 18:00")), BACKWARDS);
  deepStrictEqual(Object.keys(FORM.errors(typed("2026-11-23 08:00", ""))), ["toDate", "toTime"]);
  deepStrictEqual(Object.keys(FORM.errors(typed("2026-11-23 25:00", "2026-11-22 08:00"))), [
    "fromTime",
  ]);
});

// @spec alarms.mutes
Deno.test("planned works in the night when the clock skips an hour are compared by their instants", () => {
  // On 28 March 2027, 02:00 is 03:00: 02:30 is the instant 03:30, after 03:15.
  deepStrictEqual(FORM.errors(typed("2027-03-28 02:30", "2027-03-28 03:15")), BACKWARDS);
  deepStrictEqual(FORM.errors(typed("2027-03-28 02:30", "2027-03-28 03:45")), {});
  // 01:30 in UTC+1 to 03:15 in UTC+2.
  const body = FORM.read(typed("2027-03-28 01:30", "2027-03-28 03:15"));
  strictEqual(body?.from, "2027-03-28T00:30:00.000Z");
  strictEqual(body?.to, "2027-03-28T01:15:00.000Z");
});

// @spec alarms.mutes
Deno.test("planned works in the repeated hour keep their instants when their reason changes", () => {
  // On 25 October 2026, 02:30 is 00:30 and 01:30 UTC: the works take this one hour.
  const works = {
    ...{ id: "m1", version: "1", equipmentId: null, houseId: null, handler: null },
    ...{ from: "2026-10-25T00:30:00.000Z", to: "2026-10-25T01:30:00.000Z", reason: "Vannes" },
  };
  const shown = FORM.typed(works);
  deepStrictEqual([shown.fromTime, shown.toTime], ["02:30", "02:30"]);
  const body = FORM.read({ ...shown, reason: "Pompes" });
  deepStrictEqual([body?.from, body?.to, body?.reason], [works.from, works.to, "Pompes"]);
  // The first 02:30 when the time is typed again, then 04:00 in UTC+1.
  const moved = FORM.read({ ...shown, toTime: "04:00" });
  deepStrictEqual([moved?.from, moved?.to], [works.from, "2026-10-25T03:00:00.000Z"]);
  deepStrictEqual(FORM.errors(typed("2026-10-25 02:30", "2026-10-25 02:30")), BACKWARDS);
});

Deno.test("planned works accept the stored values of their form only as instants", () => {
  for (const shownFrom of ["2026", "+275760-09-13T00:00:00.000Z", "2026-99-99T00:00:00Z", "x"]) {
    const body = FORM.read({ ...typed("2026-11-23 08:00", "2026-11-23 09:00"), shownFrom });
    strictEqual(body?.from, "2026-11-23T07:00:00.000Z", shownFrom);
  }
});

// @spec alarms.mutes
Deno.test("mutePlace() writes the equipment, the dwelling or the whole residence, which mutePlaceIds() reads", () => {
  const places = [
    [{ equipmentId: "e1", houseId: null }, "equipment:e1"],
    [{ equipmentId: null, houseId: "h1" }, "house:h1"],
    [{ equipmentId: null, houseId: null }, null],
  ] as const;
  for (const [ids, place] of places) {
    strictEqual(mutePlace(ids), place);
    deepStrictEqual(mutePlaceIds(place), ids);
  }
});

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
Deno.test("reportForm() converts the typed values to the stored ones, and back; its box follows the residences to come", () => {
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
  // All the residences that its owner sees, but none to come.
  const filters = { project: ["p1", "p2"] };
  const limited = { ...REPORT, selections: [{ handler: "collect-online" as const, filters }] };
  deepStrictEqual(form.read(form.typed(limited)), limited);
  const all = [{ handler: "collect-online" as const, filters: {} }];
  const everywhere = { ...REPORT, selections: all };
  deepStrictEqual(form.read({ ...TYPED, allProjects: "on", projects: "p2" }), everywhere);
  const { allProjects, projects } = form.typed(everywhere);
  deepStrictEqual([allProjects, projects], ["on", ""]);
  deepStrictEqual(form.read(form.typed(everywhere)), everywhere);
  deepStrictEqual(reportForm(WITHIN).read({ ...TYPED, projects: "" })?.selections, all);
  const { notifyStart, notifyEnd, everyUnit, selections } = reportForm(WITHIN).typed(null);
  deepStrictEqual([notifyStart, notifyEnd, everyUnit, selections], ["on", "on", "h", ""]);
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

// @spec alarms.webhooks
Deno.test("isWebhookUrl() is true for http and https, without credentials, up to 500 characters", () => {
  const long = (length: number) => "https://ici.fr/".padEnd(length, "a");
  for (const url of ["https://ici.fr/a?b=c", "http://192.0.2.1:8080", long(500)]) {
    strictEqual(isWebhookUrl(url), true, url);
  }
  const wrong = [
    "",
    "ici.fr",
    "ftp://ici.fr",
    "javascript:alert(1)",
    "https://ada@ici.fr",
    "https://:secret@ici.fr",
    "https://",
    long(501),
  ];
  for (const url of wrong) strictEqual(isWebhookUrl(url), false, url);
});

Deno.test("words of a report: its intervals, when it is sent, its selections", () => {
  deepStrictEqual(["1h", "2h", "1d", "7d", "0h", ""].map(everyText), [
    "toutes les heures",
    "toutes les 2\u00A0heures",
    "tous les jours",
    "tous les 7\u00A0jours",
    "",
    "",
  ]);
  strictEqual(
    momentsText({ notifyStart: true, notifyEnd: true, notifyEvery: "2h" }),
    "au début, à la fin, toutes les 2\u00A0heures",
  );
  strictEqual(momentsText({ notifyStart: false, notifyEnd: false, notifyEvery: "" }), "jamais");
  const selections = (["building-cmv", "building-skydome"] as const)
    .map((handler) => ({ handler, filters: {} }));
  strictEqual(selectionsText(selections), "Ventilation OU Skydomes");
});

Deno.test("filterText() counts the values of a filter, all when none is selected", () => {
  const values = [{ value: "b1", label: "A" }, { value: "b2", label: "B" }];
  const buildings = { name: "building", label: "Bâtiments", values };
  const rooms = { name: "boilerRoom", label: "Chaufferies", values };
  strictEqual(filterText(buildings, 0), "Bâtiments\u00A0: tous");
  strictEqual(filterText(rooms, 0), "Chaufferies\u00A0: toutes");
  strictEqual(filterText(rooms, 1), "Chaufferies\u00A0: 1 sur 2");
  const many = { ...rooms, values: Array.from({ length: 1_200 }, () => values).flat() };
  strictEqual(filterText(many, 1_000), "Chaufferies\u00A0: 1\u202F000 sur 2\u202F400");
});

// @spec forms.durations
Deno.test("readEvery() parses digits followed by h or d, and nothing else; writeEvery() is empty for none or zero", () => {
  deepStrictEqual(readEvery("2h"), { count: 2, unit: "h" });
  deepStrictEqual(readEvery("15d"), { count: 15, unit: "d" });
  for (const text of ["", "h", "d", "2", "2m", "-2h", "2,5h", " 2h", "2 h", "2hd"]) {
    deepStrictEqual(readEvery(text), { count: null, unit: "h" }, text);
  }
  for (const unit of EVERY_UNITS) {
    strictEqual(writeEvery({ count: null, unit }), "");
    strictEqual(writeEvery({ count: 0, unit }), "");
  }
});

Deno.test("EVERY_RULE accepts whole numbers from 0, and an empty field", () => {
  const errorOf = (text: string) => typedError(EVERY_RULE, text)?.code ?? null;
  deepStrictEqual(
    ["", "0", "12", "-1", "1,5", "x", "10000"].map(errorOf),
    [null, null, null, "min", "integer", "number", "max"],
  );
});

testLaws([
  law(
    "readEvery() reads again what writeEvery() wrote",
    fc.property(
      fc.integer({ min: 1, max: 9_999 }),
      fc.constantFrom(...EVERY_UNITS),
      (count, unit) => deepStrictEqual(readEvery(writeEvery({ count, unit })), { count, unit }),
    ),
  ),
]);

/** A report on sensors, of some residences. */
function of(...project: string[]): AlarmSelection[] {
  return [{ handler: "collect-online", filters: project.length === 0 ? {} : { project } }];
}

Deno.test("ofProjects() limits a report to the chosen residences, even when they are all", () => {
  deepStrictEqual(ofProjects(of(), ["p2"]), of("p2"));
  deepStrictEqual(ofProjects(of("p1"), ["p2", "p1", "0", "p2"]), of("p2", "p1"));
});

Deno.test("followsAllProjects() is true without a filter, not when all residences are named", () => {
  strictEqual(followsAllProjects(of()), true);
  strictEqual(followsAllProjects(of("p1", "p2")), false);
  strictEqual(followsAllProjects([...of("p1"), ...of()]), true);
  strictEqual(followsAllProjects([]), false);
});

Deno.test("keepsDifferentProjects() is true when the selections of a report disagree", () => {
  const about = (...projects: (string[] | null)[]) =>
    keepsDifferentProjects(
      projects.map((ids) => ({ handler: "collect-online", filters: ids ? { project: ids } : {} })),
    );
  ok(!about());
  ok(!about(["p1", "p2"], ["p2", "p1"]));
  ok(about(["p1"], ["p2"]));
  ok(about(null, ["p2"]));
});
