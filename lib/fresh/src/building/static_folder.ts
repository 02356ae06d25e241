import { BUILD_NAME } from "../build_name.ts";
import { type Bytes, contentHash } from "./built_files.ts";
import { filesUnder } from "./paths.ts";
import { urlPath } from "../url_path.ts";
import type { Project } from "./project.ts";

interface StaticFolder {
  /** Contents by URL path. */
  files: Map<string, Bytes>;
  /** Changes when any of them does, or the name of the build. */
  key: string;
}

/** Reads the static folder; files and folders that begin with a dot stay out. */
export async function readStaticFolder(
  { staticDir, ignore }: Project,
): Promise<StaticFolder> {
  const files = new Map<string, Bytes>();
  for (const name of await filesUnder(staticDir)) {
    if (/(^|\/)\./.test(name) || ignore.some((pattern) => pattern.test(name))) continue;
    files.set(urlPath(`/${name}`), await Deno.readFile(`${staticDir}/${name}`));
  }
  const hashes = [...files].map(([path, content]) => `${path} ${contentHash(content)}\n`);
  return { files, key: contentHash(BUILD_NAME ?? "", ...hashes) };
}
