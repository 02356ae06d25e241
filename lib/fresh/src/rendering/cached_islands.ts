import type { Island } from "../snapshot/shelf.ts";
import { encoded, type Piece } from "./page_bytes.ts";
import { isFrozenJson } from "./plain_json.ts";

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
