import type { Metafile } from "esbuild";
import { basename, join } from "node:path/posix";

export type Outputs = Metafile["outputs"];

/** Scripts with all that they import statically, through others too. */
export function withImports(paths: readonly string[], outputs: Outputs): Set<string> {
  return reached(paths, outputs, (path) => !isHelpers(path, outputs));
}

/** The same, with the chunks of the bundler's own helpers. */
export function withEveryImport(paths: readonly string[], outputs: Outputs): Set<string> {
  return reached(paths, outputs, () => true);
}

function reached(
  paths: readonly string[],
  outputs: Outputs,
  isWanted: (path: string) => boolean,
): Set<string> {
  const found = new Set(paths);
  for (const at of found) {
    for (const { path, kind } of outputs[at]?.imports ?? []) {
      if (kind === "import-statement" && isWanted(path)) found.add(path);
    }
  }
  return found;
}

/**
 * The text of a script, changed so that the browser waits once for its later imports: all at the same
 * time, since it would learn of the imports of a script only by reading it.
 */
export function fewRequests(path: string, text: string, outputs: Outputs): string {
  const besideNamed = withImports(
    [...text.matchAll(/from ?"(\.\/[^"]+)"/g)].map(([, name = ""]) => join(path, "..", name)),
    outputs,
  );
  // Nothing uses their names: they are loaded with others, or do nothing.
  const needed = text.replaceAll(/\bimport ?"(\.\/[^"]+)";\n?/g, (own, name: string) => {
    const one = join(path, "..", name);
    return besideNamed.has(one) || isHelpers(one, outputs) ? "" : own;
  });
  const present = withImports([path], outputs);
  return needed.replaceAll(/\bimport\("(\.\/[^"]+)"\)/g, (own, name: string) => {
    const coming = withImports([join(path, "..", name)], outputs);
    const others = [...coming].slice(1).filter((one) => !present.has(one));
    if (others.length === 0) return own;
    const imports = [own, ...others.map((one) => `import("./${basename(one)}")`)];
    return `Promise.all([${imports.join()}]).then(a=>a[0])`;
  });
}

/** A chunk of the bundler's own helpers for dynamic imports: it does nothing by itself. */
function isHelpers(path: string, outputs: Outputs): boolean {
  const output = outputs[path];
  return output !== undefined && !output.entryPoint && Object.keys(output.inputs).length === 0;
}
