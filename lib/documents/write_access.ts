/** Limits changes of registers and requests to the residences where a user may write. @module */

import * as z from "zod";
import { whileReferredTo } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Handler } from "@/lib/organisations/calls.ts";
import { collectFeaturesRecord } from "@/lib/organisations/records.ts";
import { projectIds, projectsWithRole } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, listStored, readEntry } from "@/lib/store/store.ts";
import {
  type ContractRecord,
  contractRecord,
  type RequestRecord,
  requestRecord,
} from "./records.ts";

/** A record that residences share. */
export interface SharedRecord {
  readonly kind: "provider" | "contract" | "typedoc" | "request";
  readonly id: string;
}

interface Naming {
  readonly projects: readonly string[];
  /** A contract on every residence names none. */
  readonly allprojects?: boolean;
}

interface Writing {
  readonly services: Services;
  readonly place: { readonly orgId: string };
  readonly before: Naming | null;
  readonly caller: Caller;
}

/** An organisation, and the user who writes. */
export interface Writer {
  readonly orgId: string;
  readonly caller: Caller;
}

/** The rule that a user adds only residences where they may request documents. @spec contracting.own-residences */
export async function namesOwnProjects(
  { projects }: Naming,
  { services, place: { orgId }, before, caller }: Writing,
) {
  const own = await writtenBy(services, { orgId, caller });
  const isNamed = (id: string) => own.has(id) || before?.projects.includes(id);
  return projects.every(isNamed) ? null : "unknown-reference";
}

/** The residences of a written record; existing ones where the user may not write remain. */
export async function namedProjects(
  { projects }: Naming,
  { services, place: { orgId }, before, caller }: Writing,
): Promise<string[]> {
  const own = await writtenBy(services, { orgId, caller });
  const named = before?.allprojects ? await projectIds(services, orgId) : before?.projects ?? [];
  return [...new Set([...named.filter((id) => !own.has(id)), ...projects])];
}

/** The rule that only a user of every residence, or an administrator, makes a contract cover them all. */
export async function coversAllOwn(
  { allprojects }: { readonly allprojects: boolean },
  { services, place: { orgId }, before, caller }: Writing,
) {
  if (!allprojects || before?.allprojects) return null;
  return await mayWriteEvery(services, { orgId, caller }) ? null : "shared-with-others";
}

/** Whether a user may request documents on every residence, or administers the organisation. @spec contracting.shared */
async function mayWriteEvery(services: Services, writer: Writer): Promise<boolean> {
  const [reach, every] = await Promise.all([
    reachOf(services, writer),
    projectIds(services, writer.orgId),
  ]);
  return mayChangeShared(every, reach);
}

/**
 * The rule that a stored record is changed by those who may change all of it; others only change which of their
 * residences it names.
 *
 * @spec contracting.shared
 */
export function changesOwn(kind: SharedRecord["kind"]) {
  return async (
    id: string,
    { orgId }: { readonly orgId: string },
    { before, after, caller, services }: {
      readonly before: object;
      readonly after: object;
      readonly caller: Caller;
      readonly services: Services;
    },
  ) => {
    const isOwn = sharedPart(after) === sharedPart(before, after) ||
      await mayChange(services, { orgId, caller }, { kind, id });
    return isOwn ? null : "shared-with-others";
  };
}

/** The rule that a record is deleted by those who may change all of it, while no other refers to it. @spec contracting.shared */
export function whileOwn(kind: Exclude<SharedRecord["kind"], "request">) {
  const unused = whileReferredTo(kind);
  return async (
    id: string,
    place: { readonly orgId: string },
    about: { readonly caller: Caller; readonly services: Services },
  ) => {
    const { services, caller } = about;
    const isOwn = await mayChange(services, { orgId: place.orgId, caller }, { kind, id });
    return isOwn ? await unused(id, place, about) : "shared-with-others";
  };
}

/** The values of a record, besides its residences, in the fields of a form that changes it. */
function sharedPart(record: object, form: object = record): string {
  const values = new Map<string, unknown>(Object.entries(record));
  const fields = Object.keys(form).filter((name) => name !== "projects" && name !== "version");
  return JSON.stringify(fields.sort().map((name) => values.get(name)));
}

/** Whether a user may change all of a record. @spec contracting.shared */
export async function mayChange(
  services: Services,
  writer: Writer,
  record: SharedRecord,
): Promise<boolean> {
  return (await changeable(services, writer))(record);
}

/** Reads the registers once; tells whether a user may change all of each record. @spec contracting.shared */
async function changeable(
  services: Services,
  writer: Writer,
): Promise<(record: SharedRecord) => Promise<boolean>> {
  const { orgId } = writer;
  const [reach, registers] = await Promise.all([
    reachOf(services, writer),
    readShared(services, orgId),
  ]);
  if (mayChangeShared(registers.every, reach)) return () => Promise.resolve(true);
  return async (record) => {
    const { projects, requestIds } = concernedBy(record, registers);
    if (!mayChangeShared(projects, reach)) return false;
    const documented = await Promise.all(
      requestIds.map((requestId) => documentedProjects(services, orgId, requestId)),
    );
    return mayChangeShared(documented.flat(), reach);
  };
}

