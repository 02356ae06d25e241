/** Writes props of islands as JavaScript source. @module */

/**
 * The JSON of a value that is JSON already, safe inside a script; null for another value.
 *
 * Most props are, and JSON.stringify writes them six times faster than going through them one by one.
 */
function plainJson(value: object): string | null {
  return isPlain(value) ? JSON.stringify(value).replaceAll("<", "\\x3c") : null;
}

const MAX_DEPTH = 100;

/** Whether a value is JSON, without what JSON would write differently, such as -0 or undefined. */
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
    if (key === "__proto__" || key === "constructor") return false;
    if (!isPlain(Reflect.get(value, key), depth)) return false;
  }
  return true;
}

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

  /** @throws TypeError "prop rows[2].format of island Table: a function cannot reach the browser" */
  write(props: Record<string, unknown>, island: string): string {
    try {
      if (props["children"] != null) throw new Unsendable(props["children"], "children");
      return this.#plainObject(props, 0);
    } catch (error) {
      if (!(error instanceof Unsendable)) throw error;
      const place = placeOf(error.value, props);
      throw new TypeError(
        `prop ${place} of island ${island}: ${error.kind} cannot reach the browser`,
      );
    }
  }

  #value(value: unknown, depth: number): string {
    switch (typeof value) {
      case "string":
        return textLiteral(value);
      case "number":
        return Object.is(value, -0) ? "-0" : String(value);
      case "boolean":
        return value ? "!0" : "!1";
      case "undefined":
        return "void 0";
      case "bigint":
        return `${value}n`;
      case "object":
        if (value === null) return "null";
        return (depth === 0 ? plainJson(value) : null) ?? this.#object(value, depth + 1);
      default:
        throw new Unsendable(value, `a ${typeof value}`);
    }
  }

  #object(value: object, depth: number): string {
    if (depth > MAX_DEPTH) throw new Unsendable(value, "an object that holds itself");
    const prototype = Object.getPrototypeOf(value);
    if (prototype === Object.prototype) return this.#plainObject(value, depth);
    if (Array.isArray(value)) return this.#list(value, depth);
    if (isSignal(value)) return this.#signal(value, depth);
    if (value instanceof Set) return `new Set(${this.#list([...value], depth)})`;
    if (value instanceof Map) return `new Map(${this.#list([...value], depth)})`;
    const written = leafLiteral(value, prototype);
    if (written !== null) return written;
    const kind = prototype === null ? "an object without a prototype" : "an instance of a class";
    throw new Unsendable(value, kind);
  }

  #plainObject(value: object, depth: number): string {
    if (isVNode(value)) throw new Unsendable(value, "JSX");
    let source = "";
    for (const [key, part] of Object.entries(value)) {
      const name = IDENTIFIER.test(key) ? key : textLiteral(key);
      // Written plainly, `__proto__:` would set the prototype.
      source += `${source === "" ? "" : ","}${key === "__proto__" ? '["__proto__"]' : name}:` +
        this.#value(part, depth);
    }
    return `{${source}}`;
  }

  #list(values: unknown[], depth: number): string {
    let source = "";
    for (let i = 0; i < values.length; i++) {
      source += (i === 0 ? "" : ",") + this.#value(values[i], depth);
    }
    return `[${source}]`;
  }

  #signal(signal: SignalLike, depth: number): string {
    const known = this.#signals.get(signal);
    if (known) return known;
    const content = this.#value(signal.peek(), depth);
    const name = `s${this.#signals.size}`;
    this.#signals.set(signal, name);
    const made = isComputed(signal) ? `$computed(()=>(${content}))` : `$signal(${content})`;
    this.declarations.push(`const ${name}=${made};`);
    return name;
  }
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

class Unsendable extends Error {
  constructor(readonly value: unknown, readonly kind: string) {
    super(kind);
  }
}

/** Preact's nodes have `constructor: undefined`, which JSON from outside cannot have. */
function isVNode(value: object): boolean {
  return Object.hasOwn(value, "constructor") && value.constructor === undefined;
}

/** Values without children; null for any other. */
function leafLiteral(value: object, prototype: unknown): string | null {
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof URL) return `new URL(${textLiteral(value.href)})`;
  if (value instanceof RegExp) return `new RegExp(${textLiteral(value.source)},"${value.flags}")`;
  if (value instanceof Uint8Array && prototype === Uint8Array.prototype) {
    return `Uint8Array.from(atob("${value.toBase64()}"),c=>c.charCodeAt())`;
  }
  return null;
}

// The quote, the backslash, what could close the script, control characters and surrogates.
// deno-lint-ignore no-control-regex
const DELICATE = /["\\<\x00-\x1f\ud800-\udfff]/;

/** A string literal that cannot close its script element. */
function textLiteral(text: string): string {
  if (!DELICATE.test(text)) return `"${text}"`;
  return JSON.stringify(text).replaceAll("<", "\\x3c");
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

/**
 * Path of a value inside props: `rows[2].format`.
 *
 * Computed only for errors, so that serialising props costs nothing more.
 */
function placeOf(wanted: unknown, props: object): string {
  const seen = new Set<unknown>();
  function search(value: unknown, place: string): string | null {
    if (value === wanted && place !== "") return place;
    if (typeof value !== "object" || value === null || seen.has(value)) return null;
    seen.add(value);
    for (const [step, part] of partsOf(value)) {
      const found = search(part, place + step);
      if (found !== null) return found;
    }
    return null;
  }
  return (search(props, "") ?? "").replace(/^\./, "");
}

function partsOf(value: object): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, i) => [`[${i}]`, item]);
  if (value instanceof Set) return [...value].map((item, i) => [`{${i}}`, item]);
  if (value instanceof Map) {
    return [...value].flatMap(([key, item], i) => [[`{key ${i}}`, key], [`{${i}}`, item]]);
  }
  const signal = "brand" in value && "peek" in value && typeof value.peek === "function";
  if (signal) return [[".value", Reflect.apply(Object(value.peek), value, [])]];
  return Object.entries(value).map(([key, part]) => [`.${key}`, part]);
}
