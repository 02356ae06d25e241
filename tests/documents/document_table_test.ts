import { deepStrictEqual } from "node:assert/strict";
import {
  DOCUMENT_RULES,
  documentChoices,
  type DocumentLine,
} from "@/lib/documents/document_table.ts";
import type { DocumentInfo, TypedocValue } from "@/lib/documents/schema.ts";
import { valuesByRank } from "@/lib/documents/upload_rules.ts";
import { filteredList } from "@/lib/ui/tables.ts";

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

const ROOM = { equipmentId: "e1", equipmentName: "Chaufferie est" };

// @spec contracting.lists
Deno.test("documentChoices() lists each value of the lines once, and named equipment only", () => {
  const lines = [
    aLine("1"),
    aLine("2", { ...ROOM, state: "valid", projectName: "La Roseraie" }),
    aLine("3", { ...ROOM, typedocName: "Ramonage", providerName: "Aquacontrol" }),
    aLine("4", { equipmentId: "e2" }),
    aLine("5", { equipmentName: "Chaufferie ouest" }),
  ];
  deepStrictEqual(documentChoices(lines), {
    typedoc: ["Carnet sanitaire", "Ramonage"],
    project: ["Les Tilleuls", "La Roseraie"],
    provider: ["Thermalia", "Aquacontrol"],
    state: ["none", "valid"],
    equipment: [{ id: "e1", name: "Chaufferie est" }],
  });
});

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

// @spec contracting.lists
Deno.test("DOCUMENT_RULES sort by compliance: those that do not comply, those that do, then the unknown", () => {
  const lines = [
    aLine("1", { compliance: true }),
    aLine("2"),
    aLine("3", { compliance: false }),
  ];
  const sort = { field: "compliance", direction: "asc" } as const;
  const sorted = filteredList(lines, { sort, page: 1, filters: {} }, DOCUMENT_RULES);
  deepStrictEqual(sorted.map(({ id }) => id), ["3", "1", "2"]);
});

const [DEPARTURE, NOTE]: [TypedocValue, TypedocValue] = [
  { id: "v1", name: "Départ", type: "number", required: true, min: 60, max: 80, unit: "°C" },
  { id: "v2", name: "Note", type: "text", required: false, min: null, max: null, unit: "" },
];

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
