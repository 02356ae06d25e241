import type { Chunk } from "../snapshot/snapshot.ts";
import type { Piece } from "./page_bytes.ts";

/** An island at one place of a page. */
export interface Instance {
  exportName: string;
  chunk: Chunk;
  html: Piece;
  /** Its props, as JavaScript source. */
  props: Piece;
}

interface BootOptions {
  basePath: string;
  /** Signals that the props share, as JavaScript declarations. */
  declarations: string[];
  signals: Chunk | null;
  nonce: string | null;
}

/** Links that fetch every chunk of the page at once, whatever imports what. */
export function chunkLinks(chunks: Chunk[], basePath: string): string {
  const urls = new Set(chunks.flatMap((chunk) => [chunk.url, ...chunk.imports]));
  let links = "";
  for (const url of urls) links += `<link rel="modulepreload" href="${basePath}${url}">`;
  return links;
}

/** The one module script of a page: imports its islands and boots them with their props. */
export function bootScript(
  instances: Instance[],
  { basePath, declarations, signals, nonce }: BootOptions,
): Piece[] {
  const names = new Map<string, string>();
  let imports = "";
  const list: Piece[] = [];
  for (const { exportName, chunk, props } of instances) {
    const key = `${exportName} ${chunk.url}`;
    const name = names.get(key) ?? `i${names.size}`;
    if (!names.has(key)) {
      const boot = names.size === 0 ? "$boot," : "";
      names.set(key, name);
      imports += `import{${boot}${exportName} as ${name}}from"${basePath}${chunk.url}";`;
    }
    list.push(`${list.length === 0 ? "" : ","}[${name},`, props, "]");
  }
  if (signals) imports += `import{$signal,$computed}from"${basePath}${signals.url}";`;
  const attribute = nonce === null ? "" : ` nonce="${nonce}"`;
  const start = `<script type="module"${attribute}>${imports}${declarations.join("")}$boot([`;
  return [start, ...list, "])</script>"];
}
