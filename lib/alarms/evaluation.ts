/** Evaluates the subjects of a residence and stores what changed. @module */

import { isDeepStrictEqual } from "node:util";
import type { Services } from "@/lib/api/services.ts";
import { commitVersioned, organisationOf } from "@/lib/api/writes.ts";
import { lowest } from "@/lib/base/sums.ts";
import { retried } from "@/lib/store/commits.ts";
import { CLOCKS_DIFFER_MS } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, type MaybeEntry, readEntries } from "@/lib/store/store.ts";
import { detect, isOfPast } from "./detection.ts";
import {
  type EvaluationData,
  type EvaluationQuery,
  readEvaluationData,
} from "./evaluation_data.ts";
import { bytesOf, type Kind, type WatchedResidence } from "./monitored_residence.ts";
import {
  alarmIdOf,
  type AlarmRecord,
  alarmRecord,
  type Watch,
  type WatchingRecord,
} from "./records.ts";
import {
  alarmScopes,
  areSame,
  holdWatching,
  readWatches,
  readWatching,
  type Watches,
  writeWatches,
} from "./subject_states.ts";
import type { MonitoredItem } from "./subjects.ts";
import { alarmWriting, placeOf, type Round, roundOf } from "./transitions.ts";

/** Interval at which the positions of subjects are stored when no alarm starts or ends, s. */
const FOLLOWED_STORED_EVERY_S = 3_600;

/** The versions of a residence when it was read. */
export interface ResidenceVersions extends Pick<EvaluationQuery, "version"> {
  /** Entry that every commit of its alarms changes. */
  readonly guard: MaybeEntry<WatchingRecord>;
}

/**
 * Evaluates the subjects of a residence by their readings or by their silence: one commit writes the alarms that start
 * and end, their events and the watches. Of two concurrent evaluations one is repeated.
 *
 * @spec alarms.evaluation
 * @param before the `nextS` of the previous evaluation
 */
export async function evaluate(
  services: Services,
  residence: WatchedResidence,
  { kind, version, before, ...versions }: ResidenceVersions & Pick<EvaluationQuery, "kind"> & {
    readonly before: number | null;
  },
): Promise<number | null> {
  const isTime = before !== null && before <= services.now() / 1_000;
  let data: EvaluationData | null = null;
  const isNow = residence.watches?.versionstamp === versions.guard.versionstamp;
  let known = isNow ? versions.guard : null;
  const attempt = async () => {
    // When another commit has been made since they were read, this one fails and is repeated.
    const guard = known ?? await readWatching(services.store, residence.projectId);
    known = null;
    if (await hasNewWatches(services, residence, guard)) data = null;
    data ??= await readEvaluationData(services, residence, { kind, version, isTime });
    return await evaluateOnce(services, residence, { data: { ...data, kind }, guard });
  };
  try {
    for (;;) {
      const { nextS, isWhole, hasMore } = await retried(attempt);
      if (hasMore) continue;
      return lowest([nextS, isWhole || isTime ? null : before]);
    }
  } catch (fault) {
    // The readings taken for this evaluation must now be read from the store.
    residence.readingEvents[kind].forget();
    throw fault;
  }
}

