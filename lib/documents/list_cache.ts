/** Caches the lists of documents, read again where documents changed. @module */

import { LRUCache } from "lru-cache";
import { addYears, isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk, SharedReads } from "@/lib/base/concurrency.ts";
import { type Counted, countedAt } from "@/lib/store/commits.ts";
import { compareKeys } from "@/lib/store/key_families.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Entry, getAll, readable, type Selector, type Store } from "@/lib/store/store.ts";
import { readAlike } from "@/lib/store/unreadable_values.ts";
import {
  changedPlaces,
  type DocumentPath,
  documentsVersionKey,
  placeKey,
  replacementId,
  type StoredList,
} from "./document_index.ts";
import type { DocumentList } from "./document_states.ts";
import { type DocumentIndexRecord, documentIndexRecord, type DocumentPlace } from "./records.ts";

/** A place in a list, before its document is read. */
export interface Listing extends DocumentIndexRecord, DocumentPath {
  readonly deadline: IsoDate;
}

/** A list of an organisation; the history is by year: "2024". */
export interface ListPath {
  readonly orgId: string;
  readonly list: DocumentList;
  readonly year?: string;
}

/** Maximum number of changes read one by one for the shortest list. */
const FEW = 100;
const READ_AT_ONCE = 500;
/** Maximum number of entries cached by one process, of all lists together: about 20 MB. */
const REMEMBERED = 100_000;

interface RememberedList {
  /** Version of the lists of the organisation when this one was read. */
  readonly version: Counted;
  readonly listings: readonly Listing[];
}

/**
 * Cache of the stored lists of documents: for a cached list, only the changed places are read again.
 *
 * The version and the changes are written in the commit of each move, and read from the store each time: writes of
 * other processes are visible immediately.
 */
export class ListingMemory {
  readonly #lists = new LRUCache<string, RememberedList>({
    maxSize: REMEMBERED,
    sizeCalculation: ({ listings }) => 1 + listings.length,
  });
  /** By name of the stored list, which running and late documents share. */
  readonly #reads = new SharedReads<readonly Listing[]>();

  constructor(private readonly store: Store) {}

  async of(path: ListPath): Promise<readonly Listing[]> {
    const { orgId, list, year = "" } = path;
    const name = `${orgId} ${storedList(list)} ${list === "history" ? year : ""}`;
    const known = this.#lists.get(name);
    if (known?.version.versionstamp === (await this.#version(orgId)).versionstamp) {
      return known.listings;
    }
    return await this.#reads.ask(name, () => this.#read(path, name));
  }

  async #read(path: ListPath, name: string): Promise<readonly Listing[]> {
    // Read before the list: concurrent writes are read again.
    const version = await this.#version(path.orgId);
    const known = this.#lists.get(name);
    const { value: listings, unread } = await readAlike(() =>
      known === undefined
        ? readListings(this.store, path)
        : changedListings(this.store, path, known, version)
    );
    // The next reader must be told what is left out, or need the whole list.
    if (unread.size === 0) this.#lists.set(name, { version, listings });
    return listings;
  }

  async #version(orgId: string): Promise<Counted> {
    return countedAt(await this.store.get(documentsVersionKey(orgId)));
  }
}

/** The current list, from an earlier one: read whole when more than half of it changed. */
async function changedListings(
  store: Store,
  path: ListPath,
  { version: from, listings }: RememberedList,
  to: Counted,
): Promise<readonly Listing[]> {
  if (from.versionstamp === to.versionstamp || selectorOf(path) === null) return listings;
  const most = FEW + listings.length / 2;
  const all = await changedPlaces(store, path.orgId, { from, to, most });
  const own = all?.filter((place) => isPlaceOf(path, place));
  return own === undefined || own.length > most
    ? await readListings(store, path)
    : await withPlaces(store, path.orgId, { listings, places: own });
}

function isPlaceOf({ list, year = "" }: ListPath, [stored, deadline]: DocumentPlace): boolean {
  return stored === storedList(list) && (list !== "history" || deadline.startsWith(`${year}-`));
}

