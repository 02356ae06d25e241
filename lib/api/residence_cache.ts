/** Caches values computed from the settings and readings of a residence, or from the records of an organisation. @module */

import { LRUCache } from "lru-cache";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { type Scope, VersionedCache, type Versions } from "@/lib/store/cache.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { frozenAndMeasured, frozenBytes } from "./deep_freeze.ts";

/** How many bytes of the values used last are kept: of settings, and of readings. */
export interface MemoryRoom {
  readonly settings: number;
  readonly readings: number;
}

/** Number of values whose series' state is known. */
const STATES = 10_000;
/** Settings are read again after this all the same, s: to read those of many residences again takes seconds. */
const SETTINGS_S = 600;

/** Name of a value of a residence. */
interface Named {
  readonly what: string;
  /**
   * Civil day that the value depends on; absent when it depends on none. Not in the name: a value that is as good as lost
   * the next day would stay until as many others push it out as fill the memory.
   */
  readonly day?: IsoDate | undefined;
}

/** A value of a residence, and its lifetime without a write, s. */
interface Remembered extends Named {
  readonly freshForS: number;
}

/** The series a value is computed from, and their state. */
export interface SourceSeries {
  readonly reader: Pick<SeriesReader, "stateOf">;
  readonly seriesIds: readonly string[];
  /** Series of which only the figures of days before `before` are used. */
  readonly past: { readonly seriesIds: readonly string[]; readonly before: IsoDate };
}

/** A cached value: made of settings alone or of readings too, at some versions. */
interface CacheQuery extends Remembered {
  readonly from: keyof MemoryRoom;
  readonly version: string;
}

/** The state of the series of a value when the versions of its residence were last seen. */
interface SeenState {
  readonly version: string;
  readonly state: string | null;
}

/**
 * Values computed from the stored data of a residence or an organisation, cached until these data are written.
 *
 * They are the same for all readers: rights are checked before. Those of a residence depend only on its data, so a write
 * of the organisation does not affect them. A tick of a collector invalidates only the values of its residence that
 * depend on readings.
 */
export class ResidenceCache {
  #caches: Readonly<Record<keyof MemoryRoom, VersionedCache>>;
  #states = new LRUCache<string, SeenState>({ max: STATES });

  constructor(private readonly versions: Versions, now: () => number, room: MemoryRoom) {
    this.#caches = {
      settings: new VersionedCache({ now, limit: room.settings, sizeOf: frozenBytes }),
      readings: new VersionedCache({ now, limit: room.readings, sizeOf: frozenBytes }),
    };
  }

  async ofReadings<Value>(
    projectId: string,
    remembered: Remembered,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const version = await this.versions.of(readingsOf(projectId));
    return await this.#get(projectId, { ...remembered, from: "readings", version }, compute);
  }

  /**
   * A cached value that depends on some series of a residence and its settings, and not on the readings of other
   * series. The day before which the past is used is a part of its version.
   */
  async ofSeries<Value>(
    projectId: string,
    remembered: Remembered,
    sources: SourceSeries,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const seenAt = `${await this.versions.of(readingsOf(projectId))} ${sources.past.before}`;
    const settings = await this.versions.of([project(projectId)]);
    const name = `${projectId} ${remembered.what}`;
    const seen = this.#states.get(name);
    const state = seen?.version === seenAt ? seen.state : await stateOf(sources);
    this.#states.set(name, { version: seenAt, state });
    if (state === null) return await compute();
    const query = { ...remembered, from: "readings", version: `${settings}${state}` } as const;
    return await this.#get(projectId, query, compute);
  }

  /**
   * A cached value that depends only on settings.
   *
   * For display: data that determine a write are read from the store.
   *
   * @param what name of the value in its residence
   */
  ofSettings<Value>(
    projectId: string,
    what: string,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    return this.#ofWrites([project(projectId)], { what }, compute);
  }

  /** As {@link ofSettings}, for a value that also depends on a civil day. */
  ofDay<Value>(
    projectId: string,
    named: Required<Named>,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    return this.#ofWrites([project(projectId)], named, compute);
  }

  /** As {@link ofSettings}, for a value that also depends on alarms. */
  ofAlarms<Value>(projectId: string, what: string, compute: () => Promise<Value>): Promise<Value> {
    const alarms: Scope = { kind: "alarms", id: projectId };
    return this.#ofWrites([project(projectId), alarms], { what }, compute);
  }

  /** A cached value of an organisation, which depends only on its writes. */
  ofOrganisation<Value>(
    orgId: string,
    what: string,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    return this.#ofWrites([{ kind: "org", id: orgId }], { what }, compute);
  }

  /** A cached value of an organisation, which depends on its residences: their settings, alarms and stored figures. */
  ofFigures<Value>(
    orgId: string,
    named: Named,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const shown = (["figures", "alarms"] as const).map((kind) => ({ kind, id: orgId }));
    return this.#ofWrites([{ kind: "org", id: orgId }, ...shown], named, compute);
  }

  /** @param scopes the place of the value, and what else it depends on */
  async #ofWrites<Value>(
    scopes: readonly [place: Scope, ...others: Scope[]],
    named: Named,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const [place] = scopes;
    const version = await this.versions.of(scopes);
    const query = { from: "settings", ...named, freshForS: SETTINGS_S, version } as const;
    return await this.#get(`${place.kind} ${place.id}`, query, compute);
  }

  async #get<Value>(
    placeId: string,
    { from, what, day = "", freshForS, version: written }: CacheQuery,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const version = `${written} ${day}`;
    const freshness = { freshForMs: freshForS * 1_000, staleForMs: 0, version };
    const make = async () => frozenAndMeasured(await compute());
    return (await this.#caches[from].get(`${placeId} ${what}`, freshness, make)).value;
  }
}

function project(id: string): Scope {
  return { kind: "project", id };
}

function readingsOf(id: string): Scope[] {
  return [project(id), { kind: "readings", id }];
}

async function stateOf({ reader, seriesIds, past }: SourceSeries): Promise<string | null> {
  const [state, before] = await Promise.all([
    reader.stateOf(seriesIds),
    reader.stateOf(past.seriesIds, past.before),
  ]);
  return state === null || before === null ? null : `${past.before} ${state} ${before}`;
}
