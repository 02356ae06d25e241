/** What a page makes a browser fetch. @module */

import { sumBy } from "@/lib/base/sums.ts";
import { textOf, type Visited, type Visitor } from "./serving/visitor.ts";

/** Bytes: as they are, and as they travel. */
export interface Weight {
  readonly raw: number;
  readonly wire: number;
}

export interface PageWeight {
  readonly status: number;
  readonly html: Weight;
  readonly css: Weight;
  /** Scripts the page fetches by itself. */
  readonly script: Weight;
  /** Scripts fetched only once something is wanted: a chart, a map, a form. The heaviest, where there are several. */
  readonly wanted: Weight;
  /** Answers needed before the first paint. */
  readonly requests: number;
}

export async function pageWeight(visitor: Visitor, path: string): Promise<PageWeight> {
  const page = await visitor.ask(path);
  const html = textOf(page);
  const sheets = matches(html, /<link rel="stylesheet" href="([^"]+)"/g);
  const blocking = matches(
    html,
    /<script (?![^>]*(?:type="module"|defer|async))[^>]*\bsrc="([^"]+)"/g,
  );
  const named = [
    ...matches(html, /<script [^>]*\bsrc="([^"]+)"/g),
    ...matches(html, /<link rel="modulepreload" href="([^"]+)"/g),
    ...inlineImports(html),
  ];
  const scripts = await Scripts.from(visitor, named);
  return {
    status: page.status,
    html: weightOf([page]),
    css: weightOf(await Promise.all(sheets.map((sheet) => visitor.ask(sheet)))),
    script: weightOf(scripts.fetched),
    wanted: weightOf(scripts.wanted),
    requests: 1 + sheets.length + blocking.length,
  };
}

/** The scripts a page reaches by static imports, and those that each of its dynamic imports adds. */
class Scripts {
  readonly #byPath = new Map<string, Visited>();
  readonly #later: Visited[][] = [];

  static async from(visitor: Visitor, paths: readonly string[]): Promise<Scripts> {
    const scripts = new Scripts();
    const dynamic = await scripts.#reach(visitor, paths, scripts.#byPath);
    for (const path of new Set(dynamic)) {
      const later = new Map<string, Visited>();
      for (let next = [path]; next.length > 0;) next = await scripts.#reach(visitor, next, later);
      scripts.#later.push([...later.values()]);
    }
    return scripts;
  }

  get fetched(): Visited[] {
    return [...this.#byPath.values()];
  }

  /** What the heaviest of the dynamic imports adds. */
  get wanted(): Visited[] {
    const byWeight = this.#later.toSorted((a, b) => weightOf(b).wire - weightOf(a).wire);
    return byWeight[0] ?? [];
  }

  /** Fetches paths and what they import; the paths they import dynamically. */
  async #reach(
    visitor: Visitor,
    paths: readonly string[],
    into: Map<string, Visited>,
  ): Promise<string[]> {
    const dynamic: string[] = [];
    const queue = [...paths];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (this.#byPath.has(path) || into.has(path)) continue;
      const script = await visitor.ask(path);
      into.set(path, script);
      const base = new URL(path, "http://x");
      const source = textOf(script);
      queue.push(...staticImports(source).map((specifier) => new URL(specifier, base).pathname));
      dynamic.push(...dynamicImports(source).map((specifier) => new URL(specifier, base).pathname));
    }
    return dynamic;
  }
}

function inlineImports(html: string): string[] {
  return matches(html, /<script[^>]*>([^<]+)<\/script>/g).flatMap(staticImports)
    .filter((specifier) => specifier.startsWith("/"));
}

function staticImports(source: string): string[] {
  return matches(
    source,
    /(?:^|[;\s}])(?:import|export)\s*(?:[\w${},*\s]*?\bfrom\s*|[{][^}]*[}]\s*from\s*)?"([./][^"]+\.js)"/g,
  );
}

function dynamicImports(source: string): string[] {
  return matches(source, /\bimport\(\s*"([./][^"]+\.js)"\s*\)/g);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
}

function weightOf(answers: readonly Visited[]): Weight {
  return {
    raw: sumBy(answers, ({ bytes }) => bytes.length),
    wire: sumBy(answers, ({ wire }) => wire.length),
  };
}
