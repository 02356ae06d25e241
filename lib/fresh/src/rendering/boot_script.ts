import type { IslandScript } from "../snapshot/snapshot.ts";
import type { Piece } from "./page_bytes.ts";

/** An island at one place of a page. */
export interface Instance {
  /** How scripts export it. */
  exported: string;
  html: Piece;
  /** Its props, as JavaScript source. */
  props: Piece;
}

interface BootOptions {
  basePath: string;
  /** Signals that the props share, as JavaScript declarations. */
  declarations: string[];
  /** What holds the islands. */
  script: IslandScript;
  signals: IslandScript | null;
  nonce: string | null;
}

/** Links that preload every script of the page at once. */
export function scriptLinks(scripts: readonly IslandScript[], basePath: string): string {
  const urls = new Set(scripts.flatMap((script) => script.urls));
  let links = "";
  for (const url of urls) links += `<link rel="modulepreload" href="${basePath}${url}">`;
  return links;
}

/** The one module script of a page: imports its islands and boots them with their props. */
export function bootScript(
  instances: Instance[],
  { basePath, declarations, script, signals, nonce }: BootOptions,
): Piece[] {
  const names = new Map<string, string>();
  const list: Piece[] = [];
  for (const { exported, props } of instances) {
    const name = names.get(exported) ?? `i${names.size}`;
    names.set(exported, name);
    list.push(`${list.length === 0 ? "" : ","}[${name},`, props, "]");
  }
  const imports = importsOf(script, names.set("$boot", "$boot"), basePath) +
    (signals ? importsOf(signals, SIGNAL_NAMES, basePath) : "");
  const attribute = nonce === null ? "" : ` nonce="${nonce}"`;
  const start = `<script type="module"${attribute}>${imports}${declarations.join("")}$boot([`;
  return [start, ...list, "])</script>"];
}

const SIGNAL_NAMES = new Map([["$signal", "$signal"], ["$computed", "$computed"]]);

/** Import statements, one for each script that holds some of the names. */
function importsOf(
  { exports }: IslandScript,
  names: ReadonlyMap<string, string>,
  basePath: string,
): string {
  const lists = new Map<string, string[]>();
  for (const [exported, local] of names) {
    const binding = exports[exported];
    if (binding === undefined) continue;
    const { url, name } = binding;
    const list = lists.get(url) ?? [];
    lists.set(url, [...list, name === local ? name : `${name} as ${local}`]);
  }
  return [...lists].map(([url, list]) => `import{${list.join()}}from"${basePath}${url}";`).join("");
}
