/** Lists, counts, filters and exports the documents of an organisation. @module */

import type { Services } from "@/lib/api/services.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { CSV_DIALECTS, csvColumns } from "@/lib/base/csv.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { csvParts } from "@/lib/files/csv_writer.ts";
import { begunFlow } from "@/lib/files/file_stream.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { PAGE_SIZE, paginated } from "@/lib/ui/pagination.ts";
import { SEARCH_FILTER } from "@/lib/ui/search.ts";
import { filteredList, readSort, type TableState } from "@/lib/ui/tables.ts";
import type { Handler, Input } from "./calls.ts";
import { type Listing, listingsOf, type ListPath, readListings } from "./document_index.ts";
import {
  equipmentNames,
  namedRegisters,
  nameIn,
  placeName,
  type Registers,
  rowsOf,
} from "./document_rows.ts";
import type { DocumentList } from "./document_states.ts";
import {
  deadlineOf,
  DOCUMENT_RULES,
  documentChoices,
  type DocumentLine,
  isLate,
  isRunning,
} from "./due_dates.ts";
import type { RequestRecord } from "./records.ts";
import type { DocumentCounts, DocumentRow } from "./schema.ts";
import { DOCUMENT_LIST_FILES, documentColumnTexts } from "./text.ts";

/** A list of an organisation, or of one of its residences, and its reader. */
interface ListQuery extends ListPath {
  readonly projectId?: string;
  readonly caller: Caller;
}

/** The entries of a list visible to the caller, by deadline. */
export async function listings(services: Services, query: ListQuery): Promise<Listing[]> {
  const registers = await namedRegisters(services, query.orgId);
  const [isSeen, all] = await Promise.all([
    seenBy(services, registers, query),
    listingsOf(services.store, query),
  ]);
  return listedAmong(all, { ...query, registers, today: todayOf(services), isSeen });
}

/** The entries of a list for a job, by deadline. */
export async function everyListing(
  services: Pick<Services, "store" | "now">,
  registers: Registers,
  path: ListPath,
): Promise<Listing[]> {
  const all = await readListings(services.store, path);
  return listedAmong(all, { ...path, registers, today: todayOf(services) });
}

export function todayOf({ now }: Pick<Services, "now">): IsoDate {
  return civilDateOf(now(), DEFAULT_TIME_ZONE);
}

/**
 * Separates running documents from late ones by day; omits what is awaited for closed or deleted requests.
 *
 * @spec contracting.closed-refusals
 */
function listedAmong(
  all: readonly Listing[],
  { list, registers, today, isSeen = () => true }: {
    list: DocumentList;
    registers: Pick<Registers, "requests">;
    today: IsoDate;
    isSeen?: (listing: Listing) => boolean;
  },
): Listing[] {
  return all.filter((listing) => {
    const request = registers.requests.get(listing.requestId);
    return request !== undefined && isListed(listing, { list, request, today }) && isSeen(listing);
  });
}

function isListed(
  { deadline, state }: Listing,
  { list, request: { close, reminder }, today }: {
    readonly list: DocumentList;
    readonly request: RequestRecord;
    readonly today: IsoDate;
  },
): boolean {
  if (list === "to-validate" || list === "history") return true;
  // Nothing is awaited for a closed request, nor a replacement of what was refused.
  if (close) return false;
  if (list === "refused") return true;
  const document = { dueDate: deadline, requestFinalDueDate: null, state };
  return list === "late" ? isLate(document, today) : isRunning(document, { today, reminder });
}

/** Filter: users see the residences where they have the role, providers their own. @spec contracting.providers-own */
async function seenBy(
  { callerRoles }: Services,
  { requests }: Registers,
  { orgId, projectId, caller }: ListQuery,
): Promise<(listing: Listing) => boolean> {
  if (projectId !== undefined) return (listing) => listing.projectId === projectId;
  if (caller.kind === "provider") {
    const own = new Set(
      caller.providers.flatMap((one) => one.orgId === orgId ? [one.providerId] : []),
    );
    return ({ requestId }) => own.has(requests.get(requestId)?.providerId ?? "");
  }
  const roles = await callerRoles.of(caller).rolesByProject(orgId);
  return (listing) => roles.get(listing.projectId)?.has("collect:documents:read") ?? false;
}

