/**
 * The rules of a stylesheet that a document can use: a first page contains only these (decision 068).
 *
 * @module
 */

/** A rule that a document can use if it contains every word of one of these lists. */
interface StyleRule {
  readonly text: string;
  readonly needed: readonly (readonly string[])[];
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
   * The rules whose names of elements, classes and ids all occur in a document or in its scripts.
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
  if ("needed" in rule) {
    const isUsed = rule.needed.some((names) => names.every((name) => words.has(name)));
    return isUsed ? rule.text : "";
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
    return /^\s*@|\\/.test(head) ? text : { text, needed: neededBy(head) };
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

/** What a name may not be taken from: attributes, and pseudo-classes with all they contain. */
const CONDITION = /\[[^\]]*\]|::?[\w-]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?/g;

/** The names in each selector of a list. */
function neededBy(selectors: string): string[][] {
  return selectors.replace(CONDITION, "").split(",").map((selector) => selector.match(WORD) ?? []);
}
