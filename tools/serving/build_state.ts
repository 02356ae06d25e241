/**
 * Whether `_fresh/` was built from the current sources.
 *
 * No file of a start imports a module of Node: Deno caches their compiled form by name, for one set of V8's options. The
 * server has other options, and would compile them again at each start (decision 233).
 *
 * @module
 */
import { exists, filesUnder, readText, ROOT } from "@/tools/files.ts";
import { BUILD_NAMES } from "./permissions.ts";

const BUILT = "_fresh/server.js";
/** What builds. */
const BUILDER = "dev.ts";
const MARK = "_fresh/built_from.txt";
const FOLDERS = ["lib", "routes", "islands", "components", "static"];
const ENTRIES = ["main.ts", BUILDER, "fresh.config.ts", "deno.json", "deno.lock"];

/** What the build itself writes into static/. */
const GENERATED = /^static\/(?:styles\.css|leaflet\/)/;

/** Builds when the sources changed since the last build; true when it did. An archive contains its build only. */
export async function buildIfStale(): Promise<boolean> {
  if (!exists(BUILDER)) return false;
  const sources = await sourcesHash();
  if (exists(BUILT) && exists(MARK) && readText(MARK) === sources) return false;
  // Fresh itself leaves the scripts of the previous build, which an archive would contain.
  await Deno.remove(`${ROOT}_fresh`, { recursive: true }).catch(unlessAbsent);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", BUILDER, "build"],
    cwd: ROOT,
    env: buildName(sources),
    stdout: "inherit",
    stderr: "inherit",
  }).spawn().status;
  if (!success) throw new Error("The build failed: see the lines above.");
  await Deno.writeTextFile(ROOT + MARK, sources);
  return true;
}

/** Names the build after its sources: Fresh itself would choose a random name. */
function buildName(sources: string): Record<string, string> {
  return BUILD_NAMES.some((name) => Deno.env.get(name)) ? {} : { GITHUB_SHA: sources };
}

function unlessAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** SHA-256 of the paths and contents of all files that a build reads, in hexadecimal. */
export async function sourcesHash(): Promise<string> {
  const paths = [
    ...FOLDERS.flatMap((folder) => filesUnder(folder)),
    ...ENTRIES.filter(exists),
  ];
  const parts = paths.filter((path) => !GENERATED.test(path))
    .flatMap((path) => [`${path}\0`, Deno.readFileSync(ROOT + path), "\0"]);
  const hash = await crypto.subtle.digest("SHA-256", await new Blob(parts).bytes());
  return new Uint8Array(hash).toHex();
}
