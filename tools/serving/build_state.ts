/** Whether `_fresh/` was built from the sources that stand here. @module */
import { createHash } from "node:crypto";
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
  const sources = sourcesHash();
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
export function sourcesHash(more: readonly string[] = []): string {
  const hash = createHash("sha256");
  const paths = [
    ...[...FOLDERS, ...more].flatMap((folder) => filesUnder(folder)),
    ...ENTRIES.filter(exists),
  ];
  for (const path of paths.filter((path) => !GENERATED.test(path))) {
    hash.update(`${path}\0`).update(Deno.readFileSync(ROOT + path)).update("\0");
  }
  return hash.digest("hex");
}
