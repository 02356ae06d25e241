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

/**
 * Finds the place of a path: fixed paths by look-up, with or without a slash at their end, then patterns in order.
 *
 * Patterns are indexed by their first segment and by their third one, where these are literals, so that a path is
 * matched against few of them.
 */
export class Router<Place> {
  #fixed = new Map<string, Match<Place>>();
  #byFirst = new Map<string, Candidate<Place>[]>();
  /** Those of a first segment, once a path with it was requested. */
  #byThird = new Map<string, ByThird<Place>>();
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
    const fixed = this.#fixed.get(path) ?? this.#fixed.get(otherSpelling(path));
    if (fixed) return { place: fixed.place, params: noParams() };
    for (const { pattern, place } of this.#candidatesOf(path)) {
      const found = pattern.regex().exec(path);
      if (found) return { place, params: paramsOf(pattern.names, found) };
    }
    return null;
  }

  #candidatesOf(path: string): Candidate<Place>[] {
    const [, first = "", , third = ""] = path.split("/", 4);
    const known = this.#byFirst.get(first);
    if (known === undefined) return this.#open;
    const { literals, others } = this.#byThird.getOrInsertComputed(first, () => byThird(known));
    return literals.get(third) ?? others;
  }
}

interface ByThird<Place> {
  /** Those with this third segment or with an open one, in order. */
  literals: Map<string, Candidate<Place>[]>;
  /** Those whose third segment is open. */
  others: Candidate<Place>[];
}

function byThird<Place>(candidates: Candidate<Place>[]): ByThird<Place> {
  const thirds = candidates.map(thirdLiteral);
  const matching = (third: string | null) =>
    candidates.filter((_, i) => thirds[i] === null || thirds[i] === third);
  const literals = new Map<string, Candidate<Place>[]>();
  for (const third of thirds) if (third !== null) literals.set(third, matching(third));
  return { literals, others: matching(null) };
}

/** A path with the slash at its end taken away, or added. */
function otherSpelling(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
}

/** null when the third segment is open, or when those before it may take none or several of a path. */
function thirdLiteral({ pattern: { ranks, text } }: { pattern: Pattern }): string | null {
  const [first = 0, second = 0, third] = ranks;
  const areOne = Math.max(first, second) <= ONE_SEGMENT;
  return third === 0 && areOne ? encodeURI(text.split("/", 4)[3] ?? "") : null;
}

/** The highest rank of a segment that takes exactly one of a path. */
const ONE_SEGMENT = 2;

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
