import type { Plugin } from "esbuild";
import { relative } from "node:path";

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
