/** `deno task weight`: bytes that a browser loads for each page, against its budget; fails above the budget. @module */

import { BUILD, type PageKind, readConfig } from "@/fresh.config.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import {
  ADMINISTRATOR,
  HALL_PAGES,
  PORTAL_PAGES,
  seedAdministrator,
  seedHallScreen,
  seedProvider,
} from "./serving/seeded_stores.ts";
import { textOf, type Visited, Visitor } from "./serving/visitor.ts";
import { IS_STAND_IN, UNLIMITED, withServer } from "./serving/with_server.ts";
import { WEIGHED_PAGES, type WeighedPage } from "./weighed_pages.ts";

type Budget = Readonly<Record<keyof typeof BUILD.budgets.list, number>>;

const ON_FRESH: Readonly<Partial<Record<PageKind, Partial<Budget>>>> = BUILD.budgetsOnFresh;

async function main(): Promise<number> {
  console.log(row(["page", "html", "css", "script", "when wanted", "requests"]));
  const isAdministered = ({ as }: WeighedPage) => as === "administrator";
  let token = "";
  const seed = async (kvPath: string) => {
    token = await seedProvider(kvPath);
  };
  let address = "";
  const seedHall = async (kvPath: string) => {
    address = await seedHallScreen(kvPath);
  };
  const faults = [
    ...await weighAll(WEIGHED_PAGES.filter((page) => !isAdministered(page)), visitorAs),
    ...await weighAll(WEIGHED_PAGES.filter(isAdministered), visitorAs, seedAdministrator),
    ...await weighAll(PORTAL_PAGES, (url) => aProvider(url, token), seed),
    ...await weighAll(HALL_PAGES, (url) => aTablet(url, address), seedHall),
  ];
  for (const fault of faults) console.log(fault);
  return faults.length === 0 ? 0 : 1;
}

/** Weighs pages on a separate server, with a store filled by `prepare`. */
function weighAll(
  pages: readonly WeighedPage[],
  signedInAs: typeof visitorAs,
  prepare?: (kvPath: string) => Promise<void>,
): Promise<string[]> {
  const config = readConfig({ DEMO: "on", ...UNLIMITED });
  return withServer(config, async ({ url }) => {
    const visitors = new Map<WeighedPage["as"], Visitor>();
    const faults: string[] = [];
    for (const page of pages) {
      const visitor = visitors.get(page.as) ?? await signedInAs(url, page.as);
      visitors.set(page.as, visitor);
      const weight = await pageWeight(visitor, page.path);
      const { html, css, script, wanted, requests } = weight;
      const cells = [html, css, script, wanted].map(bytesText);
      console.log(row([page.name, ...cells, String(requests)]));
      faults.push(...overBudget(page, weight));
    }
    return faults;
  }, prepare === undefined ? {} : { prepare });
}

async function visitorAs(url: string, as: WeighedPage["as"]): Promise<Visitor> {
  const visitor = new Visitor(url);
  if (as === "administrator") await visitor.signIn(ADMINISTRATOR);
  else if (as !== undefined) await visitor.signIn(DEMO_ACCOUNTS[as]);
  return visitor;
}

async function aProvider(url: string, token: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.open(token);
  return visitor;
}

async function aTablet(url: string, address: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.ask(address);
  return visitor;
}

function budgetOf(kind: PageKind, isStandIn: boolean): Budget {
  return { ...BUILD.budgets[kind], ...isStandIn ? {} : ON_FRESH[kind] };
}

export function overBudget(
  { name, path, kind }: WeighedPage,
  weight: PageWeight,
  isStandIn = IS_STAND_IN,
): string[] {
  if (weight.status !== 200) return [`${name}: ${path} answered ${weight.status}`];
  const budget = budgetOf(kind, isStandIn);
  const measured = {
    htmlAndCss: weight.html.wire + weight.css.wire,
    script: weight.script.wire,
    wanted: weight.wanted.wire,
    requests: weight.requests,
  };
  return (["htmlAndCss", "script", "wanted", "requests"] as const)
    .filter((part) => measured[part] > budget[part])
    .map((part) =>
      `${name}: ${part} is ${measured[part]}, over the ${budget[part]} of a ${kind} page`
    );
}

function bytesText({ raw, wire }: Weight): string {
  return raw === 0 ? "-" : `${raw} > ${wire}`;
}

