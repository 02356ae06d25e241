import { deepStrictEqual } from "node:assert/strict";
import {
  askedPageQuery,
  contractDraft,
  contractProviderDraft,
  documentActionDraft,
  documentPageQuery,
  documentVerdict,
  typedocDraft,
} from "@/lib/documents/schema.ts";
import { refused } from "@/tests/helpers/schema_examples.ts";

Deno.test("askedPageQuery accepts pages from 1, written as numbers", () => {
  const pages = (...texts: readonly string[]) => texts.map((page) => ({ page }));
  deepStrictEqual(refused(askedPageQuery, [{}, ...pages("1", "20", "999999999")]), []);
  const wrong = pages("", "0", "-1", "+1", "1.5", "01", "1e3", " 1", "1000000000");
  deepStrictEqual(refused(askedPageQuery, wrong), wrong);
});

Deno.test("documentPageQuery accepts a year of four digits", () => {
  const years = (...texts: readonly string[]) => texts.map((year) => ({ list: "history", year }));
  deepStrictEqual(refused(documentPageQuery, years("2025", "0001")), []);
  const wrong = years("", "25", "20255", "2o25", " 2025", "2025x");
  deepStrictEqual(refused(documentPageQuery, wrong), wrong);
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

// @spec facilities.equipment-kinds
Deno.test("contractDraft and typedocDraft accept the kinds of equipment used in documents, and a residence", () => {
  const contract = (equipment: string | null) => (
    { name: "Exploitation", code: "", equipment, allprojects: true, projects: [] }
  );
  const typedoc = (equipment: string | null) => (
    { name: "Carnet", equipment, defaultRate: 1, multiple: false, values: [] }
  );
  const right = [null, "boilerroom", "building", "cmv", "skydome", "gate"];
  const wrong = ["boilerroom-circuit", "boilerroom-errorcode", "boilerroom-faultdetector", "house"];
  const kinds = [...right, ...wrong];
  deepStrictEqual(refused(contractDraft, kinds.map(contract)), wrong.map(contract));
  deepStrictEqual(refused(typedocDraft, kinds.map(typedoc)), wrong.map(typedoc));
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

// @spec contracting.mass-actions
Deno.test("documentActionDraft requires a final due date to postpone, and none to abandon", () => {
  const draft = (action: string, finalDueDate: string | null) => (
    { list: "late", action, comment: "", finalDueDate }
  );
  const right = [draft("postpone", "2026-05-01"), draft("drop", null)];
  deepStrictEqual(refused(documentActionDraft, right), []);
  const wrong = [null, "1969-12-31", "2101-01-01", "9999-12-31"]
    .map((date) => draft("postpone", date));
  deepStrictEqual(refused(documentActionDraft, wrong), wrong);
});
