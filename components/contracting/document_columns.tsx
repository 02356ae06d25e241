import { Status } from "@/components/page/Status.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { linkColumn } from "@/components/tables/link_column.tsx";
import { dateColumn, textColumn } from "@/components/tables/text_column.ts";
import {
  deadlineOf,
  type DocumentList,
  isDefinitelyLate,
} from "@/lib/domain/contracting/document_lists.ts";
import { daysLate } from "@/lib/domain/contracting/document_table.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { links } from "@/lib/links/links.ts";
import { complianceText, finalDueText, stateText } from "@/lib/text/contracting/documents.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { DocumentStateBadge } from "./DocumentStateBadge.tsx";

type Column = TableColumn<DocumentRow>;

const DEPOSITED: Column = dateColumn(
  "uploadDate",
  "Déposé le",
  ({ uploadDate }) =>
    uploadDate === null ? "" : formatDay(civilDateOf(Date.parse(uploadDate), DEFAULT_TIME_ZONE)),
);
const COMPLIANCE: Column = textColumn(
  "compliance",
  "Conformité",
  ({ compliance }) => complianceText(compliance),
);
const STATE: Column = {
  field: "state",
  label: "État",
  cell: ({ state }) => <DocumentStateBadge state={state} />,
  value: ({ state }) => stateText(state),
};

export function documentColumns(list: DocumentList, today: IsoDate): readonly Column[] {
  return [...SUBJECT, ...ownColumns(list, today)];
}

const SUBJECT: readonly Column[] = [
  linkColumn(
    "typedoc",
    "Document",
    ({ typedocName }) => typedocName,
    ({ id, requestId }) => links.document(requestId, id),
  ),
  textColumn("project", "Résidence", ({ projectName }) => projectName),
  textColumn("equipment", "Équipement", ({ equipmentName }) => equipmentName),
  textColumn("provider", "Prestataire", ({ providerName }) => providerName),
  dateColumn("deadline", "Échéance", (row) => formatDay(deadlineOf(row))),
];

function ownColumns(list: DocumentList, today: IsoDate): readonly Column[] {
  switch (list) {
    case "running":
      return [STATE];
    case "late": {
      const days = (row: DocumentRow) => daysLate(row, today);
      return [
        {
          field: "late",
          label: "Retard",
          unit: "jours",
          number: true,
          sortable: false,
          cell: days,
          value: days,
        },
        {
          field: "finalDueDate",
          label: "Échéance finale",
          sortable: false,
          cell: (row) =>
            isDefinitelyLate(row, today)
              ? <Status tone="very-bad" label={finalDueText(row, today)} />
              : finalDueText(row, today),
          value: (row) => finalDueText(row, today),
        },
        STATE,
      ];
    }
    case "to-validate":
      return [DEPOSITED, COMPLIANCE];
    case "refused":
      return [DEPOSITED, textColumn("comment", "Motif", ({ comment }) => comment)];
    case "history":
      return [STATE, DEPOSITED, COMPLIANCE];
  }
}
