/** Checks of the module graph: layers, no cycles, no zod in the browser, docs/architecture.md up to date. @module */
import { exists, filesUnder, readText } from "./files.ts";
import { importFault } from "./import_fault.ts";
import { AREAS, BACKEND_FOLDERS, layersTable } from "./layers.ts";
import { chainTo, cycles, type ModuleGraph, moduleGraph } from "./module_graph.ts";

/** Packages that browser code may not import. */
const SERVER_ONLY = ["zod", "fresh", "csv-parse", "esbuild", "preact-render-to-string"];

if (import.meta.main) {
  const faults = layerFaults(projectGraph());
  for (const fault of faults) console.log(fault);
  Deno.exit(faults.length === 0 ? 0 : 1);
}

export function projectGraph(): ModuleGraph {
  const paths = filesUnder("", ".ts", ".tsx").filter((path) => !path.startsWith("lib/fresh/"));
  return moduleGraph(paths, readText);
}

/** The faults of the graph, one line each. */
export function layerFaults(graph: ModuleGraph): string[] {
  return [
    ...[...graph].flatMap(([path, imports]) =>
      imports.flatMap((one) =>
        importFault(path, one)?.replace(/^/, `${path}: ${one.specifier}: `) ?? []
      )
    ),
    ...cycles(graph).map((group) => `cycle: ${group.join(" → ")}`),
    ...browserFaults(graph),
    ...documentFaults(),
  ];
}

function browserFaults(graph: ModuleGraph): string[] {
  const islands = [...graph.keys()].filter((path) =>
    /^(islands|lib\/browser)\/|\/\(_islands\)\//.test(path)
  );
  return islands.flatMap((island) => {
    const chain = chainTo(isServerOnly, island, graph);
    return chain === null
      ? []
      : [`imports a package of the server in the browser: ${chain.join(" → ")}`];
  });
}

function isServerOnly(specifier: string): boolean {
  return SERVER_ONLY.some((name) => specifier === name || specifier.startsWith(`${name}/`)) &&
    specifier !== "fresh/runtime";
}

function documentFaults(): string[] {
  const path = "docs/architecture.md";
  const written = exists(path) ? unpadded(readText(path)) : "";
  const lists = [AREAS, BACKEND_FOLDERS].map((names) => `\`${names.join(" ")}\``);
  return [layersTable(), ...lists]
    .filter((part) => !written.includes(unpadded(part)))
    .map((part) => `${path} does not hold what tools/layers.ts says; it should read:\n${part}`);
}

/** A table without the padding of the formatter. */
function unpadded(markdown: string): string {
  return markdown.replace(/ {2,}/g, " ").replace(/\| ?-+ ?/g, "|---");
}
