import { deepStrictEqual } from "node:assert/strict";
import {
  CHARGE_FORM,
  DOCUMENTS_FORM,
  REQUEST_FORM,
  VALUE_FORM,
  VERDICT_FORM,
} from "@/lib/documents/forms.ts";

// @spec contracting.typedocs
Deno.test("VALUE_FORM reads bounds in order for a number, and none for a text or a day", () => {
  const typed = { name: "pH", type: "number", required: "yes", min: "6,5", max: "8", unit: "" };
  const value = { name: "pH", type: "number", required: true, min: 6.5, max: 8, unit: "" };
  deepStrictEqual(VALUE_FORM.read(typed), value);
  deepStrictEqual(VALUE_FORM.read({ ...typed, required: "no" }), { ...value, required: false });
  for (const type of ["text", "date"]) {
    deepStrictEqual(VALUE_FORM.read({ ...typed, type }), { ...value, type, min: null, max: null });
  }
  deepStrictEqual(VALUE_FORM.errors({ ...typed, max: "6" }), { max: { code: "min", min: 6.5 } });
  deepStrictEqual(VALUE_FORM.errors({ ...typed, name: "x".repeat(101), unit: "u".repeat(21) }), {
    name: { code: "maxlength", allowedLength: 100 },
    unit: { code: "maxlength", allowedLength: 20 },
  });
});

// @spec contracting.verdict
Deno.test("VERDICT_FORM keeps a comment of a reservation or a refusal, and no compliance of a refusal", () => {
  const read = (state: string, compliance: string) =>
    VERDICT_FORM.read({ state, compliance, comment: "Rendement bas" });
  const reserve = { state: "subject-valid", comment: "Rendement bas" };
  deepStrictEqual(read("valid", "yes"), { state: "valid", compliance: true, comment: "" });
  deepStrictEqual(read("subject-valid", "no"), { ...reserve, compliance: false });
  deepStrictEqual(read("subject-valid", ""), { ...reserve, compliance: null });
  deepStrictEqual(read("refused", "yes"), { ...reserve, state: "refused", compliance: null });
  const withoutReason = (state: string) => VERDICT_FORM.errors({ state, comment: " " });
  deepStrictEqual(withoutReason("refused"), { comment: { code: "required" } });
  deepStrictEqual([withoutReason("valid"), withoutReason("subject-valid")], [{}, {}]);
});

// @spec contracting.contracts
Deno.test("CHARGE_FORM accepts one day or no end, and refuses an end before the start", () => {
  const errorsOf = (endDate: string) =>
    CHARGE_FORM.errors({ providerId: "p1", startDate: "2026-02-10", endDate });
  deepStrictEqual([errorsOf(""), errorsOf("2026-02-10")], [{}, {}]);
  deepStrictEqual(errorsOf("2026-02-09"), { endDate: { code: "date-order" } });
});

Deno.test("REQUEST_FORM requires a residence, and DOCUMENTS_FORM a day that documents may have", () => {
  deepStrictEqual(REQUEST_FORM.errors({ projects: "" }).projects, { code: "required" });
  deepStrictEqual(REQUEST_FORM.errors({ projects: "p1" }).projects, undefined);
  deepStrictEqual(DOCUMENTS_FORM.errors({ finalDueDate: "2026-02-10" }), {});
  deepStrictEqual(Object.keys(DOCUMENTS_FORM.errors({ finalDueDate: "2101-01-01" })), [
    "finalDueDate",
  ]);
});
