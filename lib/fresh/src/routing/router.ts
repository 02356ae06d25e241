import type { Pattern } from "./pattern.ts";

export interface Match<Place> {
  place: Place;
  params: Record<string, string>;
}

interface Candidate<Place> {
  pattern: Pattern;
  place: Place;
}

/**
 * Finds the place of a path: fixed paths by look-up, then patterns in order.
 *
 * Patterns are indexed by their first literal, so that a path is matched against few of them.
 */
export class Router<Place> {
  #fixed = new Map<string, Match<Place>>();
  #byFirst = new Map<string, Candidate<Place>[]>();
  #open: Candidate<Place>[] = [];

  constructor(candidates: Candidate<Place>[]) {
    const dynamic: Candidate<Place>[] = [];
    for (const candidate of candidates) {
      const { fixed } = candidate.pattern;
      if (fixed === null) dynamic.push(candidate);
      else if (!this.#fixed.has(fixed)) {
        this.#fixed.set(fixed, { place: candidate.place, params: noParams() });
      }
    }
    const firsts = dynamic.map(firstLiteral);
    this.#open = dynamic.filter((_, i) => firsts[i] === null);
    for (const first of new Set(firsts)) {
      if (first === null) continue;
      const kept = dynamic.filter((_, i) => firsts[i] === null || firsts[i] === first);
      this.#byFirst.set(first, kept);
    }
  }

  /** @throws URIError when a parameter is not valid percent-encoding */
  match(path: string): Match<Place> | null {
    const fixed = this.#fixed.get(path);
    if (fixed) return { place: fixed.place, params: noParams() };
    const end = path.indexOf("/", 1);
    const first = end === -1 ? path.slice(1) : path.slice(1, end);
    for (const { pattern, place } of this.#byFirst.get(first) ?? this.#open) {
      const found = pattern.regex().exec(path);
      if (found) return { place, params: paramsOf(pattern.names, found) };
    }
    return null;
  }
}

function firstLiteral({ pattern }: { pattern: Pattern }): string | null {
  return pattern.ranks[0] === 0 ? encodeURI(pattern.text.split("/", 2)[1] ?? "") : null;
}

/** Without a prototype, so that `params.constructor` is a parameter or undefined. */
function noParams(): Record<string, string> {
  return Object.create(null);
}

/** A parameter that the path leaves out is "". */
function paramsOf(names: string[], found: RegExpExecArray): Record<string, string> {
  const params = noParams();
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const value = found[i + 1];
    if (name !== undefined) params[name] = decodeURI(value ?? "");
  }
  return params;
}
