import type { Metafile } from "esbuild";
import { isBuiltin } from "node:module";

/** Packages that cannot be bundled, being no modules: they go beside the scripts as they are. */
export const VENDORED = ["nodemailer"];

/** Named by scripts of the server, and run in browsers alone. */
const IN_BROWSERS = ["leaflet"];

/** What scripts continue importing by name. */
export function externals({ outputs }: Metafile): string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  return imports.filter(({ external }) => external).map(({ path }) => path);
}

/** What is neither of the platform nor vendored: it would be looked for on the network. */
export function othersAmong(imported: readonly string[]): string[] {
  const known = [...VENDORED, ...IN_BROWSERS];
  return [...new Set(imported)].filter((path) =>
    !isBuiltin(path) && !known.some((name) => path === name || path.startsWith(`${name}/`))
  );
}
