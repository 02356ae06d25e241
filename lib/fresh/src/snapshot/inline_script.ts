/**
 * Scripts whose body runs once in a page, whether the page contains it or imports it: later imports share its modules.
 *
 * A registry of the page has what each body exports, as an array in the order of the script's export clause. An exported
 * variable may therefore not be assigned again after the body has run.
 *
 * @module
 */

import { basename } from "node:path/posix";
import { namePairs } from "./name_pairs.ts";

const REGISTRY = "(self.$fresh??={})";
const IMPORTS = /^(?:import(?:\{[^}]*\}from)?"[^"]+";\n?)*/;
const EXPORTS = /export\{([^}]*)\};?\s*$/;
const BODY_START = "(()=>{";
const BODY_END = "})();";

/** A script of the bundler, minified: its body is skipped in a page that has run it. */
export function runOnce(url: string, script: string): string {
  const { imports, body, exports } = parts(script);
  const imported = new Set(importsOf(imports).flatMap(({ names }) => names.map(([, own]) => own)));
  const locals = exports.map(([local]) => local);
  const taken = locals.map((local) => imported.has(local) ? "" : local);
  const [clause = ""] = EXPORTS.exec(script) ?? [];
  return `${imports}const[${taken.join()}]=${entryOf(url)}??=${BODY_START}` +
    `${body}return[${locals.join()}]${BODY_END}${clause}`;
}

/** True for a script of `runOnce()`. */
export function isRunOnce(script: string): boolean {
  return script.includes(`]=${REGISTRY}[`);
}

/** The scripts that a script imports at once. */
export function importedUrls(url: string, script: string): string[] {
  return importsOf(parts(script).imports).map(({ name }) => folderOf(url) + name);
}

/** Text of the scripts of `runOnce()`, by their URLs. */
type Scripts = ReadonlyMap<string, string>;

/** A script as a page contains it: a statement after those of the scripts that it imports. */
export function inlineScript(url: string, scripts: Scripts, basePath: string): string {
  const { imports, body } = parts(scripts.get(url) ?? "");
  const folder = folderOf(url);
  const start = body.indexOf(BODY_START) + BODY_START.length;
  const code = body.slice(start, body.lastIndexOf(BODY_END))
    .replaceAll(/\bimport\("\.\/([^"]+)"\)/g, (_, name) => `import("${basePath}${folder}${name}")`);
  const taken = importsOf(imports)
    .map(({ name, names }) => takenFrom(folder + name, names, scripts));
  return `${entryOf(url)}??=${BODY_START}${taken.join("")}${code}${BODY_END}`;
}

/** A statement that takes names from a script that the page contains. @param names each with its name in the page */
export function takenFrom(
  url: string,
  names: readonly [name: string, local: string][],
  scripts: Scripts,
): string {
  const { exports } = parts(scripts.get(url) ?? "");
  const taken = names.map(([name, local]) => {
    return `${exports.findIndex(([, exported]) => exported === name)}:${local}`;
  });
  return `const{${taken.join()}}=${entryOf(url)};`;
}

function entryOf(url: string): string {
  return `${REGISTRY}["${basename(url, ".js")}"]`;
}

interface Parts {
  readonly imports: string;
  /** What stands between the imports and the exports. */
  readonly body: string;
  readonly exports: [local: string, name: string][];
}

function parts(script: string): Parts {
  const [imports = ""] = IMPORTS.exec(script) ?? [];
  const exports = EXPORTS.exec(script);
  return {
    imports,
    body: script.slice(imports.length, exports?.index),
    exports: namePairs(exports?.[1] ?? ""),
  };
}

interface Import {
  /** Of the file. */
  readonly name: string;
  readonly names: [name: string, local: string][];
}

function importsOf(imports: string): Import[] {
  return [...imports.matchAll(/import(?:\{([^}]*)\}from)?"\.\/([^"]+)"/g)]
    .map(([, clause = "", name = ""]) => ({ name, names: namePairs(clause) }));
}

function folderOf(url: string): string {
  return url.slice(0, -basename(url).length);
}
