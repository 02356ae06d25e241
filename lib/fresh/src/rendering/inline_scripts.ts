import { importedUrls, inlineScript, isRunOnce, takenFrom } from "../snapshot/inline_script.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { encoded, type Piece } from "./page_bytes.ts";

/** The scripts of islands, as a page contains them instead of loading them. */
export class InlineScripts {
  readonly #pieces = new Map<string, Piece>();

  constructor(
    /** Text of each script, by its URL. */
    private readonly texts: ReadonlyMap<string, string>,
    private readonly basePath: string,
  ) {}

  /** Scripts and those they import, each once, the imported ones first. */
  of(urls: readonly string[]): Piece[] {
    const ordered = new Set<string>();
    for (const url of urls) this.#order(url, ordered);
    return [...ordered].map((url) => this.#piece(url));
  }

  /** A statement that takes names from a script. @param names each with its name in the page */
  takenFrom(url: string, names: readonly [name: string, local: string][]): string {
    return takenFrom(url, names, this.texts);
  }

  #order(url: string, ordered: Set<string>): void {
    for (const one of importedUrls(url, this.texts.get(url) ?? "")) this.#order(one, ordered);
    ordered.add(url);
  }

  #piece(url: string): Piece {
    return this.#pieces.getOrInsertComputed(
      url,
      () => encoded(inlineScript(url, this.texts, this.basePath)),
    );
  }
}

/** Reads the scripts of a build; null when pages can only load them, as in development. */
export async function readInlineScripts(
  { scripts, signals, files }: Snapshot,
  basePath: string,
): Promise<InlineScripts | null> {
  const texts = new Map<string, string>();
  const urls = [...scripts, ...signals ? [signals] : []].flatMap((script) => script.urls);
  for (const url of new Set(urls)) {
    texts.set(url, new TextDecoder().decode(await files.get(url)?.read(null)));
  }
  return texts.values().every(isRunOnce) ? new InlineScripts(texts, basePath) : null;
}
