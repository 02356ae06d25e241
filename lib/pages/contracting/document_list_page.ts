/** The lists of documents of an organisation, or of one of its residences. @module */
import { DOCUMENT_LISTS, type DocumentList } from "@/lib/domain/contracting/document_lists.ts";
import { FILTER_MAX_LENGTH } from "@/lib/domain/contracting/limits.ts";
import type {
  DocumentAction,
  DocumentListQuery,
  DocumentPage,
} from "@/lib/domain/contracting/types.ts";
import { firstCharacters } from "@/lib/domain/forms/characters.ts";
import { yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/domain/periods/period.ts";
import type { DialectName } from "@/lib/domain/tables/csv.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { csvDownload } from "@/lib/web/files/download.ts";
import { HttpError, type PageContext, type State } from "@/lib/web/state.ts";
import { documentDayOf, documentsOf } from "./contracting_page.ts";

/** The list shown on a page; for the history, with its year. */
interface ShownList {
  readonly list: DocumentList;
  readonly year: number;
}

/** The list of a URL. @throws HttpError 404 for none */
export function listOf(state: State, { list = "history", year }: Params): ShownList {
  const shown = DOCUMENT_LISTS.find((one) => one === list);
  const number = year === undefined ? yearOf(documentDayOf(state)) : Number(year);
  const isYear = Number.isInteger(number) && number >= FIRST_YEAR && number <= LAST_YEAR;
  if (shown === undefined || !isYear || (shown === "history") === (year === undefined)) {
    throw new HttpError(404, "not-found");
  }
  return { list: shown, year: number };
}

type Params = Readonly<{ [name: string]: string | undefined }>;

/** The query of the documents filtered by the URL of a list, in its order. */
export function listQuery(
  { url, params: { projectId } }: PageContext,
  { list, year }: ShownList,
): DocumentListQuery {
  const { sort, filters } = readTableState(url.searchParams);
  const chosen = (name: string) => firstCharacters(filters[name] ?? "", FILTER_MAX_LENGTH);
  return {
    list,
    ...(list === "history" && { year: String(year) }),
    ...(projectId !== undefined && { residence: projectId }),
    ...(sort !== null && {
      sort: `${firstCharacters(sort.field, FILTER_MAX_LENGTH / 2)}:${sort.direction}`,
    }),
    typedoc: chosen("typedoc"),
    project: chosen("project"),
    equipment: chosen("equipment"),
    provider: chosen("provider"),
    search: chosen("search"),
    state: chosen("state"),
  };
}

/** Reads a page of a list, filtered and sorted by its URL. @param page that of the URL by default */
export async function readDocumentPage(
  ctx: PageContext,
  shown: ShownList,
  page = readTableState(ctx.url.searchParams).page,
): Promise<DocumentPage> {
  const { state } = ctx;
  const { id: orgId } = documentsOf(state).organisation;
  const query = { orgId, ...listQuery(ctx, shown), page: String(page) };
  return await state.api.read("pageDocuments", query);
}

/** Reads the user's unfinished bulk actions. */
export async function readRunningActions(state: State): Promise<readonly DocumentAction[]> {
  const { organisation, canWrite } = documentsOf(state);
  if (!canWrite) return [];
  const all = await state.api.read("listDocumentActions", { orgId: organisation.id });
  return all.filter((one) => one.state === "running");
}

/** The file of a list, filtered and sorted by its URL. */
export async function documentFile(
  ctx: PageContext,
  shown: ShownList,
  dialect: DialectName,
): Promise<Response> {
  const { state } = ctx;
  const { id: orgId } = documentsOf(state).organisation;
  const query = { orgId, ...listQuery(ctx, shown), dialect };
  const { flow, fileName } = await state.api.read("exportDocuments", query);
  return csvDownload(flow, fileName);
}
