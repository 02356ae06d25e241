/** The script that starts the islands of a page, and the links to what it imports. @module */

import type { Island } from "./module_loader.ts";

/** An island at one place of a page. */
export interface Instance {
  island: Island;
  /** Its props, as JavaScript source. */
  props: string;
}

interface BootOptions {
  basePath: string;
  /** Signals that the props share, as JavaScript declarations. */
  declarations: string[];
  /** URLs of the script that makes signals, and of all that it imports; null when no prop has one. */
  signals: string[] | null;
  nonce: string | null;
}

/** Links that load the scripts of a page, each once. */
export function preloadLinks(
  instances: readonly Instance[],
  { basePath, signals }: BootOptions,
): string {
  const urls = [...signals ?? [], ...instances.flatMap(({ island }) => island.urls)];
  let links = "";
  for (const url of new Set(urls)) links += `<link rel="modulepreload" href="${basePath}${url}">`;
  return links;
}

/** The one module script of a page: imports its islands and starts them with their props. */
export function bootScript(
  instances: readonly Instance[],
  { basePath, declarations, signals, nonce }: BootOptions,
): string {
  let imports = "";
  const names = new Map<string[], string>();
  const moduleOf = (urls: string[]) => {
    const known = names.get(urls);
    if (known !== undefined) return known;
    const name = `m${names.size}`;
    names.set(urls, name);
    const taken = imports === "" ? "boot,m" : "m";
    imports += `import{${taken} as ${name}}from"${basePath}${urls[0]}";`;
    return name;
  };
  const list = instances.map(({ island: { urls, exportName }, props }) =>
    `[${moduleOf(urls)}.${exportName},${props}]`
  );
  const makers = signals === null
    ? ""
    : `const{signal:$signal,computed:$computed}=${moduleOf(signals)};`;
  const start = `boot([${list.join()}])`;
  const attribute = nonce === null ? "" : ` nonce="${nonce}"`;
  const body = `${imports}${makers}${declarations.join("")}${start}`;
  return `<script type="module"${attribute}>${body}</script>`;
}
