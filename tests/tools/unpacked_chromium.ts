/**
 * The Chromium of the npm package, unpacked once on a machine.
 *
 * The package unpacks into the temporary folder, where a second process finds an incomplete file
 * and cannot start it. So it unpacks into a new folder here, which gets its final name once it is
 * complete.
 * @module
 */
import { tmpdir } from "node:os";
import { CHROMIUM_VERSION, sparticuz } from "@/tests/npm/chromium.ts";
import { ROOT } from "@/tools/files.ts";

/** Path of the program; unpacks this version first if necessary. */
export async function unpackedChromium(): Promise<string> {
  return `${await completeFolder(`${tmpdir()}/chromium-${CHROMIUM_VERSION}`, unpackInto)}/chromium`;
}

/** The folder, filled if it does not exist: never incomplete, for any number of processes. */
export async function completeFolder(
  folder: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  if (await isFolder(folder)) return folder;
  const incomplete = await Deno.makeTempDir({ dir: tmpdir(), prefix: "incomplete-" });
  try {
    await fill(incomplete);
    await Deno.rename(incomplete, folder);
  } catch (error) {
    await Deno.remove(incomplete, { recursive: true });
    // Another process was faster.
    if (!await isFolder(folder)) throw error;
  }
  return folder;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** In a separate process: the package takes its temporary folder from the environment. */
async function unpackInto(folder: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--lock=tests/deno.lock", "--frozen", import.meta.url],
    cwd: ROOT,
    env: { TMPDIR: folder },
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`Chromium cannot be unpacked: ${new TextDecoder().decode(stderr)}`);
}

if (import.meta.main) await sparticuz.executablePath();
