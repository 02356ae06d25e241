/**
 * The site as tests serve it: built by the first test that needs it, and read by the others while
 * the sources are unchanged.
 * @module
 */

import type { App } from "fresh";
import { Builder } from "fresh/dev";
import { deserialize, serialize } from "node:v8";
import { copyLeaflet, writePageScript, writeStyles } from "@/dev.ts";
import { BUILD } from "@/fresh.config.ts";
import {
  type Blueprint,
  drawBlueprint,
  memorySnapshot,
} from "@/lib/fresh/src/building/blueprint.ts";
import { projectOf } from "@/lib/fresh/src/building/project.ts";
import { applySnapshot } from "@/lib/fresh/src/snapshot.ts";
import type { State } from "@/lib/web/state.ts";
import { readText, ROOT } from "@/tools/files.ts";
import { sourcesHash } from "@/tools/serving/build_state.ts";
import { IS_STAND_IN } from "@/tools/serving/with_server.ts";

/** Folder of test builds: no build of the product deletes or includes them. */
const FOLDER = `${ROOT}node_modules/.cache/test_builds/`;

/** The stored format is defined by this file. */
const OWN = "tests/tools/shared_build.ts";

/** Registers the site's build, including its stylesheets, in an app. */
export function sharedBuild(): Promise<(app: App<State>) => void> {
  return IS_STAND_IN ? storedBuild() : publicBuild();
}

/** The same by the public API, which Fresh itself has too: each isolate makes its own build. */
export async function publicBuild(): Promise<(app: App<State>) => void> {
  await writeAssets();
  const builder = new Builder<State>({ root: ROOT, target: [...BUILD.target] });
  return await builder.build({ mode: "production", snapshot: "memory" });
}

async function storedBuild(): Promise<(app: App<State>) => void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const madeFrom = [ROOT, await sourcesHash(), readText(OWN)].join("\n");
  const blueprint = await madeOnce(`${FOLDER}site`, madeFrom, builtSite);
  const snapshot = memorySnapshot(blueprint);
  return (app) => applySnapshot(app.config, snapshot);
}

async function builtSite(): Promise<Blueprint> {
  await writeAssets();
  return await drawBlueprint({
    project: projectOf({ root: ROOT, target: [...BUILD.target] }),
    mode: "production",
    effort: "little",
    transforms: [],
    registered: [],
  });
}

/** In sequence: each stops the bundler that it started. */
async function writeAssets(): Promise<void> {
  await writeStyles(true);
  await writePageScript(true);
  await copyLeaflet();
}

interface Stored<Content> {
  readonly madeFrom: string;
  readonly made: Content;
}

/**
 * The content of a file, created and written first when it is missing or was made from other
 * sources.
 */
export async function madeOnce<Content>(
  path: string,
  madeFrom: string,
  make: () => Promise<Content>,
): Promise<Content> {
  const stored = await read<Content>(path);
  if (stored?.madeFrom === madeFrom) return stored.made;
  // Lanes that begin together would each build: the others wait for the first one.
  using lock = await Deno.open(`${path}.lock`, { create: true, write: true });
  await lock.lock(true);
  const other = await read<Content>(path);
  if (other?.madeFrom === madeFrom) return other.made;
  const made = await make();
  // A reader does not wait: the file is either whole or missing.
  const part = `${path}.${crypto.randomUUID()}`;
  await Deno.writeFile(part, serialize({ madeFrom, made } satisfies Stored<Content>));
  await Deno.rename(part, path);
  return made;
}

async function read<Content>(path: string): Promise<Stored<Content> | null> {
  try {
    return deserialize(await Deno.readFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