function row([name = "", ...cells]: readonly string[]): string {
  return name.padEnd(21) + cells.map((cell) => cell.padStart(17)).join("");
}

/** Bytes: as they are, and as they travel. */
export interface Weight {
  readonly raw: number;
  readonly wire: number;
}

interface PageWeight {
  readonly status: number;
  readonly html: Weight;
  readonly css: Weight;
  /** Scripts the page fetches by itself. */
  readonly script: Weight;
  /** Scripts fetched only once something is wanted: a chart, a map, a form. The heaviest, where there are several. */
  readonly wanted: Weight;
  /** Answers needed before the first paint. */
  readonly requests: number;
}

export async function pageWeight(visitor: Visitor, path: string): Promise<PageWeight> {
  const page = await visitor.ask(path);
  const html = textOf(page);
  const sheets = matches(html, /<link rel="stylesheet" href="([^"]+)"/g);
  const blocking = matches(
    html,
    /<script (?![^>]*(?:type="module"|defer|async))[^>]*\bsrc="([^"]+)"/g,
  );
  const named = [
    ...matches(html, /<script [^>]*\bsrc="([^"]+)"/g),
    ...matches(html, /<link rel="modulepreload" href="([^"]+)"/g),
    ...inlineImports(html),
  ];
  const scripts = await Scripts.from(visitor, named);
  return {
    status: page.status,
    html: weightOf([page]),
    css: weightOf(await Promise.all(sheets.map((sheet) => visitor.ask(sheet)))),
    script: weightOf(scripts.fetched),
    wanted: weightOf(scripts.wanted),
    requests: 1 + sheets.length + blocking.length,
  };
}

/** The scripts a page reaches by static imports, and those that each of its dynamic imports adds. */
class Scripts {
  readonly #byPath = new Map<string, Visited>();
  readonly #later: Visited[][] = [];

  static async from(visitor: Visitor, paths: readonly string[]): Promise<Scripts> {
    const scripts = new Scripts();
    const dynamic = await scripts.#reach(visitor, paths, scripts.#byPath);
    for (const path of new Set(dynamic)) {
      const later = new Map<string, Visited>();
      for (let next = [path]; next.length > 0;) next = await scripts.#reach(visitor, next, later);
      scripts.#later.push([...later.values()]);
    }
    return scripts;
  }

  get fetched(): Visited[] {
    return [...this.#byPath.values()];
  }

  /** What the heaviest of the dynamic imports adds. */
  get wanted(): Visited[] {
    const byWeight = this.#later.toSorted((a, b) => weightOf(b).wire - weightOf(a).wire);
    return byWeight[0] ?? [];
  }

  /** Fetches paths and what they import; the paths they import dynamically. */
  async #reach(
    visitor: Visitor,
    paths: readonly string[],
    into: Map<string, Visited>,
  ): Promise<string[]> {
    const dynamic: string[] = [];
    const queue = [...paths];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (this.#byPath.has(path) || into.has(path)) continue;
      const script = await visitor.ask(path);
      into.set(path, script);
      const base = new URL(path, "http://x");
      const source = textOf(script);
      queue.push(...staticImports(source).map((specifier) => new URL(specifier, base).pathname));
      dynamic.push(...dynamicImports(source).map((specifier) => new URL(specifier, base).pathname));
    }
    return dynamic;
  }
}

function inlineImports(html: string): string[] {
  return matches(html, /<script[^>]*>([^<]+)<\/script>/g).flatMap(staticImports)
    .filter((specifier) => specifier.startsWith("/"));
}

function staticImports(source: string): string[] {
  return matches(
    source,
    /(?:^|[;\s}])(?:import|export)\s*(?:[\w${},*\s]*?\bfrom\s*|[{][^}]*[}]\s*from\s*)?"([./][^"]+\.js)"/g,
  );
}

function dynamicImports(source: string): string[] {
  return matches(source, /\bimport\(\s*"([./][^"]+\.js)"\s*\)/g);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
}

function weightOf(answers: readonly Visited[]): Weight {
  return {
    raw: sumBy(answers, ({ bytes }) => bytes.length),
    wire: sumBy(answers, ({ wire }) => wire.length),
  };
}

if (import.meta.main) Deno.exit(await main());
