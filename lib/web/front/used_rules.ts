/**
 * The rules of a stylesheet that a document can use: a first page contains only these (decision 068).
 *
 * @module
 */

interface StyleRule {
  readonly selectors: readonly Selector[];
  /** The declarations, in braces. */
  readonly block: string;
}

/** A document can use a selector if it contains all its names. */
interface Selector {
  readonly text: string;
  readonly names: readonly string[];
}

/** Rules under a condition, like `@media print`. */
interface RuleGroup {
  readonly condition: string;
  readonly rules: readonly Rule[];
}

/** A string is a rule that is always used, like `@font-face`. */
type Rule = StyleRule | RuleGroup | string;

/** A stylesheet, as rules in their order. */
export class StyleRules {
  readonly #rules: readonly Rule[];

  constructor(readonly text: string) {
    this.#rules = rulesOf(text);
  }

  /**
   * The rules with the selectors whose names of elements, classes and ids all occur in a document or in its scripts.
   *
   * @param document the HTML, without this stylesheet
   */
  usedIn(document: string): string {
    return textOf(this.#rules, new Set(document.match(WORD)));
  }
}

const WORD = /[a-z_][\w-]*/gi;

function textOf(rules: readonly Rule[], words: ReadonlySet<string>): string {
  return rules.map((rule) => usedText(rule, words)).join("");
}

function usedText(rule: Rule, words: ReadonlySet<string>): string {
  if (typeof rule === "string") return rule;
  if ("block" in rule) {
    const used = rule.selectors.filter(({ names }) => names.every((name) => words.has(name)));
    return used.length === 0 ? "" : used.map(({ text }) => text).join(",") + rule.block;
  }
  const inner = textOf(rule.rules, words);
  return inner === "" ? "" : `${rule.condition}{${inner}}`;
}

function rulesOf(css: string): Rule[] {
  return statementsOf(css).map((text) => {
    const start = text.indexOf("{");
    if (start < 0) return text;
    const head = text.slice(0, start);
    if (GROUP.test(head)) {
      return { condition: head, rules: rulesOf(text.slice(start + 1, text.lastIndexOf("}"))) };
    }
    // A name with an escape is not a word of the document.
    if (/^\s*@|\\/.test(head)) return text;
    return { selectors: selectorsOf(head), block: text.slice(start) };
  });
}

const GROUP = /^\s*@(?:media|supports|layer|container)\b/;

/** Strings and comments, which may contain the characters that end a rule, and these characters. */
const MARK = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[^]*?\*\/|[{};]/g;

/** The rules and statements of a stylesheet. */
function statementsOf(css: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of css.matchAll(MARK)) {
    if (mark === "{") depth++;
    else if (mark === "}") depth--;
    else if (mark !== ";") continue;
    if (depth > 0 || mark === "{") continue;
    found.push(css.slice(start, index + 1));
    start = index + 1;
  }
  return found;
}

/** The content of a pseudo-class like `:not()`, with two levels of others in it. */
const INSIDE = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;

/** A selector of a list. */
const SELECTOR = new RegExp(`(?:[^,("]|"[^"]*"|${INSIDE})+`, "g");

/** What a name may not be taken from: attributes, and pseudo-classes with all they contain. */
const CONDITION = new RegExp(String.raw`\[[^\]]*\]|::?[\w-]+(?:${INSIDE})?`, "g");

function selectorsOf(list: string): Selector[] {
  return (list.match(SELECTOR) ?? []).map((text) => ({
    text: text.trim(),
    names: text.replace(CONDITION, "").match(WORD) ?? [],
  }));
}
