import { KeptIslands } from "../rendering/kept_islands.ts";
import type { Chunk, FileModule, IslandModule, Snapshot } from "./snapshot.ts";

/** An island as the browser finds it: a chunk and the name it is exported by. */
export interface Island {
  name: string;
  exportName: string;
  chunk: Chunk | null;
}

/** Modules of a snapshot, each loaded once when first wanted; the islands all at once. */
export class Shelf {
  readonly islands = new Map<unknown, Island>();
  readonly rendered = new KeptIslands();
  #loaded = new Map<FileModule, Promise<unknown>>();
  #islandModules: IslandModule[];

  constructor({ islands }: Snapshot) {
    this.#islandModules = islands;
  }

  load(module: FileModule): Promise<unknown> {
    const loading = this.#loaded.get(module) ?? Promise.resolve(module.load());
    this.#loaded.set(module, loading);
    loading.catch(() => this.#loaded.delete(module));
    return loading;
  }

  async loadIslands(): Promise<void> {
    await Promise.all(this.#islandModules.map(async ({ chunk, load }) => {
      for (const [exportName, component] of Object.entries(Object(await load()))) {
        if (typeof component !== "function") continue;
        const name = component.name || exportName;
        this.islands.set(component, { name, exportName, chunk });
      }
    }));
  }
}
