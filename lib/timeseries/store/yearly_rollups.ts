/** Gathers the monthly figures of all series of a residence, one entry a year. @module */

import { sumBy } from "@/lib/base/sums.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { keys } from "@/lib/store/keys.ts";
import { getAll, type Key, type Store } from "@/lib/store/store.ts";
import { readCompaction } from "./compaction_lease.ts";
import { decodeRollup, readRollup, type Rollup, writeRollup } from "./stored_rollups.ts";
import { ByteReader, ByteWriter } from "./value_encoding.ts";

type YearOfProject = ReadonlyMap<string, Rollup>;

/** Projects with more series than this are read series by series. */
export const MOST_SERIES = 2000;
const PART_BYTES = 56 * 1024;

/** The months of every series, in one read; null when they must be computed first. */
export async function readProjectYear(
  store: Store,
  projectId: string,
  year: number,
): Promise<YearOfProject | null> {
  const prefix = keys.projectYear.under(projectId, year);
  const parts = await Array.fromAsync(store.list({ prefix }));
  if (parts.length === 0) return null;
  return new Map(parts.flatMap(({ value }) => [...decodeProjectYear(value)]));
}

/** The months of the series of one part of a stored year. @throws DamagedValue when the bytes are damaged */
export function decodeProjectYear(bytes: unknown): YearOfProject {
  const reader = new ByteReader(bytes);
  const months = new Map<string, Rollup>();
  while (!reader.done) months.set(reader.text(), readRollup(reader));
  return months;
}

/**
 * The residences with too many series at a compaction: a page of its dwellings asks a hundred times, and a list of
 * thousands of heads takes a tenth of a second.
 */
const LARGE = new StoreMemory<true>("large residence", () => 0);

/**
 * Computes the months of every series of a project and stores them for later reads.
 *
 * They are stored only if no point was written meanwhile; compactions then update them.
 *
 * @returns null for a project with more than {@link MOST_SERIES}
 */
export async function gatherProjectYear(
  store: Store,
  projectId: string,
  year: number,
): Promise<YearOfProject | null> {
  const { versionstamp } = await readCompaction(store, projectId);
  if (LARGE.at(store, projectId, versionstamp)) return null;
  const seriesIds = await seriesIdsOf(store, projectId, MOST_SERIES + 1);
  if (seriesIds.length > MOST_SERIES) {
    LARGE.set(store, projectId, { version: versionstamp, value: true });
    return null;
  }
  const months = await readMonths(store, projectId, seriesIds, year);
  const atomic = store.atomic().check({ key: keys.compaction(projectId), versionstamp });
  for (const { key, bytes } of yearParts(projectId, year, months)) atomic.set(key, bytes);
  // When nothing can be written (disk full, another process), the months are still returned.
  await atomic.commit().catch(() => {});
  return months;
}

export async function readMonths(
  store: Store,
  projectId: string,
  seriesIds: readonly string[],
  year: number,
): Promise<YearOfProject> {
  const wanted = seriesIds.map((id) => keys.seriesMonths(projectId, id, year));
  const found = new Map<string, Rollup>();
  (await getAll(store, wanted)).forEach(({ value }, at) => {
    const seriesId = seriesIds[at];
    if (value !== null && seriesId !== undefined) found.set(seriesId, decodeRollup(value));
  });
  return found;
}

/** Changes that add the changed months to the stored years; none for a year that is not stored. */
export async function yearChanges(
  store: Store,
  projectId: string,
  changed: ReadonlyMap<number, YearOfProject>,
): Promise<YearChanges> {
  const set: { key: Key; bytes: Uint8Array }[] = [];
  const gone: Key[] = [];
  let bytes = 0;
  for (const [year, series] of changed) {
    const known = await readProjectYear(store, projectId, year);
    if (known === null) continue;
    const parts = yearParts(projectId, year, new Map([...known, ...series]));
    bytes += sumBy(parts, (part) => part.bytes.length);
    const stored = bytes > MOST_BYTES ? [] : parts;
    set.push(...stored);
    const storedYears = await storedYearKeys(store, projectId, year);
    gone.push(...storedYears.slice(stored.length));
  }
  return { set, gone };
}

/** Deletes all stored years, when it is unknown which are up to date. */
export async function deleteYears(store: Store, projectId: string): Promise<YearChanges> {
  return { set: [], gone: await storedYearKeys(store, projectId) };
}

interface YearChanges {
  readonly set: readonly { readonly key: Key; readonly bytes: Uint8Array }[];
  readonly gone: readonly Key[];
}

async function storedYearKeys(
  store: Store,
  ...where: [projectId: string] | [projectId: string, year: number]
): Promise<Key[]> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.projectYear.under(...where) }));
  return entries.map(({ key }) => key);
}

/** Space reserved for the stored years in the commit that ends a compaction. */
const MOST_BYTES = 400 * 1024;

/** Every series of a project that ever had a reading. @param most read no more than these, all by default */
export async function seriesIdsOf(
  store: Store,
  projectId: string,
  most?: number,
): Promise<readonly string[]> {
  const seriesIds: string[] = [];
  const limit = most === undefined ? {} : { limit: most };
  for await (const { key } of store.list({ prefix: keys.seriesHead.under(projectId) }, limit)) {
    if (typeof key[2] === "string") seriesIds.push(key[2]);
  }
  return seriesIds;
}

function yearParts(projectId: string, year: number, series: YearOfProject) {
  const parts: { key: Key; bytes: Uint8Array }[] = [];
  let writer = new ByteWriter();
  const seal = () => {
    parts.push({ key: keys.projectYear(projectId, year, parts.length), bytes: writer.sealed() });
    writer = new ByteWriter();
  };
  for (const [seriesId, rollup] of series) {
    writer.text(seriesId);
    writeRollup(writer, rollup);
    if (writer.length > PART_BYTES) seal();
  }
  if (writer.length > 0 || parts.length === 0) seal();
  return parts;
}