async function evaluateOnce(
  services: Services,
  residence: WatchedResidence,
  { data, guard }: {
    readonly data: EvaluationData & Pick<EvaluationQuery, "kind">;
    readonly guard: MaybeEntry<WatchingRecord>;
  },
): Promise<{ nextS: number | null; isWhole: boolean; hasMore: boolean } | null> {
  const before = residence.watches?.all ?? new Map<string, Watch>();
  const changed = await data.since(before);
  const evaluated = new Set(changed.subjects.map(({ key }) => key));
  const [own, others] = [new Map<string, Watch>(), new Map<string, Watch>()];
  for (const [key, watch] of before) {
    const isOfKind = residence.readKeys.has(key) === (data.kind === "read");
    (isOfKind && (data.isWhole || evaluated.has(key)) ? own : others).set(key, watch);
  }
  const detected = detect({
    ...data,
    ...changed,
    watches: [...own.values()],
    newId: (startS, subjectKey) => alarmIdOf(subjectKey, startS),
  });
  const { projectId, placed } = residence;
  const subjects = data.isWhole && !placed.has(data.kind) ? changed.subjects : [];
  const moved = await movedAlarms(services, projectId, { subjects, watches: own });
  const round = roundOf(detected, { before: own, moved });
  const after = new Map([...others, ...round.watches]);
  if (!await commitRound(services, residence, { guard, after, round })) return null;
  if (data.isWhole && moved.size === 0) placed.add(data.kind);
  const hasMore = round.hasMore || moved.size > 0;
  return { nextS: detected.nextS, isWhole: data.isWhole, hasMore };
}

async function commitRound(
  services: Services,
  residence: WatchedResidence,
  { guard, after, round }: {
    readonly guard: MaybeEntry<WatchingRecord>;
    readonly after: Watches;
    readonly round: Round;
  },
): Promise<boolean> {
  const hasAlarms = round.raised.length + round.closed.length + round.moved.size > 0;
  const nowS = services.now() / 1_000;
  const stored = residence.watches?.stored ?? new Map<string, Watch>();
  const isLate = Math.abs(nowS - residence.followedStoredS) >= FOLLOWED_STORED_EVERY_S;
  // After a restart, the readings since the stored position are evaluated again, with the same result.
  const mayWait = (key: string) => !isLate && residence.readKeys.has(key);
  if (!hasAlarms && areSame(stored, after, mayWait)) {
    residence.watches = { versionstamp: guard.versionstamp, stored, all: after };
    return true;
  }
  const { projectId } = residence;
  const write = await alarmWriting(services, residence, round);
  const scopes = hasAlarms
    ? alarmScopes({ orgId: await organisationOf(services, projectId), projectId })
    : [];
  const atomic = services.store.atomic();
  const known = guard.value?.restParts ?? 0;
  const restParts = writeWatches(atomic, projectId, { before: stored, after, restParts: known });
  write(holdWatching(atomic, guard, { restParts }));
  const versionstamp = await commitVersioned(services, scopes, atomic);
  if (versionstamp === null) return false;
  residence.watches = { versionstamp, stored: after, all: after };
  residence.followedStoredS = nowS;
  return true;
}

/** Reads the watches again after another commit: the readings since the stored positions are then evaluated again. */
async function hasNewWatches(
  { store }: Services,
  residence: WatchedResidence,
  { versionstamp: versionstamp }: MaybeEntry,
): Promise<boolean> {
  if (residence.watches !== null && residence.watches.versionstamp === versionstamp) return false;
  residence.readingEvents.read.forget();
  const stored = await readWatches(store, residence.projectId);
  residence.watches = { versionstamp, stored, all: stored };
  return true;
}

/** Maximum alarms moved by one commit: the next evaluation moves the others. */
const MOVED_PER_COMMIT = 50;

const NONE: ReadonlyMap<string, AlarmRecord> = new Map();

/**
 * The open alarms of subjects that moved since they were raised: pages and reports look for them at the subject's
 * current place.
 *
 * @spec alarms.changes
 * @returns the updated alarms, by id
 */
