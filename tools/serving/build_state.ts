/**
 * Whether `_fresh/` was built from the sources that stand here.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { exists, filesUnder, readText, ROOT } from "../files.ts";

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
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "dev.ts", "build"],
    cwd: ROOT,
    stdout: "inherit",
    stderr: "inherit",
  }).spawn().status;
  if (!success) throw new Error("The build failed: see the lines above.");
  await Deno.writeTextFile(ROOT + MARK, sources);
  return true;
}

/** One hash of everything a build reads, by path and content. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  const paths = [...FOLDERS.flatMap((folder) => filesUnder(folder)), ...ENTRIES.filter(exists)];
  for (const path of paths.filter((path) => !GENERATED.test(path))) {
    hash.update(`${path}\0`).update(Deno.readFileSync(ROOT + path)).update("\0");
  }
  return hash.digest("hex");
}
