import { keys } from "./keys.ts";
import type { Arrival } from "./series_pending.ts";
import { lateLine, purgeLineKey } from "./purge_lines.ts";
import { encodeRollup, type Rollup } from "./series_figures.ts";
import type { SeriesLease } from "./series_lease.ts";
import type { SeriesPlan } from "./series_plan.ts";
import type { PartChanges } from "./series_recut.ts";
import { forgetYears, yearChanges } from "./series_year.ts";
import type { Atomic, Key, Store } from "./store.ts";

/** Mutations and bytes after which the series gathered so far are committed. */
const FULL_MUTATIONS = 150;
const FULL_BYTES = 256 * 1024;

/** Series gathered into commits of a fair size, each series whole in one of them. */
export class SeriesWriteBatch {
  readonly projectId: string;
  readonly #store: Store;
  readonly #lease: SeriesLease;
  #sets: { readonly key: Key; readonly value: unknown }[] = [];
  #gone: Key[] = [];
  #bytes = 0;
  #years = new Map<number, Map<string, Rollup>>();

  constructor(store: Store, projectId: string, lease: SeriesLease) {
    this.#store = store;
    this.projectId = projectId;
    this.#lease = lease;
  }

  get timeZone(): string {
    return this.#lease.timeZone;
  }

  /** Adds one series, committing those before it when there are enough. @returns still held */
  async add(plan: SeriesPlan, parts: PartChanges): Promise<boolean> {
    const { seriesId, head, halves, years, notes } = plan;
    this.#set(keys.seriesHead(this.projectId, seriesId), head, 200);
    for (const { key, bytes } of parts.set) this.#set(key, bytes, bytes.length);
    this.#gone.push(...parts.gone);
    for (const [half, rollup] of halves) {
      this.#setBytes(keys.seriesDays(this.projectId, seriesId, half), encodeRollup(rollup));
    }
    for (const [year, rollup] of years) {
      this.#setBytes(keys.seriesMonths(this.projectId, seriesId, year), encodeRollup(rollup));
      const changed = this.#years.get(year) ?? new Map<string, Rollup>();
      this.#years.set(year, changed.set(seriesId, rollup));
    }
    for (const note of notes) {
      const line = lateLine(seriesId, note, this.#lease.now());
      this.#set(purgeLineKey(this.projectId, line), line, 200);
    }
    const full = this.#sets.length + this.#gone.length > FULL_MUTATIONS || this.#bytes > FULL_BYTES;
    return full ? await this.flush() : true;
  }

  /** Commits what was gathered. @returns whether the right to write was still held */
  async flush(): Promise<boolean> {
    if (this.#sets.length === 0 && this.#gone.length === 0) return true;
    const [sets, gone] = [this.#sets, this.#gone];
    [this.#sets, this.#gone, this.#bytes] = [[], [], 0];
    return await this.#lease.write((atomic) => fill(atomic, sets, gone));
  }

  /**
   * Commits what is left, the kept years and the end of the arrivals, oldest first.
   *
   * The kept years are true before the first arrival goes.
   *
   * @param also what else the first of those commits writes
   */
  async settle(arrivals: readonly Arrival[], also?: (atomic: Atomic) => void): Promise<boolean> {
    const kept = this.#lease.foundDirty
      ? await forgetYears(this.#store, this.projectId)
      : await yearChanges(this.#store, this.projectId, this.#years);
    const [sets, gone] = [this.#sets, this.#gone];
    const first = (atomic: Atomic) => {
      fill(atomic, sets, gone);
      fill(atomic, kept.set.map(({ key, bytes }) => ({ key, value: bytes })), kept.gone);
      also?.(atomic);
    };
    for (let from = 0;; from += FULL_MUTATIONS) {
      const slice = arrivals.slice(from, from + FULL_MUTATIONS);
      const write = (atomic: Atomic) => {
        if (from === 0) first(atomic);
        for (const { key } of slice) atomic.delete(key);
      };
      if (!await this.#lease.settle(write)) return false;
      if (from + FULL_MUTATIONS >= arrivals.length) return true;
    }
  }

  #setBytes(key: Key, bytes: Uint8Array): void {
    this.#set(key, bytes, bytes.length);
  }

  #set(key: Key, value: unknown, bytes: number): void {
    this.#sets.push({ key, value });
    this.#bytes += bytes;
  }
}

/** A key both gone and set is set: removals first. */
function fill(
  atomic: Atomic,
  sets: readonly { readonly key: Key; readonly value: unknown }[],
  gone: readonly Key[],
): void {
  for (const key of gone) atomic.delete(key);
  for (const { key, value } of sets) atomic.set(key, value);
}
