import type { Chunk } from "../snapshot/snapshot.ts";

/** An island at one place of a page. */
export interface Instance {
  exportName: string;
  chunk: Chunk;
  /** Its props, as JavaScript source. */
  props: string;
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
): string {
  const names = new Map<string, string>();
  let imports = "";
  let list = "";
  for (const { exportName, chunk, props } of instances) {
    const key = `${exportName} ${chunk.url}`;
    const name = names.get(key) ?? `i${names.size}`;
    if (!names.has(key)) {
      const boot = names.size === 0 ? "$boot," : "";
      names.set(key, name);
      imports += `import{${boot}${exportName} as ${name}}from"${basePath}${chunk.url}";`;
    }
    list += `${list === "" ? "" : ","}[${name},${props}]`;
  }
  if (signals) imports += `import{$signal,$computed}from"${basePath}${signals.url}";`;
  const attribute = nonce === null ? "" : ` nonce="${nonce}"`;
  return `<script type="module"${attribute}>${imports}${declarations.join("")}` +
    `$boot([${list}])</script>`;
}
