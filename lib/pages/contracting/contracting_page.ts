/** The registers of an organisation: access checks, and data of their pages. @module */
import { contractLines, type Registers } from "@/lib/domain/contracting/register_lists.ts";
import type { Organisation } from "@/lib/domain/organisations/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectChoice } from "@/lib/domain/projects/project_selection.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import type { NamedChoice } from "@/lib/domain/tables/named_choice.ts";
import { refusedAs } from "@/lib/web/answered.ts";
import { HttpError, type State } from "@/lib/web/state.ts";

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

/** The organisation of the forms: the calls check the rights after the form's own checks. */
export function organisationOf({ place }: State): { orgId: string } {
  return { orgId: place?.organisation?.id ?? "" };
}

export function registersOf(state: State) {
  const at = { orgId: documentsOf(state).organisation.id };
  const { read } = state.api;
  return {
    providers: () => read("listProviders", at),
    contracts: () => read("listContracts", at),
    typedocs: () => read("listTypedocs", at),
    requests: () => read("listRequests", at),
  };
}

export async function readRegisters(state: State): Promise<Registers> {
  const read = registersOf(state);
  const [providers, contracts, typedocs, requests] = await Promise.all([
    read.providers(),
    read.contracts(),
    read.typedocs(),
    read.requests(),
  ]);
  return { providers, contracts, typedocs, requests };
}

/** The contracts as of today, the providers and residences that their forms offer, and whether those are all. */
export async function readContracts(state: State) {
  const read = registersOf(state);
  const at = { orgId: documentsOf(state).organisation.id };
  const [providers, contracts, offered, { changesShared: coversAll = false }] = await Promise.all([
    read.providers(),
    read.contracts(),
    offeredProjects(state),
    state.api.read("getCollectFeatures", at),
  ]);
  const lines = contractLines({ providers, contracts }, documentDayOf(state));
  return { lines, providers, offered, coversAll };
}

export async function offeredProjects(state: State): Promise<ProjectChoice[]> {
  const at = { orgId: documentsOf(state).organisation.id };
  return (await state.api.read("listProjects", at))
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
