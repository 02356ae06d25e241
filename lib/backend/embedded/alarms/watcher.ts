import type { Services } from "@/lib/backend/embedded/services.ts";
import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import type { TakenReadings } from "@/lib/backend/ingest/receive.ts";
import { countedAt } from "@/lib/backend/kv/counted.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { EvaluatedResidence } from "./evaluated.ts";
import { type Kind, watchedResidence } from "./watched_residence.ts";

/** Memory for what one process has evaluated: some 80,000 dwellings. */
const MOST_BYTES = 96 * 1_048_576;
/** Residences whose last start is remembered. */
const REMEMBERED = 500;
/** Readings of a residence are evaluated at once, then this often at most, ms: the job does what came since. */
const REST_MS = 5_000;

/** What is remembered of a residence, and the bytes it took when it was last used. */
interface Evaluated {
  readonly own: EvaluatedResidence;
  readonly bytes: number;
}

/** Evaluates residences, each once at a time, when readings were taken and when the job asks. @spec alarms.evaluation */
export class AlarmWatcher {
  /** In the order they were last used. */
  readonly #evaluated = new Map<string, Evaluated>();
  /** Bytes that they take. */
  #bytes = 0;
  /** The last evaluation that was asked of each residence: one follows the other. */
  readonly #running = new Map<string, Promise<void>>();
  /** When readings were last evaluated, epoch ms. */
  readonly #startedMs = new BoundedMap<number>(REMEMBERED);
  /** Residences whose newest readings wait for the job. */
  readonly #waiting = new Set<string>();
  #isClosed = false;

  /** @param mostBytes memory for what was evaluated; the store is read again for what does not fit */
  constructor(private readonly services: Services, private readonly mostBytes = MOST_BYTES) {}

  /** Takes note of readings that this process has stored: they are evaluated soon, outside of the request. */
  noteReadings(projectId: string, readings: TakenReadings): void {
    if (this.#isClosed) return;
    this.hear(projectId, readings);
    const nowMs = this.services.now();
    if (Math.abs(nowMs - (this.#startedMs.get(projectId) ?? -Infinity)) < REST_MS) {
      this.#waiting.add(projectId);
      return;
    }
    this.#startedMs.set(projectId, nowMs);
    this.#run(projectId);
  }

  /** Remembers what this process has stored for the next evaluation. */
  hear(projectId: string, readings: TakenReadings): void {
    const heard = this.#evaluated.get(projectId)?.own.residence.heard;
    heard?.read.add(readings);
    heard?.silent.add(readings);
  }

  /**
   * Evaluates a residence as far as something may have changed since the last time: all of it, or what is watched in one
   * way only.
   */
  watch(projectId: string, kinds: readonly Kind[] = ["read", "silent"]): Promise<void> {
    this.#waiting.delete(projectId);
    const before = this.#running.get(projectId) ?? Promise.resolve();
    const own = before.then(() => this.#watchNow(projectId, kinds));
    const ended = own.catch(() => {}).finally(() => {
      if (this.#running.get(projectId) === ended) this.#running.delete(projectId);
    });
    this.#running.set(projectId, ended);
    return own;
  }

  /** Once all readings noted before are evaluated. */
  async settled(): Promise<void> {
    for (const projectId of this.#waiting) this.#run(projectId);
    await Promise.all(this.#running.values());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running.values());
  }

  #run(projectId: string): void {
    this.watch(projectId, ["read"]).catch((fault) =>
      this.services.reportFault("watch alarms", fault)
    );
  }

  async #watchNow(projectId: string, kinds: readonly Kind[]): Promise<void> {
    const { versions, callerRoles, store } = this.services;
    const orgId = await callerRoles.organisationOf(projectId);
    if (orgId === null) return;
    // Read before the residence: what is written meanwhile is evaluated the next time.
    const [settings, readings] = await Promise.all([
      versions.of([{ kind: "project", id: projectId }, { kind: "org", id: orgId }]),
      store.get(keys.version("readings", projectId)),
    ]);
    const version = countedAt(readings);
    const known = this.#evaluated.get(projectId)?.own;
    const isOfToday = this.services.now() < (known?.residence.seasons.untilMs ?? 0);
    const own = known?.settings === settings && isOfToday
      ? known
      : await this.#newly(projectId, settings, known);
    this.#remember(projectId, own);
    for (const kind of kinds) await own.watch(this.services, kind, version);
  }

  /** Remembers the residence used last, and forgets those used longest ago where memory is short. */
  #remember(projectId: string, own: EvaluatedResidence): void {
    this.#forget(projectId);
    const { bytes } = own;
    this.#evaluated.set(projectId, { own, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#evaluated.keys()) {
      if (this.#bytes <= this.mostBytes || oldest === projectId) return;
      this.#forget(oldest);
    }
  }

  #forget(projectId: string): void {
    this.#bytes -= this.#evaluated.get(projectId)?.bytes ?? 0;
    this.#evaluated.delete(projectId);
  }

  async #newly(
    projectId: string,
    settings: string,
    known: EvaluatedResidence | undefined,
  ): Promise<EvaluatedResidence> {
    const residence = await watchedResidence(this.services, projectId);
    const watches = known?.residence.watches ?? null;
    return new EvaluatedResidence({ ...residence, watches }, settings);
  }
}
