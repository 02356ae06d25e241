import { groupsOf } from "@/lib/backend/core/groups.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { ArrivalName } from "@/lib/backend/kv/series/arrivals/arrival_names.ts";
import { arrivalsVersionKey } from "@/lib/backend/kv/series/arrivals/pending.ts";
import { encodeRollup, type Rollup } from "@/lib/backend/kv/series/figures.ts";
import { lateLine, purgeLineKey } from "@/lib/backend/kv/series/purge_lines.ts";
import { deleteYears, yearChanges } from "@/lib/backend/kv/series/year.ts";
import type { Atomic, Key, Store } from "@/lib/backend/kv/store.ts";
import type { SeriesLease } from "./lease.ts";
import type { SeriesPlan } from "./plan.ts";
import type { PartChanges } from "./recut.ts";

/** Mutations and bytes from which the pending series are committed: a portion of one adds 250 mutations at most. */
const FULL_MUTATIONS = 700;
const FULL_BYTES = 400 * 1024;
const REMOVALS_PER_COMMIT = 900;
/** Maximum figures of one series in the commit of its points; those of a longer span are written before. */
const FULL_FIGURES = 200;

/** Other effects of the end of a compaction. */
interface Settlement {
  /** Adds other writes to the commit of the figures. */
  also?: ((atomic: Atomic) => void) | undefined;
  /** Called with the arrivals removed, commit by commit. */
  compacted?(keys: readonly Key[]): void;
}

/** Groups series into commits of moderate size, each series whole in one of them. */
export class SeriesWriteBatch {
  #sets: { readonly key: Key; readonly value: unknown }[] = [];
  #gone: Key[] = [];
  #bytes = 0;
  #years = new Map<number, Map<string, Rollup>>();

  constructor(
    private readonly store: Store,
    readonly projectId: string,
    private readonly lease: SeriesLease,
  ) {}

  get timeZone(): string {
    return this.lease.timeZone;
  }

  /** Adds one series, committing the previous ones when there are enough. @returns true while the lease is held */
  async add(plan: SeriesPlan, parts: PartChanges): Promise<boolean> {
    const { seriesId, head, years, notes } = plan;
    if (!await this.#addFigures(plan)) return false;
    this.#set(keys.seriesHead(this.projectId, seriesId), head, 200);
    for (const { key, bytes } of parts.set) this.#set(key, bytes, bytes.length);
    this.#gone.push(...parts.gone);
    for (const [year, rollup] of years) {
      const changed = this.#years.get(year) ?? new Map<string, Rollup>();
      this.#years.set(year, changed.set(seriesId, rollup));
    }
    for (const note of notes) {
      const line = lateLine(seriesId, note, this.lease.now());
      this.#set(purgeLineKey(this.projectId, line), line, 200);
    }
    const full = this.#sets.length + this.#gone.length > FULL_MUTATIONS || this.#bytes > FULL_BYTES;
    return full ? await this.flush() : true;
  }

  /**
   * Adds the figures of a series, in commits of their own before its points when they span many years.
   *
   * A crash in between is repaired by the next compaction: the arrivals are still there, and the points and the head
   * that determine the changes are still the old ones. Reads meanwhile merge the arrivals, which cover the same figures.
   */
  async #addFigures({ seriesId, halves, years }: SeriesPlan): Promise<boolean> {
    const isLong = halves.size + years.size > FULL_FIGURES;
    if (isLong && !await this.flush()) return false;
    const add = async (key: Key, rollup: Rollup): Promise<boolean> => {
      this.#setBytes(key, encodeRollup(rollup));
      return !isLong || this.#sets.length < FULL_FIGURES ? true : await this.flush();
    };
    for (const [half, rollup] of halves) {
      if (!await add(keys.seriesDays(this.projectId, seriesId, half), rollup)) return false;
    }
    for (const [year, rollup] of years) {
      if (!await add(keys.seriesMonths(this.projectId, seriesId, year), rollup)) return false;
    }
    return true;
  }

  /** Commits the pending writes. @returns true when the lease was still held */
  async flush(): Promise<boolean> {
    if (this.#sets.length === 0 && this.#gone.length === 0) return true;
    const [sets, gone] = [this.#sets, this.#gone];
    [this.#sets, this.#gone, this.#bytes] = [[], [], 0];
    return await this.lease.write((atomic) => fill(atomic, sets, gone));
  }

  /**
   * Commits the remaining writes, the years of the project and the deletion of the arrivals, oldest first.
   *
   * The years of the project are up to date before the first arrival is deleted.
   */
  async settle(
    arrivals: readonly Pick<ArrivalName, "key">[],
    { also, compacted = () => {} }: Settlement = {},
  ): Promise<boolean> {
    const kept = this.lease.foundDirty
      ? await deleteYears(this.store, this.projectId)
      : await yearChanges(this.store, this.projectId, this.#years);
    const [sets, gone] = [this.#sets, this.#gone];
    const first = (atomic: Atomic) => {
      fill(atomic, sets, gone);
      fill(atomic, kept.set.map(({ key, bytes }) => ({ key, value: bytes })), kept.gone);
      also?.(atomic);
    };
    if (!await this.lease.settle(first)) return false;
    for (const some of groupsOf(arrivals.map(({ key }) => key), REMOVALS_PER_COMMIT)) {
      const held = await this.lease.settle((atomic) => {
        for (const key of some) atomic.delete(key);
        atomic.sum(arrivalsVersionKey(this.projectId), 1n);
      });
      if (!held) return false;
      compacted(some);
    }
    return true;
  }

  #setBytes(key: Key, bytes: Uint8Array): void {
    this.#set(key, bytes, bytes.length);
  }

  #set(key: Key, value: unknown, bytes: number): void {
    this.#sets.push({ key, value });
    this.#bytes += bytes;
  }
}

/** Deletions first: a key both deleted and set is set. */
function fill(
  atomic: Atomic,
  sets: readonly { readonly key: Key; readonly value: unknown }[],
  gone: readonly Key[],
): void {
  for (const key of gone) atomic.delete(key);
  for (const { key, value } of sets) atomic.set(key, value);
}
