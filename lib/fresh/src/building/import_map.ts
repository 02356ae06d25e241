import { dirname, join, resolve } from "node:path";
import { whenAbsent } from "./paths.ts";

/** Target of a bare specifier, by the project's deno.json. */
export interface ImportMap {
  /** An npm package with its path, a file, or null when neither. */
  lookUp(specifier: string): { npm: string } | { file: string } | null;
}

/** Reads the nearest deno.json with imports, from a folder up. */
export async function readImportMap(folder: string): Promise<ImportMap> {
  for (let at = folder;; at = dirname(at)) {
    const imports = await importsIn(join(at, "deno.json"));
    if (imports !== null) return { lookUp: (specifier) => lookUp(specifier, imports, at) };
    if (dirname(at) === at) return { lookUp: (specifier) => lookUp(specifier, {}, at) };
  }
}

async function importsIn(path: string): Promise<Record<string, string> | null> {
  const text = await Deno.readTextFile(path).catch(whenAbsent("{}"));
  const config: { imports?: Record<string, string> } = JSON.parse(text);
  return config.imports ?? null;
}

function lookUp(
  specifier: string,
  imports: Record<string, string>,
  folder: string,
): { npm: string } | { file: string } | null {
  const key = Object.keys(imports)
    .filter((name) => specifier === name || specifier.startsWith(name.replace(/\/?$/, "/")))
    .sort((a, b) => b.length - a.length)[0];
  const mapped = key === undefined ? specifier : imports[key] + specifier.slice(key.length);
  const npm = /^npm:\/?((?:@[^/]+\/)?[^@/]+)(?:@[^/]+)?(\/.*)?$/.exec(mapped);
  if (npm) return { npm: `${npm[1]}${npm[2] ?? ""}` };
  if (/^\.{0,2}\//.test(mapped)) return { file: resolve(folder, mapped) };
  return key === undefined ? null : workspaceFile(specifier);
}

/** A package of the workspace itself, such as `fresh/runtime`. */
function workspaceFile(specifier: string): { file: string } | null {
  const url = new URL(import.meta.resolve(specifier));
  return url.protocol === "file:" ? { file: decodeURIComponent(url.pathname) } : null;
}
