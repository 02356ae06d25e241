import type { Plugin } from "esbuild";
import type { ImportMap } from "./import_map.ts";

const FROM_PACKAGE = "from-package";

/**
 * Resolves bare specifiers by the import map, then lets the bundler pick a package's browser files.
 *
 * Packages resolve their own imports, except `react`, which is preact for them too.
 */
export function denoResolver(root: string, map: ImportMap): Plugin {
  return {
    name: "deno-resolver",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer, pluginData }) => {
        if (kind === "entry-point" || pluginData === FROM_PACKAGE) return;
        if (importer.includes("/node_modules/") && !/^react/.test(path)) return;
        const found = map.lookUp(path);
        if (found === null) return;
        if ("file" in found) return { path: found.file };
        const resolveDir = root;
        return build.resolve(found.npm, { kind, importer, resolveDir, pluginData: FROM_PACKAGE });
      });
    },
  };
}
