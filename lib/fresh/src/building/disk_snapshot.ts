import { dirname, join } from "node:path";
import type { Blueprint } from "./blueprint.ts";
import { SUFFIXES, type WrittenSnapshot } from "../snapshot/written_snapshot.ts";
import { fromFileUrl, specifierFrom } from "./paths.ts";

const FOLDER = fromFileUrl(import.meta.resolve("../"));

/** Writes a build: `server.js` to be served, `snapshot.js` with what it needs, `static/` files. */
export async function writeSnapshot(blueprint: Blueprint): Promise<void> {
  const { outDir, serverEntry } = blueprint.project;
  await Deno.remove(outDir, { recursive: true }).catch(unlessAbsent);
  for (const [path, { content, encoded }] of blueprint.files) {
    const file = join(outDir, "static", path);
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeFile(file, content);
    for (const [encoding, bytes] of encoded) {
      await Deno.writeFile(`${file}${SUFFIXES[encoding]}`, bytes);
    }
  }
  await Deno.mkdir(outDir, { recursive: true });
  await Deno.writeTextFile(join(outDir, "snapshot.js"), snapshotSource(blueprint));
  await Deno.writeTextFile(join(outDir, "server.js"), serverSource(outDir, serverEntry));
}

function serverSource(outDir: string, serverEntry: string): string {
  return [
    `import { app } from ${JSON.stringify(specifierFrom(outDir, serverEntry))};`,
    `import { served } from ${JSON.stringify(specifierFrom(outDir, join(FOLDER, "served.ts")))};`,
    `import { snapshot } from "./snapshot.js";`,
    "",
    "export default { fetch: served(app, snapshot, import.meta.url) };",
    "",
  ].join("\n");
}

function snapshotSource(blueprint: Blueprint): string {
  const { project: { outDir, root }, mode, assetKey, entryIslands, signals } = blueprint;
  const load = (path: string) => `() => import(${JSON.stringify(specifierFrom(outDir, path))})`;
  const modules = blueprint.modules.map(({ path, ...module }) =>
    `    { ...${JSON.stringify(module)}, load: ${load(path)} },\n`
  );
  const islands = blueprint.islands.map(({ path, chunk }) =>
    `    { chunk: ${JSON.stringify(chunk)}, load: ${load(path)} },\n`
  );
  const files = [...blueprint.files].map(([path, { type, hash, immutable, encoded }]) =>
    `    [${JSON.stringify(path)}, ${
      JSON.stringify({ type, hash, immutable, encodings: [...encoded.keys()] })
    }],\n`
  );
  const head: Omit<WrittenSnapshot, "modules" | "islands" | "files"> = {
    root: specifierFrom(outDir, root),
    mode,
    assetKey,
    entryIslands,
    signals,
  };
  return `export const snapshot = {\n  ...${JSON.stringify(head)},\n` +
    `  modules: [\n${modules.join("")}  ],\n` +
    `  islands: [\n${islands.join("")}  ],\n` +
    `  files: [\n${files.join("")}  ],\n};\n`;
}

function unlessAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
