import { begunFlow } from "@/lib/backend/core/flow.ts";
import { groupsOf } from "@/lib/backend/core/groups.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { csvParts } from "@/lib/backend/files/csv_stream.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input } from "@/lib/contract/catalogue.ts";
import { deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import {
  DOCUMENT_RULES,
  documentChoices,
  type DocumentLine,
} from "@/lib/domain/contracting/document_table.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import { CSV_DIALECTS, csvColumns } from "@/lib/domain/tables/csv.ts";
import { filteredList } from "@/lib/domain/tables/list_rules.ts";
import { PAGE_SIZE, paginated } from "@/lib/domain/tables/paginate.ts";
import { SEARCH_FILTER } from "@/lib/domain/tables/search.ts";
import { readSort, type TableState } from "@/lib/domain/tables/table_state.ts";
import { documentColumnTexts } from "@/lib/text/contracting/document_columns.ts";
import { DOCUMENT_LIST_FILES } from "@/lib/text/contracting/documents.ts";
import { equipmentNames, nameIn, placeName, rowsOf } from "./document_rows.ts";
import type { Listing } from "./listing_memory.ts";
import { listings, type ListReader, listReader, todayOf } from "./listings.ts";
import type { NamedRegisters } from "./register_memory.ts";

type Query = Input<"pageDocuments">;

/**
 * A page of a list, filtered and sorted by the index, so that only the displayed documents are read.
 *
 * @spec contracting.lists
 */
export const pageDocuments: Handler<"pageDocuments"> = async (services, query, caller) => {
  const { orgId, page = "1" } = query;
  const { registers, lines, kept } = await filteredLines(listReader(services), query, caller);
  const { rows, ...shown } = paginated(kept, Number(page), PAGE_SIZE);
  const paths = rows.map(({ id, requestId }) => ({ orgId, requestId, documentId: id }));
  const answer = {
    ...shown,
    rows: await rowsOf(services.store, registers, paths),
    allCount: lines.length,
    choices: documentChoices(lines),
  };
  return { ok: true, answer };
};

/**
 * The index entries of a list, and those that match a query, in its order.
 *
 * @param isNamed true to read the names of equipment even when the query does not need them
 */
export async function filteredLines(
  reader: ListReader,
  query: Query,
  caller: Caller,
  isNamed = false,
) {
  const { orgId, list, year = "", residence, from = "" } = query;
  const table = tableOf(query);
  const [registers, listed] = await Promise.all([
    reader.registers.of(orgId),
    listings(reader, { orgId, list, year, caller }),
  ]);
  const within = listed.filter(({ projectId, deadline }) =>
    deadline >= from && (residence === undefined || projectId === residence)
  );
  const hasNames = isNamed || residence !== undefined || usesEquipmentNames(table);
  const equipments = hasNames
    ? await equipmentNames(reader.services.store, within)
    : new Map<string, string>();
  const slices = new Slices();
  const lines: DocumentLine[] = [];
  for (const one of within) {
    lines.push(lineOf(one, { registers, equipments }));
    if (slices.isOver()) await slices.pause();
  }
  await slices.pause();
  const kept = filteredList(lines, table, DOCUMENT_RULES);
  await slices.pause();
  return { registers, lines, kept };
}

/** An absent filter matches everything. */
function tableOf(query: Query): TableState {
  const { typedoc = "", project = "", equipment = "", provider = "", state = "" } = query;
  const { sort = "", search = "" } = query;
  const filters = { typedoc, project, equipment, provider, state, [SEARCH_FILTER]: search };
  return { sort: readSort(sort), page: 1, filters };
}

/** True when names of equipment are needed: each document may have another equipment, so they are read on demand. */
function usesEquipmentNames({ sort, filters }: TableState): boolean {
  return filters[SEARCH_FILTER] !== "" || ["equipment", "project"].includes(sort?.field ?? "");
}

function lineOf(
  listing: Listing,
  { registers, equipments }: {
    registers: NamedRegisters;
    equipments: ReadonlyMap<string, string>;
  },
): DocumentLine {
  const { requestId, projectId, equipmentId, state, uploadDate, compliance } = listing;
  const request = registers.requests.get(requestId);
  return {
    id: listing.documentId,
    requestId,
    projectId,
    equipmentId,
    dueDate: listing.deadline,
    requestFinalDueDate: null,
    state,
    uploadDate,
    compliance,
    typedocName: nameIn(registers.typedocs, request?.typedocId),
    contractName: nameIn(registers.contracts, request?.contractId),
    providerName: nameIn(registers.providers, request?.providerId),
    projectName: registers.projectNames.get(projectId) ?? "",
    equipmentName: equipmentId === null ? null : equipments.get(placeName(listing)) ?? null,
  };
}

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
  for (const group of groupsOf(lines, ROWS_AT_ONCE)) {
    const some = new Map(group.map((line) => [line.id, line]));
    const paths = [...some.values()].map(({ id: documentId, requestId }) => ({
      orgId,
      requestId,
      documentId,
    }));
    const rows = await rowsOf(store, registers, paths);
    yield rows.filter((row) => isUnmoved(row, some.get(row.id)));
  }
}

function isUnmoved(row: DocumentRow, line: DocumentLine | undefined): boolean {
  return line !== undefined && row.state === line.state && deadlineOf(row) === deadlineOf(line);
}
