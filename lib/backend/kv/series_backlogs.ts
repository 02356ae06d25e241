import { Backlog } from "./series_backlog.ts";
import type { WrittenArrival } from "./series_pending.ts";
import type { Key, Store } from "./store.ts";

/** Readings of all projects kept in memory: about 20 MB. */
const READINGS_HELD_IN_ALL = 300_000;
const PROJECTS_HELD = 2_000;
/** Readings from which compacting them at once pays… */
const MANY_READINGS = 20_000;
/** …and readings for each series of the widest commit: fewer, and a compaction rewrites more than it adds. */
const READINGS_PER_SERIES = 12;

/** The backlogs of the projects of a store, of which only as many are held as memory allows. */
export class Backlogs {
  readonly #store: Store;
  /** In the order they were last used. */
  readonly #held = new Map<string, Backlog>();
  readonly #since = new Map<string, { readings: number; series: number }>();
  /** Called when a project has so many pending readings that they should be compacted now. */
  onMany: (projectId: string) => void = () => {};

  constructor(store: Store) {
    this.#store = store;
  }

  /** The backlog of a project with every reading acknowledged before the call. */
  async fresh(projectId: string): Promise<Backlog> {
    const backlog = this.#held.get(projectId) ?? new Backlog(this.#store, projectId);
    this.#held.delete(projectId);
    this.#held.set(projectId, backlog);
    await backlog.refresh();
    this.#bound();
    return backlog;
  }

  /** Takes note of what this process has just written in one commit. */
  written(projectId: string, arrivals: readonly WrittenArrival[]): void {
    this.#held.get(projectId)?.written(arrivals);
    this.#bound();
    const since = this.#since.get(projectId) ?? { readings: 0, series: 0 };
    this.#since.set(projectId, since);
    let series = 0;
    for (const { readingCount, seriesCount } of arrivals) {
      since.readings += readingCount;
      series += seriesCount;
    }
    since.series = Math.max(since.series, series);
    const many = Math.max(MANY_READINGS, since.series * READINGS_PER_SERIES);
    if (since.readings < many) return;
    this.#since.delete(projectId);
    this.onMany(projectId);
  }

  /** Takes note of what this process has just compacted, in one commit. */
  compacted(projectId: string, keys: readonly Key[]): void {
    this.#held.get(projectId)?.compacted(keys);
    this.#since.delete(projectId);
  }

  /** How many readings are held. */
  get readingCount(): number {
    let count = 0;
    for (const backlog of this.#held.values()) count += backlog.readingCount;
    return count;
  }

  /** Lets go of the projects used least lately; their readings are read again when they are asked for. */
  #bound(): void {
    let count = this.readingCount;
    for (const [projectId, backlog] of this.#held) {
      if (count <= READINGS_HELD_IN_ALL && this.#held.size <= PROJECTS_HELD) return;
      count -= backlog.readingCount;
      this.#held.delete(projectId);
    }
  }
}

const BACKLOGS = new WeakMap<Store, Backlogs>();

/** The backlogs of a store, one object for the whole process. */
export function backlogsOf(store: Store): Backlogs {
  const known = BACKLOGS.get(store) ?? new Backlogs(store);
  BACKLOGS.set(store, known);
  return known;
}
