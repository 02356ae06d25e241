import { BUILD_NAME } from "../build_name.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { urlPath } from "../url_path.ts";
import { type Bytes, contentHash } from "./built_files.ts";
import { filesUnder } from "./paths.ts";
import type { Project } from "./project.ts";

export interface TransformOptions {
  pluginName: string;
  filter: RegExp;
}

export interface TransformArgs {
  /** The file's URL path. */
  path: string;
  mode: Snapshot["mode"];
  content: Uint8Array;
  text: string;
}

export type TransformResult = { content: string | Uint8Array } | void;

export type StaticTransform = (args: TransformArgs) => TransformResult | Promise<TransformResult>;

export interface Transform extends TransformOptions {
  apply: StaticTransform;
}

export interface StaticFolder {
  /** Contents by URL path. */
  files: Map<string, Bytes>;
  /** Changes when any of them does, or the name of the build. */
  key: string;
}

/** Reads the static folder, transformed; files and folders that begin with a dot stay out. */
export async function readStaticFolder(
  { staticDir, ignore }: Project,
  mode: Snapshot["mode"],
  transforms: Transform[],
): Promise<StaticFolder> {
  const files = new Map<string, Bytes>();
  for (const name of await filesUnder(staticDir)) {
    if (/(^|\/)\./.test(name) || ignore.some((pattern) => pattern.test(name))) continue;
    const content = await Deno.readFile(`${staticDir}/${name}`);
    files.set(
      urlPath(`/${name}`),
      await transformed({ path: `/${name}`, mode, content }, transforms),
    );
  }
  const hashes = [...files].map(([path, content]) => `${path} ${contentHash(content)}\n`);
  return { files, key: contentHash(BUILD_NAME ?? "", ...hashes) };
}

async function transformed(
  { path, mode, content }: { path: string; mode: Snapshot["mode"]; content: Bytes },
  transforms: Transform[],
): Promise<Bytes> {
  for (const { filter, pluginName, apply } of transforms) {
    if (!filter.test(path)) continue;
    try {
      const text = new TextDecoder().decode(content);
      const result = await apply({ path, mode, content, text });
      if (!result) continue;
      content = typeof result.content === "string"
        ? new TextEncoder().encode(result.content)
        : new Uint8Array(result.content);
    } catch (cause) {
      throw new Error(`${pluginName} could not transform ${path}`, { cause });
    }
  }
  return content;
}