/**
 * A list with `sharedWithOthers` on the records that the caller, who may write some of its residences, may not change as a
 * whole.
 */
export async function withShared<Shown extends { readonly id: string }>(
  services: Services,
  { kind, ...writer }: Writer & Pick<SharedRecord, "kind">,
  shown: readonly Shown[],
): Promise<(Shown & { sharedWithOthers?: true })[]> {
  if ((await writtenBy(services, writer)).size === 0) return [...shown];
  const isChangeable = await changeable(services, writer);
  return await Promise.all(
    shown.map(async (one) =>
      await isChangeable({ kind, id: one.id }) ? one : { ...one, sharedWithOthers: true as const }
    ),
  );
}

/** The contracts and requests of an organisation, by id, and its residences. */
interface SharedRegisters {
  readonly contracts: ReadonlyMap<string, ContractRecord>;
  readonly requests: ReadonlyMap<string, RequestRecord>;
  readonly every: readonly string[];
}

/**
 * True when a user may change all of a record that residences share: they request documents on every residence it
 * concerns, or also administer the organisation.
 *
 * @spec contracting.shared
 */
function mayChangeShared(
  concerned: Iterable<string>,
  { isAdmin, own }: Awaited<ReturnType<typeof reachOf>>,
): boolean {
  return isAdmin || [...concerned].every((id) => own.has(id));
}

/**
 * The residences that a record concerns: those of the record itself, of the contracts of a provider, and of its requests.
 *
 * @spec contracting.shared
 */
function concernedBy(
  { kind, id }: SharedRecord,
  { contracts, requests, every }: SharedRegisters,
) {
  const own = [...contracts].filter(([contractId, { dates }]) =>
    kind === "provider"
      ? dates.some(({ providerId }) => providerId === id)
      : kind === "contract" && contractId === id
  );
  const requested = [...requests].filter(([requestId, request]) =>
    (kind === "request" ? requestId : request[ID_OF[kind]]) === id
  );
  const projects = new Set([
    ...own.flatMap(([, { allprojects, projects }]) => allprojects ? every : projects),
    ...requested.flatMap(([, { projects }]) => projects),
  ]);
  return { projects, requestIds: requested.map(([requestId]) => requestId) };
}

const ID_OF = { provider: "providerId", contract: "contractId", typedoc: "typedocId" } as const;

async function readShared(services: Services, orgId: string): Promise<SharedRegisters> {
  const { store } = services;
  const [contracts, requests, every] = await Promise.all([
    listStored(store, keys.contract.under(orgId), contractRecord),
    listStored(store, keys.documentRequest.under(orgId), requestRecord),
    projectIds(services, orgId),
  ]);
  return {
    contracts: new Map(contracts.map(({ id, record }) => [id, record])),
    requests: new Map(requests.map(({ id, record }) => [id, record])),
    every,
  };
}

const documentPlace = z.object({ projectId: z.string() });

/** The residences of the documents of a request: one that it no longer names keeps what was deposited. */
async function documentedProjects({ store }: Services, orgId: string, requestId: string) {
  const prefix = keys.document.under(orgId, requestId);
  const documents = await listEntries(store, { prefix }, documentPlace);
  return [...new Set(documents.map(({ value }) => value.projectId))];
}

async function reachOf(services: Services, { orgId, caller }: Writer) {
  const [own, isAdmin] = await Promise.all([
    writtenBy(services, { orgId, caller }),
    services.callerRoles.of(caller).isAdminOf(orgId),
  ]);
  return { own, isAdmin };
}

function writtenBy(services: Services, { orgId, caller }: Writer) {
  return projectsWithRole(services, { orgId, caller, role: "collect:documents:write" });
}

const DOCUMENT_ROLES = [
  "collect:documents:read",
  "collect:documents:validate:write",
  "collect:documents:write",
] as const;

export const getCollectFeatures: Handler<"getCollectFeatures"> = async (
  services,
  { orgId },
  caller,
) => {
  const entry = await readEntry(services.store, keys.orgFeatures(orgId), collectFeaturesRecord);
  const documentManagement = entry.value?.documentManagement ?? false;
  const granted = await services.callerRoles.of(caller).rolesOnAnyProject(orgId);
  const documentRoles = DOCUMENT_ROLES.filter((role) => granted.has(role));
  const changesShared = granted.has("collect:documents:write") &&
    await mayWriteEvery(services, { orgId, caller });
  return {
    ok: true,
    answer: {
      orgId,
      documentManagement,
      documentRoles,
      ...changesShared && { changesShared },
      version: versionOf(entry),
    },
  };
};

/** Switches document management on or off. @spec organisations.documents */
export const putCollectFeatures: Handler<"putCollectFeatures"> = (services, input, caller) => {
  const { orgId, body: { version, documentManagement } } = input;
  const key = keys.orgFeatures(orgId);
  return transact(services, { caller, action: "putCollectFeatures", orgId }, async (atomic) => {
    const entry = await readEntry(services.store, key, collectFeaturesRecord);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(key, { documentManagement });
    const subject = documentManagement ? "Gestion des documents" : "Sans gestion des documents";
    return { ok: true, answer: null, subject };
  });
};
