import type { NamePair } from "../snapshot/name_pairs.ts";
import type { IslandScript } from "../snapshot/snapshot.ts";
import type { InlineScripts } from "./inline_scripts.ts";
import type { Piece } from "./page_bytes.ts";

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
