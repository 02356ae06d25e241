/**
 * Small faults that a source could have, each at one place.
 *
 * The sources are formatted, so that an operator between spaces is an operator and never part of a
 * type argument.
 * @module
 */

/** One fault: the text of the source from `from` to `to` becomes `text`. */
export interface Mutation {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Possible places of a kind of fault, in code without comments, texts and types. */
type Operator = (code: string) => Mutation[];

const SWAPPED: readonly (readonly [string, string])[] = [
  [" === ", " !== "],
  [" < ", " <= "],
  [" > ", " >= "],
  [" && ", " || "],
  [" + ", " - "],
  [" * ", " / "],
  ["Math.max(", "Math.min("],
  ["return true;", "return false;"],
  ["=> true", "=> false"],
  ["= true;", "= false;"],
  [".some(", ".every("],
];

const OPERATORS: readonly Operator[] = [
  ...SWAPPED.flatMap(([one, other]) => [swapped(one, other), swapped(other, one)]),
  numbersPlusOne,
  fixedConditions,
  withoutStatements,
  withoutChecks,
];

/** Every fault that a source could have, in the order of their places. */
export function mutationsOf(source: string): Mutation[] {
  const code = codeOf(source);
  return OPERATORS.flatMap((operator) => operator(code)).sort((a, b) => a.from - b.from);
}

export function mutated(source: string, { from, to, text }: Mutation): string {
  return source.slice(0, from) + text + source.slice(to);
}

/** The line number of an offset, from 1. */
export function lineOf(source: string, at: number): number {
  return source.slice(0, at).split("\n").length;
}

const COMMENTS_AND_TEXTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const TYPES = /^(?:(?:export )?(?:interface|type|import)\b|export \*)[\s\S]*?(?:^\}|;$)/gm;

/** The source with blanks for comments, types, imports and whole exports, and quotes for texts. */
function codeOf(source: string): string {
  const filled = (text: string, filler: string) => text.replaceAll(/[^\n]/g, filler);
  // Blanks in place of a text would make an operator of the end of a type argument: Pick<T, "a"> &
  return source
    .replaceAll(COMMENTS_AND_TEXTS, (found) => filled(found, found.startsWith("/") ? " " : '"'))
    .replaceAll(TYPES, (found) => filled(found, " "));
}

function swapped(one: string, other: string): Operator {
  return (code) => {
    const found: Mutation[] = [];
    for (let at = code.indexOf(one); at >= 0; at = code.indexOf(one, at + 1)) {
      found.push({ from: at, to: at + one.length, text: other });
    }
    return found;
  };
}

/** Numbers, without those that name a field: a parenthesis there is not code. */
function numbersPlusOne(code: string): Mutation[] {
  return matches(code, /(?<![\w.#$])\d[\d_]*(?:\.\d+)?(?![\w.:])/g, (number) => `(${number} + 1)`);
}

/** A condition that is always true, and one that is never true. */
function fixedConditions(code: string): Mutation[] {
  return [...code.matchAll(/\bif \(/g)].flatMap(({ index }) => {
    const open = index + "if ".length;
    const close = closingOf(code, open);
    if (close === null) return [];
    return ["true", "false"].map((text) => ({ from: open + 1, to: close, text }));
  });
}

/** Calls used as statements, whose value is discarded: each follows another statement or a brace. */
function withoutStatements(code: string): Mutation[] {
  return matches(code, /(?<=^\s+)(?:await )?[a-z][\w.#]*\([^\n]*\);$/gm, () => ";")
    .filter(({ from }) =>
      !code.startsWith("super(", from) && /[;{}]$/.test(code.slice(0, from).trimEnd())
    );
}

/** Checks of a commit: without them another write is lost. */
function withoutChecks(code: string): Mutation[] {
  return [...code.matchAll(/\.check\(/g)].flatMap(({ index }) => {
    const close = closingOf(code, index + ".check".length);
    return close === null ? [] : [{ from: index, to: close + 1, text: "" }];
  });
}

function matches(code: string, pattern: RegExp, text: (found: string) => string): Mutation[] {
  return [...code.matchAll(pattern)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    text: text(found),
  }));
}

/** The offset of the bracket that closes the one at an offset; null when none does. */
function closingOf(code: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === "(") depth++;
    if (code[at] === ")" && --depth === 0) return at;
  }
  return null;
}
