/**
 * Scripts of a page: the one that starts its islands, and those written into it.
 *
 * The body of a script runs once in a page, whether the page contains it or imports it: later imports share its
 * modules. A registry of the page has what each body exports, as an array in the order of the script's export clause.
 * An exported variable may therefore not be assigned again after the body has run.
 *
 * @module
 */

import { basename } from "node:path/posix";
import type { IslandScript, Snapshot } from "../snapshot.ts";

/** A piece of a page: text, or bytes that were written before. */
export type Piece = string | Uint8Array;

const encoder = new TextEncoder();

/** Reused by each page, since a Response copies its bytes: pages leave no garbage. */
const usual = new Uint8Array(256 * 1024);

/** Pieces one after the other, in UTF-8; to be put in a Response before another page is written. */
export function pageBytes(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const most = pieces.reduce((sum, piece) => sum + mostBytes(piece), 0);
  const bytes = most <= usual.length ? usual : new Uint8Array(most);
  let end = 0;
  for (const piece of pieces) end += write(piece, bytes.subarray(end));
  return bytes.subarray(0, end);
}

/** The same text, encoded once for all the pages that contain it. */
export function encoded(piece: Piece): Piece {
  return typeof piece === "string" ? encoder.encode(piece) : piece;
}

function write(piece: Piece, target: Uint8Array): number {
  if (typeof piece === "string") return encoder.encodeInto(piece, target).written;
  target.set(piece);
  return piece.length;
}

/** A UTF-16 unit takes three bytes at most. */
function mostBytes(piece: Piece): number {
  return typeof piece === "string" ? piece.length * 3 : piece.length;
}

/** A name of a module, and its name where it is used, or the other way round. */
export type NamePair = readonly [from: string, to: string];

/** The names of an import or export clause: `a as b, c` is `[a, b]` and `[c, c]`. */
export function namePairs(clause: string): NamePair[] {
  return clause.split(",").map((item) => item.trim()).filter((item) => item !== "").map((item) => {
    const [from = "", to = from] = item.split(/\s+as\s+/);
    return [from, to];
  });
}

const REGISTRY = "(self.$fresh??={})";
const IMPORTS = /^(?:import(?:\{[^}]*\}from)?"[^"]+";\n?)*/;
const EXPORTS = /export\{([^}]*)\};?\s*$/;
const BODY_START = "(()=>{";
const BODY_END = "})();";

/** A script of the bundler, minified: its body is skipped in a page that has run it. */
export function runOnce(url: string, script: string): string {
  const { imports, body, exports, clause } = parts(script);
  const imported = new Set(importsOf(imports).flatMap(({ names }) => names.map(([, own]) => own)));
  const locals = exports.map(([local]) => local);
  const taken = locals.map((local) => imported.has(local) ? "" : local);
  return `${imports}const[${taken.join()}]=${entryOf(url)}??=${BODY_START}` +
    `${body}return[${locals.join()}]${BODY_END}${clause}`;
}

/** A script of `runOnce()`, read once for all the pages that contain it. */
export interface PageScript {
  readonly url: string;
  readonly imports: readonly { readonly url: string; readonly names: readonly NamePair[] }[];
  /** What runs once. */
  readonly body: string;
  /** Place of each exported name in the entry of the registry. */
  readonly places: ReadonlyMap<string, number>;
}

/** Reads a script of `runOnce()`; null for another one. */
export function pageScript(
  url: string,
  { script, basePath }: { readonly script: string; readonly basePath: string },
): PageScript | null {
  if (!script.includes(`]=${REGISTRY}[`)) return null;
  const { imports, body, exports } = parts(script);
  const folder = url.slice(0, -basename(url).length);
  const start = body.indexOf(BODY_START) + BODY_START.length;
  return {
    url,
    imports: importsOf(imports).map(({ name, names }) => ({ url: folder + name, names })),
    body: body.slice(start, body.lastIndexOf(BODY_END))
      .replaceAll(
        /\bimport\("\.\/([^"]+)"\)/g,
        (_, name) => `import("${basePath}${folder}${name}")`,
      ),
    places: new Map(exports.map(([, name], place) => [name, place])),
  };
}

/** The scripts of `runOnce()` of a build, by their URLs. */
export type PageScripts = ReadonlyMap<string, PageScript>;

