import { deepStrictEqual, strictEqual } from "node:assert/strict";
import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { draft, inOrder } from "@/lib/base/object_schemas.ts";
import type { FieldError, FieldErrors } from "@/lib/base/validators.ts";
import { isDirty, isSameValue } from "@/lib/ui/dirty_fields.ts";
import { emailEntryErrors, emailListError, takeEmails } from "@/lib/ui/email_list.ts";
import { type FieldRule, isBackwards, typedError, typedErrors } from "@/lib/ui/field_rules.ts";
import {
  boxes,
  check,
  choice,
  date,
  emails,
  hidden,
  number,
  password,
  pick,
  text,
  year,
} from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import {
  canSend,
  type GridRow,
  shownRowErrors,
  withField,
  withTouched,
} from "@/lib/ui/form_grid.ts";
import { namedValues, namesNear, namesOf } from "@/lib/ui/named_choices.ts";
import {
  committedValue,
  nearestSteps,
  nearestTyped,
  readNumber,
  steppedDown,
  steppedUp,
  toStep,
} from "@/lib/ui/number_input.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import { EMAIL_LIST_LAWS, NUMBER_CONTROL_LAWS, testLaws } from "@/tests/helpers/laws_of_values.ts";

const BODY = draft({
  name: field.text(5),
  low: z.nullable(field.numberBetween(0, 10)),
  high: z.nullable(z.number()),
  from: field.typedDateOrNull,
  to: field.typedDateOrNull,
  kind: z.enum(["a", "b"]),
  year: z.nullable(field.integerBetween(1970, 2100)),
  people: field.emails(20),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
}).check(inOrder("low", "high"), inOrder("from", "to"));

const FORM = form({
  name: "thing",
  limits: BODY,
  fields: {
    name: text({ label: "Nom" }),
    low: number({ label: "Bas" }),
    high: number({ label: "Haut", initial: "9" }),
    from: date({ label: "Du" }),
    to: date({ label: "Au" }),
    kind: choice(["a", "b"], { a: "A", b: "B" }, { label: "Genre" }),
    year: year({ label: "Année" }),
    seriesId: pick({ label: "Série" }),
    on: check({ label: "Actif" }),
    tags: boxes({ label: "Catégories" }),
    people: emails({ label: "Personnes" }),
    shown: hidden(),
  },
  check: ({ name }) => name === "no" ? { name: { code: "unique" }, from: { code: "date" } } : {},
});

const THING = {
  name: "Bob",
  low: 1.5,
  high: null,
  from: "2026-01-31",
  to: null,
  kind: "b",
  year: 2026,
  seriesId: null,
  on: true,
  tags: ["t1", "t2"],
  people: ["a@b.fr"],
  shown: "x",
} as const;

Deno.test("form() reads back its displayed values, and shows the initial values of a new entity", () => {
  const stored = { ...THING, tags: [...THING.tags], people: [...THING.people] };
  const typed = FORM.typed(stored);
  deepStrictEqual([typed.low, typed.on, typed.tags], ["1,5", "on", "t1\nt2"]);
  deepStrictEqual(FORM.read(typed), stored);
  const blank = FORM.typed(null);
  deepStrictEqual([blank.name, blank.high, blank.on], ["", "9", ""]);
});

Deno.test("form() reads nothing while a field, a pair of bounds or the form is wrong", () => {
  const right = { name: "Bob", kind: "a" };
  deepStrictEqual(FORM.errors(right), {});
  deepStrictEqual(FORM.errors({ name: "too long", kind: "c", low: "-1", people: "x" }), {
    name: { code: "maxlength", allowedLength: 5 },
    kind: { code: "required" },
    low: { code: "min", min: 0 },
    people: { code: "email" },
  });
  deepStrictEqual(FORM.errors({ ...right, low: "3", high: "2" }), {
    high: { code: "min", min: 3 },
  });
  deepStrictEqual(FORM.errors({ ...right, from: "2026-02-01", to: "2026-01-31", year: "26" }), {
    to: { code: "date-order" },
    year: { code: "date-years", first: 1970, last: 2100 },
  });
  deepStrictEqual(FORM.errors({ ...right, name: "no" }), {
    name: { code: "unique" },
    from: { code: "date" },
  });
  strictEqual(FORM.read({ ...right, name: "no" }), null);
});

