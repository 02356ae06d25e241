/** Writes props of islands as JavaScript source. @module */

import { DevalueError, uneval } from "devalue";

/**
 * Island props as JavaScript source: the page's one inline module script holds them as literals,
 * so the browser needs no parser for dates, maps or signals.
 *
 * Values that cannot be serialised are refused with their path, in production too.
 */
export class PropsWriter {
  /** Declarations of the signals met, in the order that the script needs. */
  readonly declarations: string[] = [];
  #signals = new Map<object, string>();

  /** @throws TypeError "prop rows[2].format of island Table: Cannot stringify a function" */
  write(props: Record<string, unknown>, island: string): string {
    const parts = Object.entries(props).map(([name, value]) => {
      try {
        if (name === "children" && value != null) throw new DevalueError("No children", []);
        return `${uneval(name)}:${uneval(value, (part, write) => this.#own(part, write))}`;
      } catch (error) {
        if (!(error instanceof DevalueError)) throw error;
        throw new TypeError(`prop ${name}${error.path} of island ${island}: ${error.message}`);
      }
    });
    return `{${parts.join()}}`;
  }

  /** The source of a value that the library does not write, or writes more slowly; undefined for any other. */
  #own(value: unknown, write: (value: unknown) => string): string | undefined {
    if (typeof value !== "object" || value === null) return;
    if (isSignal(value)) return this.#signal(value, write);
    // Preact's nodes have `constructor: undefined`, which JSON from outside cannot have.
    const isVNode = Object.hasOwn(value, "constructor") && value.constructor === undefined;
    if (isVNode) throw new DevalueError("Cannot stringify JSX", []);
    if (Object.getPrototypeOf(value) === null) {
      throw new DevalueError("Cannot stringify an object without a prototype", []);
    }
    return isPlain(value) ? JSON.stringify(value).replaceAll("<", "\\x3c") : undefined;
  }

  #signal(signal: SignalLike, write: (value: unknown) => string): string {
    const known = this.#signals.get(signal);
    if (known) return known;
    const content = write(signal.peek());
    const name = `s${this.#signals.size}`;
    this.#signals.set(signal, name);
    const made = isComputed(signal) ? `$computed(()=>(${content}))` : `$signal(${content})`;
    this.declarations.push(`const ${name}=${made};`);
    return name;
  }
}

const MAX_DEPTH = 100;

/**
 * Whether a value is JSON, without what JSON would write differently, such as -0 or undefined. Most props are, and
 * JSON.stringify writes them six times faster than going through them one by one.
 */
function isPlain(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      return value === null || (depth < MAX_DEPTH && holdsPlain(value, depth + 1));
    default:
      return false;
  }
}

function holdsPlain(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isPlain(value[i], depth)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) {
    // Written plainly, it would set the prototype.
    if (key === "__proto__" || !isPlain(Reflect.get(value, key), depth)) return false;
  }
  return true;
}

interface SignalLike {
  peek(): unknown;
}

const SIGNAL = Symbol.for("preact-signals");

/** By its brand, so that a page without signals does not load them. */
function isSignal(value: object): value is SignalLike {
  return "brand" in value && value.brand === SIGNAL;
}

function isComputed(signal: object): boolean {
  const prototype = Object.getPrototypeOf(signal);
  return Object.getOwnPropertyDescriptor(prototype, "value")?.set === undefined;
}
