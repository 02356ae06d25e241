/** Stores the state of each subject between two evaluations. @module */

import type { Scope } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  listEntries,
  listStored,
  type MaybeEntry,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import {
  alarmRecord,
  type AlarmRestRecord,
  alarmRestRecord,
  alarmWatchRecord,
  type Watch,
  type WatchingRecord,
  watchingRecord,
} from "./records.ts";
import { atRest } from "./subject_evaluation.ts";

/** Watches of the subjects of a residence, by key. */
export type Watches = ReadonlyMap<string, Watch>;

/** Characters of one part of the positions at rest, well below the limit of a value. */
const PART_CHARACTERS = 20_000;

/** A residence that was never evaluated. */
const NEVER: WatchingRecord = { restParts: 0 };

/** The cache scopes of the alarms of a residence: its own lists, and those of its organisation. */
export function alarmScopes(
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
): Scope[] {
  return [{ kind: "alarms", id: projectId }, { kind: "alarms", id: orgId }];
}

export function readWatching(store: Store, projectId: string): Promise<MaybeEntry<WatchingRecord>> {
  return readEntry(store, keys.alarmWatching(projectId), watchingRecord);
}

/** Adds to a commit of alarms of a residence the check that no other one was made meanwhile. */
export function holdWatching(
  atomic: Atomic,
  entry: MaybeEntry<WatchingRecord>,
  after: WatchingRecord = entry.value ?? NEVER,
): Atomic {
  return atomic.check(unchanged(entry)).set(entry.key, after);
}

/** The stored watches of a residence; an open alarm without one is watched from now on. */
export async function readWatches(store: Store, projectId: string): Promise<Watches> {
  const [open, rest, wrong] = await Promise.all([
    listStored(store, keys.openAlarm.under(projectId), alarmRecord),
    listEntries(store, { prefix: keys.alarmRest.under(projectId) }, alarmRestRecord),
    listEntries(store, { prefix: keys.alarmWatch.under(projectId) }, alarmWatchRecord),
  ]);
  const watches = new Map<string, Watch>();
  for (const { id, record: { subjectKey: key, start, parentId, seriesId } } of open) {
    const sinceS = Math.floor(Date.parse(start) / 1_000);
    const followed = { ...atRest(key), seriesId: seriesId ?? undefined };
    watches.set(key, { ...followed, state: "raised", sinceS, alarmId: id, parentId });
  }
  for (const { value } of rest) {
    for (const one of value) watches.set(one.key, { ...atRest(one.key), ...one });
  }
  for (const { value } of wrong) watches.set(value.key, value);
  return watches;
}

/** Adds the new watches to a commit. @returns the number of parts of those at rest */
export function writeWatches(
  atomic: Atomic,
  projectId: string,
  { before, after, restParts }: { before: Watches; after: Watches; restParts: number },
): number {
  for (const { key, state } of before.values()) {
    const isStored = state !== "rest" && (after.get(key)?.state ?? "rest") === "rest";
    if (isStored) atomic.delete(keys.alarmWatch(projectId, key));
  }
  for (const watch of after.values()) {
    if (watch.state === "rest" || isSame(watch, before.get(watch.key))) continue;
    atomic.set(keys.alarmWatch(projectId, watch.key), watch);
  }
  const isAtRest = ({ state }: Watch) => state === "rest";
  const resting = [...after.values()].filter(isAtRest);
  const rested = [...before.values()].filter(isAtRest);
  const isUnchanged = resting.length === rested.length &&
    resting.every((one) => isSame(one, before.get(one.key)));
  if (isUnchanged) return restParts;
  const parts = restPartsOf(resting);
  for (const [part, some] of parts.entries()) atomic.set(keys.alarmRest(projectId, part), some);
  for (let part = parts.length; part < restParts; part++) {
    atomic.delete(keys.alarmRest(projectId, part));
  }
  return parts.length;
}

/** True when nothing must be stored. @param mayWait true when the changes of a stored subject may be stored later */
export function areSame(
  stored: Watches,
  after: Watches,
  mayWait: (key: string) => boolean,
): boolean {
  for (const [key, watch] of after) {
    const known = stored.get(key);
    const isEnough = known === undefined ? watch.state === "rest" && mayWait(key) : mayWait(key);
    if (!isEnough && !isSame(watch, known)) return false;
  }
  return stored.keys().every((key) => after.has(key) || mayWait(key));
}

function isSame(a: Watch, b: Watch | undefined): boolean {
  return a === b || (b !== undefined && a.state === b.state && a.sinceS === b.sinceS &&
    a.insideCount === b.insideCount && a.seenS === b.seenS && a.seenValue === b.seenValue &&
    a.seriesId === b.seriesId && a.alarmId === b.alarmId && a.parentId === b.parentId);
}

function restPartsOf(resting: readonly Watch[]): AlarmRestRecord[] {
  const parts: AlarmRestRecord[] = [];
  let characters = Infinity;
  for (const { key, seenS, seenValue, seriesId } of resting) {
    if (characters > PART_CHARACTERS) {
      parts.push([]);
      characters = 0;
    }
    parts.at(-1)?.push({ key, seenS, seenValue, seriesId });
    characters += key.length + String(seenValue).length + (seriesId?.length ?? 0) + 20;
  }
  return parts;
}
