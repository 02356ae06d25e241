/** Loads the modules of a snapshot, each once. @module */

import type { FileModule, IslandModule, Snapshot } from "../snapshot.ts";

/** An island of the project. */
export interface Island {
  name: string;
  /** How its script exports it. */
  exportName: string;
  /** Its script, then all that it imports. */
  urls: string[];
}

/** Modules of a snapshot, each loaded once when first wanted; the islands all at once. */
export class ModuleLoader {
  readonly islands = new Map<unknown, Island>();
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
    await Promise.all(this.#islandModules.map(async ({ urls, load }) => {
      for (const [exportName, component] of Object.entries(Object(await load()))) {
        if (typeof component !== "function") continue;
        this.islands.set(component, { name: component.name || exportName, exportName, urls });
      }
    }));
  }
}
