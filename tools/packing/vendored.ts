import type { Metafile } from "esbuild";
import { isBuiltin } from "node:module";

/** Packages that are not modules and cannot be bundled: the archive has a copy of their files. */
export const VENDORED = ["nodemailer"];

/** Packages that scripts of the server name, and that only run in browsers. */
const IN_BROWSERS = ["leaflet"];

/** The names that bundled scripts still import. */
export function externals({ outputs }: Metafile): string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  return imports.filter(({ external }) => external).map(({ path }) => path);
}

/** The imported names that are neither built in nor vendored: Deno would fetch them from the network. */
export function othersAmong(imported: readonly string[]): string[] {
  const known = [...VENDORED, ...IN_BROWSERS];
  return [...new Set(imported)].filter((path) =>
    !isBuiltin(path) && !known.some((name) => path === name || path.startsWith(`${name}/`))
  );
}