async function withPlaces(
  store: Store,
  orgId: string,
  { listings, places }: {
    readonly listings: readonly Listing[];
    readonly places: readonly DocumentPlace[];
  },
): Promise<Listing[]> {
  const byName = new Map(places.map((place) => [place.join(" "), place]));
  const sorted = [...byName.values()].sort((a, b) => compareKeys(a, b));
  const parts: (readonly Listing[])[] = [];
  let from = 0;
  for (const some of chunk(sorted, READ_AT_ONCE)) {
    const entries = await getAll(store, some.map((place) => placeKey(orgId, place)));
    for (const [rank, place] of some.entries()) {
      const at = rankOf(listings, place, from);
      const now = readable(entries.slice(rank, rank + 1), documentIndexRecord).map(listingOf);
      parts.push(listings.slice(from, at), now);
      const there = listings[at];
      from = there !== undefined && comparePlace(there, place) === 0 ? at + 1 : at;
    }
  }
  parts.push(listings.slice(from));
  return parts.flat();
}

/** Rank of the first entry, from a rank on, that is not before a place. */
function rankOf(listings: readonly Listing[], place: DocumentPlace, from: number): number {
  let [low, high] = [from, listings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = listings[middle];
    if (one !== undefined && comparePlace(one, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In the order of the store's keys. */
function comparePlace({ deadline, requestId, documentId }: Listing, [, ...place]: DocumentPlace) {
  return compareKeys([deadline, requestId, documentId], place);
}

/** The current entries of a stored list, by deadline. */
export async function readListings(
  store: Store,
  path: ListPath,
): Promise<Listing[]> {
  const selector = selectorOf(path);
  if (selector === null) return [];
  const listings: Listing[] = [];
  for await (const entry of store.list(selector, { batchSize: READ_AT_ONCE })) {
    const read = readable([entry], documentIndexRecord);
    for (const one of read) listings.push(listingOf(one));
  }
  return listings;
}

function listingOf({ key, value }: Entry<DocumentIndexRecord>): Listing {
  const [, orgId, , deadline, requestId, documentId] = key;
  const { projectId, equipmentId, state, uploadDate, compliance } = value;
  return {
    projectId,
    equipmentId,
    state,
    uploadDate,
    compliance,
    orgId: String(orgId),
    deadline: String(deadline),
    requestId: String(requestId),
    documentId: String(documentId),
  };
}

/** The key range of a list; null for an invalid year. */
function selectorOf({ orgId, list, year = "" }: ListPath): Selector | null {
  if (list !== "history") return { prefix: keys.documentIndex.under(orgId, storedList(list)) };
  const first = `${year}-01-01`;
  if (!isIsoDate(first) || year === "9999") return null;
  const from = (day: IsoDate) => keys.documentIndex.under(orgId, list, day);
  return { start: from(first), end: from(addYears(first, 1)) };
}

function storedList(list: DocumentList): StoredList {
  return list === "running" || list === "late" ? "awaited" : list;
}

/** The deadline with which each document is listed, by its id. */
export function deadlinesById(listings: readonly Listing[]): ReadonlyMap<string, IsoDate> {
  return new Map(listings.map(({ documentId, deadline }) => [documentId, deadline]));
}

/**
 * Refused documents with the deadline of the replacement that their provider has to deposit.
 *
 * @param awaited every awaited document of their organisation
 * @spec contracting.replacement
 */
export function withReplacementDeadlines(
  refused: readonly Listing[],
  awaited: readonly Listing[],
): Listing[] {
  const wanted = new Set(refused.map(({ documentId }) => replacementId(documentId)));
  const deadlines = deadlinesById(awaited.filter(({ documentId }) => wanted.has(documentId)));
  return refused.map((one) => {
    const deadline = deadlines.get(replacementId(one.documentId)) ?? one.deadline;
    return { ...one, deadline };
  });
}
