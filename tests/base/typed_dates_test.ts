import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { dateError, isTypedDate, isTypedInstant } from "@/lib/base/typed_dates.ts";
import { typedError } from "@/lib/ui/field_rules.ts";

// @spec forms.typed-dates
Deno.test('isTypedDate() accepts days from 1900 to 2100, and the day that means "without end"', () => {
  const days = ["1899-12-31", "1900-01-01", "2100-12-31", "2101-01-01", "9999-12-31", "9998-01-01"];
  deepStrictEqual(days.map(isTypedDate), [false, true, true, false, true, false]);
});

Deno.test("dateError() distinguishes a day that does not exist from a day of an implausible year", () => {
  strictEqual(dateError("2024-02-29"), null);
  deepStrictEqual(dateError("2023-02-29"), { code: "date" });
  deepStrictEqual(dateError("0026-02-03"), { code: "date-years", first: 1900, last: 2100 });
  deepStrictEqual(typedError({ name: "from", kind: "date" }, "0001-01-01"), {
    code: "date-years",
    first: 1900,
    last: 2100,
  });
});

// @spec forms.typed-dates
Deno.test("isTypedInstant() takes the first and the last typed day of every time zone", () => {
  for (const text of ["1899-12-31T23:50:00Z", "2101-01-01T10:59:00Z", "9999-12-31T23:00:00Z"]) {
    ok(isTypedInstant(text), text);
  }
  for (const text of ["0000-01-01T00:00:00Z", "0026-03-01T08:00:00Z", "2206-03-01T08:00:00Z"]) {
    ok(!isTypedInstant(text), text);
  }
});
