import type { Scope, Versions } from "./cache/versions.ts";
import { FreshCache } from "./cache/fresh_cache.ts";
import { frozen } from "./cache/frozen.ts";
import type { Standings } from "./standing.ts";

/** How many values one process keeps. */
const LIMIT = 4_000;
/** Settings are read again after this all the same, s. */
const SETTINGS_S = 60;

/** Which value of a residence, and how long it serves while nothing is written, s. */
export interface Remembered {
  readonly what: string;
  readonly freshForS: number;
}

/**
 * Values worked out from what the store holds about a residence, kept until what they are made of is written.
 *
 * They are the same for all readers: what a reader may see is decided before. A tick of a collector removes the
 * values of its own residence that were made of readings, and no other.
 */
export class ProjectMemory {
  #values: FreshCache;

  constructor(
    private readonly versions: Versions,
    private readonly standings: Pick<Standings, "organisationOf">,
    now: () => number,
  ) {
    this.#values = new FreshCache({ now, limit: LIMIT });
  }

  /** The kept value, or a new one, of something made of the readings of a residence and its settings. */
  async ofReadings<Value>(
    projectId: string,
    remembered: Remembered,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const scopes = await this.#settingsOf(projectId);
    return await this.#get([...scopes, { kind: "readings", id: projectId }], remembered, compute);
  }

  /**
   * The kept value, or a new one, of something made of settings only.
   *
   * For what is shown: what decides a write is read from the store.
   *
   * @param what names the value among those of the residence
   */
  async ofSettings<Value>(
    projectId: string,
    what: string,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const scopes = await this.#settingsOf(projectId);
    return await this.#get(scopes, { what, freshForS: SETTINGS_S }, compute);
  }

  async #settingsOf(projectId: string): Promise<[project: Scope, org: Scope]> {
    const orgId = await this.standings.organisationOf(projectId);
    return [{ kind: "project", id: projectId }, { kind: "org", id: orgId ?? "" }];
  }

  async #get<Value>(
    scopes: readonly Scope[],
    { what, freshForS }: Remembered,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const version = this.versions.known(scopes) ?? await this.versions.of(scopes);
    const freshness = { freshForMs: freshForS * 1_000, staleForMs: 0 };
    const key = `${scopes[0]?.id} ${version} ${what}`;
    return (await this.#values.get(key, freshness, async () => frozen(await compute()))).value;
  }
}
