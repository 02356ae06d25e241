/** The files of the built server in an archive, which import nothing from outside it. @module */
import * as esbuild from "esbuild";
import { ROOT } from "@/tools/files.ts";
import { WORKERS } from "./bundled_tools.ts";
import { copies } from "./copies.ts";
import { externals, othersAmong, VENDORED } from "./vendored.ts";

const SERVER = "_fresh/server.js";

/** Fresh's own bundle metafile, which names the sources. */
const MEASURES = /\/metafile\.json$/;

export async function serverFiles(): Promise<Map<string, Uint8Array>> {
  if (othersAmong(await externalsOfServer()).length === 0) {
    return new Map(copies("_fresh", "_fresh"));
  }
  return new Map([
    ...copies("_fresh/static", "_fresh/static").filter(([path]) => !MEASURES.test(path)),
    // Fresh itself serves from here the files that its build did not change.
    ...copies("static", "static"),
    [SERVER, await bundledServer()],
    // The bundle starts its workers from its own folder.
    ...Object.keys(WORKERS).map((name) =>
      [
        `_fresh/${name}.js`,
        new TextEncoder().encode(`import "../tools/${name}.js";\n`),
      ] as const
    ),
  ]);
}

/**
 * The names that the scripts of the built server import: those of Fresh itself import the sources. All scripts are read,
 * since some are imported later, by a computed name.
 */
async function externalsOfServer(): Promise<string[]> {
  try {
    const { metafile } = await esbuild.build({
      absWorkingDir: ROOT,
      entryPoints: ["_fresh/*.js"],
      outdir: "unwritten",
      write: false,
      metafile: true,
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      logLevel: "error",
      tsconfigRaw: {},
    });
    return externals(metafile);
  } finally {
    await esbuild.stop();
  }
}

/** The server and all that it imports as one script, bundled by Deno, which applies the import map. */
async function bundledServer(): Promise<Uint8Array> {
  const folder = await Deno.makeTempDir({ prefix: "server-" });
  try {
    const file = `${folder}/server.js`;
    const kept = VENDORED.flatMap((name) => ["--external", name, "--external", `${name}/*`]);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--platform=deno", ...kept, "--output", file, SERVER],
      cwd: ROOT,
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) {
      throw new Error(`The server was not bundled: ${new TextDecoder().decode(stderr)}`);
    }
    return await Deno.readFile(file);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
