import { deepStrictEqual } from "node:assert/strict";
import { askedPageQuery, typedocDraft } from "@/lib/domain/contracting/schema.ts";

/** The inputs that a schema refuses. */
function refused<Input>(
  schema: { safeParse(value: unknown): { readonly success: boolean } },
  inputs: readonly Input[],
): Input[] {
  return inputs.filter((input) => !schema.safeParse(input).success);
}

Deno.test("askedPageQuery accepts pages from 1, written as numbers", () => {
  const pages = (...texts: readonly string[]) => texts.map((page) => ({ page }));
  deepStrictEqual(refused(askedPageQuery, [{}, ...pages("1", "20", "999999999")]), []);
  const wrong = pages("", "0", "-1", "+1", "1.5", "01", "1e3", " 1", "1000000000");
  deepStrictEqual(refused(askedPageQuery, wrong), wrong);
});

// @spec contracting.typedocs
Deno.test("typedocDraft refuses a value whose minimum is above its maximum, or with an unknown unit", () => {
  const draft = (value: object) => ({
    name: "Carnet sanitaire",
    equipment: null,
    defaultRate: 1,
    multiple: false,
    values: [{
      id: null,
      name: "Température",
      type: "number",
      required: true,
      min: 50,
      max: 60,
      unit: "°C",
      ...value,
    }],
    version: "1",
  });
  const right = [{}, { min: 60 }, { min: null }, { max: null }, { unit: "x".repeat(20) }].map(
    draft,
  );
  deepStrictEqual(refused(typedocDraft, right), []);
  const wrong = [{ min: 61 }, { min: -1e10 }, { max: 1e10 }, { unit: "x".repeat(21) }].map(draft);
  deepStrictEqual(refused(typedocDraft, wrong), wrong);
});
