import type { Services } from "@/lib/backend/embedded/services.ts";
import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import { evaluate } from "./evaluation.ts";
import { type Kind, type WatchedResidence, watchedResidence } from "./watched_residence.ts";

/** Residences of which one process remembers what it has evaluated. */
const REMEMBERED = 500;
/** Silence is looked at this often while readings come and nothing is silent, s. */
const SILENCE_EVERY_S = 600;
/** Readings of a residence are evaluated at once, then this often at most, ms: the job does what came since. */
const REST_MS = 5_000;

/** What this process has evaluated of a residence, and up to which of its versions. */
interface Evaluated {
  readonly residence: WatchedResidence;
  readonly settings: string;
  readonly readings: Record<Kind, string>;
  silentAtS: number;
  /** When only time may change something, seconds since 1970; null when it may not. */
  readonly nextS: Record<Kind, number | null>;
}

/** Evaluates residences, each once at a time, when readings were taken and when the job asks. @spec alarms.evaluation */
export class AlarmWatcher {
  readonly #evaluated = new BoundedMap<Evaluated>(REMEMBERED);
  /** The last evaluation that was asked of each residence: one follows the other. */
  readonly #running = new Map<string, Promise<void>>();
  /** When readings were last evaluated, epoch ms. */
  readonly #startedMs = new BoundedMap<number>(REMEMBERED);
  /** Residences whose newest readings wait for the job. */
  readonly #waiting = new Set<string>();
  #isClosed = false;

  constructor(private readonly services: Services) {}

  /** Takes note of readings that were taken in: they are evaluated soon, outside of the request. */
  noteReadings(projectId: string): void {
    if (this.#isClosed) return;
    const nowMs = this.services.now();
    if (Math.abs(nowMs - (this.#startedMs.get(projectId) ?? -Infinity)) < REST_MS) {
      this.#waiting.add(projectId);
      return;
    }
    this.#startedMs.set(projectId, nowMs);
    this.#run(projectId);
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
    const { versions, callerRoles, now } = this.services;
    const orgId = await callerRoles.organisationOf(projectId);
    if (orgId === null) return;
    // Read before the residence: what is written meanwhile is evaluated the next time.
    const settings = await versions.of([{ kind: "project", id: projectId }, {
      kind: "org",
      id: orgId,
    }]);
    const readings = await versions.of([{ kind: "readings", id: projectId }]);
    const nowS = Math.floor(now() / 1_000);
    const known = this.#evaluated.get(projectId);
    const own = known?.settings === settings
      ? known
      : await this.#newly(projectId, settings, known);
    for (const kind of kinds) {
      if (!isDue(own, kind, { readings, nowS })) continue;
      own.nextS[kind] = await evaluate(this.services, own.residence, kind);
      own.readings[kind] = readings;
      if (kind === "silent") own.silentAtS = nowS;
    }
    this.#evaluated.set(projectId, own);
  }

  async #newly(
    projectId: string,
    settings: string,
    known: Evaluated | undefined,
  ): Promise<Evaluated> {
    const residence = await watchedResidence(this.services, projectId);
    const watches = known?.residence.watches ?? null;
    return {
      residence: { ...residence, watches },
      settings,
      readings: { read: "", silent: "" },
      silentAtS: -Infinity,
      nextS: { read: null, silent: null },
    };
  }
}

/** Whether time may have changed something, or readings that came since. */
function isDue(
  { residence, readings: seen, silentAtS, nextS }: Evaluated,
  kind: Kind,
  { readings, nowS }: { readonly readings: string; readonly nowS: number },
): boolean {
  if ((nextS[kind] ?? Infinity) <= nowS) return true;
  if (readings === seen[kind]) return false;
  return kind === "read" || Math.abs(nowS - silentAtS) >= SILENCE_EVERY_S || isAnySilent(residence);
}

function isAnySilent({ watches, readKeys }: WatchedResidence): boolean {
  for (const key of watches?.all.keys() ?? []) if (!readKeys.has(key)) return true;
  return false;
}
