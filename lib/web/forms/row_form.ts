import { readTableState, writeTableState } from "@/lib/domain/tables/table_state.ts";
import type { Form } from "@/lib/forms/form.ts";
import { withQuery } from "@/lib/links/query.ts";
import { HttpError } from "@/lib/web/state.ts";
import type { ChoicesOf } from "./named_choices.ts";
import { type CallOutcome, type FormAction, removes, saves } from "./submit_forms.ts";

/** The rows of a page whose form adds or changes one. */
export interface RowsRead<Row> {
  readonly all: readonly Row[];
  readonly canWrite: boolean;
}

export interface RowCalls<Body> {
  create(body: Body): Promise<CallOutcome<unknown>>;
  put(
    id: string,
    body: Body & { readonly version: string | undefined },
  ): Promise<CallOutcome<unknown>>;
  remove(id: string): Promise<CallOutcome<unknown>>;
  /** Choices of the fields in which a name may be typed. */
  readonly named?: ChoicesOf;
}

interface RowSaving<Body> extends RowCalls<Body> {
  /** The row named by the URL; null to add one. */
  readonly id: string | null;
  /** Page to show after the action. */
  readonly done: string;
}

/** Path of the list with its current filters and sort; with an id, also of the form of that row. */
export function rowPath(
  { searchParams }: URL,
  { path, parameter }: { readonly path: string; readonly parameter: string },
  id?: string,
): string {
  const row = new URLSearchParams(id === undefined ? {} : { [parameter]: id });
  return withQuery(path, writeTableState(readTableState(searchParams), row));
}

/**
 * The row named by the URL, for the form under its list.
 *
 * @returns null when the URL names none: the form adds one
 * @throws HttpError 404 when the row does not exist
 */
export function namedRow<Row extends { readonly id: string }>(
  rows: readonly Row[],
  id: string | null,
): Row | null {
  const named = rows.find((one) => one.id === id) ?? null;
  if (id !== null && named === null) throw new HttpError(404, "not-found");
  return named;
}

/** Actions of a grid: saves or deletes the row of a key, or adds the one without a key. */
export function gridForm<Name extends string, Body>(
  form: Form<Name, Body, never>,
  { create, put, remove }: RowCalls<Body>,
): FormAction {
  return saves(
    form,
    (body, { key, version }) => key === "" ? create(body) : put(key, { ...body, version }),
    { intents: { remove: removes(({ key }) => remove(key)) } },
  );
}

/** Actions of the form under a list: adds a row, or changes or deletes the one named by the URL. */
export function rowForm<Name extends string, Body>(
  form: Form<Name, Body, never>,
  { id, done, create, put, remove, named }: RowSaving<Body>,
): FormAction {
  const next = () => done;
  if (id === null) return saves(form, create, { next, named });
  return saves(form, (body, { version }) => put(id, { ...body, version: version || undefined }), {
    next,
    named,
    intents: { remove: removes(() => remove(id), done) },
  });
}
