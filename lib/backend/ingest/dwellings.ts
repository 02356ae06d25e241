import { keys } from "@/lib/backend/kv/keys.ts";
import { idOf, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import { houseRecord } from "@/lib/backend/records/housing.ts";
import { attachSource, type Claim } from "@/lib/backend/sources/sources.ts";
import type { DwellingOrigin } from "@/lib/backend/sources/unknown_sources.ts";
import {
  dwellingNamed,
  type DwellingNames,
  dwellingNames,
} from "@/lib/domain/housing/named_dwelling.ts";

export async function readDwellingNames(store: Store, projectId: string): Promise<DwellingNames> {
  const prefix = keys.house.under(projectId);
  const entries = await listEntries(store, { prefix }, houseRecord, { batchSize: 500 });
  return dwellingNames(
    entries.map(({ key, value: { serial, settings } }) => ({
      id: idOf(key),
      name: settings.name,
      serial,
    })),
  );
}

interface WaitingSource {
  readonly sourceKey: string;
  readonly origin: DwellingOrigin | null;
}

/**
 * Attaches the sources that name a dwelling and send a measure claimed by a series for all dwellings.
 *
 * @spec series.dwelling-sources
 * @param measures claims for every dwelling, by measure
 * @returns the claim of each attached source, whose earlier readings are moved to its series
 */
export async function attachDwellings(
  store: Store,
  projectId: string,
  { waiting, measures, nowMs, oldestS }: {
    readonly waiting: readonly WaitingSource[];
    readonly measures: ReadonlyMap<string, Claim>;
    /** Epoch milliseconds. */
    readonly nowMs: number;
    /** Stored readings before this second are skipped. */
    readonly oldestS?: number;
  },
): Promise<ReadonlyMap<string, Claim>> {
  const attached = new Map<string, Claim>();
  const claimed = waiting.flatMap(({ sourceKey, origin }) => {
    const measure = origin && measures.get(origin.measure);
    return origin && measure ? [{ sourceKey, words: origin.words, measure }] : [];
  });
  if (claimed.length === 0) return attached;
  const names = await readDwellingNames(store, projectId);
  for (const { sourceKey, words, measure } of claimed) {
    const houseId = dwellingNamed(words, names);
    if (houseId === null) continue;
    const claim = { ...measure, houseId, attachedAtMs: nowMs };
    const named = [keys.house(projectId, houseId), keys.dataseries(projectId, measure.seriesId)];
    const whileThere = await store.getMany(named);
    if (whileThere.some(({ versionstamp }) => versionstamp === null)) continue;
    const result = await attachSource(store, { projectId, sourceKey }, claim, {
      whileThere,
      ...(oldestS !== undefined && { oldestS }),
    });
    if (result.ok) attached.set(sourceKey, claim);
  }
  return attached;
}
