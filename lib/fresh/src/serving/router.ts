/** Patterns of routes, and the matching of a path to one of them. @module */

/** A path pattern made ready: `/collect/:projectId/gas/:year?`, `/docs/:path*`, `/files/*`. */
export interface Pattern {
  text: string;
  /** The path itself when the pattern has no parameter; null otherwise. */
  fixed: string | null;
  /** Created when the pattern is first tried. */
  regex(): RegExp;
  names: string[];
  /** Kind of each segment, for the order among patterns. */
  ranks: SegmentRank[];
}

/** The more a segment leaves open, the later it is tried. */
export type SegmentRank = 0 | 1 | 2 | 3 | 4;

const LITERAL = 0;
const MIXED = 1;
const PARAMETER = 2;
const OPTIONAL = 3;
const REST = 4;

/** @throws TypeError when the pattern uses unsupported syntax */
export function parsePattern(text: string): Pattern {
  if (!text.startsWith("/")) throw new TypeError(`Cannot route "${text}": it must begin with "/"`);
  if (/[(){}]/.test(text)) throw new TypeError(`Cannot route "${text}": no groups in a pattern`);
  const names: string[] = [];
  const ranks: SegmentRank[] = [];
  let source = "";
  for (const segment of text === "/" ? [] : text.slice(1).split("/")) {
    const part = segmentPattern(segment, text);
    names.push(...part.names);
    ranks.push(part.rank);
    source += part.source;
  }
  const mayBeEmpty = ranks.every((rank) => rank >= OPTIONAL) && !text.includes("+");
  let regex: RegExp | undefined;
  return {
    text,
    fixed: names.length === 0 ? encodeURI(text) : null,
    regex: () => regex ??= new RegExp(mayBeEmpty ? `^(?:${source}|/)$` : `^${source}$`),
    names,
    ranks,
  };
}

/** Static before dynamic, segment by segment; then the shorter one; then the alphabet. */
export function byPrecedence(a: Pattern, b: Pattern): number {
  const length = Math.min(a.ranks.length, b.ranks.length);
  for (let i = 0; i < length; i++) {
    const difference = (a.ranks[i] ?? 0) - (b.ranks[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.ranks.length - b.ranks.length || (a.text < b.text ? -1 : 1);
}

interface SegmentPattern {
  source: string;
  names: string[];
  rank: SegmentRank;
}

function segmentPattern(segment: string, text: string): SegmentPattern {
  if (segment === "*") return { source: "(?:/(.*))?", names: ["0"], rank: REST };
  const whole = /^:(\w+)([?*+]?)$/.exec(segment);
  if (whole) return parameter(whole[1] ?? "", whole[2] ?? "");
  if (/:\w+[?*+]|\*/.test(segment)) {
    throw new TypeError(`Cannot route "${text}": "?", "*" and "+" take a whole segment`);
  }
  const names: string[] = [];
  const source = segment.split(/(:\w+)/).map((piece) => {
    if (!/^:\w/.test(piece)) return escapeRegex(encodeURI(piece));
    names.push(piece.slice(1));
    return "([^/]+?)";
  }).join("");
  return { source: `/${source}`, names, rank: names.length === 0 ? LITERAL : MIXED };
}

function parameter(name: string, modifier: string): SegmentPattern {
  const names = [name];
  if (modifier === "?") return { source: "(?:/([^/]+))?", names, rank: OPTIONAL };
  if (modifier === "*") return { source: "(?:/([^/]+(?:/[^/]+)*))?", names, rank: REST };
  if (modifier === "+") return { source: "/([^/]+(?:/[^/]+)*)", names, rank: REST };
  return { source: "/([^/]+)", names, rank: PARAMETER };
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

export interface Match<Place> {
  place: Place;
  params: Record<string, string>;
}

interface Candidate<Place> {
  pattern: Pattern;
  place: Place;
}

/** Finds the place of a path: fixed paths by look-up, with or without a slash at their end, then patterns in order. */
export class Router<Place> {
  #fixed = new Map<string, Place>();
  #dynamic: Candidate<Place>[] = [];

  constructor(candidates: Candidate<Place>[]) {
    for (const candidate of candidates) {
      const { pattern: { fixed }, place } = candidate;
      if (fixed === null) this.#dynamic.push(candidate);
      else if (!this.#fixed.has(fixed)) this.#fixed.set(fixed, place);
    }
  }

  /** @throws URIError when a parameter is not valid percent-encoding */
  match(path: string): Match<Place> | null {
    const fixed = this.#fixed.get(path) ?? this.#fixed.get(otherSpelling(path));
    if (fixed !== undefined) return { place: fixed, params: noParams() };
    for (const { pattern, place } of this.#dynamic) {
      const found = pattern.regex().exec(path);
      if (found) return { place, params: paramsOf(pattern.names, found) };
    }
    return null;
  }
}

/** A path with the slash at its end taken away, or added. */
function otherSpelling(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
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
