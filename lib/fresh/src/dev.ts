/**
 * Builds a project, for production or to try it out.
 *
 * @module
 */

import type { App } from "./app.ts";
import { drawBlueprint, memorySnapshot, writeSnapshot } from "./building/blueprint.ts";
import type { StaticTransform, Transform, TransformOptions } from "./building/built_files.ts";
import { type BuilderOptions, type Project, projectOf } from "./building/project.ts";
import type { ResolvedConfig } from "./context.ts";
import { applySnapshot } from "./snapshot.ts";

export type { BuilderOptions } from "./building/project.ts";

export interface BuildOptions {
  mode?: ResolvedConfig["mode"];
  /** "memory" holds the build in this process, for tests. */
  snapshot?: "disk" | "memory";
}

export class Builder<State> {
  #project: Project;
  #registered: string[] = [];
  #transforms: Transform[] = [];

  constructor(options: BuilderOptions = {}) {
    this.#project = projectOf(options);
  }

  /**
   * Makes a module's exported functions islands, wherever it is.
   *
   * @throws TypeError for a relative specifier: write `import.meta.resolve("./…")`
   */
  registerIsland(specifier: string): void {
    if (specifier.startsWith(".")) throw new TypeError(`Path must be absolute: ${specifier}`);
    this.#registered.push(specifier);
  }

  onTransformStaticFile(options: TransformOptions, apply: StaticTransform): void {
    this.#transforms.push({ ...options, apply });
  }

  /** Builds, and returns a function that puts the build into an app. */
  async build(options: BuildOptions = {}): Promise<(app: App<State>) => void> {
    const { mode = "production", snapshot: kept = "disk" } = options;
    const blueprint = await drawBlueprint({
      project: this.#project,
      mode,
      effort: kept === "disk" ? "most" : mode === "production" ? "little" : "none",
      transforms: this.#transforms,
      registered: this.#registered,
    });
    if (kept === "disk") await writeSnapshot(blueprint);
    const snapshot = memorySnapshot(blueprint);
    return (app) => applySnapshot(app.config, snapshot);
  }

  /** Serves the project as it is on disk now, on 127.0.0.1:8000 by default; resolves once it listens. */
  async listen(
    importApp: () => Promise<{ app: App<State> }>,
    options: Deno.ServeTcpOptions = {},
  ): Promise<void> {
    const apply = await this.build({ mode: "development", snapshot: "memory" });
    const { app } = await importApp();
    apply(app);
    await app.listen(options);
  }
}
