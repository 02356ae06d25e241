import {
  inlineScript,
  type PageScript,
  pageScript,
  type PageScripts,
  takenFrom,
} from "../snapshot/inline_script.ts";
import type { NamePair } from "../snapshot/name_pairs.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { encoded, type Piece } from "./page_bytes.ts";

/** The scripts of islands, as a page contains them instead of loading them. */
export class InlineScripts {
  readonly #pieces = new Map<string, Piece>();

  constructor(private readonly scripts: PageScripts) {}

  /** Scripts and those they import, each once, the imported ones first. */
  of(urls: readonly string[]): Piece[] {
    const ordered = new Set<PageScript>();
    for (const url of urls) this.#order(url, ordered);
    return [...ordered].map((script) => this.#piece(script));
  }

  /** A statement that takes names from a script. @param names each with its name in the page */
  takenFrom(url: string, names: readonly NamePair[]): string {
    return takenFrom(this.scripts.get(url), names);
  }

  #order(url: string, ordered: Set<PageScript>): void {
    const script = this.scripts.get(url);
    if (script === undefined || ordered.has(script)) return;
    for (const one of script.imports) this.#order(one.url, ordered);
    ordered.add(script);
  }

  #piece(script: PageScript): Piece {
    return this.#pieces.getOrInsertComputed(
      script.url,
      () => encoded(inlineScript(script, this.scripts)),
    );
  }
}

/** Reads the scripts of pages, with all that they import; null when pages can only load them, as in development. */
export async function readInlineScripts(
  { scripts, signals, files }: Snapshot,
  basePath: string,
): Promise<InlineScripts | null> {
  const read = new Map<string, PageScript>();
  const urls = [...scripts, ...signals ? [signals] : []].flatMap((script) => script.urls);
  const wanted = new Set(urls);
  for (const url of wanted) {
    const text = new TextDecoder().decode(await files.get(url)?.read(null));
    const script = pageScript(url, { script: text, basePath });
    if (script === null) return null;
    read.set(url, script);
    for (const one of script.imports) wanted.add(one.url);
  }
  return new InlineScripts(read);
}
