import { Status } from "@/components/page/Page.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { type DocumentList, isDefinitelyLate } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { links } from "@/lib/links/links.ts";
import { documentColumnTexts } from "@/lib/text/contracting/document_columns.ts";
import { finalDueText } from "@/lib/text/contracting/documents.ts";
import { DocumentStateBadge } from "./DocumentStateBadge.tsx";

type Column = TableColumn<DocumentRow>;

export function documentColumns(list: DocumentList, today: IsoDate): readonly Column[] {
  const shown = shownOn(today);
  return documentColumnTexts(list, today).map((column) => ({
    ...column,
    cell: column.value,
    ...shown[column.field],
  }));
}

/** Page renderings of columns, when they differ from the text. */
function shownOn(today: IsoDate): Readonly<Record<string, Partial<Column>>> {
  return {
    typedoc: {
      cell: ({ id, requestId, typedocName }) => (
        <a href={links.document(requestId, id)}>{typedocName}</a>
      ),
    },
    deadline: { unbroken: true },
    uploadDate: { unbroken: true },
    state: { cell: ({ state }) => <DocumentStateBadge state={state} /> },
    late: { number: true, sortable: false },
    finalDueDate: {
      sortable: false,
      cell: (row) =>
        isDefinitelyLate(row, today)
          ? <Status tone="very-bad" label={finalDueText(row, today)} />
          : finalDueText(row, today),
    },
  };
}
