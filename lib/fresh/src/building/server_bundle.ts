/** Bundles the server into one script, with its JSX compiled ahead. @module */

import type { Plugin } from "esbuild";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { type ImportMap, withBundler } from "./bundler.ts";
import { type Project, specifierFrom, whenAbsent } from "./project.ts";

/**
 * Passes each JSX file to the bundler as Deno itself compiles it, by the project's deno.json: static
 * markup becomes strings, which the bundler's own JSX cannot do and rendering is faster for.
 */
export async function precompiledJsx(root: string, files: string[]): Promise<Plugin> {
  const compiled = await compile(root, files.filter((file) => /\.[jt]sx$/.test(file)));
  return {
    name: "precompiled-jsx",
    setup(build) {
      build.onLoad({ filter: /\.[jt]sx$/ }, ({ path }) => {
        const contents = compiled.get(path);
        return contents === undefined ? undefined : { contents, loader: "js" };
      });
    },
  };
}

async function compile(root: string, files: string[]): Promise<Map<string, string>> {
  if (files.length === 0) return new Map();
  const outDir = await Deno.makeTempDir();
  try {
    const paths = files.map((file) => relative(root, file));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["transpile", "--no-check", "--outdir", outDir, ...paths],
      cwd: root,
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const texts = paths.map((path) => {
      return Deno.readTextFile(`${outDir}/${path.replace(/\.[jt]sx$/, ".js")}`);
    });
    return new Map((await Promise.all(texts)).map((text, i) => [files[i] ?? "", text]));
  } finally {
    await Deno.remove(outDir, { recursive: true });
  }
}

export interface ServerBundleOptions {
  project: Project;
  map: ImportMap;
  /** The entry's source; it names files by their absolute paths. */
  source: string;
  /** The project's files that the entry brings in. */
  files: string[];
}

const ENTRY = "server-entry";

/** Columns of a line of the server, without which a trace would give one line for all functions. */
const LINE_LIMIT = 200;

/**
 * The whole server as one module, so that it starts at once: reading hundreds of small modules takes
 * several times longer than running them. It has neither indentation nor comments, which are a fifth of what Deno reads
 * and hashes at each start; its functions keep their names, which traces give.
 *
 * @returns contents by file name
 */
export async function bundleServer(options: ServerBundleOptions): Promise<Map<string, string>> {
  const { project: { root, outDir }, map, source, files } = options;
  const jsx = await precompiledJsx(root, files);
  const { outputFiles } = await withBundler((bundler) =>
    bundler.build({
      entryPoints: [{ in: ENTRY, out: "server" }],
      absWorkingDir: root,
      outdir: outDir,
      write: false,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "esnext",
      conditions: ["deno", "module"],
      chunkNames: "server-[hash]",
      charset: "ascii",
      minifyWhitespace: true,
      lineLimit: LINE_LIMIT,
      legalComments: "none",
      logLevel: "silent",
      tsconfigRaw: {},
      banner: { js: "const bundleUrl=import.meta.url,chunkNamed=(name)=>name;" },
      define: {
        "import.meta.url": "sourceUrl",
        "import.meta.dirname": "sourceDir",
        "import.meta.filename": "sourcePath",
        "import.meta.main": "false",
      },
      plugins: [serverEntry(source, root), serverResolver(root, map), jsx, ownPlaces(outDir)],
    })
  );
  return new Map(
    outputFiles.map(({ path, text }) => [path.slice(outDir.length + 1), withLateChunks(text)]),
  );
}

/**
 * Names each chunk that is imported later by a call. Deno reads at the start, and looks for packages in, every module
 * that an import names by a literal.
 */
function withLateChunks(source: string): string {
  return source.replace(/\bimport\(("\.\/server-\w+\.js")\)/g, "import(chunkNamed($1))");
}

function serverEntry(source: string, root: string): Plugin {
  return {
    name: "server-entry",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ENTRY}$`) }, () => {
        return { path: ENTRY, namespace: ENTRY };
      });
      build.onLoad({ filter: /.*/, namespace: ENTRY }, () => {
        return { contents: source, loader: "js", resolveDir: root };
      });
    },
  };
}

const ASKED = "asked-already";

/**
 * Takes in the project's files and the packages made of modules; other packages, which may read files
 * beside their own, are left to be imported by name.
 */
function serverResolver(root: string, map: ImportMap): Plugin {
  return {
    name: "server-resolver",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, pluginData }) => {
        if (kind === "entry-point" || pluginData === ASKED) return;
        if (isBuiltin(path)) {
          return { path: path.startsWith("node:") ? path : `node:${path}`, external: true };
        }
        if (importer.includes("/node_modules/")) return;
        const found = map.lookUp(path);
        if (found === null) return { path, external: true };
        if ("file" in found) return { path: found.file };
        const ask = { kind, importer, resolveDir: root, pluginData: ASKED };
        const resolved = await build.resolve(found.npm, ask);
        const inside = resolved.errors.length === 0 && await isModule(resolved.path);
        return inside ? resolved : { path, external: true };
      });
    },
  };
}

async function isModule(file: string): Promise<boolean> {
  if (!/\.[cm]?js$/.test(file)) return false;
  if (!file.endsWith(".js")) return file.endsWith(".mjs");
  for (let folder = dirname(file);; folder = dirname(folder)) {
    const text = await Deno.readTextFile(join(folder, "package.json")).catch(whenAbsent("{}"));
    const { type, name }: { type?: string; name?: string } = JSON.parse(text);
    if (type !== undefined || name !== undefined) return type === "module";
    if (dirname(folder) === folder) return false;
  }
}

/** Preserves each file's own `import.meta` in the bundle. */
function ownPlaces(outDir: string): Plugin {
  return {
    name: "own-places",
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await Deno.readTextFile(path);
        if (!source.includes("import.meta.")) return;
        const place = JSON.stringify(specifierFrom(outDir, path));
        const contents = `const sourceUrl = new URL(${place}, bundleUrl).href;` +
          `const sourcePath = decodeURIComponent(new URL(sourceUrl).pathname);` +
          `const sourceDir = sourcePath.slice(0, sourcePath.lastIndexOf("/"));\n${source}`;
        return { contents, loader: "ts" };
      });
    },
  };
}
