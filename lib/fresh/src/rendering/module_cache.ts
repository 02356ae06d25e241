/** Loads the modules of a snapshot once, and caches islands and markup already rendered. @module */

import type { VNode } from "preact";
import type { FileModule, IslandModule, IslandScript, Snapshot } from "../snapshot.ts";
import { isFrozenJson, isPlain, plainJson } from "./island_props.ts";
import { encoded, type Piece } from "./page_scripts.ts";

/**
 * Property of a component whose markup depends on its props alone: not on a hook, a context or the time. Fresh itself
 * renders such a component each time.
 */
const FROM_PROPS = Symbol.for("markup-from-props");

/** The props of such a component, as text; null for other components, and when a prop is not JSON. */
export function markupKey({ type, props }: VNode): string | null {
  if (typeof type !== "function" || !(FROM_PROPS in type)) return null;
  let key = "";
  for (const [name, value] of Object.entries(props)) {
    const text = textOf(value);
    if (text === null) return null;
    key += `${name}:${text},`;
  }
  return key;
}

function textOf(value: unknown): string | null {
  if (typeof value === "object" && value !== null) return plainJson(value);
  return isPlain(value) ? JSON.stringify(value) : null;
}

/** HTML of such components, by their props. */
export class CachedMarkup {
  #byComponent = new Map<unknown, Map<string, string>>();

  find(component: unknown, key: string): string | undefined {
    return this.#byComponent.get(component)?.get(key);
  }

  keep(component: unknown, key: string, html: string): void {
    const known = this.#byComponent.get(component) ?? new Map<string, string>();
    if (known.size >= MOST_PROPS) known.clear();
    // One flat text: the renderer leaves a tree of pieces, which each page would join again.
    this.#byComponent.set(component, known.set(key, JSON.parse(JSON.stringify(html))));
  }
}

/** Of one component: a list of links takes about 4 KB. */
const MOST_PROPS = 250;

/** An island of the project. */
export interface Island {
  name: string;
  /** How scripts export it; null when it has no script but inside other islands. */
  exported: string | null;
}

/** Modules of a snapshot, each loaded once when first wanted; the islands all at once. */
export class Shelf {
  readonly islands = new Map<unknown, Island>();
  readonly rendered = new CachedIslands();
  readonly markup = new CachedMarkup();
  /** URL of the script that pages with islands share. */
  readonly sharedUrl: string | null;
  #loaded = new Map<FileModule, Promise<unknown>>();
  #islandModules: IslandModule[];
  #scripts: IslandScript[];

  constructor({ islands, scripts }: Snapshot) {
    this.#islandModules = islands;
    this.#scripts = scripts;
    this.sharedUrl = mostShared(scripts);
  }

  load(module: FileModule): Promise<unknown> {
    const loading = this.#loaded.get(module) ?? Promise.resolve(module.load());
    this.#loaded.set(module, loading);
    loading.catch(() => this.#loaded.delete(module));
    return loading;
  }

  async loadIslands(): Promise<void> {
    await Promise.all(this.#islandModules.map(async ({ key, load }) => {
      for (const [exportName, component] of Object.entries(Object(await load()))) {
        if (typeof component !== "function") continue;
        const name = component.name || exportName;
        const exported = key === null ? null : `${exportName}_${key}`;
        this.islands.set(component, { name, exported });
      }
    }));
  }

  /** The lightest script that holds some islands, by how they are exported. */
  scriptWith(islands: readonly string[]): IslandScript {
    const found = this.#scripts.find(({ exports }) => islands.every((name) => name in exports));
    if (found === undefined) throw new RangeError(`No script holds ${islands.join(" and ")}`);
    return found;
  }
}

/** The URL that most scripts of islands have; null when there are none. */
function mostShared(scripts: readonly IslandScript[]): string | null {
  const counts = Map.groupBy(scripts.flatMap(({ urls }) => urls), (url) => url);
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? null;
}

/** An island as it was rendered. */
export interface RenderedIsland {
  html: Piece;
  /** Its props, as JavaScript source. */
  props: Piece;
}

/** Which rendering of an island is meant. */
interface Rendering {
  /** A prop that never changes: the rendering is cached as long as it lives. */
  anchor: object;
  key: string;
}

/** Position of an island on a page. */
export interface IslandPlace {
  index: number;
  path: string;
}

/**
 * Islands already rendered whose props never change: plain values, and plain objects frozen all through.
 *
 * A component renders the same from the same props; the rendering is released with them.
 */
export class CachedIslands {
  #byAnchor = new WeakMap<object, Map<string, RenderedIsland>>();

  find(island: Island, props: object, place: IslandPlace): RenderedIsland | null {
    const meant = renderingOf(island, props, place);
    return meant && (this.#byAnchor.get(meant.anchor)?.get(meant.key) ?? null);
  }

  keep(rendered: RenderedIsland, island: Island, props: object, place: IslandPlace): void {
    const meant = renderingOf(island, props, place);
    if (meant === null) return;
    const { html, props: source } = rendered;
    const kept = { html: encoded(html), props: encoded(source) };
    const known = this.#byAnchor.get(meant.anchor) ?? new Map<string, RenderedIsland>();
    // One object is shown in few ways: more are ways of writing one address.
    if (known.size >= MOST_WAYS) known.clear();
    this.#byAnchor.set(meant.anchor, known.set(meant.key, kept));
  }
}

const MOST_WAYS = 8;

/** Null when a prop may change, or when none is an object with a longer life. */
function renderingOf(
  { exported }: Island,
  props: object,
  { index, path }: IslandPlace,
): Rendering | null {
  let anchor: object | null = null;
  let key = `${exported} ${index} ${path}`;
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "object" && value !== null) {
      if (!isFrozenJson(value)) return null;
      anchor ??= value;
      key += ` ${name}#${numberOf(value)}`;
    } else if (typeof value === "function" || typeof value === "symbol") return null;
    else key += ` ${name}:${typeof value === "string" ? JSON.stringify(value) : String(value)}`;
  }
  return anchor && { anchor, key };
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(value: object): number {
  const known = numbers.get(value) ?? ++lastNumber;
  numbers.set(value, known);
  return known;
}
