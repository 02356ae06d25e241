/** The files of the project, as paths from its root with `/`. @module */

/** Absolute path of the project, with its last `/`. */
export const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);

const SKIPPED = new Set(["node_modules", "_fresh", "data", "dist", ".git", "coverage"]);

/** Every file under a folder of the project ("" for all) with one of the endings, sorted. */
export function filesUnder(folder: string, ...endings: readonly string[]): string[] {
  const found: string[] = [];
  collect(folder === "" ? "" : `${folder}/`, found);
  return found.filter((path) => endings.length === 0 || endings.some((end) => path.endsWith(end)))
    .sort();
}

export function readText(path: string): string {
  return Deno.readTextFileSync(ROOT + path);
}

/** True when the project has this file or folder. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(ROOT + path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function collect(folder: string, found: string[]): void {
  if (folder !== "" && !exists(folder)) return;
  for (const { name, isDirectory } of Deno.readDirSync(ROOT + folder)) {
    if (SKIPPED.has(name)) continue;
    if (isDirectory) collect(`${folder}${name}/`, found);
    else found.push(folder + name);
  }
}
