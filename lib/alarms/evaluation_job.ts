/** Evaluates residences when readings or settings change, or when time may change a state. @module */

import { LRUCache } from "lru-cache";
import type { Services } from "@/lib/api/services.ts";
import { residenceTitle } from "@/lib/residences/records.ts";
import { countedAt } from "@/lib/store/commits.ts";
import { leasedRun } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, parsed, type Store } from "@/lib/store/store.ts";
import { backlogsOf } from "@/lib/timeseries/store/arrivals.ts";
import { isCompacting } from "@/lib/timeseries/store/compaction.ts";
import type { TakenReadings } from "@/lib/web/state.ts";
import { EvaluatedResidence, type ResidenceVersions } from "./evaluation.ts";
import { type Kind, watchedResidence } from "./monitored_residence.ts";
import { watchingRecord } from "./records.ts";

/** Maximum memory for the evaluations of one process: some 80,000 dwellings. */
const MOST_BYTES = 96 * 1_048_576;
/** Number of residences whose last start is cached. */
const REMEMBERED = 500;
/** Minimum interval between two evaluations of a residence on new readings, ms; the job evaluates the rest. */
const REST_MS = 5_000;

const KINDS: readonly Kind[] = ["read", "silent"];

/** Evaluates residences, one evaluation of each at a time, on readings and on job requests. @spec alarms.evaluation */
export class AlarmWatcher {
  /** By their memory when they were last used. */
  readonly #evaluated: LRUCache<string, EvaluatedResidence>;
  /** The last evaluation requested for each residence; they run one after the other. */
  readonly #running = new Map<string, Promise<void>>();
  /** When readings were last evaluated, epoch ms. */
  readonly #startedMs = new LRUCache<string, number>({ max: REMEMBERED });
  /** Epoch ms; nothing is evaluated just after: the first pages of a process are its slowest. */
  readonly #openedMs: number;
  /** Residences whose newest readings wait for the job. */
  readonly #waiting = new Set<string>();
  #isClosed = false;

  /** @param mostBytes memory for evaluations; those that do not fit are read again from the store */
  constructor(private readonly services: Services, mostBytes = MOST_BYTES) {
    this.#openedMs = services.now();
    this.#evaluated = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    });
  }