// @spec forms.email-lists
Deno.test("emails() names the wrong address when there are several", () => {
  const errorOf = (typed: string) => emails({ label: "Personnes" }).error?.(typed, {});
  const named = (message: string) => ({ code: "message", message });
  deepStrictEqual(errorOf("x"), { code: "email" });
  deepStrictEqual(
    errorOf("a@b.fr, x c@d"),
    named("Format email incorrect\u00A0: «\u00A0x\u00A0»"),
  );
  deepStrictEqual(
    errorOf("a@b.fr A@b.fr"),
    named("Doit être unique\u00A0: «\u00A0A@b.fr\u00A0»"),
  );
  deepStrictEqual([errorOf("a@b.fr c@d.fr"), errorOf(" ")], [null, null]);
  deepStrictEqual(emails({ label: "Personnes" }).error?.(" ", { required: true }), {
    code: "required",
  });
});

Deno.test("the fields of a form() are plain data, which an island accepts", () => {
  deepStrictEqual(FORM.fields, JSON.parse(JSON.stringify(FORM.fields)));
  deepStrictEqual(FORM.fields[0], {
    name: "name",
    kind: "text",
    label: "Nom",
    required: true,
    maxLength: 5,
  });
});

Deno.test("a form() has the limits of its schema, but for those that a field declares, and no length of a password", () => {
  const { fields } = form({
    name: "limits",
    limits: BODY,
    fields: {
      low: number({ label: "Bas", min: 1 }),
      year: year({ label: "Année" }),
      name: text({ label: "Nom", required: false }),
      password: password({ label: "Mot de passe" }),
      other: text({ label: "Autre" }),
    },
  });
  const limits = fields.map(({ required, integer, min, max, maxLength }) => [
    required ?? false,
    integer ?? false,
    min,
    max,
    maxLength,
  ]);
  deepStrictEqual(limits, [
    [false, false, 1, 10, undefined],
    [false, true, 1970, 2100, undefined],
    [false, false, undefined, undefined, 5],
    [true, false, undefined, undefined, undefined],
    [false, false, undefined, undefined, undefined],
  ]);
});

/** The exact table of F §8, then the messages it lacks. */
const MESSAGES: [FieldError, string][] = [
  [{ code: "required" }, "Ce champ est obligatoire"],
  [{ code: "email" }, "Format email incorrect"],
  [{ code: "minlength", requiredLength: 8 }, "8 caractères minimum"],
  [{ code: "bad-password" }, "Mot de passe incorrect"],
  [{ code: "bad-email" }, "Email incorrect"],
  [{ code: "bad-code" }, "Code incorrect"],
  [{ code: "same-as" }, "Les valeurs ne sont pas identiques"],
  [{ code: "message", message: "Unknown error" }, "Unknown error"],
  [{ code: "min", min: 0 }, "0 minimum"],
  [{ code: "max", max: 99.95 }, "99,95 maximum"],
  [{ code: "integer" }, "Doit être un nombre entier"],
  [{ code: "unique" }, "Doit être unique"],
  [{ code: "not-valid" }, "Format d’image non accepté\u00A0: JPEG ou PNG uniquement"],
  [{ code: "number" }, "Doit être un nombre"],
  [{ code: "date" }, "Date incorrecte"],
  [{ code: "date-years", first: 1900, last: 2100 }, "Année de 1900 à 2100 attendue"],
  [{ code: "max-bytes", maxBytes: 1_500_000 }, "1,5\u00A0Mo maximum"],
  // 20 MiB are 20,97 Mo: a file of 21 Mo is refused.
  [{ code: "max-bytes", maxBytes: 20 * 1_024 * 1_024 }, "20,9\u00A0Mo maximum"],
  [{ code: "max-megapixels", maxMegapixels: 16 }, "16\u00A0mégapixels maximum"],
  [{ code: "max-pixels", maxPixels: 10_000 }, "10\u202F000 pixels de côté maximum"],
  [{ code: "date-order" }, "La fin doit suivre le début"],
  [{ code: "max-days", maxDays: 366 }, "366 jours maximum"],
];

