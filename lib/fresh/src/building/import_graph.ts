import type { Metafile, Plugin } from "esbuild";
import { resolve } from "node:path";
import { withBundler } from "./bundler.ts";
import type { ImportMap } from "./import_map.ts";

/** Who imports whom among a project's own files. */
export interface ImportGraph {
  /** Names that an entry exports. */
  exportsOf(path: string): string[];
  /** Every file that a file brings in, itself included, dynamic imports too. */
  reachableFrom(path: string): ReadonlySet<string>;
  /** Files reachable from a file, without entering `inner` files, which are included. */
  metFrom(path: string, inner: ReadonlySet<string>): ReadonlySet<string>;
  /** Packages that these files import by name. */
  packagesOf(paths: string[]): string[];
}

export async function importGraph(
  root: string,
  entries: string[],
  map: ImportMap,
): Promise<ImportGraph> {
  const { metafile } = await withBundler((bundler) =>
    bundler.build({
      entryPoints: entries,
      absWorkingDir: root,
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "graph",
      write: false,
      metafile: true,
      jsx: "preserve",
      logLevel: "silent",
      tsconfigRaw: {},
      plugins: [ownFilesOnly(map)],
    })
  );
  return graphOf(root, metafile);
}

/** Leaves packages, and files that are no scripts, out of the graph. */
function ownFilesOnly(map: ImportMap): Plugin {
  return {
    name: "own-files-only",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === "entry-point") return;
        const found = map.lookUp(path);
        return found && "file" in found ? { path: found.file } : { path, external: true };
      });
      build.onResolve({ filter: /^\./ }, ({ path, with: attributes }) => {
        const isScript = /\.[cm]?[jt]sx?$/.test(path) && attributes["type"] === undefined;
        return isScript ? undefined : { path, external: true };
      });
    },
  };
}

function graphOf(root: string, { inputs, outputs }: Metafile): ImportGraph {
  const files = new Map<string, string[]>();
  const packages = new Map<string, string[]>();
  for (const [path, { imports }] of Object.entries(inputs)) {
    const file = resolve(root, path);
    files.set(file, imports.filter((one) => !one.external).map((one) => resolve(root, one.path)));
    packages.set(file, imports.filter((one) => one.external).map((one) => one.path));
  }
  const exported = new Map<string, string[]>();
  for (const { entryPoint, exports } of Object.values(outputs)) {
    if (entryPoint) exported.set(resolve(root, entryPoint), exports);
  }
  return {
    exportsOf: (path) => exported.get(path) ?? [],
    reachableFrom: (path) => met(path, files, new Set()),
    metFrom: (path, inner) => met(path, files, inner),
    packagesOf: (paths) => paths.flatMap((path) => packages.get(path) ?? []),
  };
}

function met(
  start: string,
  files: Map<string, string[]>,
  inner: ReadonlySet<string>,
): Set<string> {
  const found = new Set([start]);
  for (const path of found) {
    if (!inner.has(path)) { for (const next of files.get(path) ?? []) found.add(next); }
  }
  return found;
}
