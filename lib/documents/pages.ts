/** Reads and saves registers, requests and lists of documents on their pages. @module */

import type { AnswerOf } from "@/lib/api/call.ts";
import { type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import type { DialectName } from "@/lib/base/csv.ts";
import { ERRORS } from "@/lib/base/errors.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/base/periods.ts";
import { firstCharacters } from "@/lib/base/strings.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { Organisation } from "@/lib/identity/schema.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import type { ProjectChoice } from "@/lib/residences/project_selection.ts";
import { ticked } from "@/lib/ui/fields.ts";
import { links } from "@/lib/ui/links.ts";
import type { NamedChoice } from "@/lib/ui/named_choices.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { csvDownload, pdfResponse } from "@/lib/web/downloads.ts";
import { refusedAs } from "@/lib/web/errors.ts";
import {
  type FormAction,
  type FormOutcome,
  reported,
  type SentForm,
  shownAgain,
} from "@/lib/web/form_handlers.ts";
import { refusedBy, valuesOf, wrongFields } from "@/lib/web/form_values.ts";
import { NEVER_KEPT } from "@/lib/web/headers.ts";
import { HttpError, type PageContext, type State } from "@/lib/web/state.ts";
import { DOCUMENTS_CALLS, type Input } from "./calls.ts";
import { DOCUMENT_LISTS, type DocumentList } from "./document_states.ts";
import { DOCUMENTS_FORM, EVERY_DOCUMENT } from "./forms.ts";
import { contractLines, type Registers } from "./register_rules.ts";
import {
  type DocumentAction,
  type DocumentListQuery,
  type DocumentPage,
  FILTER_MAX_LENGTH,
  type MassResult,
} from "./schema.ts";

/**
 * The organisation of a page about documents.
 *
 * @throws HttpError 403 for a user who may not read its documents, or when it manages none
 */
export function documentsOf({ place }: State): { organisation: Organisation; canWrite: boolean } {
  const organisation = place?.organisation;
  if (!organisation || place.documentRoles.length === 0) {
    throw refusedAs(place?.documentRefusal ?? "forbidden");
  }
  return { organisation, canWrite: place.documentRoles.includes(WRITE_ROLE) };
}

/** Refuses a user who may only read. */
export function documentWriter(state: State): { orgId: string } {
  const { organisation, canWrite } = documentsOf(state);
  if (!canWrite) throw new HttpError(403, "forbidden");
  return { orgId: organisation.id };
}

/** The day of the lists of documents, which is that of Paris for every residence. @spec contracting.lists */
export function documentDayOf({ now }: Pick<State, "now">): IsoDate {
  return civilDateOf(Date.parse(now), DEFAULT_TIME_ZONE);
}

const WRITE_ROLE: Role = "collect:documents:write";

/** The organisation of reads and forms: the calls check the rights, after the form's own checks. */
export function organisationOf({ place }: State): { orgId: string } {
  return { orgId: place?.organisation?.id ?? "" };
}

export async function readRegisters(state: State): Promise<Registers> {
  const at = organisationOf(state);
  const { read } = state.api;
  const [providers, contracts, typedocs, requests] = await Promise.all([
    read(DOCUMENTS_CALLS.listProviders, at),
    read(DOCUMENTS_CALLS.listContracts, at),
    read(DOCUMENTS_CALLS.listTypedocs, at),
    read(DOCUMENTS_CALLS.listRequests, at),
  ]);
  return { providers, contracts, typedocs, requests };
}

/** The contracts as of today, the providers and residences that their forms offer, and whether those are all. */
export async function readContracts(state: State) {
  const at = organisationOf(state);
  const { read } = state.api;
  const [providers, contracts, choices, { changesShared: coversAll = false }] = await Promise.all([
    read(DOCUMENTS_CALLS.listProviders, at),
    read(DOCUMENTS_CALLS.listContracts, at),
    offeredProjects(state),
    read(ORGANISATIONS_CALLS.getCollectFeatures, at),
  ]);
  const lines = contractLines({ providers, contracts }, documentDayOf(state));
  return { lines, providers, choices, coversAll };
}

export async function offeredProjects(state: State): Promise<ProjectChoice[]> {
  return (await state.api.read(PROJECTS_CALLS.listProjects, organisationOf(state)))
    .filter(({ allRoles }) => allRoles.includes(WRITE_ROLE))
    .map(({ id, name, code, location }) => ({
      id,
      name,
      place: [code, location.city].filter(Boolean).join(", "),
    }));
}

/** The selectable records: archived ones only where they are already selected. */
export function choicesOf(
  all: readonly { readonly id: string; readonly name: string; readonly archived?: boolean }[],
  chosen: readonly string[] = [],
): NamedChoice[] {
  return all.filter(({ id, archived }) => !archived || chosen.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }));
}

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
function listQuery(
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
  return await state.api.read(DOCUMENTS_CALLS.pageDocuments, query);
}

