import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DOCUMENT_RULES, type DocumentLine } from "@/lib/documents/due_dates.ts";
import type { DocumentInfo, TypedocValue } from "@/lib/documents/schema.ts";
import {
  compliance,
  depositFaults,
  documentCompliance,
  safeFileName,
  valuesByRank,
} from "@/lib/documents/upload_rules.ts";
import { filteredList } from "@/lib/ui/tables.ts";

function aValue(over: Partial<TypedocValue> = {}): TypedocValue {
  return {
    id: "w1",
    name: "Température",
    type: "number",
    required: true,
    min: 60,
    max: 80,
    unit: "°C",
    ...over,
  };
}

// @spec contracting.compliance
Deno.test("compliance() is inside within the bounds, both included; a bound of 0 is a bound", () => {
  const cases: readonly (readonly [min: number | null, max: number | null, string[], string[]])[] =
    [
      [60, 80, ["60", "80"], ["59.99", "80.01"]],
      [85, null, ["85"], ["84"]],
      [null, 50, ["50"], ["51"]],
      [0, null, ["0"], ["-1"]],
      [null, 0, ["0"], ["0.5"]],
    ];
  for (const [min, max, inside, outside] of cases) {
    const said = [...inside, ...outside].map((value) => compliance(value, aValue({ min, max })));
    deepStrictEqual(said, [...inside.map(() => "inside"), ...outside.map(() => "outside")]);
  }
});

Deno.test("documentCompliance() is false for one value outside, true when all values with bounds are inside", () => {
  const values = [aValue(), aValue({ id: "n", min: null, max: null })];
  const data = (...all: string[]) => all.map((value) => ({ typedocValueId: "w1", value }));
  const free = { typedocValueId: "n", value: "3" };
  strictEqual(documentCompliance([...data("60", "81"), free], values), false);
  strictEqual(documentCompliance([...data("60", "80"), free], values), true);
  strictEqual(documentCompliance([free, { typedocValueId: "gone", value: "1" }], values), null);
  strictEqual(documentCompliance([], values), null);
});

const TODAY = "2026-02-10";

function faults(
  data: readonly (readonly [id: string, rank: number, value: string])[],
  { values = [aValue()], multiple = false, completionDate = TODAY } = {},
) {
  const sent = data.map(([typedocValueId, rank, value]) => ({ typedocValueId, rank, value }));
  return depositFaults({ completionDate, data: sent }, { values, multiple }, TODAY)
    .map(({ typedocValueId, rank, code }) => [typedocValueId, rank, code]);
}

// @spec deposits.values
Deno.test("depositFaults() requires required values in every set, and accepts values out of bounds", () => {
  deepStrictEqual(faults([["w1", 0, "59.9"]]), []);
  deepStrictEqual(faults([]), [["w1", 0, "required"]]);
  deepStrictEqual(faults([["w1", 0, " "]]), [["w1", 0, "required"]]);
  const multiple = { multiple: true };
  deepStrictEqual(faults([["w1", 0, "61"], ["w1", 1, "62"]], multiple), []);
  deepStrictEqual(faults([["w1", 0, "61"], ["w1", 1, ""]], multiple), [["w1", 1, "required"]]);
  deepStrictEqual(faults([], { values: [aValue({ required: false })] }), []);
});

// @spec deposits.values
Deno.test("depositFaults() refuses a value that is no number, no date, unknown, sent twice or in the future", () => {
  for (const value of ["abc", "1e3", "1,5", "0x10", "NaN", "1 2"]) {
    deepStrictEqual(faults([["w1", 0, value]]), [["w1", 0, "not-a-number"]], value);
  }
  const values = [aValue({ type: "date" })];
  deepStrictEqual(faults([["w1", 0, "2026-02-30"]], { values }), [["w1", 0, "not-a-date"]]);
  deepStrictEqual(faults([["w1", 0, "0026-02-28"]], { values }), [["w1", 0, "not-a-date"]]);
  deepStrictEqual(faults([["w1", 0, "2026-02-28"]], { values }), []);
  deepStrictEqual(faults([["w1", 0, "61"], ["w9", 0, "1"]]), [["w9", 0, "unknown"]]);
  deepStrictEqual(faults([["w1", 0, "61"], ["w1", 0, "62"]]), [["w1", 0, "twice"]]);
  // A type that is not multiple has one set of values.
  deepStrictEqual(faults([["w1", 0, "61"], ["w1", 1, "62"]]), [["w1", 1, "unknown"]]);
  const completionDate = "2026-02-11";
  deepStrictEqual(faults([["w1", 0, "61"]], { completionDate }), [[null, 0, "in-future"]]);
});

