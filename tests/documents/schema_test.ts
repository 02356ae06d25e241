import { deepStrictEqual } from "node:assert/strict";
import { contractProviderDraft, documentVerdict, typedocDraft } from "@/lib/documents/schema.ts";
import { refused } from "@/tests/helpers/schema_examples.ts";

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

// @spec contracting.contracts
Deno.test("contractProviderDraft refuses an end before the start, and accepts one day or no end", () => {
  const draft = (endDate: string | null) => ({
    startDate: "2026-01-01",
    endDate,
    providerId: "p1",
    version: "1",
  });
  const right = ["2026-01-01", "2026-12-31", null].map(draft);
  deepStrictEqual(refused(contractProviderDraft, right), []);
  deepStrictEqual(refused(contractProviderDraft, [draft("2025-12-31")]), [draft("2025-12-31")]);
});

// @spec contracting.verdict
Deno.test("documentVerdict accepts a compliance with any verdict, no other state, and no refusal without a reason", () => {
  const verdict = (state: string, compliance: boolean | null, comment = "Illisible") => (
    { state, compliance, comment, version: "1" }
  );
  const right = [
    verdict("valid", true),
    verdict("subject-valid", false),
    verdict("refused", null),
    verdict("refused", true),
  ];
  deepStrictEqual(refused(documentVerdict, right), []);
  const withoutReason = ["valid", "subject-valid"].map((state) => verdict(state, null, ""));
  deepStrictEqual(refused(documentVerdict, withoutReason), []);
  const wrong = [
    verdict("to-valid", null),
    verdict("not-transmitted", null),
    verdict("refused", null, ""),
    verdict("refused", null, " \n\u200B"),
  ];
  deepStrictEqual(refused(documentVerdict, wrong), wrong);
});
