import type { Chunk, FileModule, IslandModule, Snapshot } from "./snapshot.ts";

/** An island as the browser finds it: a chunk and the name it is exported by. */
export interface Island {
  name: string;
  exportName: string;
  chunk: Chunk | null;
}

/** Modules of a snapshot, each loaded once when first wanted, with the islands it may render. */
export class Shelf {
  readonly islands = new Map<unknown, Island>();
  #loaded = new Map<FileModule | IslandModule, Promise<unknown>>();
  #snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  async load(module: FileModule): Promise<unknown> {
    const [loaded] = await Promise.all([
      this.#once(module, () => module.load()),
      this.loadIslands(module.islands),
    ]);
    return loaded;
  }

  async loadIslands(indexes: number[]): Promise<void> {
    await Promise.all(indexes.map((index) => {
      const module = this.#snapshot.islands[index];
      return module && this.#once(module, () => this.#register(module));
    }));
  }

  async #register(module: IslandModule): Promise<void> {
    const exports = Object.entries(Object(await module.load()));
    for (const [exportName, component] of exports) {
      if (typeof component !== "function") continue;
      const name = component.name || exportName;
      this.islands.set(component, { name, exportName, chunk: module.chunk });
    }
  }

  #once(module: FileModule | IslandModule, load: () => Promise<unknown>): Promise<unknown> {
    let loading = this.#loaded.get(module);
    if (!loading) {
      loading = load();
      this.#loaded.set(module, loading);
      loading.catch(() => this.#loaded.delete(module));
    }
    return loading;
  }
}
