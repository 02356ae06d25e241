/**
 * Whether `_fresh/` was built from the sources that stand here.
 *
 * No module of Node, here nor in the rest of a start: Deno keeps the compiled form of those by their names alone, for one
 * set of V8's options, and the server, which has others, would compile them again at each start (decision 243).
 *
 * @module
 */
import { exists, filesUnder, readText, ROOT } from "@/tools/files.ts";
import { BUILD_NAMES } from "./permissions.ts";

const BUILT = "_fresh/server.js";
const MARK = "_fresh/built_from.txt";
const FOLDERS = ["lib", "routes", "islands", "components", "static"];
const ENTRIES = ["main.ts", "dev.ts", "fresh.config.ts", "deno.json", "deno.lock"];

/** What the build itself writes into static/. */
const GENERATED = /^static\/(?:styles\.css|leaflet\/)/;

/** Builds when the sources changed since the last build; true when it did. */
export async function buildIfStale(): Promise<boolean> {
  const sources = await sourcesHash();
  if (exists(BUILT) && exists(MARK) && readText(MARK) === sources) return false;
  // Fresh itself leaves the scripts of the build before, and an archive would carry them.
  await Deno.remove(`${ROOT}_fresh`, { recursive: true }).catch(unlessAbsent);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "dev.ts", "build"],
    cwd: ROOT,
    env: buildName(sources),
    stdout: "inherit",
    stderr: "inherit",
  }).spawn().status;
  if (!success) throw new Error("The build failed: see the lines above.");
  await Deno.writeTextFile(ROOT + MARK, sources);
  return true;
}

/** The same sources are one build: Fresh itself would name each build by chance. */
function buildName(sources: string): Record<string, string> {
  return BUILD_NAMES.some((name) => Deno.env.get(name)) ? {} : { GITHUB_SHA: sources };
}

function unlessAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** One hash of everything a build reads, by path and content, and of other folders. */
export async function sourcesHash(more: readonly string[] = []): Promise<string> {
  const paths = [
    ...[...FOLDERS, ...more].flatMap((folder) => filesUnder(folder)),
    ...ENTRIES.filter(exists),
  ];
  const parts = paths.filter((path) => !GENERATED.test(path))
    .flatMap((path) => [`${path}\0`, Deno.readFileSync(ROOT + path), "\0"]);
  const hash = await crypto.subtle.digest("SHA-256", await new Blob(parts).bytes());
  return new Uint8Array(hash).toHex();
}
