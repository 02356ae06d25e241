import { CachedIslands } from "../rendering/cached_islands.ts";
import { CachedMarkup } from "../rendering/cached_markup.ts";
import type { FileModule, IslandModule, IslandScript, Snapshot } from "./snapshot.ts";

/** An island of the project. */
export interface Island {
  name: string;
  /** How scripts export it; null when it has no script but inside other islands. */
  exported: string | null;
}

/** Modules of a snapshot, each loaded once when first wanted; the islands all at once. */
export class Shelf {
  readonly islands = new Map<unknown, Island>();
  readonly rendered = new CachedIslands();
  readonly markup = new CachedMarkup();
  /** URL of the script that pages with islands share. */
  readonly sharedUrl: string | null;
  #loaded = new Map<FileModule, Promise<unknown>>();
  #islandModules: IslandModule[];
  #scripts: IslandScript[];

  constructor({ islands, scripts }: Snapshot) {
    this.#islandModules = islands;
    this.#scripts = scripts;
    this.sharedUrl = mostShared(scripts);
  }

  load(module: FileModule): Promise<unknown> {
    const loading = this.#loaded.get(module) ?? Promise.resolve(module.load());
    this.#loaded.set(module, loading);
    loading.catch(() => this.#loaded.delete(module));
    return loading;
  }

  async loadIslands(): Promise<void> {
    await Promise.all(this.#islandModules.map(async ({ key, load }) => {
      for (const [exportName, component] of Object.entries(Object(await load()))) {
        if (typeof component !== "function") continue;
        const name = component.name || exportName;
        const exported = key === null ? null : `${exportName}_${key}`;
        this.islands.set(component, { name, exported });
      }
    }));
  }

  /** The lightest script that holds some islands, by how they are exported. */
  scriptWith(islands: readonly string[]): IslandScript {
    const found = this.#scripts.find(({ exports }) => islands.every((name) => name in exports));
    if (found === undefined) throw new RangeError(`No script holds ${islands.join(" and ")}`);
    return found;
  }
}

/** The URL that most scripts of islands have; null when there are none. */
function mostShared(scripts: readonly IslandScript[]): string | null {
  const counts = Map.groupBy(scripts.flatMap(({ urls }) => urls), (url) => url);
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? null;
}