/** The lists of documents of an organisation and of a residence. @spec contracting.lists */
export const listDocumentsRunning = listOf("running");
export const listDocumentsLate = listOf("late");
export const listDocumentsToValidate = listOf("to-validate");
export const listDocumentsRefused = listOf("refused");
export const listDocumentsHistory = listOf("history");
export const listProjectDocumentsRunning = listOf("running");
export const listProjectDocumentsLate = listOf("late");
export const listProjectDocumentsToValidate = listOf("to-validate");
export const listProjectDocumentsRefused = listOf("refused");
export const listProjectDocumentsHistory = listOf("history");

type ListScope = Pick<ListQuery, "orgId" | "projectId" | "year">;

function listOf(list: DocumentList) {
  return async (services: Services, place: ListScope, caller: Caller) => {
    const registers = await namedRegisters(services, place.orgId);
    const listed = await listings(services, { ...place, list, caller });
    return { ok: true, answer: await rowsOf(services.store, registers, listed) } as const;
  };
}

export const countDocuments: Handler<"countDocuments"> = async (services, { orgId }, caller) => {
  const inList = (list: DocumentList) => listings(services, { orgId, list, caller });
  const [running, late, toValidate, refused] = await Promise.all([
    inList("running"),
    inList("late"),
    // Documents awaiting a verdict are in the landlord's list only.
    caller.kind === "provider" ? [] : inList("to-validate"),
    inList("refused"),
  ]);
  const answer = {
    running: running.length,
    late: late.length,
    toValidate: toValidate.length,
    refused: refused.length,
    ...caller.kind !== "provider" && {
      lateOf: lateOf(late, await namedRegisters(services, orgId)),
    },
    again: [...running, ...late].filter(({ state }) => state === "from-refused").length,
  };
  return { ok: true, answer };
};

/** Late documents by provider and residence. @param late by deadline */
function lateOf(
  late: readonly Listing[],
  { requests, providers, projectNames }: Registers,
): NonNullable<DocumentCounts["lateOf"]> {
  const ownerOf = ({ requestId }: Listing) => requests.get(requestId)?.providerId ?? "";
  const groups = Map.groupBy(late, (one) => `${ownerOf(one)} ${one.projectId}`);
  return [...groups.values()].flatMap(([oldest, ...others]) => {
    if (oldest === undefined) return [];
    const { projectId, deadline } = oldest;
    const { name = "", emails = [] } = providers.get(ownerOf(oldest)) ?? {};
    return [{
      projectId,
      projectName: projectNames.get(projectId) ?? "",
      providerName: name,
      emails,
      count: 1 + others.length,
      since: addDays(deadline, 1),
    }];
  });
}

type Query = Input<"pageDocuments">;

/**
 * A page of a list, filtered and sorted by the index, so that only the displayed documents are read.
 *
 * @spec contracting.lists
 */
export const pageDocuments: Handler<"pageDocuments"> = async (services, query, caller) => {
  const { orgId, page = "1" } = query;
  const { registers, lines, filtered } = await filteredLines(services, query, caller);
  const { rows, ...shown } = paginated(filtered, Number(page), PAGE_SIZE);
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
  services: Services,
  query: Query,
  caller: Caller,
  isNamed = false,
) {
  const { orgId, list, year = "", residence, from = "" } = query;
  const table = tableOf(query);
  const [registers, listed] = await Promise.all([
    namedRegisters(services, orgId),
    listings(services, { orgId, list, year, caller }),
  ]);
  const within = listed.filter(({ projectId, deadline }) =>
    deadline >= from && (residence === undefined || projectId === residence)
  );
  const hasNames = isNamed || residence !== undefined || usesEquipmentNames(table);
  const equipments = hasNames
    ? await equipmentNames(services.store, within)
    : new Map<string, string>();
  const lines = within.map((one) => lineOf(one, { registers, equipments }));
  const filtered = filteredList(lines, table, DOCUMENT_RULES);
  return { registers, lines, filtered };
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
    registers: Registers;
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
  const { registers, filtered } = await filteredLines(services, query, caller);
  const rows = readRows(services, { orgId: query.orgId, registers, lines: filtered });
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
    readonly registers: Registers;
    readonly lines: readonly DocumentLine[];
  },
): AsyncGenerator<readonly DocumentRow[]> {
  for (const group of chunk(lines, ROWS_AT_ONCE)) {
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
