import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { type FieldRule, isBackwards, typedError, typedErrors } from "@/lib/ui/field_rules.ts";

const people: FieldRule = { name: "peopleNb", kind: "number", integer: true, min: 1, max: 500 };

Deno.test("typedError() of an empty text is required, or null when it is optional", () => {
  deepStrictEqual(typedError({ ...people, required: true }, "  "), { code: "required" });
  strictEqual(typedError(people, ""), null);
});

Deno.test("typedError() reads a number as French types it", () => {
  const area: FieldRule = { name: "area", kind: "number", min: 0 };
  strictEqual(typedError(area, "1 250,5"), null);
  deepStrictEqual(typedError(area, "abc"), { code: "number" });
  deepStrictEqual(typedError(area, "-0,5"), { code: "min", min: 0 });
});

Deno.test("typedError() accepts both bounds and refuses values beyond them", () => {
  strictEqual(typedError(people, "1"), null);
  strictEqual(typedError(people, "500"), null);
  deepStrictEqual(typedError(people, "0"), { code: "min", min: 1 });
  deepStrictEqual(typedError(people, "501"), { code: "max", max: 500 });
});

Deno.test("typedError() requires a whole number only where the rule does", () => {
  deepStrictEqual(typedError(people, "2,5"), { code: "integer" });
  strictEqual(typedError({ name: "q", kind: "number" }, "2,5"), null);
});

Deno.test("typedError() accepts existing civil dates", () => {
  const fromDate: FieldRule = { name: "fromDate", kind: "date" };
  strictEqual(typedError(fromDate, "2024-02-29"), null);
  deepStrictEqual(typedError(fromDate, "2023-02-29"), { code: "date" });
  deepStrictEqual(typedError(fromDate, "15/07/2024"), { code: "date" });
});

Deno.test("typedError() accepts any text in a text field", () => {
  strictEqual(typedError({ name: "note", kind: "text", required: true }, "abc"), null);
});

Deno.test("typedErrors() returns one error for each wrong field, and treats an omitted field as empty", () => {
  const rules: FieldRule[] = [
    { ...people, required: true },
    { name: "fromDate", kind: "date", required: true },
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

Deno.test("typedError() counts an emoji as one character, as the schemas of calls do", () => {
  const rule = { name: "name", kind: "text", maxLength: 4 } as const;
  strictEqual(typedError(rule, "😀😀😀😀"), null);
  deepStrictEqual(typedError(rule, "😀😀😀😀😀"), { code: "maxlength", allowedLength: 4 });
});
