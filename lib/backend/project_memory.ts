import { FreshCache } from "./cache/fresh_cache.ts";
import type { Versions } from "./cache/versions.ts";

/** How many values one process keeps. */
const LIMIT = 1_000;

/**
 * Values worked out from what the store holds about a residence, kept until something of it is written.
 *
 * They are the same for all readers: what a reader may see is decided before.
 */
export class ProjectMemory {
  #values: FreshCache;

  constructor(private readonly versions: Versions, now: () => number) {
    this.#values = new FreshCache({ now, limit: LIMIT });
  }

  /**
   * The kept value, or a new one.
   *
   * @param what names the value among those of the residence
   */
  async get<Value>(
    projectId: string,
    { what, freshForS }: { what: string; freshForS: number },
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const scopes = [{ kind: "project", id: projectId }] as const;
    const version = this.versions.known(scopes) ?? await this.versions.of(scopes);
    const freshness = { freshForMs: freshForS * 1_000, staleForMs: 0 };
    return (await this.#values.get(`${projectId} ${version} ${what}`, freshness, compute)).value;
  }
}