for (const [error, message] of MESSAGES) {
  Deno.test(`fieldErrorText() of ${error.code}`, () => {
    strictEqual(fieldErrorText(error), message);
  });
}

const MARCH = { fromDate: "2023-03-01", pta: "0,968", pcs: "11,3" };
const BLANK = { fromDate: "", pta: "", pcs: "" };
const MISSING: FieldErrors = { pcs: { code: "required" } };

function gridRow(initial: typeof BLANK): GridRow {
  return { isNew: initial === BLANK, initial, values: initial, touched: new Set() };
}

// @spec forms.grids
Deno.test("canSend() is true once a stored row is edited, and once a new one is edited and valid", () => {
  const row = gridRow(MARCH);
  strictEqual(canSend(row, {}), false);
  strictEqual(canSend(withField(row, "pcs", "11,4"), {}), true);
  // A wrong row may be sent, to show its errors.
  strictEqual(canSend(withField(row, "pcs", ""), MISSING), true);
  const added = gridRow(BLANK);
  strictEqual(canSend(added, {}), false);
  const dated = withField(added, "fromDate", "2024-01-01");
  strictEqual(canSend(dated, MISSING), false);
  strictEqual(canSend(dated, {}), true);
});

Deno.test("shownRowErrors() waits until the field is touched or changed", () => {
  const row = gridRow(BLANK);
  deepStrictEqual(shownRowErrors(row, MISSING), {});
  deepStrictEqual(shownRowErrors(withTouched(row, "fromDate", "pcs"), MISSING), MISSING);
  deepStrictEqual(shownRowErrors(withField(gridRow(MARCH), "pcs", ""), MISSING), MISSING);
});

const PEOPLE: FieldRule = { name: "peopleNb", kind: "number", integer: true, min: 1, max: 500 };
const AREA: FieldRule = { name: "area", kind: "number", min: 0 };
const FROM: FieldRule = { name: "fromDate", kind: "date" };
const SHORT: FieldRule = { name: "name", kind: "text", maxLength: 4 };

const TYPED: [FieldRule, string, FieldError | null][] = [
  [{ ...PEOPLE, required: true }, "  ", { code: "required" }],
  [PEOPLE, "", null],
  [AREA, "1 250,5", null],
  [AREA, "abc", { code: "number" }],
  [AREA, "-0,5", { code: "min", min: 0 }],
  [PEOPLE, "1", null],
  [PEOPLE, "500", null],
  [PEOPLE, "0", { code: "min", min: 1 }],
  [PEOPLE, "501", { code: "max", max: 500 }],
  [PEOPLE, "2,5", { code: "integer" }],
  [FROM, "2024-02-29", null],
  [FROM, "2023-02-29", { code: "date" }],
  [FROM, "15/07/2024", { code: "date" }],
  // An emoji is one character, as in the schemas of calls.
  [SHORT, "😀😀😀😀", null],
  [SHORT, "😀😀😀😀😀", { code: "maxlength", allowedLength: 4 }],
];

Deno.test("typedError() reads numbers and dates as French types them, and accepts both bounds", () => {
  for (const [rule, typed, error] of TYPED) {
    deepStrictEqual(typedError(rule, typed), error, `${rule.name} ${typed}`);
  }
});

Deno.test("typedErrors() returns one error for each wrong field, and treats an omitted field as empty", () => {
  const rules: FieldRule[] = [
    { ...PEOPLE, required: true },
    { ...FROM, required: true },
    { name: "note", kind: "text" },
  ];
  deepStrictEqual(typedErrors(rules, { peopleNb: "0" }), {
    peopleNb: { code: "min", min: 1 },
    fromDate: { code: "required" },
  });
});

Deno.test("isBackwards() is true when the end comes before the start", () => {
  strictEqual(isBackwards("2024-10-15", "2024-05-15"), true);
  strictEqual(isBackwards("2024-10-15", "2024-10-15"), false);
  strictEqual(isBackwards("2024-10-15", ""), false);
  strictEqual(isBackwards("", "2024-05-15"), false);
});

