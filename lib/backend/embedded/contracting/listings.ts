import type { Versions } from "@/lib/backend/cache/versions.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Unreadable } from "@/lib/backend/kv/store.ts";
import type { RequestRecord } from "@/lib/backend/records/contracting.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { type DocumentList, isLate, isRunning } from "@/lib/domain/contracting/document_lists.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { Registers } from "./document_rows.ts";
import { type Listing, ListingMemory, type ListPath, readListings } from "./listing_memory.ts";
import { type RegisterMemory, registerMemory } from "./register_memory.ts";

/** A list of an organisation, or of one of its residences, and its reader. */
export interface ListQuery extends ListPath {
  readonly projectId?: string;
  readonly caller: Caller;
}

export interface ListReader {
  readonly services: Services;
  readonly memory: ListingMemory;
  readonly registers: RegisterMemory;
}

const MEMORIES = new WeakMap<Versions, ListingMemory>();

/** The lists and registers cached for one backend. */
export function listReader(services: Services): ListReader {
  const { store, versions } = services;
  const memory = MEMORIES.getOrInsertComputed(versions, () => new ListingMemory(store));
  return { services, memory, registers: registerMemory(services) };
}

/** The entries of a list visible to the caller, by deadline. */
export async function listings(reader: ListReader, query: ListQuery): Promise<Listing[]> {
  const { services, memory } = reader;
  const registers = await reader.registers.of(query.orgId);
  const [isSeen, all] = await Promise.all([seenBy(services, registers, query), memory.of(query)]);
  return await listedAmong(all, { ...query, registers, today: todayOf(services), isSeen });
}

/** The entries of a list for a job, by deadline. @param unreadable receives the unreadable ones */
export async function everyListing(
  services: Pick<Services, "store" | "now">,
  registers: Registers,
  path: ListPath,
  unreadable?: Unreadable,
): Promise<Listing[]> {
  const all = await readListings(services.store, path, unreadable);
  return await listedAmong(all, { ...path, registers, today: todayOf(services) });
}

export function todayOf({ now }: Pick<Services, "now">): IsoDate {
  return civilDateOf(now(), DEFAULT_TIME_ZONE);
}

/** Separates running documents from late ones by day; omits what is awaited for closed or deleted requests. */
async function listedAmong(
  all: readonly Listing[],
  { list, registers, today, isSeen = () => true }: {
    list: DocumentList;
    registers: Pick<Registers, "requests">;
    today: IsoDate;
    isSeen?: (listing: Listing) => boolean;
  },
): Promise<Listing[]> {
  const slices = new Slices();
  const listed: Listing[] = [];
  for (const listing of all) {
    const request = registers.requests.get(listing.requestId);
    if (request && isListed(listing, { list, request, today }) && isSeen(listing)) {
      listed.push(listing);
    }
    if (slices.isOver()) await slices.pause();
  }
  return listed;
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
