/**
 * The tools of a host as scripts that hold all they import.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { isBuiltin } from "node:module";
import { ROOT } from "../files.ts";

/** The tools start this Worker from their own folder, the server from where its source stands. */
export const PASSWORD_WORKER = "lib/backend/accounts/password_worker.ts";

/** What a host runs, by the name of its script; and what else a task of the archive needs. */
const TOOLS = {
  start: "tools/packing/packed_start.ts",
  guard: "tools/guard.ts",
  kv: "tools/kv.ts",
  seed: "tools/seed.ts",
  mail: "tools/mail.ts",
  import: "tools/import.ts",
  password_worker: PASSWORD_WORKER,
} as const;

/** Packages that cannot be bundled, being no modules: they go beside the scripts as they are. */
export const VENDORED = ["nodemailer"];

/** Named by scripts of the server, and run in browsers alone. */
const IN_BROWSERS = ["leaflet"];

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
      external: VENDORED.map((name) => `${name}/*`),
      charset: "utf8",
      legalComments: "none",
      logLevel: "error",
      tsconfigRaw: {},
    });
    refuseOthers([...externals(metafile), ...await externalsOfServer()]);
    return new Map(outputFiles.map(({ path, contents }) => [path.slice(ROOT.length), contents]));
  } finally {
    await esbuild.stop();
  }
}

/** What the scripts of the built server go on importing by name. */
async function externalsOfServer(): Promise<string[]> {
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: ["_fresh/server.js"],
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
}

function externals({ outputs }: esbuild.Metafile): string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  return imports.filter(({ external }) => external).map(({ path }) => path);
}

/** Whatever is neither bundled nor vendored would be looked for on the network. */
function refuseOthers(imported: readonly string[]): void {
  const known = [...VENDORED, ...IN_BROWSERS];
  const others = imported.filter((path) =>
    !isBuiltin(path) && !known.some((name) => path === name || path.startsWith(`${name}/`))
  );
  if (others.length > 0) {
    throw new TypeError(`Neither bundled nor vendored: ${[...new Set(others)].join(", ")}`);
  }
}