const saved = { name: "Les Tilleuls", location: { city: "Nancy", latitude: 48.69 }, tags: ["a"] };

Deno.test("isDirty() detects a change inside a group and inside a list", () => {
  strictEqual(isDirty(saved, { ...saved, location: { city: "Metz", latitude: 48.69 } }), true);
  strictEqual(isDirty(saved, { ...saved, tags: ["a", "b"] }), true);
});

Deno.test("isSameValue() distinguishes null, 0, an empty text and an empty list", () => {
  const values = [null, 0, "", [], {}];
  const same = values.map((left) => values.filter((right) => isSameValue(left, right)).length);
  deepStrictEqual(same, [1, 1, 1, 1, 1]);
});

// @spec forms.email-lists
Deno.test("emailListError() requires at least one e-mail", () => {
  deepStrictEqual(emailListError([]), { code: "required" });
});

Deno.test("emailEntryErrors() marks the second of two equal entries, ignoring case", () => {
  deepStrictEqual(emailEntryErrors(["a@b.fr", "A@B.fr ", "", "nobody"]), [
    null,
    { code: "unique" },
    { code: "required" },
    { code: "email" },
  ]);
});

Deno.test("takeEmails() takes addresses up to the first wrong one, and leaves the rest to correct", () => {
  const taken = (emails: string[], left = "", error: FieldError | null = null) => (
    { emails, left, error }
  );
  deepStrictEqual(
    takeEmails(["a@b.fr"], "c@d.fr, e@f.fr"),
    taken(["a@b.fr", "c@d.fr", "e@f.fr"]),
  );
  deepStrictEqual(
    takeEmails([], "c@d.fr C@d.fr e@f.fr"),
    taken(["c@d.fr"], "C@d.fr e@f.fr", { code: "unique" }),
  );
  deepStrictEqual(takeEmails([], " "), taken([], "", { code: "required" }));
  deepStrictEqual(takeEmails(["a@b.fr"], ""), taken(["a@b.fr"]));
});

testLaws(EMAIL_LIST_LAWS);

const HOUSES = ["A101", "A102", "Étage 1", "étage 1", "B101"]
  .map((label, rank) => ({ value: `h${rank}`, label }));

// @spec forms.named
Deno.test("namedValues() matches a name exactly, else ignoring accents and case, else an id", () => {
  const typed = {
    exact: "étage 1",
    plain: " b101 ",
    id: "h1",
    lines: "A101\r\n\r\na102\r\nh4",
    empty: "",
    other: "A101",
  };
  const choices = { exact: HOUSES, plain: HOUSES, id: HOUSES, lines: HOUSES, empty: HOUSES };
  const { values, unknown } = namedValues(typed, choices);
  deepStrictEqual(unknown, {});
  deepStrictEqual(values, {
    exact: "h3",
    plain: "h4",
    id: "h1",
    lines: "h0\nh1\nh4",
    empty: "",
    other: "A101",
  });
});

// @spec forms.named
Deno.test("namedValues() returns an unknown name as typed, with similar names", () => {
  const typed = { house: "101", several: "A101\nA9", twice: "ETAGE 1" };
  const { values, unknown } = namedValues(typed, { house: HOUSES, several: HOUSES, twice: HOUSES });
  deepStrictEqual(values, typed);
  deepStrictEqual(unknown, {
    house: { typed: "101", near: ["A101", "B101"], otherCount: 0 },
    several: { typed: "A9", near: [], otherCount: 0 },
    twice: { typed: "ETAGE 1", near: ["Étage 1", "étage 1"], otherCount: 0 },
  });
});

Deno.test("namedValues() names ten at most, and leaves names that may not be listed to the call", () => {
  const many = Array.from({ length: 30 }, (_, rank) => ({ value: `${rank}`, label: `C${rank}` }));
  const { values, unknown } = namedValues({ house: "C", secret: "x" }, { house: many, secret: [] });
  deepStrictEqual(values, { house: "C", secret: "x" });
  deepStrictEqual([unknown.house?.near.length, unknown.house?.otherCount], [10, 20]);
});

