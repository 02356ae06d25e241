/**
 * `deno task weight`: what each main page makes a browser fetch, against its budget; over budget is a failure.
 *
 * @module
 */
import { BUILD, readConfig } from "../fresh.config.ts";
import { DEMO_ACCOUNTS } from "../lib/backend/demo/accounts.ts";
import { type PageWeight, pageWeight, type Weight } from "./page_weight.ts";
import { withServer } from "./serving/with_server.ts";
import { Visitor } from "./serving/visitor.ts";
import { WEIGHED_PAGES, type WeighedPage } from "./weighed_pages.ts";

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  const faults = await withServer(readConfig({ DEMO: "on" }), async ({ url }) => {
    console.log(row(["page", "html", "css", "script", "when wanted", "requests"]));
    const all: string[] = [];
    for (const page of WEIGHED_PAGES) all.push(...await weigh(url, page));
    return all;
  });
  for (const fault of faults) console.log(fault);
  return faults.length === 0 ? 0 : 1;
}

async function weigh(url: string, page: WeighedPage): Promise<string[]> {
  const visitor = new Visitor(url);
  if (page.as !== undefined) await visitor.signIn(DEMO_ACCOUNTS[page.as]);
  const weight = await pageWeight(visitor, page.path);
  const { html, css, script, wanted, requests } = weight;
  console.log(row([page.name, ...[html, css, script, wanted].map(bytesText), String(requests)]));
  return overBudget(page, weight);
}

/** What a page has over its budget, a sentence each. */
export function overBudget({ name, path, kind }: WeighedPage, weight: PageWeight): string[] {
  if (weight.status !== 200) return [`${name}: ${path} answered ${weight.status}`];
  const budget = BUILD.budgets[kind];
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
  return name.padEnd(18) + cells.map((cell) => cell.padStart(17)).join("");
}
