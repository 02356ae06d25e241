/** Lists the documents asked of a provider, and where files may be deposited. @module */

import type { Services } from "@/lib/api/services.ts";
import { yearOf } from "@/lib/base/civil_dates.ts";
import { CallError } from "@/lib/base/errors.ts";
import { tableOf } from "@/lib/base/records.ts";
import type { ProviderCaller } from "@/lib/identity/caller.ts";
import { collectFeaturesRecord, organisationRecord } from "@/lib/organisations/records.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readById, type Store } from "@/lib/store/store.ts";
import { paginated } from "@/lib/ui/pagination.ts";
import type { Handler } from "./calls.ts";
import {
  deadlinesById,
  type Listing,
  listingsOf,
  replacementId,
  withReplacementDeadlines,
} from "./document_index.ts";
import { listings, todayOf } from "./document_lists.ts";
import { namedRegisters, placedEquipment, placeName, rowsOf } from "./document_rows.ts";
import { ASKED_LISTS, type AskedList } from "./document_states.ts";
import type { AskedDocument } from "./schema.ts";
import type { DepositTarget } from "./upload_schema.ts";

/** The rows of a provider's lists, of all landlords together, by deadline. @spec providers.one-list */
async function askedListings(
  services: Services,
  caller: ProviderCaller,
): Promise<Readonly<Record<AskedList, readonly Listing[]>>> {
  const orgIds = await managingOrgs(services, caller);
  const merged = async (list: AskedList) => {
    const all = await Promise.all(orgIds.map(async (orgId) => {
      const own = await listings(services, { orgId, list, caller });
      return list === "refused" && own.length > 0
        ? withReplacementDeadlines(
          own,
          await listingsOf(services.store, { orgId, list: "running" }),
        )
        : own;
    }));
    return all.flat().sort(byDeadline);
  };
  const [refused, late, running] = await Promise.all(ASKED_LISTS.map(merged));
  return { refused: refused ?? [], late: late ?? [], running: running ?? [] };
}

/** Years of the deadlines of deposits, before and after today's. */
const YEARS = 10;

/**
 * What a provider has deposited, or no longer has to, for all its landlords, the newest first.
 *
 * @spec providers.deposited
 */
async function depositedListings(services: Services, caller: ProviderCaller): Promise<Listing[]> {
  const now = yearOf(todayOf(services));
  const years = Array.from({ length: 2 * YEARS + 1 }, (_, rank) => String(now - YEARS + rank));
  const orgIds = await managingOrgs(services, caller);
  const lists = orgIds.flatMap((orgId) =>
    years.map((year) => listings(services, { orgId, list: "history", year, caller }))
  );
  return (await Promise.all(lists)).flat().sort(byDeposit);
}

type Deposited = Pick<Listing, "uploadDate" | "deadline">;

/** The newest first; what was abandoned without a deposit by its deadline. */
function byDeposit(a: Deposited, b: Deposited): number {
  return (b.uploadDate ?? b.deadline).localeCompare(a.uploadDate ?? a.deadline);
}

function byDeadline(a: { readonly deadline: string }, b: { readonly deadline: string }): number {
  return a.deadline.localeCompare(b.deadline);
}

/** Rows of a page: within the portal's limit of page weight. */
const ROWS = 40;

/** A page of a provider's list: only its own documents are read. @spec providers.one-list */
export const pageAskedDocuments: Handler<"pageAskedDocuments"> = async (
  services,
  requested,
  caller,
) => {
  const { list: wanted, page = "1" } = requested;
  if (caller.kind !== "provider") throw new CallError("forbidden");
  const all = await askedListings(services, caller);
  // The first non-empty list, by urgency.
  const list = wanted ?? ASKED_LISTS.find((one) => all[one].length > 0) ?? "running";
  const listed = list === "deposited" ? await depositedListings(services, caller) : all[list];
  const { rows, ...shown } = paginated(listed, Number(page), ROWS);
  const answer = {
    list,
    rows: (await askedRows(services, rows)).sort(list === "deposited" ? byDeposit : byDeadline),
    page: shown.page,
    pageCount: shown.pageCount,
    counts: tableOf(ASKED_LISTS, (one) => all[one].length),
  };
  return { ok: true, answer };
};

async function askedRows(services: Services, listed: readonly Listing[]): Promise<AskedDocument[]> {
  const orgIds = [...new Set(listed.map(({ orgId }) => orgId))];
  const organisations = await readOrganisations(services.store, orgIds);
  const rows = await Promise.all(orgIds.map(async (orgId) => {
    const own = listed.filter((one) => one.orgId === orgId);
    const organisation = { id: orgId, name: organisations.get(orgId)?.name ?? "" };
    const deadlines = deadlinesById(own);
    const found = await rowsOf(services.store, await namedRegisters(services, orgId), own);
    return found.map((row) => (
      { ...row, organisation, deadline: deadlines.get(row.id) ?? row.dueDate }
    ));
  }));
  return rows.flat();
}

function readOrganisations(store: Store, orgIds: readonly string[]) {
  return readById(store, orgIds, keys.org, organisationRecord);
}

async function managingOrgs({ store }: Services, { providers }: ProviderCaller): Promise<string[]> {
  const orgIds = [...new Set(providers.map(({ orgId }) => orgId))];
  const features = await readById(store, orgIds, keys.orgFeatures, collectFeaturesRecord);
  return orgIds.filter((orgId) => features.get(orgId)?.documentManagement);
}

/** Documents that a user may deposit: a refused document until its replacement is listed itself. */
export async function depositTargets(
  services: Services,
  caller: ProviderCaller,
): Promise<DepositTarget[]> {
  const { refused, late, running } = await askedListings(services, caller);
  const awaited = [...late, ...running];
  const listed = new Set(awaited.map(({ documentId }) => documentId));
  const targets = [
    ...refused.filter(({ documentId }) => !listed.has(replacementId(documentId))),
    ...awaited,
  ];
  return await namedTargets(services, targets);
}

async function namedTargets(
  services: Services,
  listed: readonly Listing[],
): Promise<DepositTarget[]> {
  const orgIds = [...new Set(listed.map(({ orgId }) => orgId))];
  const [organisations, projects, equipments, known] = await Promise.all([
    readOrganisations(services.store, orgIds),
    readById(services.store, listed.map(({ projectId }) => projectId), keys.project, projectRecord),
    placedEquipment(services.store, listed),
    Promise.all(orgIds.map(async (id) => [id, await namedRegisters(services, id)] as const)),
  ]);
  const registersOf = new Map(known);
  return listed.map((one) => {
    const { orgId, requestId, documentId, deadline, projectId } = one;
    const { requests, typedocs, contracts } = registersOf.get(orgId) ?? {};
    const request = requests?.get(requestId);
    const typedoc = typedocs?.get(request?.typedocId ?? "");
    const project = projects.get(projectId);
    const { equipment = null, place = null } = equipments.get(placeName(one)) ?? {};
    return {
      orgId,
      requestId,
      documentId,
      deadline,
      organisationName: organisations.get(orgId)?.name ?? "",
      typedocName: typedoc?.name ?? "",
      values: typedoc?.values ?? [],
      contractCode: contracts?.get(request?.contractId ?? "")?.code ?? "",
      projectName: project?.name ?? "",
      projectCode: project?.code ?? "",
      equipmentPlace: place?.name ?? "",
      equipmentName: equipment?.name ?? "",
      equipmentCode: equipment?.code ?? "",
    };
  });
}
