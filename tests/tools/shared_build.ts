/**
 * The site as tests serve it: built for the first that needs it, read by the others while the sources are the same.
 *
 * @module
 */
import { deserialize, serialize } from "node:v8";
import type { App } from "fresh";
import { copyLeaflet, writeStyles } from "@/dev.ts";
import { BUILD } from "@/fresh.config.ts";
import { drawBlueprint } from "@/lib/fresh/src/building/blueprint.ts";
import { type HeldBlueprint, memorySnapshot } from "@/lib/fresh/src/building/memory_snapshot.ts";
import { projectOf } from "@/lib/fresh/src/building/project.ts";
import { applySnapshot, type Snapshot } from "@/lib/fresh/src/snapshot/snapshot.ts";
import type { State } from "@/lib/web/state.ts";
import { readText, ROOT } from "@/tools/files.ts";
import { sourcesHash } from "@/tools/serving/build_state.ts";

/** Where builds of tests are: no build of the product removes or carries them. */
const FOLDER = `${ROOT}node_modules/.cache/test_builds/`;

/** The form of what is stored is that of this file. */
const OWN = "tests/tools/shared_build.ts";

/** What is built. */
export interface SharedBuild {
  /** Name of its file. */
  readonly name: string;
  readonly mode: Snapshot["mode"];
  /** Islands beside those of the folders, and the folders of their sources. */
  readonly registered?: string[];
  readonly folders?: readonly string[];
}

/** Puts a build of the site, its stylesheets included, into apps. */
export async function sharedBuild(build: SharedBuild): Promise<(app: App<State>) => void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const madeFrom = [ROOT, sourcesHash(build.folders), readText(OWN)].join("\n");
  const blueprint = await madeOnce(FOLDER + build.name, madeFrom, () => builtSite(build));
  const snapshot = memorySnapshot(blueprint);
  return (app) => applySnapshot(app.config, snapshot);
}

async function builtSite({ mode, registered = [] }: SharedBuild): Promise<HeldBlueprint> {
  // One after the other: each ends the bundler it began.
  await writeStyles(true);
  await copyLeaflet();
  const { map: _map, sources: _sources, ...blueprint } = await drawBlueprint({
    project: projectOf({ root: ROOT, target: [...BUILD.target] }),
    mode,
    effort: mode === "production" ? "little" : "none",
    transforms: [],
    registered,
  });
  return blueprint;
}

interface Stored<Made> {
  readonly madeFrom: string;
  readonly made: Made;
}

/** What a file holds, made and written first where it is not there, or was made from something else. */
export async function madeOnce<Made>(
  path: string,
  madeFrom: string,
  make: () => Promise<Made>,
): Promise<Made> {
  const stored = await read<Made>(path);
  if (stored?.madeFrom === madeFrom) return stored.made;
  const made = await make();
  // Another process may read or write it: it is there whole, or not at all.
  const part = `${path}.${crypto.randomUUID()}`;
  await Deno.writeFile(part, serialize({ madeFrom, made } satisfies Stored<Made>));
  await Deno.rename(part, path);
  return made;
}

async function read<Made>(path: string): Promise<Stored<Made> | null> {
  try {
    return deserialize(await Deno.readFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
