import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { TypedocValue } from "@/lib/documents/schema.ts";
import { depositFaults, safeFileName, writtenValue } from "@/lib/documents/upload_rules.ts";

const TODAY = "2026-02-10";

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
  };
  deepStrictEqual(Object.keys(safe).map(safeFileName), Object.values(safe));
  for (const name of ["", "..", ".pdf", " .pdf", "/", "\0"]) {
    strictEqual(safeFileName(name), "document.pdf", JSON.stringify(name));
  }
  ok(safeFileName("é".repeat(4_000)).length <= 124);
});

Deno.test("writtenValue() writes a number as in a spreadsheet, and keeps any other text", () => {
  const numbers = {
    "0,8333333333333333": "0.8333333333333333",
    "0,00000012": "0.00000012",
    "1\u202F234,5": "1234.5",
    "-0": "0",
    "1.234,5": "1.234,5",
    "1e5": "1e5",
  };
  const written = (typed: string) => writtenValue({ type: "number" }, typed);
  deepStrictEqual(Object.keys(numbers).map(written), Object.values(numbers));
  for (const value of ["0.8333333333333333", "0.00000012"]) {
    deepStrictEqual(faults([["w1", 0, value]]), []);
  }
});
