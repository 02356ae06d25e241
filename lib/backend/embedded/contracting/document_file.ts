import { begunFlow } from "@/lib/backend/core/flow.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { csvParts } from "@/lib/backend/files/csv_stream.ts";
import type { DocumentLine } from "@/lib/domain/contracting/document_table.ts";
import { deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import { CSV_DIALECTS, csvColumns } from "@/lib/domain/tables/csv.ts";
import { documentColumnTexts } from "@/lib/text/contracting/document_columns.ts";
import { DOCUMENT_LIST_FILES } from "@/lib/text/contracting/documents.ts";
import { filteredLines } from "./document_pages.ts";
import { rowsOf } from "./document_rows.ts";
import { listReader, todayOf } from "./listings.ts";
import type { NamedRegisters } from "./register_memory.ts";

/** The CSV file of a list: index entries are read first, documents while the file is sent. @spec tables.files */
export const exportDocuments: Handler<"exportDocuments"> = async (services, input, caller) => {
  const { dialect, ...query } = input;
  const { registers, kept } = await filteredLines(listReader(services), query, caller);
  const rows = readRows(services, { orgId: query.orgId, registers, lines: kept });
  const columns = csvColumns(documentColumnTexts(query.list, todayOf(services)));
  const flow = await begunFlow(csvParts(columns, rows, CSV_DIALECTS[dialect]));
  const fileName = `${DOCUMENT_LIST_FILES[query.list]}.csv`;
  return { ok: true, answer: { fileName, size: null, flow } };
};

const ROWS_AT_ONCE = 500;

/** The documents of some index entries, page by page; one moved since its entry was read is skipped. */
async function* readRows(
  { store }: Services,
  { orgId, registers, lines }: {
    readonly orgId: string;
    readonly registers: NamedRegisters;
    readonly lines: readonly DocumentLine[];
  },
): AsyncGenerator<readonly DocumentRow[]> {
  for (let from = 0; from < lines.length; from += ROWS_AT_ONCE) {
    const some = new Map(lines.slice(from, from + ROWS_AT_ONCE).map((line) => [line.id, line]));
    const paths = [...some.values()].map(({ id: documentId, requestId }) => ({
      orgId,
      requestId,
      documentId,
    }));
    const rows = await rowsOf(store, registers, paths);
    yield rows.filter((row) => isWhereItWas(row, some.get(row.id)));
  }
}

function isWhereItWas(row: DocumentRow, line: DocumentLine | undefined): boolean {
  return line !== undefined && row.state === line.state && deadlineOf(row) === deadlineOf(line);
}
