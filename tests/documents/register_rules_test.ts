import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { DOCUMENTS_FORM, REQUEST_FORM, VALUE_FORM, VERDICT_FORM } from "@/lib/documents/forms.ts";
import { askedText } from "@/lib/documents/portal_text.ts";
import {
  contractLines,
  inChargeOn,
  overlapsCharge,
  providerLines,
  requestDefaults,
} from "@/lib/documents/register_rules.ts";
import {
  type Contract,
  contractProviderDraft,
  type DocumentRequest,
  documentVerdict,
  type Provider,
  typedocDraft,
} from "@/lib/documents/schema.ts";
import { boundsText } from "@/lib/documents/text.ts";
import { refused } from "@/tests/helpers/schema_examples.ts";

const charge = (startDate: string, endDate: string | null) => ({ startDate, endDate });

// @spec contracting.contracts
Deno.test("overlapsCharge() counts both the first and the last day", () => {
  const others = [charge("2025-01-01", "2025-12-31"), charge("2027-01-01", null)];
  const cases: [string, string | null, boolean][] = [
    ["2026-01-01", "2026-12-31", false],
    ["2025-12-31", "2026-12-31", true],
    ["2026-01-01", "2027-01-01", true],
    ["2026-01-01", null, true],
    ["2024-01-01", "2024-12-31", false],
    ["2024-01-01", "2025-01-01", true],
    ["2030-01-01", "2030-01-02", true],
  ];
  for (const [from, to, expected] of cases) {
    strictEqual(overlapsCharge(charge(from, to), others), expected, `${from} ${to}`);
  }
  strictEqual(overlapsCharge(charge("2026-01-01", null), []), false);
});

// @spec contracting.contracts
Deno.test("inChargeOn() is the provider of the day, and null between two providers", () => {
  const [first, second] = [charge("2025-01-01", "2025-06-30"), charge("2025-09-01", null)];
  const days = ["2024-12-31", "2025-01-01", "2025-06-30", "2025-07-01", "2025-09-01", "2040-01-01"];
  deepStrictEqual(
    days.map((day) => inChargeOn([first, second], day)),
    [null, first, first, null, second, second],
  );
});

// @spec contracting.rates
Deno.test("requestDefaults() reminds 60 days before a yearly due date and 62 before the others", () => {
  const of = (defaultRate: number) => {
    const { reminder, nbDaysForNewDeadline, rate } = requestDefaults({ defaultRate });
    return [reminder, nbDaysForNewDeadline, rate];
  };
  deepStrictEqual([0, 2, 6, 12, 36].map(of), [
    [62, 15, 0],
    [62, 15, 2],
    [62, 15, 6],
    [60, 90, 12],
    [60, 90, 36],
  ]);
});

const VERSION = "1";

function aProvider(id: string, name: string): Provider {
  return { id, organizationId: "o1", name, emails: [], archived: false, version: VERSION };
}

/** A contract with consecutive providers: the id, first and last day of each. */
function aContract(
  id: string,
  ...charges: readonly (readonly [string, string, string | null])[]
): Contract {
  const dates = charges.map(([providerId, startDate, endDate], rank) => ({
    id: `${id}-${rank}`,
    startDate,
    endDate,
    providerId,
    contractId: id,
  }));
  return {
    id,
    name: `Contrat ${id}`,
    code: "",
    contact: "",
    equipment: null,
    dates,
    nbProjects: 0,
    allprojects: true,
    projects: [],
    version: VERSION,
  };
}

function aRequest(id: string, over: Partial<DocumentRequest>): DocumentRequest {
  return {
    id,
    projects: [],
    firstRequest: "2026-01-31",
    rate: 1,
    reminder: 0,
    nbDaysForNewDeadline: 0,
    close: false,
    providerId: "p1",
    typedocId: "t1",
    contractId: "c1",
    version: VERSION,
    ...over,
  };
}

const PROVIDERS = [aProvider("p1", "Aquacontrol"), aProvider("p2", "Thermie")];
const CONTRACTS = [
  aContract("c1", ["p1", "2025-01-01", "2025-12-31"], ["p2", "2026-01-01", null]),
  aContract("c2", ["p1", "2025-01-01", "2025-12-31"], ["p1", "2026-03-01", null]),
  aContract("c3"),
];

// @spec contracting.contracts
Deno.test("providerLines() count each contract of a provider once, and its open requests", () => {
  const requests = [
    aRequest("r1", {}),
    aRequest("r2", { close: true }),
    aRequest("r3", { providerId: "p2" }),
    aRequest("r4", {}),
  ];
  const lines = providerLines({ providers: PROVIDERS, contracts: CONTRACTS, requests });
  deepStrictEqual(lines, [
    { ...PROVIDERS[0], contractCount: 2, requestCount: 2 },
    { ...PROVIDERS[1], contractCount: 1, requestCount: 1 },
  ]);
});

// @spec contracting.contracts
Deno.test("contractLines() name the provider of the day, and none between two providers", () => {
  const namesOn = (day: string) =>
    contractLines({ providers: PROVIDERS, contracts: CONTRACTS }, day)
      .map(({ id, providerName }) => [id, providerName]);
  deepStrictEqual(namesOn("2025-12-31"), [["c1", "Aquacontrol"], ["c2", "Aquacontrol"], [
    "c3",
    "",
  ]]);
  deepStrictEqual(namesOn("2026-01-01"), [["c1", "Thermie"], ["c2", ""], ["c3", ""]]);
});

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

Deno.test("REQUEST_FORM requires a residence, and DOCUMENTS_FORM a day that documents may have", () => {
  deepStrictEqual(REQUEST_FORM.errors({ projects: "" }).projects, { code: "required" });
  deepStrictEqual(REQUEST_FORM.errors({ projects: "p1" }).projects, undefined);
  deepStrictEqual(DOCUMENTS_FORM.errors({ finalDueDate: "2026-02-10" }), {});
  deepStrictEqual(Object.keys(DOCUMENTS_FORM.errors({ finalDueDate: "2101-01-01" })), [
    "finalDueDate",
  ]);
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

Deno.test("boundsText() gives the expected values, with the unit once", () => {
  const said = ([min, max]: readonly (number | null)[]) =>
    boundsText({ min: min ?? null, max: max ?? null, unit: "°C" });
  deepStrictEqual([[60, 80], [60, null], [null, 0.1234567], [null, null]].map(said), [
    "entre 60 et 80\u202F°C",
    "au moins 60\u202F°C",
    "au plus 0,1234567\u202F°C",
    "",
  ]);
});

Deno.test("askedText() agrees in number, and separates thousands", () => {
  strictEqual(
    askedText({ count: 1, late: 0, refused: 1 }),
    "demande 1\u00A0document, dont 1\u00A0refusé",
  );
  strictEqual(
    askedText({ count: 1_200, late: 1_100, refused: 2 }),
    "demande 1\u202F200\u00A0documents, dont 2\u00A0refusés et 1\u202F100\u00A0en retard",
  );
});
