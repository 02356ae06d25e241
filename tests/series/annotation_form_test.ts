import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";

const TYPED = { from: "2026-03-12", to: "2026-03-20", text: " Panne du brûleur " };

Deno.test("ANNOTATION_FORM trims the text, and shows it again", () => {
  const draft = { ...TYPED, text: "Panne du brûleur" };
  deepStrictEqual(ANNOTATION_FORM.read(TYPED), draft);
  deepStrictEqual(ANNOTATION_FORM.typed(draft), draft);
});

Deno.test("ANNOTATION_FORM reports missing, reversed and too long values", () => {
  const errors = (over: Partial<typeof TYPED>) => ANNOTATION_FORM.errors({ ...TYPED, ...over });
  deepStrictEqual(errors({ from: "", to: "", text: " " }), {
    from: { code: "required" },
    to: { code: "required" },
    text: { code: "required" },
  });
  deepStrictEqual(errors({ from: "2026-02-30" }), { from: { code: "date" } });
  deepStrictEqual(errors({ to: "2026-03-11" }), { to: { code: "date-order" } });
  deepStrictEqual(errors({ to: "2027-03-13" }), { to: { code: "max-days", maxDays: 366 } });
  deepStrictEqual(errors({ text: "x".repeat(201) }), {
    text: { code: "maxlength", allowedLength: 200 },
  });
  strictEqual(Object.keys(errors({ to: "2026-03-12", text: "x".repeat(200) })).length, 0);
});