// @spec deposits.names
Deno.test("safeFileName() returns a name that is safe for every system and header", () => {
  const safe = {
    "Attestation d’entretien été.PDF": "Attestation d’entretien été.pdf",
    "../../etc/passwd": "passwd.pdf",
    "C:\\dossier\\a.pdf": "a.pdf",
    "a\r\nset-cookie: x=1.pdf": "a set-cookie x=1.pdf",
    'a";filename="b.html': "a filename= b.html.pdf",
    "facture\u202Efdp.exe": "facture fdp.exe.pdf",
    "a\0.html\0.pdf": "a .html.pdf",
    "IMG_0001.JPG": "IMG_0001.pdf",
    "photo.jpeg": "photo.pdf",
    "scan.pdf.png": "scan.pdf.pdf",
    "photo.heic": "photo.heic.pdf",
  };
  deepStrictEqual(Object.keys(safe).map(safeFileName), Object.values(safe));
  for (const name of ["", "..", ".pdf", " .pdf", ".jpg", "/", "\0"]) {
    strictEqual(safeFileName(name), "document.pdf", JSON.stringify(name));
  }
  ok(safeFileName("é".repeat(4_000)).length <= 124);
});

function aLine(id: string, over: Partial<DocumentLine> = {}): DocumentLine {
  return {
    id,
    requestId: "r1",
    projectId: "p1",
    equipmentId: null,
    dueDate: "2026-03-31",
    requestFinalDueDate: null,
    state: "none",
    uploadDate: null,
    compliance: null,
    typedocName: "Carnet sanitaire",
    projectName: "Les Tilleuls",
    equipmentName: null,
    contractName: "Exploitation",
    providerName: "Thermalia",
    ...over,
  };
}

// @spec contracting.lists
Deno.test("DOCUMENT_RULES sort by deadline first, the final due date in place of the due date", () => {
  const lines = [
    aLine("1", { dueDate: "2026-03-31" }),
    aLine("2", { dueDate: "2026-01-31", requestFinalDueDate: "2026-06-30" }),
    aLine("3", { dueDate: "2026-02-28" }),
  ];
  const sorted = filteredList(lines, { sort: null, page: 1, filters: {} }, DOCUMENT_RULES);
  deepStrictEqual(sorted.map(({ id }) => id), ["3", "1", "2"]);
});

const DEPARTURE = aValue({ id: "v1", name: "Départ" });
const NOTE = aValue({ id: "v2", name: "Note", type: "text", required: false });

// @spec contracting.viewer
Deno.test("valuesByRank() groups the values of a document by rank, in the order of their definitions", () => {
  const sent = (typedocValueId: string, rank: number, value: string) => (
    { documentId: "d1", typedocValueId, rank, value }
  );
  const info = {
    document: { data: [sent("v2", 10, "vu"), sent("v1", 10, "81"), sent("v1", 2, "60")] },
    typedoc: { id: "t1", name: "Carnet", multiple: true, values: [DEPARTURE, NOTE] },
  };
  const shown = (one: Pick<DocumentInfo, "typedoc"> & { asked?: TypedocValue[] }) => {
    const document = { ...DOCUMENT, data: info.document.data };
    return valuesByRank({ ...one, document }).map((set) =>
      set.map(({ requested: asked, value, compliance }) => [asked.name, value, compliance])
    );
  };
  const both = [
    [["Départ", "60", "inside"], ["Note", null, "neutral"]],
    [["Départ", "81", "outside"], ["Note", "vu", "neutral"]],
  ];
  deepStrictEqual(shown(info), both);
  // The type has changed since the deposit.
  const changed = { ...info, typedoc: { ...info.typedoc, values: [] } };
  deepStrictEqual(shown({ ...changed, asked: [DEPARTURE, NOTE] }), both);
  deepStrictEqual(shown(changed), [[], []]);
});

const DOCUMENT: DocumentInfo["document"] = {
  ...aLine("d1"),
  completionDate: null,
  data: [],
  finalDueDate: "2026-04-15",
  providerMail: null,
  validateDate: null,
  validatorUser: null,
  comment: "",
};