  /** Schedules the evaluation of readings that this process has stored, outside of the request. */
  noteReadings(projectId: string, readings: TakenReadings): void {
    if (this.#isClosed) return;
    const readingEvents = this.#evaluated.peek(projectId)?.residence.readingEvents;
    readingEvents?.read.add(readings);
    readingEvents?.silent.add(readings);
    const nowMs = this.services.now();
    if (Math.abs(nowMs - (this.#startedMs.get(projectId) ?? this.#openedMs)) < REST_MS) {
      this.#waiting.add(projectId);
      return;
    }
    this.#startedMs.set(projectId, nowMs);
    this.#run(projectId);
  }

  /** The residences, among some, that `watch()` would evaluate: the others cannot have changed. */
  async due(projectIds: readonly string[]): Promise<string[]> {
    // A residence that fails here is due: `watch()` then fails for it alone.
    const areDue = await Promise.all(
      projectIds.map((projectId) => this.#isDue(projectId).catch(() => true)),
    );
    return projectIds.filter((_, position) => areDue[position]);
  }

  /**
   * Evaluates the subjects of a residence that may have changed since the last time: all kinds, or the given ones
   * only.
   *
   * @param isPostponable leaves them to the job when the stored readings are needed and are being compacted
   */
  watch(
    projectId: string,
    kinds: readonly Kind[] = KINDS,
    isPostponable: boolean = false,
  ): Promise<void> {
    this.#waiting.delete(projectId);
    const before = this.#running.get(projectId) ?? Promise.resolve();
    const own = before.then(() => this.#watchNow(projectId, kinds, isPostponable));
    const ended = own.catch(() => {}).finally(() => {
      if (this.#running.get(projectId) === ended) this.#running.delete(projectId);
    });
    this.#running.set(projectId, ended);
    return own;
  }

  /** Resolves once all readings noted before are evaluated. */
  async settled(): Promise<void> {
    for (const projectId of this.#waiting) this.#run(projectId);
    await Promise.all(this.#running.values());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running.values());
  }

  async #isDue(projectId: string): Promise<boolean> {
    const read = await this.#readVersions(projectId);
    if (read === null) return false;
    const own = this.#known(projectId, read.settings);
    const nowS = Math.floor(this.services.now() / 1_000);
    return own === undefined || this.#running.has(projectId) ||
      KINDS.some((kind) => own.isDue(kind, read, nowS));
  }

  #run(projectId: string): void {
    this.watch(projectId, ["read"], true).catch((fault) =>
      this.services.logFault("watch alarms", fault)
    );
  }

  async #watchNow(
    projectId: string,
    kinds: readonly Kind[],
    isPostponable: boolean,
  ): Promise<void> {
    const read = await this.#readVersions(projectId);
    if (read === null) return;
    const { settings, ...versions } = read;
    const own = this.#known(projectId, settings) ?? await this.#newly(projectId, settings);
    this.#evaluated.set(projectId, own);
    if (isPostponable && await this.#mustWait(own, versions)) {
      this.#waiting.add(projectId);
      return;
    }
    for (const kind of kinds) await own.watch(this.services, kind, versions);
  }

  /**
   * True when the stored readings are needed, and many of them are being compacted or must be: a reader would hurry the
   * compaction, at the expense of the bodies that arrive.
   */
  async #mustWait(
    { residence: { projectId, readingEvents } }: EvaluatedResidence,
    { version }: ResidenceVersions,
  ): Promise<boolean> {
    if (readingEvents.read.isComplete(version)) return false;
    const { store } = this.services;
    if (isCompacting(store, projectId)) return true;
    const backlogs = backlogsOf(store);
    const { isLarge } = await backlogs.fresh(projectId);
    if (isLarge) backlogs.onMany(projectId);
    return isLarge;
  }

  /** Read before the residence: concurrent writes are evaluated next time. @returns null when it was deleted */
  async #readVersions(
    projectId: string,
  ): Promise<ResidenceVersions & { readonly settings: string } | null> {
    const { versions, callerRoles, store } = this.services;
    const orgId = await callerRoles.organisationOf(projectId);
    if (orgId === null) return null;
    const readings = keys.version("readings", projectId);
    const watching = keys.alarmWatching(projectId);
    const unread = { value: null, versionstamp: null };
    const [settings, [counter, guard]] = await Promise.all([
      versions.of([{ kind: "project", id: projectId }, { kind: "org", id: orgId }]),
      store.getMany([readings, watching]),
    ]);
    return {
      settings,
      version: countedAt(counter ?? { key: readings, ...unread }),
      guard: parsed(guard ?? { key: watching, ...unread }, watchingRecord),
    };
  }

  /** The cached evaluation, if made with the current settings; undefined otherwise. */
  #known(projectId: string, settings: string): EvaluatedResidence | undefined {
    const own = this.#evaluated.peek(projectId);
    if (own?.settings !== settings) return undefined;
    const nowMs = this.services.now();
    const { fromMs, toMs } = own.residence.seasons;
    return fromMs <= nowMs && nowMs < toMs ? own : undefined;
  }

  async #newly(projectId: string, settings: string): Promise<EvaluatedResidence> {
    const residence = await watchedResidence(this.services, projectId);
    const watches = this.#evaluated.peek(projectId)?.residence.watches ?? null;
    return new EvaluatedResidence({ ...residence, watches }, settings);
  }
}

const AT_ONCE = 10;

interface WatchingOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  readonly watcher: Pick<AlarmWatcher, "due" | "watch">;
}

/**
 * Evaluates the alarms of every residence where time, readings or settings may have changed a result, in one process at
 * a time. A run without anything due takes no lease.
 *
 * @spec alarms.evaluation
 * @returns number of residences evaluated; null when another process runs the job
 * @throws AggregateError naming the residences that failed: the others were evaluated
 */
export async function watchAlarms(
  { store, now, watcher }: WatchingOptions,
): Promise<number | null> {
  let projectIds: readonly string[] = [];
  const isIdle = async () => {
    projectIds = await watcher.due(await listIds(store, keys.project.under()));
    return projectIds.length === 0;
  };
  const job = { name: "watch alarms", subjects: "residences", isIdle } as const;
  return await leasedRun({ store, now }, job, async (lease, faults) => {
    const watch = (projectId: string) =>
      faults.try(() => residenceTitle(store, projectId), () => watcher.watch(projectId));
    for (let count = 0; count < projectIds.length; count += AT_ONCE) {
      if (count > 0 && !await lease.renew()) return count;
      await Promise.all(projectIds.slice(count, count + AT_ONCE).map(watch));
    }
    return projectIds.length;
  });
}
