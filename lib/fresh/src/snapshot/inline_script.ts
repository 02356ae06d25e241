/**
 * Scripts whose body runs once in a page, whether the page contains it or imports it: later imports share its modules.
 *
 * A registry of the page has what each body exports, as an array in the order of the script's export clause. An exported
 * variable may therefore not be assigned again after the body has run.
 *
 * @module
 */

import { basename } from "node:path/posix";
import { type NamePair, namePairs } from "./name_pairs.ts";

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