async function movedAlarms(
  { store }: Pick<Services, "store">,
  projectId: string,
  { subjects, watches }: { readonly subjects: readonly MonitoredItem[]; readonly watches: Watches },
): Promise<ReadonlyMap<string, AlarmRecord>> {
  const byAlarm = new Map(subjects.flatMap((subject) => {
    const { state, alarmId } = watches.get(subject.key) ?? { state: "rest", alarmId: null };
    return state === "raised" && alarmId !== null ? [[alarmId, subject] as const] : [];
  }));
  if (byAlarm.size === 0) return NONE;
  const wanted = [...byAlarm.keys()].map((id) => keys.openAlarm(projectId, id));
  const moved = new Map<string, AlarmRecord>();
  for (const { key, value } of await readEntries(store, wanted, alarmRecord)) {
    const id = idOf(key);
    const subject = byAlarm.get(id);
    if (value === null || subject === undefined) continue;
    const place = placeOf(subject);
    if (isDeepStrictEqual(placeOf(value), place)) continue;
    moved.set(id, { ...value, ...place });
    if (moved.size === MOVED_PER_COMMIT) break;
  }
  return moved;
}

/** Minimum interval between evaluations of silence, s. */
const SILENCE_EVERY_S = 600;

/** The evaluations of a residence by this process, and the version each has reached. */
export class EvaluatedResidence {
  readonly #readings: Record<Kind, bigint | null> = { read: null, silent: null };
  /** When the passage of time may change a result, seconds since 1970; null for never. */
  readonly #nextS: Record<Kind, number | null> = { read: null, silent: null };
  #silentAtS = -Infinity;
  /** The latest time of an evaluation. */
  #latestS = -Infinity;

  /** @param settings version of the settings that determine what is watched */
  constructor(readonly residence: WatchedResidence, readonly settings: string) {}

  /** Approximate bytes of memory used. */
  get bytes(): number {
    return bytesOf(this.residence);
  }

  /** Evaluates the subjects of one kind, when readings or time may have changed a result. */
  async watch(services: Services, kind: Kind, versions: ResidenceVersions): Promise<void> {
    const nowS = Math.floor(services.now() / 1_000);
    if (!this.isDue(kind, versions, nowS)) return;
    if (this.#isSetBack(nowS)) this.#forgetLater();
    this.#latestS = Math.max(this.#latestS, nowS);
    const { residence } = this;
    const before = this.#nextS[kind];
    this.#nextS[kind] = await evaluate(services, residence, { kind, before, ...versions });
    this.#readings[kind] = versions.version.count;
    if (kind === "silent") this.#silentAtS = nowS;
  }

  /** True when readings or time may have changed a result of one kind. */
  isDue(kind: Kind, { version, guard }: ResidenceVersions, nowS: number): boolean {
    if (this.#isSetBack(nowS) || (this.#nextS[kind] ?? Infinity) <= nowS) return true;
    const isHeard = this.residence.readingEvents[kind].isComplete(version);
    if (version.count === this.#readings[kind]) return false;
    if (kind === "read") return true;
    const { watches } = this.residence;
    if (watches === null || watches.versionstamp !== guard.versionstamp) return true;
    if (Math.abs(nowS - this.#silentAtS) >= SILENCE_EVERY_S) return true;
    return this.#isAnyBack(isHeard, watches.all);
  }

  #isSetBack(nowS: number): boolean {
    return nowS < this.#latestS - CLOCKS_DIFFER_MS / 1_000;
  }

  /** Readings and results later than now, by a clock that was ahead, hide no reading of now. @spec series.clock-ahead */
  #forgetLater(): void {
    const { readingEvents } = this.residence;
    for (const kind of ["read", "silent"] as const) {
      readingEvents[kind].forget();
      this.#readings[kind] = null;
      this.#nextS[kind] = null;
    }
    this.#latestS = -Infinity;
  }

  /** True when a silent subject may have sent again. A gateway sends through its sensors. */
  #isAnyBack(isHeard: boolean, watches: Watches): boolean {
    const { silentByKey, readingEvents } = this.residence;
    return watches.entries().some(([key, { seenS }]) => {
      const subject = silentByKey.get(key);
      if (subject === undefined || isOfPast(subject.rule)) return false;
      if (!isHeard || subject.rule.kind === "gateway") return true;
      return subject.seriesIds.some((id) => (readingEvents.silent.get(id)?.epochS ?? 0) > seenS);
    });
  }
}
