import { deadlineOf, type DocumentList } from "@/lib/domain/contracting/document_lists.ts";
import { daysLate } from "@/lib/domain/contracting/document_table.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { complianceText, finalDueText, stateText } from "./documents.ts";

/** A column of a list of documents, in its page and in its file. */
interface DocumentColumn {
  readonly field: string;
  readonly label: string;
  readonly unit?: string;
  value(row: DocumentRow): string | number | null;
}

const SUBJECT: readonly DocumentColumn[] = [
  { field: "typedoc", label: "Document", value: ({ typedocName }) => typedocName },
  { field: "project", label: "Résidence", value: ({ projectName }) => projectName },
  { field: "equipment", label: "Équipement", value: ({ equipmentName }) => equipmentName },
  { field: "provider", label: "Prestataire", value: ({ providerName }) => providerName },
  { field: "deadline", label: "Échéance", value: (row) => formatDay(deadlineOf(row)) },
];

const STATE: DocumentColumn = {
  field: "state",
  label: "État",
  value: ({ state }) => stateText(state),
};
const DEPOSITED: DocumentColumn = {
  field: "uploadDate",
  label: "Déposé le",
  value: ({ uploadDate }) =>
    uploadDate === null ? "" : formatDay(civilDateOf(Date.parse(uploadDate), DEFAULT_TIME_ZONE)),
};
const COMPLIANCE: DocumentColumn = {
  field: "compliance",
  label: "Conformité",
  value: ({ compliance }) => complianceText(compliance),
};

export function documentColumnTexts(list: DocumentList, today: IsoDate): readonly DocumentColumn[] {
  return [...SUBJECT, ...ownColumns(list, today)];
}

function ownColumns(list: DocumentList, today: IsoDate): readonly DocumentColumn[] {
  switch (list) {
    case "running":
      return [STATE];
    case "late":
      return [
        { field: "late", label: "Retard", unit: "jours", value: (row) => daysLate(row, today) },
        {
          field: "finalDueDate",
          label: "Échéance finale",
          value: (row) => finalDueText(row, today),
        },
        STATE,
      ];
    case "to-validate":
      return [DEPOSITED, COMPLIANCE];
    case "refused":
      return [DEPOSITED, { field: "comment", label: "Motif", value: ({ comment }) => comment }];
    case "history":
      return [STATE, DEPOSITED, COMPLIANCE];
  }
}
