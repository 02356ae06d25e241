import { keys } from "@/lib/backend/kv/keys.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import { readable, type Unreadable } from "@/lib/backend/kv/entries.ts";
import type { Entry, Selector, Store } from "@/lib/backend/kv/store.ts";
import {
  type DocumentIndexRecord,
  documentIndexRecord,
} from "@/lib/backend/records/contracting.ts";
import type { DocumentList } from "@/lib/domain/contracting/document_lists.ts";
import { addYears, isIsoDate, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { type DocumentPath, documentsVersionKey, type StoredList } from "./document_index.ts";

/** A place in a list, before its document is read. */
export interface Listing extends DocumentIndexRecord, DocumentPath {
  readonly deadline: IsoDate;
}

/** A list of an organisation; of the history, a year: "2024". */
export interface ListPath {
  readonly orgId: string;
  readonly list: DocumentList;
  readonly year?: string;
}

/** Places that one process remembers, of all lists together: about 20 MB. */
const REMEMBERED = 100_000;

interface RememberedList {
  /** Of the lists of the organisation when this one was read. */
  readonly version: string | null;
  readonly listings: readonly Listing[];
}

/**
 * The stored lists of documents, each read again only after a document of its organisation was written.
 *
 * Their version is written in the commit of each move, and read from the store each time: what another process wrote is seen at once.
 */
export class ListingMemory {
  /** The least recently used first. */
  readonly #lists = new Map<string, RememberedList>();
  /** By name and version of their list. */
  readonly #readings = new Map<string, Promise<readonly Listing[]>>();

  constructor(private readonly store: Store) {}

  /** The places of a stored list, by deadline. */
  async of(path: ListPath): Promise<readonly Listing[]> {
    const { orgId, list, year = "" } = path;
    const name = `${orgId} ${storedList(list)} ${list === "history" ? year : ""}`;
    // Read before the list: what is written in between makes it read again.
    const { versionstamp: version } = await this.store.get(documentsVersionKey(orgId));
    const known = this.#lists.get(name);
    const listings = known?.version === version
      ? known.listings
      : await this.#read(path, `${name} ${version}`);
    this.#lists.delete(name);
    this.#lists.set(name, { version, listings });
    this.#forgetOldest();
    return listings;
  }

  /** Reads a list once for all who ask for it meanwhile: the running and the late documents are one stored list. */
  async #read(path: ListPath, nameAndVersion: string): Promise<readonly Listing[]> {
    const reading = this.#readings.get(nameAndVersion) ?? readListings(this.store, path);
    this.#readings.set(nameAndVersion, reading);
    try {
      return await reading;
    } finally {
      this.#readings.delete(nameAndVersion);
    }
  }

  #forgetOldest(): void {
    let held = 0;
    for (const { listings } of this.#lists.values()) held += listings.length;
    for (const [name, { listings }] of this.#lists) {
      if (held <= REMEMBERED) return;
      this.#lists.delete(name);
      held -= listings.length;
    }
  }
}

/** The places of a stored list as they are now, by deadline. @param unreadable given those that cannot be read */
export async function readListings(
  store: Store,
  path: ListPath,
  unreadable?: Unreadable,
): Promise<Listing[]> {
  const selector = selectorOf(path);
  if (selector === null) return [];
  const slices = new Slices();
  const listings: Listing[] = [];
  for await (const entry of store.list(selector, { batchSize: 500 })) {
    const read = readable([entry], documentIndexRecord, unreadable);
    for (const one of read) listings.push(listingOf(one));
    if (slices.isOver()) await slices.pause();
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

/** The run of keys in which a list is; null for a year that is none. */
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
