/** `deno task weight`: bytes that a browser loads for each page, against its budget; fails above the budget. @module */

import { BUILD, type PageKind, readConfig } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { type PageWeight, pageWeight, type Weight } from "./page_weight.ts";
import { ADMINISTRATOR, seedAdministrator } from "./serving/administrator.ts";
import { HALL_PAGES, seedHallScreen } from "./serving/hall_screen.ts";
import { PORTAL_PAGES, seedProvider } from "./serving/provider.ts";
import { UNLIMITED } from "./serving/unlimited.ts";
import { Visitor } from "./serving/visitor.ts";
import { withServer } from "./serving/with_server.ts";
import { IS_STAND_IN } from "./stand_in.ts";
import { WEIGHED_PAGES, type WeighedPage } from "./weighed_pages.ts";

type Budget = Readonly<Record<keyof typeof BUILD.budgets.list, number>>;

const ON_FRESH: Readonly<Partial<Record<PageKind, Partial<Budget>>>> = BUILD.budgetsOnFresh;

if (import.meta.main) Deno.exit(await main());

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