Deno.test("namesNear() starts with the names that have the prefix; namesOf() shows the names of ids", () => {
  const names = ["X A1", "A12", "A1"].map((label) => ({ value: label, label }));
  deepStrictEqual(namesNear(names, "a1"), ["A12", "A1", "X A1"]);
  deepStrictEqual(namesNear(names, " "), []);
  deepStrictEqual(namesOf(HOUSES, "h0\nh9"), "A101\nh9");
});

// @spec forms.numbers
Deno.test("committedValue() rounds to the step within the bounds", () => {
  strictEqual(committedValue("-4", 1, { min: 0 }), 0);
  strictEqual(committedValue("140", 1, { max: 100 }), 100);
  strictEqual(committedValue("12,34", 1, { step: 0.1 }), 12.3);
  strictEqual(committedValue("12,5", 1, { step: 1 }), 13);
  // 8 rounds to 10, which is above 8; 7 rounds to 5.
  strictEqual(committedValue("9", 1, { step: 5, max: 8 }), 8);
  strictEqual(committedValue("9", 1, { step: 5, max: 7 }), 5);
});

Deno.test("readNumber() accepts thousands separated as they are displayed", () => {
  strictEqual(readNumber("1\u202F234\u202F567,5"), 1234567.5);
  strictEqual(readNumber("1 234"), 1234);
  strictEqual(readNumber("12 34"), null);
});

Deno.test("steppedUp() and steppedDown() go to the next multiples of the step, within the bounds", () => {
  strictEqual(steppedUp(12, { step: 5 }), 15);
  strictEqual(steppedUp(15, { step: 5 }), 20);
  strictEqual(steppedUp(0.2, { step: 0.1 }), 0.3);
  strictEqual(steppedDown(12, { step: 5 }), 10);
  strictEqual(steppedDown(0, { min: 0 }), 0);
  strictEqual(steppedDown(0.3, { step: 0.1 }), 0.2);
});

testLaws(NUMBER_CONTROL_LAWS);

const HALVES = { min: 5, max: 30, step: 0.5 };

// @spec forms.steps
Deno.test("nearestSteps() returns the multiples around a value, and null for a multiple or a bound", () => {
  deepStrictEqual(nearestSteps(19.55, HALVES), [19.5, 20]);
  deepStrictEqual(nearestSteps(19.95, HALVES), [19.5, 20]);
  deepStrictEqual(nearestSteps(-0.3, { step: 0.5 }), [-0.5, 0]);
  deepStrictEqual(nearestSteps(0.30000000000000004, { step: 0.1 }), [0.3, 0.4]);
  for (const value of [5, 19.5, 20, 30]) strictEqual(nearestSteps(value, HALVES), null);
  // A bound that is not a multiple is allowed, and is the nearest beyond the last one.
  strictEqual(nearestSteps(20.3, { ...HALVES, max: 20.3 }), null);
  deepStrictEqual(nearestSteps(20.1, { ...HALVES, max: 20.3 }), [20, 20.3]);
  strictEqual(nearestSteps(19.55, {}), null);
});

// @spec forms.steps
Deno.test("nearestTyped() reads only numbers, with a comma or a point", () => {
  const rule = { kind: "number", ...HALVES };
  deepStrictEqual(nearestTyped(rule, "19,55"), [19.5, 20]);
  deepStrictEqual(nearestTyped(rule, "19.55"), [19.5, 20]);
  for (const text of ["19,5", "", "abc"]) strictEqual(nearestTyped(rule, text), null);
  strictEqual(nearestTyped({ ...rule, kind: "text" }, "19,55"), null);
});

Deno.test("toStep() returns the nearest multiple, a half going away from zero", () => {
  strictEqual(toStep(7, 5), 5);
  strictEqual(toStep(7.5, 5), 10);
  strictEqual(toStep(-7.5, 5), -10);
  // In decimals, 0.35 is halfway between 0.3 and 0.4.
  strictEqual(toStep(0.35, 0.1), 0.4);
  strictEqual(toStep(0.3, 0.1), 0.3);
});
