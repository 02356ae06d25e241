import type { Island } from "../snapshot/shelf.ts";
import type { Chunk } from "../snapshot/snapshot.ts";

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
  instances: { island: Island; props: string }[],
  { basePath, declarations, signals, nonce }: BootOptions,
): string {
  const names = new Map<Island, string>();
  let imports = "";
  for (const { island } of instances) {
    if (names.has(island)) continue;
    const boot = names.size === 0 ? "$boot," : "";
    const name = `i${names.size}`;
    names.set(island, name);
    imports +=
      `import{${boot}${island.exportName} as ${name}}from"${basePath}${island.chunk.url}";`;
  }
  if (signals) imports += `import{$signal,$computed}from"${basePath}${signals.url}";`;
  const list = instances.map(({ island, props }) => `[${names.get(island)},${props}]`).join();
  const attribute = nonce === null ? "" : ` nonce="${nonce}"`;
  return `<script type="module"${attribute}>${imports}${declarations.join("")}` +
    `$boot([${list}])</script>`;
}
