import type { VNode } from "preact";
import { isPlain, plainJson } from "./plain_json.ts";

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
