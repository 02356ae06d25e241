import { organisationOf } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import type { MaybeEntry } from "@/lib/backend/kv/store.ts";
import type { WatchingRecord } from "@/lib/backend/records/alarms.ts";
import { alarmIdOf } from "@/lib/domain/alarms/alarm_ids.ts";
import { detect } from "@/lib/domain/alarms/detect.ts";
import type { Watch } from "@/lib/domain/alarms/watching.ts";
import { alarmWriting, type Round, roundOf } from "./alarm_changes.ts";
import { type Facts, newReadings, readFacts } from "./facts.ts";
import type { Kind, WatchedResidence } from "./watched_residence.ts";
import {
  alarmScopes,
  areSame,
  holdWatching,
  readWatches,
  readWatching,
  type Watches,
  writeWatches,
} from "./watching.ts";

/**
 * Evaluates what is watched in a residence, by its readings or by its silence: one commit holds the alarms that start and
 * end, their events and what is remembered. Of two evaluations at the same time one is made again.
 *
 * @spec alarms.evaluation
 * @returns when something may change that only time changes, seconds since 1970; null when nothing may
 */
export async function evaluate(
  services: Services,
  residence: WatchedResidence,
  kind: Kind,
): Promise<number | null> {
  const facts = await readFacts(services, residence, kind);
  for (;;) {
    const { nextS, hasMore } = await retried(() => evaluateOnce(services, residence, facts));
    if (!hasMore) return nextS;
  }
}

async function evaluateOnce(
  services: Services,
  residence: WatchedResidence,
  facts: Facts,
): Promise<{ nextS: number | null; hasMore: boolean } | null> {
  const guard = await readWatching(services.store, residence.projectId);
  const before = await watchesAt(services, residence, guard);
  const [own, others] = [new Map<string, Watch>(), new Map<string, Watch>()];
  for (const [key, watch] of before) {
    const isOwn = residence.readKeys.has(key) === (facts.kind === "read");
    (isOwn ? own : others).set(key, watch);
  }
  const detected = detect({
    ...facts,
    watches: [...own.values()],
    readings: await newReadings(facts, own),
    newId: (startS, subjectKey) => alarmIdOf(subjectKey, startS),
  });
  const round = roundOf(detected, own);
  const after = new Map([...others, ...round.watches]);
  const isMade = await commitRound(services, residence, { guard, before, after, round });
  return isMade ? { nextS: detected.nextS, hasMore: round.hasMore } : null;
}

async function commitRound(
  services: Services,
  residence: WatchedResidence,
  { guard, before, after, round }: {
    readonly guard: MaybeEntry<WatchingRecord>;
    readonly before: Watches;
    readonly after: Watches;
    readonly round: Round;
  },
): Promise<boolean> {
  const hasAlarms = round.raised.length + round.closed.length > 0;
  if (!hasAlarms && areSame(before, after)) return true;
  const { store, versions } = services;
  const { projectId } = residence;
  const write = await alarmWriting(services, projectId, round);
  const scopes = hasAlarms ? alarmScopes(await organisationOf(services, projectId), projectId) : [];
  const atomic = store.atomic();
  const known = guard.value?.restParts ?? 0;
  const restParts = writeWatches(atomic, projectId, { before, after, restParts: known });
  write(holdWatching(atomic, guard, { restParts }));
  versions.include(atomic, scopes);
  const committed = await atomic.commit();
  if (!committed.ok) return false;
  versions.forget(scopes);
  residence.watches = { stamp: committed.versionstamp, all: after };
  return true;
}

async function watchesAt(
  { store }: Services,
  residence: WatchedResidence,
  { versionstamp: stamp }: MaybeEntry,
): Promise<Watches> {
  const known = residence.watches;
  if (known !== null && known.stamp === stamp) return known.all;
  const all = await readWatches(store, residence.projectId);
  residence.watches = { stamp, all };
  return all;
}