/** Reads the user's unfinished bulk actions. */
export async function readRunningActions(state: State): Promise<readonly DocumentAction[]> {
  const { organisation, canWrite } = documentsOf(state);
  if (!canWrite) return [];
  const all = await state.api.read(DOCUMENTS_CALLS.listDocumentActions, {
    orgId: organisation.id,
  });
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
  const { flow, fileName } = await state.api.read(DOCUMENTS_CALLS.exportDocuments, query);
  return csvDownload(flow, fileName);
}

/** The PDF of a document; never cached. */
export async function documentPdf(
  { api }: State,
  at: Input<"getDocumentPdf">,
  disposition: "inline" | "attachment",
): Promise<Response> {
  return streamedPdf(await api.read(DOCUMENTS_CALLS.getDocumentPdf, at), disposition);
}

/** A stored PDF; never cached. */
export function streamedPdf(
  { flow, size, fileName }: AnswerOf<typeof DOCUMENTS_CALLS.getDocumentPdf>,
  disposition: "inline" | "attachment",
): Response {
  const response = pdfResponse({ flow, fileName }, disposition);
  if (size !== null) response.headers.set("content-length", String(size));
  response.headers.set("cache-control", NEVER_KEPT);
  return response;
}

/** Abandons the selected documents, or changes their final due date; those of a whole list in the background. */
export function documentListForms(ctx: PageContext): Record<string, FormAction<MassResult>> {
  const { call } = ctx.state.api;
  return {
    documents: async (sent) => {
      const at = documentWriter(ctx.state);
      const values = valuesOf(DOCUMENTS_FORM, sent);
      const list = sent.has(EVERY_DOCUMENT)
        ? await readDocumentPage(ctx, listOf(ctx.state, ctx.params), 1)
        : null;
      const ids = list === null ? ticked(values.documents) : list.rows.map(({ id }) => id);
      const { finalDueDate, comment } = values;
      const missing = missingField(ids, sent.intent === "due" ? finalDueDate : null);
      const errors = { ...DOCUMENTS_FORM.errors(values), ...missing };
      if (Object.keys(errors).length > 0) return shownAgain(sent, wrongFields(values, errors));
      if (list !== null && list.rowCount > ids.length) return await begun(ctx, sent, values);
      const outcome = sent.intent === "due"
        ? await call(DOCUMENTS_CALLS.changeFinalDueDate, {
          ...at,
          body: { documentIds: ids, finalDueDate },
        })
        : await call(DOCUMENTS_CALLS.dropDocuments, { ...at, body: { documents: ids, comment } });
      const result = outcome.ok && isBeforeAll(outcome.answer) ? BEFORE_ALL : outcome;
      return result.ok
        ? reported(sent, result.answer)
        : shownAgain(sent, refusedBy(values, result, DOCUMENTS_FORM.refusals));
    },
  };
}

const BEFORE_ALL = {
  ok: false,
  code: "before-due-date",
  status: ERRORS["before-due-date"].status,
} as const;

/** Whether the new final due date is before the due date of every selected document. */
function isBeforeAll({ results }: MassResult): boolean {
  return results.every(({ code }) => code === BEFORE_ALL.code);
}

/** Starts an action on a whole list, and redirects to the page of its progress. */
async function begun(
  ctx: PageContext,
  sent: SentForm,
  values: ReturnType<typeof valuesOf<"documents" | "every" | "finalDueDate" | "comment">>,
): Promise<FormOutcome<MassResult>> {
  const { state, params } = ctx;
  const at = documentWriter(state);
  const query = listQuery(ctx, listOf(state, params));
  const { finalDueDate, comment } = values;
  const action = sent.intent === "due"
    ? { action: "postpone" as const, comment: "", finalDueDate }
    : { action: "drop" as const, comment, finalDueDate: null };
  const { call } = state.api;
  const result = await call(DOCUMENTS_CALLS.createDocumentAction, {
    ...at,
    body: { ...query, ...action },
  });
  if (!result.ok) return shownAgain(sent, refusedBy(values, result, DOCUMENTS_FORM.refusals));
  const { id: actionId } = result.answer;
  await call(DOCUMENTS_CALLS.runDocumentAction, { ...at, actionId });
  return { done: true, next: links.documentAction(actionId) };
}

function missingField(ids: readonly string[], finalDueDate: string | null) {
  if (ids.length === 0) return { documents: { code: "required" as const } };
  return finalDueDate === "" ? { finalDueDate: { code: "required" as const } } : null;
}
