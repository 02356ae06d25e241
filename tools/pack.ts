/**
 * `deno task pack [FOLDER]`: an archive that Deno starts without a network, with everything a host needs.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { archiveFiles, tarGz } from "./packing/archive_files.ts";
import { buildIfStale, sourcesHash } from "./serving/build_state.ts";

interface Archive {
  /** Name of its only folder. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main([folder = "dist", ...others]: readonly string[]): Promise<number> {
  if (folder.startsWith("-") || others.length > 0) {
    console.error("Usage: deno task pack [FOLDER]\n  FOLDER is the target folder; default: dist.");
    return 1;
  }
  const { path, bytes, sha256 } = await pack(folder);
  console.log(`${path}: ${bytes} bytes, SHA-256 ${sha256}`);
  return 0;
}

/** Builds when the sources changed, and writes the archive with its SHA-256; same sources, same bytes. */
export async function pack(folder: string): Promise<Archive> {
  await buildIfStale();
  const name = `eco-platform-${(await sourcesHash()).slice(0, 12)}`;
  const bytes = await tarGz(name, archiveFiles());
  const path = `${folder}/${name}.tar.gz`;
  const hash = createHash("sha256").update(bytes).digest("hex");
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeFile(path, bytes);
  await Deno.writeTextFile(`${path}.sha256`, `${hash}  ${name}.tar.gz\n`);
  return { name, path, bytes: bytes.length, sha256: hash };
}
