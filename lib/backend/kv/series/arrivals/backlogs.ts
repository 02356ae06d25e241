import type { Counted } from "@/lib/backend/kv/counted.ts";
import type { Key, Store } from "@/lib/backend/kv/store.ts";
import type { WrittenArrival } from "./arrival_names.ts";
import { Backlog } from "./backlog.ts";

/** Maximum memory for the pending readings of all projects: 1.5 million readings. */
const BYTES_HELD = 32 * 1024 * 1024;
const PROJECTS_HELD = 2_000;
/** Number of readings from which an immediate compaction is worthwhile… */
const MANY_READINGS = 20_000;
/** …and minimum readings per series of the widest commit: below it, a compaction rewrites more than it adds. */
const READINGS_PER_SERIES = 24;

/** The backlogs of the projects of a store, cached within a memory limit. */
export class Backlogs {
  /** In order of last use. */
  readonly #held = new Map<string, { readonly backlog: Backlog; bytes: number }>();
  #bytes = 0;
  readonly #since = new Map<string, { readings: number; series: number }>();
  /** Called when a project has enough pending readings to be compacted now. */
  onMany: (projectId: string) => void = () => {};

  constructor(private readonly store: Store, private readonly mostBytes = BYTES_HELD) {}

  held(projectId: string): Backlog {
    const held = this.#held.get(projectId) ??
      { backlog: new Backlog(this.store, projectId), bytes: 0 };
    this.#held.delete(projectId);
    this.#held.set(projectId, held);
    return held.backlog;
  }

  /** The backlog of a project with every reading acknowledged before the call, or before a version was read. */
  async fresh(projectId: string, version?: Counted): Promise<Backlog> {
    const backlog = this.held(projectId);
    await backlog.refresh(version);
    this.#counted(projectId);
    const since = this.#since.get(projectId);
    // Another process may have written or compacted some of the readings.
    if (since !== undefined && !backlog.isLarge) since.readings = backlog.readingCount;
    return backlog;
  }

  written(projectId: string, arrivals: readonly WrittenArrival[]): void {
    this.#held.get(projectId)?.backlog.written(arrivals);
    this.#counted(projectId);
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

  /** Removes the arrivals that this process has just compacted in one commit. */
  compacted(projectId: string, keys: readonly Key[]): void {
    this.#held.get(projectId)?.backlog.compacted(keys);
    this.#counted(projectId);
    this.#since.delete(projectId);
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Recounts a project, and evicts the least recently used ones, which are read again on demand. */
  #counted(projectId: string): void {
    const held = this.#held.get(projectId);
    if (held !== undefined) {
      this.#bytes += held.backlog.bytes - held.bytes;
      held.bytes = held.backlog.bytes;
    }
    for (const [oldest, { bytes }] of this.#held) {
      if (this.#bytes <= this.mostBytes && this.#held.size <= PROJECTS_HELD) return;
      this.#bytes -= bytes;
      this.#held.delete(oldest);
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