/** A script as a page contains it: a statement after those of the scripts that it imports. */
export function inlineScript({ url, imports, body }: PageScript, scripts: PageScripts): string {
  const taken = imports.map((one) => takenFrom(scripts.get(one.url), one.names));
  return `${entryOf(url)}??=${BODY_START}${taken.join("")}${body}${BODY_END}`;
}

/** A statement that takes names from a script that the page contains. @param names each with its name in the page */
export function takenFrom(script: PageScript | undefined, names: readonly NamePair[]): string {
  if (script === undefined) throw new RangeError(`No script of the page has ${names.join(" or ")}`);
  const taken = names.map(([name, local]) => `${script.places.get(name)}:${local}`);
  return `const{${taken.join()}}=${entryOf(script.url)};`;
}

function entryOf(url: string): string {
  return `${REGISTRY}["${basename(url, ".js")}"]`;
}

interface Parts {
  readonly imports: string;
  /** What stands between the imports and the exports. */
  readonly body: string;
  readonly exports: readonly NamePair[];
  /** The exports as they are written. */
  readonly clause: string;
}

function parts(script: string): Parts {
  const [imports = ""] = IMPORTS.exec(script) ?? [];
  const [clause = "", names = ""] = EXPORTS.exec(script) ?? [];
  return {
    imports,
    body: script.slice(imports.length, script.length - clause.length),
    exports: namePairs(names),
    clause,
  };
}

interface Import {
  /** Of the file. */
  readonly name: string;
  readonly names: readonly NamePair[];
}

function importsOf(imports: string): Import[] {
  return [...imports.matchAll(/import(?:\{([^}]*)\}from)?"\.\/([^"]+)"/g)]
    .map(([, clause = "", name = ""]) => ({ name, names: namePairs(clause) }));
}

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
  /** For a page that contains its scripts; null when it loads them. */
  inline: InlineScripts | null;
}

/** Links that load the scripts: at once for this page, or later for the next ones. */
export function scriptLinks(
  rel: "modulepreload" | "prefetch",
  urls: readonly string[],
  basePath: string,
): string {
  const as = rel === "prefetch" ? ' as="script"' : "";
  let links = "";
  for (const url of urls) links += `<link rel="${rel}"${as} href="${basePath}${url}">`;
  return links;
}

/** The URLs of scripts, each once. */
export function urlsOf(scripts: readonly IslandScript[]): string[] {
  return [...new Set(scripts.flatMap((script) => script.urls))];
}

/** The one module script of a page: takes its islands from their scripts and boots them with their props. */
export function bootScript(
  instances: Instance[],
  { basePath, declarations, script, signals, nonce, inline }: BootOptions,
): Piece[] {
  const names = new Map<string, string>();
  const list: Piece[] = [];
  for (const { exported, props } of instances) {
    const name = names.get(exported) ?? `i${names.size}`;
    names.set(exported, name);
    list.push(`${list.length === 0 ? "" : ","}[${name},`, props, "]");
  }
  const taking = (url: string, taken: readonly NamePair[]) =>
    inline === null ? importOf(basePath + url, taken) : inline.takenFrom(url, taken);
  const taken = namesTaken(script, names.set("$boot", "$boot"), taking) +
    (signals ? namesTaken(signals, SIGNAL_NAMES, taking) : "");
  const attribute = nonce === null ? "" : ` nonce="${nonce}"`;
  const start = `${taken}${declarations.join("")}$boot([`;
  const contained = inline?.of(urlsOf(signals ? [script, signals] : [script])) ?? [];
  return [`<script type="module"${attribute}>`, ...contained, start, ...list, "])</script>"];
}

const SIGNAL_NAMES = new Map([["$signal", "$signal"], ["$computed", "$computed"]]);

/** Statements that take names from the scripts that hold them, one for each script. */
function namesTaken(
  { exports }: IslandScript,
  names: ReadonlyMap<string, string>,
  taking: (url: string, taken: readonly NamePair[]) => string,
): string {
  const lists = new Map<string, NamePair[]>();
  for (const [exported, local] of names) {
    const binding = exports[exported];
    if (binding === undefined) continue;
    lists.getOrInsertComputed(binding.url, () => []).push([binding.name, local]);
  }
  return [...lists].map(([url, list]) => taking(url, list)).join("");
}

function importOf(url: string, names: readonly NamePair[]): string {
  const list = names.map(([name, local]) => name === local ? name : `${name} as ${local}`);
  return `import{${list.join()}}from"${url}";`;
}
