import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  email,
  firstError,
  formErrors,
  type FormRules,
  integer,
  max,
  min,
  minLength,
  required,
  sameAs,
} from "@/lib/base/validators.ts";

Deno.test("required() refuses null, blanks, an empty list and NaN", () => {
  for (const value of [null, undefined, "", "  \n", [], NaN]) {
    deepStrictEqual(required(value), { code: "required" });
  }
});

Deno.test("required() accepts 0, false and any text", () => {
  for (const value of [0, false, "a", ["a"]]) strictEqual(required(value), null);
});

Deno.test("email() refuses a text that is no address", () => {
  for (const text of ["a", "a@b", "a b@c.fr", "@c.fr", "a@c..fr", "a.@c.fr", "a@-c.fr", "a@c.f"]) {
    deepStrictEqual(email(text), { code: "email" }, text);
  }
});

Deno.test("email() accepts common and unusual addresses", () => {
  for (const text of ["claire.dupont@oph-nancy.fr", "a+b@c.co", "A_1@x-y.example", "o'n@a.fr"]) {
    strictEqual(email(text), null, text);
  }
});

Deno.test("email() refuses an address longer than mail allows", () => {
  strictEqual(email(`${"a".repeat(64)}@example.fr`), null);
  deepStrictEqual(email(`${"a".repeat(65)}@example.fr`), { code: "email" });
  strictEqual(email(`a@${"b".repeat(63)}.fr`), null);
  deepStrictEqual(email(`a@${"b".repeat(64)}.fr`), { code: "email" });
  strictEqual(email(`a@${"b.".repeat(125)}fr`), null);
  deepStrictEqual(email(`a@${"b.".repeat(126)}fr`), { code: "email" });
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

Deno.test("firstError() returns the first broken rule", () => {
  deepStrictEqual(firstError("", null, [required, email]), { code: "required" });
  deepStrictEqual(firstError("a", null, [required, email]), { code: "email" });
  strictEqual(firstError("a@b.fr", null, [required, email]), null);
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
