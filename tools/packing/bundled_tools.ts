/** The tools of a host as self-contained scripts. @module */
import * as esbuild from "esbuild";
import { ROOT } from "@/tools/files.ts";
import { externals, othersAmong, VENDORED } from "./vendored.ts";

/** Workers: tools start them from their own folder, the server from the folder of their sources. */
export const WORKERS = {
  pdf_worker: "lib/files/pdf_worker.ts",
  pdf_drawing_worker: "lib/files/pdf_drawing_worker.ts",
  image_worker: "lib/files/image_worker.ts",
} as const;

/** Tools of a host, by the name of their script, and other inputs of the archive's tasks. */
const TOOLS = {
  start: "tools/packing/packed_start.ts",
  kv: "tools/kv.ts",
  seed: "tools/seed.ts",
  mail: "tools/mail.ts",
  import: "tools/import.ts",
  ...WORKERS,
} as const;

/** The scripts, by their path in the archive. */
export async function bundledTools(): Promise<Map<string, Uint8Array>> {
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: ROOT,
      entryPoints: Object.entries(TOOLS).map(([out, path]) => ({ in: path, out })),
      outdir: "tools",
      write: false,
      metafile: true,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "esnext",
      chunkNames: "part-[hash]",
      // esbuild does not read the import map of deno.json.
      alias: { "@": ROOT.slice(0, -1) },
      external: VENDORED.map((name) => `${name}/*`),
      charset: "utf8",
      legalComments: "none",
      logLevel: "error",
      tsconfigRaw: {},
    });
    refuseOthers(externals(metafile));
    return new Map(outputFiles.map(({ path, contents }) => [path.slice(ROOT.length), contents]));
  } finally {
    await esbuild.stop();
  }
}

/** @throws TypeError when a script imports by name a package that is not in the archive */
function refuseOthers(imported: readonly string[]): void {
  const others = othersAmong(imported);
  if (others.length > 0) throw new TypeError(`Neither bundled nor vendored: ${others.join(", ")}`);
}
