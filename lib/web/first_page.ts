/**
 * Puts the stylesheet and scripts into the first page of a browser.
 *
 * The first page of a browser contains its stylesheet and its scripts: fewer round trips on a slow link (decision
 * 068). The browser then fetches them for later pages.
 *
 * @module
 */

import { asset } from "fresh/runtime";
import { links } from "@/lib/ui/links.ts";
import { BODILESS } from "./compression.ts";
import { A_YEAR_S, ASSETS_COOKIE, withCookie } from "./cookies.ts";
import { isPage } from "./errors.ts";
import type { RequestInfo } from "./request_info.ts";

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

export const STYLESHEET = "/styles.css";

const FROM_ELSEWHERE = new Set(["none", "same-site", "cross-site"]);

/**
 * True for a page opened from a typed URL, a bookmark, a mail or another site, as far as the browser reports it, unless
 * it has received a first page of this build.
 */
export function isFirstPage(request: Request): boolean {
  const { headers } = request;
  return headers.get("sec-fetch-dest") === "document" &&
    FROM_ELSEWHERE.has(headers.get("sec-fetch-site") ?? "") &&
    [true, false].every((https) => ASSETS_COOKIE.in(request, https) !== buildKey());
}

/** Whether a page contains its scripts, and fetches them for the next one. The portal of providers has none. */
export function containsScripts(request: Request): boolean {
  return isFirstPage(request) &&
    !new URL(request.url).pathname.startsWith(links.providerDocuments());
}

/** Whether an answer is a first page, with its stylesheet and its scripts. */
export function containsAssets(answer: Response, { sheet }: RequestInfo): boolean {
  return sheet !== undefined && isPage(answer);
}

/** Adds the cookie of a browser that has received a first page. */
export function withAssetsCookie(page: Response, https: boolean): Response {
  return withCookie(page, ASSETS_COOKIE.set(https, buildKey(), A_YEAR_S));
}

/** Key of the static files of this build; "none" before one is served. */
function buildKey(): string {
  return new URLSearchParams(asset(STYLESHEET).split("?")[1]).values().next().value ?? "none";
}

type Ask = (request: Request) => Promise<Response>;

/** The stylesheet, requested from the app once. */
export class Stylesheet {
  #rules: StyleRules | null = null;

  /** @returns null when the app has no stylesheet (it was not built) or fails now: the page then links it */
  async rules(ask: Ask, origin: string): Promise<StyleRules | null> {
    if (this.#rules === null) {
      const text = await asked(ask, new URL(STYLESHEET, origin));
      this.#rules = text === null ? null : new StyleRules(text);
    }
    return this.#rules;
  }
}

/** The script of a page that loads those of its islands, as Fresh itself writes it. */
const LOADED_SCRIPTS = /<script type="module"[^>]*>import\b/;

/**
 * A page whose inline stylesheet has only the rules that it can use. Unchanged without that stylesheet, or when it loads
 * its scripts: the names in them are not known here.
 */
export async function withUsedRules(answer: Response, rules: StyleRules): Promise<Response> {
  if (!isPage(answer) || BODILESS.has(answer.status)) return answer;
  const text = await answer.text();
  const start = text.indexOf(rules.text);
  if (start < 0 || LOADED_SCRIPTS.test(text)) return new Response(text, answer);
  const [before, after] = [text.slice(0, start), text.slice(start + rules.text.length)];
  return new Response(before + rules.usedIn(before + after) + after, answer);
}

async function asked(ask: Ask, url: URL): Promise<string | null> {
  const answer = await ask(new Request(url));
  if (answer.ok) return await answer.text();
  await answer.body?.cancel();
  return null;
}
