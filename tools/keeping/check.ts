import { backup as copyDatabase } from "node:sqlite";
import { faultOfEntry } from "@/lib/app/stored_kinds.ts";
import { readBlob } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { reason, withStore } from "@/lib/store/open_store.ts";
import type { Entry, Store } from "@/lib/store/store.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { damagesOf, openToRead, WHOLE_COPY } from "./store_file.ts";

/** Result of checking a store. */
interface Findings {
  /** Number of values of each family of keys. */
  readonly counts: ReadonlyMap<string, number>;
  /** One sentence per fault; empty without faults. */
  readonly faults: readonly string[];
}

/**
 * Checks all data of the store, while it is in use and without writing to it: the pages of the file, every value
 * against the schema of its key, every reading with its figures, every part of every file.
 *
 * @throws UserError when there is no store
 */
export async function checkStore(path: string): Promise<Findings> {
  using database = openToRead(path);
  const damages = damagesOf(database).map((line) => `The file is damaged: ${line}`);
  if (damages.length > 0) return { counts: new Map(), faults: damages };
  const folder = await Deno.makeTempDir({ prefix: "kv-check-" });
  try {
    await copyDatabase(database, `${folder}/kv.db`, WHOLE_COPY);
    return await withStore(`${folder}/kv.db`, findingsOf);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function findingsOf(store: Store): Promise<Findings> {
  const faults: string[] = [];
  const series = new SeriesSeen();
  const counts = await checkEntries(store, { faults, series });
  for (const projectId of series.projectIds) {
    for await (const fault of seriesFaults(store, projectId)) {
      faults.push(`Residence ${projectId}: ${fault}`);
    }
  }
  faults.push(...series.headless());
  for await (const { key } of store.list({ prefix: keys.blob.under() })) {
    const fault = await blobFault(store, String(key[1]));
    if (fault !== null) faults.push(fault);
  }
  return { counts, faults };
}

async function checkEntries(
  store: Store,
  { faults, series }: { readonly faults: string[]; readonly series: SeriesSeen },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  try {
    for await (const entry of store.list({ prefix: [] })) {
      const name = String(entry.key[0]);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      series.note(entry);
      const fault = faultOfEntry(entry);
      if (fault !== null) faults.push(fault);
    }
  } catch (fault) {
    faults.push(`A value cannot be read: ${reason(fault)}`);
  }
  return counts;
}

async function blobFault(store: Store, blobId: string): Promise<string | null> {
  try {
    for await (const _part of readBlob(store, blobId));
    return null;
  } catch (fault) {
    return reason(fault);
  }
}

/** The series with stored readings or figures, and those with a head. */
class SeriesSeen {
  readonly projectIds = new Set<string>();
  readonly #kept = new Map<string, string>();
  readonly #heads = new Set<string>();

  /** Records the entry of a series; ignores other entries. */
  note({ key }: Entry): void {
    const [family = "", projectId = "", seriesId = ""] = key.map(String);
    const isHead = family === keys.seriesHead.doc.name;
    if (!isHead && !OF_SERIES.has(family)) return;
    const name = JSON.stringify([projectId, seriesId]);
    if (!isHead) return void this.#kept.set(name, `Residence ${projectId}: ${seriesId}: no head`);
    this.projectIds.add(projectId);
    this.#heads.add(name);
  }

  /** One sentence for each series without a head, which is unreadable. */
  headless(): readonly string[] {
    return [...this.#kept].flatMap(([name, fault]) => this.#heads.has(name) ? [] : [fault]);
  }
}

const OF_SERIES: ReadonlySet<string> = new Set(
  [keys.points, keys.seriesDays, keys.seriesMonths].map(({ doc }) => doc.name),
);
