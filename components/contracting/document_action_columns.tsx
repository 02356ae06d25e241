import type { Tone } from "@/components/page/Page.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn, linkColumn, statusColumn, textColumn } from "@/components/tables/columns.tsx";
import type { DocumentActionLine } from "@/lib/domain/contracting/types.ts";
import { links } from "@/lib/links/links.ts";
import { ACTION_LINE_LABELS, actionReasonText } from "@/lib/text/contracting/documents.ts";
import { formatDay } from "@/lib/text/format/dates.ts";

const TONES: Readonly<Record<DocumentActionLine["state"], Tone>> = {
  "waiting": "info",
  "done": "good",
  "refused": "bad",
};

export const ACTION_LINE_COLUMNS: readonly TableColumn<DocumentActionLine>[] = [
  linkColumn(
    "label",
    "Document",
    ({ label }) => label,
    ({ requestId, documentId }) => links.document(requestId, documentId),
  ),
  dateColumn("deadline", "Échéance", ({ deadline }) => formatDay(deadline)),
  statusColumn("state", "Résultat", ({ state }) => ({
    tone: TONES[state],
    label: ACTION_LINE_LABELS[state],
  })),
  textColumn("reason", "Remarque", actionReasonText),
];
