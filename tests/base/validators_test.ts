import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import * as z from "zod/mini";
import {
  boundedForm,
  boundedJson,
  utf8Form,
  utf8Text,
  valueCount,
} from "@/lib/base/bounded_parsing.ts";
import { type ErrorCode, ERRORS } from "@/lib/base/errors.ts";
import * as field from "@/lib/base/field_schemas.ts";
import { figure, freeText, id, isId, text } from "@/lib/base/field_schemas.ts";
import { withoutLimits } from "@/lib/base/object_schemas.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import {
  email,
  type FieldErrors,
  formErrors,
  type FormRules,
  integer,
  max,
  min,
  minLength,
  required,
  sameAs,
  shownErrors,
  withLater,
} from "@/lib/base/validators.ts";
import { comparableName, isBlank, Spellings } from "@/lib/base/visible_text.ts";

Deno.test("required() refuses null, blanks, an empty list and NaN", () => {
  for (const value of [null, undefined, "", "  \n", [], NaN]) {
    deepStrictEqual(required(value), { code: "required" });
  }
});

Deno.test("minLength() counts characters, an accent or an emoji being one", () => {
  deepStrictEqual(minLength(3)("ab", null), { code: "minlength", requiredLength: 3 });
  strictEqual(minLength(3)("été", null), null);
  deepStrictEqual(minLength(2)("😀", null), { code: "minlength", requiredLength: 2 });
});

Deno.test("integer() refuses a number with decimals", () => {
  deepStrictEqual(integer(1.5), { code: "integer" });
  strictEqual(integer(-2), null);
});

Deno.test("min() and max() accept their bound and refuse values beyond it", () => {
  strictEqual(min(0)(0, null), null);
  deepStrictEqual(min(0)(-0.1, null), { code: "min", min: 0 });
  strictEqual(max(100)(100, null), null);
  deepStrictEqual(max(100)(100.1, null), { code: "max", max: 100 });
});

Deno.test("sameAs() compares with another field", () => {
  const rule = sameAs("password");
  deepStrictEqual(rule("b", { password: "a" }), { code: "same-as" });
  strictEqual(rule("a", { password: "a" }), null);
});

Deno.test("every rule but required lets an empty value pass", () => {
  const empties = [
    email(""),
    email(null),
    minLength(8)("", null),
    integer(null),
    min(1)(null, null),
    max(1)(null, null),
    sameAs("password")("", { password: "a" }),
  ];
  deepStrictEqual(empties, empties.map(() => null));
});

Deno.test("formErrors() returns one error for each wrong field", () => {
  const form = { email: "claire", password: "secret", again: "secrets", people: 2.5 };
  const rules: FormRules<typeof form> = {
    email: [required, email],
    password: [required, minLength(6)],
    again: [required, sameAs("password")],
    people: [required, integer, min(3)],
  };
  deepStrictEqual(formErrors(form, rules), {
    email: { code: "email" },
    again: { code: "same-as" },
    people: { code: "integer" },
  });
});

const errors: FieldErrors<"email" | "password"> = {
  email: { code: "email" },
  password: { code: "required" },
};

// @spec forms.touched
Deno.test("shownErrors() returns the errors of the fields touched or changed", () => {
  deepStrictEqual(shownErrors(errors, new Set(["email"] as const)), { email: { code: "email" } });
});

Deno.test("shownErrors() shows nothing on an untouched form", () => {
  deepStrictEqual(shownErrors(errors, new Set()), {});
});

// @spec forms.errors
Deno.test("withLater() marks all errors but the first in the order of the page, where a file is before its fields", () => {
  const required = { code: "required" } as const;
  const later = { ...required, isLater: true } as const;
  const wrong = { name: required, code: required };
  deepStrictEqual(withLater(wrong, ["code", "name"]), { name: later, code: required });
  deepStrictEqual(withLater(wrong, ["name", "code"]), { name: required, code: later });
  const sent = { code: required, file: required };
  deepStrictEqual(withLater(sent, ["code"]), { code: later, file: required });
  deepStrictEqual(withLater({}, ["code"]), {});
});

const CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => Object.hasOwn(ERRORS, code));

// @spec calls.errors
Deno.test("errorText() is two sentences: what happened, then what to do", () => {
  for (const code of CODES) {
    const sentences = errorText(code).match(/[^.]+\.(\s|$)/g) ?? [];
    strictEqual(sentences.length, 2, `${code}: ${errorText(code)}`);
  }
});

Deno.test("errorText() has French typography", () => {
  for (const code of CODES) {
    const text = errorText(code);
    ok(!/['"]/.test(text), `${code}: a straight quote`);
    ok(!/[^\u00a0\u202f][;:!?%]/.test(text), `${code}: no fine space before a sign`);
    ok(/^\p{Lu}/u.test(text), `${code}: no capital`);
  }
});

Deno.test("isId() accepts what the schema of ids accepts: what an address can contain", () => {
  const texts = [
    "",
    "a",
    "a".repeat(100),
    "a".repeat(101),
    " ",
    ".",
    "..",
    "...",
    "\ud800",
    "a/\n",
  ];
  const values = [...texts, 1, null, undefined, ["a"], {}];
  deepStrictEqual(values.map(isId), values.map((value) => id.safeParse(value).success));
  deepStrictEqual(values.filter(isId), ["a", "a".repeat(100), " ", "...", "a/\n"]);
});

Deno.test("figure accepts the numbers whose sums and products are finite", () => {
  const values = [0, -1.5, 1e99, -1e99, 1e100, -1e308, NaN, Infinity];
  deepStrictEqual(values.filter((value) => figure.safeParse(value).success), [
    0,
    -1.5,
    1e99,
    -1e99,
  ]);
});

Deno.test("withoutLimits() accepts values outside the limits of a draft, of the same types", () => {
  const fields = {
    name: field.text(5),
    areaM2: z.nullable(field.numberBetween(0, 10)),
    rank: field.integerBetween(1, 3),
    codes: z.array(field.text(2)).check(z.maxLength(1)),
    kind: z.enum(["door", "gate"]),
    note: z.optional(field.freeText(2)),
    from: field.typedDate,
  };
  const answer = z.object(withoutLimits(fields));
  const stored = {
    name: "Chaufferie",
    areaM2: 12,
    rank: 4.5,
    codes: ["E101", "E102"],
    kind: "gate",
    from: "1850-01-01",
  } as const;
  deepStrictEqual(answer.parse(stored), { ...stored, codes: ["E101", "E102"] });
  strictEqual(z.strictObject(fields).safeParse(stored).success, false);
  const refused = [{ areaM2: "12" }, { kind: "window" }, { note: 1 }, { from: "le 3" }];
  const isAccepted = (over: object) => answer.safeParse({ ...stored, ...over }).success;
  deepStrictEqual(refused.map(isAccepted), [false, false, false, false]);
});

const UNSEEN = [
  "",
  " ",
  "\u200B",
  "\u200B\u2060 \uFEFF",
  "\u00AD",
  "\u3164",
  "\u2800",
  "\u{E0100}",
  "\u0000",
];
const REVERSED = ["\u202Etxt.exe", "a\u2066b", "\u202Aa\u202C"];
const SEEN = ["Les Tilleuls", "É", "A\u200DB", "👩\u200D👩", "مبنى", "0", "Bâtiment\u00A0B"];

Deno.test("isBlank() is true for a text that shows nothing, and required() refuses it", () => {
  for (const one of UNSEEN) {
    strictEqual(isBlank(one), true, JSON.stringify(one));
    strictEqual(required(one)?.code, "required");
  }
  for (const one of SEEN) strictEqual(isBlank(one), false, one);
});

// @spec forms.names
Deno.test("text() and freeText() refuse invisible texts and characters that change the direction", () => {
  for (const one of UNSEEN) {
    strictEqual(text(100).safeParse(one).success, false, JSON.stringify(one));
  }
  for (const one of REVERSED) {
    strictEqual(text(100).safeParse(one).success, false, JSON.stringify(one));
    strictEqual(freeText(100).safeParse(one).success, false, JSON.stringify(one));
  }
  for (const one of SEEN) {
    strictEqual(text(100).safeParse(one).success, true, one);
    strictEqual(freeText(100).safeParse(one).success, true, one);
  }
  strictEqual(freeText(100).safeParse("  ").success, true);
  strictEqual(freeText(100).safeParse("\u200B").success, false);
});

// @spec forms.names
Deno.test("comparableName() ignores case, accents, spaces, composition and invisible characters", () => {
  const names = ["Étage  1", " étage 1 ", "E\u0301TAGE\u00A01", "Et\u200Bage 1"];
  strictEqual(new Set(names.map(comparableName)).size, 1);
  strictEqual(new Set(["Grand Nord", "GrandNord", "Sud", "की", "का"].map(comparableName)).size, 5);
});

Deno.test("Spellings.of() is the only known code equivalent to a text, else the text itself", () => {
  const codes = new Spellings(["Été", "b1", "B1"]);
  strictEqual(codes.of("ETE"), "Été");
  strictEqual(codes.of("B1"), "B1");
  strictEqual(codes.of("b\u200B1"), "b\u200B1");
  strictEqual(codes.of("c2"), "c2");
  strictEqual(codes.of("C2"), "c2");
});

const BOUNDS = { maxValues: 10, maxDepth: 3 };
const REFUSED = { name: "Refused", code: "bad-request" };

Deno.test("valueCount() counts values and names, for any strings", () => {
  const counts: [string, number][] = [
    ["1", 1],
    // The array, its two commas and its first value.
    ["[1,2,3]", 4],
    ['{"a":1}', 3],
    ['"[{,:"', 1],
    [String.raw`"\"[[[["`, 1],
    ['"unfinished [[[[', 1],
  ];
  for (const [text, count] of counts) strictEqual(valueCount(text, BOUNDS), count, text);
});

Deno.test("valueCount() stops at a text that is too deep or too wide", () => {
  strictEqual(valueCount("[[[]]]", BOUNDS), 4);
  strictEqual(valueCount("[[[[]]]]", BOUNDS), null);
  strictEqual(valueCount("[".repeat(1_000_000), BOUNDS), null);
  strictEqual(valueCount("1" + ",1".repeat(9), BOUNDS), 10);
  strictEqual(valueCount("1" + ",1".repeat(10), BOUNDS), null);
});

Deno.test("boundedJson() returns the value of a text within its bounds, and refuses any other", () => {
  deepStrictEqual(boundedJson('{"a":[1]}', BOUNDS), { a: [1] });
  for (const text of ["", "{", "[[[[]]]]"]) throws(() => boundedJson(text, BOUNDS), REFUSED);
});

Deno.test("boundedForm() reads sixty-four fields, and refuses more", () => {
  strictEqual(boundedForm("a=1&".repeat(63) + "b=2").get("b"), "2");
  throws(() => boundedForm("a&".repeat(64)), { ...REFUSED, message: "More than 64 fields" });
  throws(() => boundedForm("a&".repeat(2_097_152)), REFUSED);
});

Deno.test("utf8Form() refuses encoded bytes that are not UTF-8, and accepts the replacement character", () => {
  throws(() => utf8Form("node=caf%E9"), { ...REFUSED, message: "The body is not UTF-8 text" });
  throws(() => utf8Form("caf%E9=1"), REFUSED);
  strictEqual(utf8Form("node=caf%C3%A9+%EF%BF%BD").get("node"), "café \ufffd");
});

Deno.test("utf8Text() refuses bytes of another encoding by name", () => {
  strictEqual(utf8Text(new TextEncoder().encode("été")), "été");
  const latin1 = Uint8Array.of(0xe9);
  throws(() => utf8Text(latin1), { ...REFUSED, message: "The body is not UTF-8 text" });
});
