import { parseArgs } from "node:util";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import type { LINKS } from "@/tests/loading/slow_link.ts";
import { type AppUnderTest, withApp } from "@/tests/tools/app_under_test.ts";
import { type OpenBrowser, openBrowser, withPage } from "@/tests/tools/browser.ts";
import type { PageMeasures } from "@/tests/tools/page_measures.ts";
import { portalLoads } from "@/tests/tools/portal_loads.ts";
import { slowPage } from "@/tests/tools/slow_page.ts";
import { ADMINISTRATOR, seedAdministrator } from "@/tools/serving/administrator.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { WEIGHED_PAGES, type WeighedPage } from "@/tools/weighed_pages.ts";

/**
 * How a page is opened: by its URL, with an empty cache; or by a link of the previous page, on its
 * connections.
 */
interface Way {
  readonly name: string;
  readonly link: keyof typeof LINKS;
  /** How much slower the reader's processor is. */
  readonly slowdown: number;
  readonly isCold: boolean;
  readonly mostMs: number;
  /** Most of the time that long tasks may block, ms. */
  readonly mostBlockedMs: number;
}

const WAYS: readonly Way[] = [
  { ...of("slow 3G", true), slowdown: 1, mostMs: 2000, mostBlockedMs: Infinity },
  { ...of("slow 3G", false), slowdown: 1, mostMs: 2000, mostBlockedMs: Infinity },
  { ...of("office", true), slowdown: 1, mostMs: 600, mostBlockedMs: 50 },
  { ...of("office", false), slowdown: 4, mostMs: 600, mostBlockedMs: 50 },
];

function of(link: Way["link"], isCold: boolean): Pick<Way, "name" | "link" | "isCold"> {
  return { name: `${link}, ${isCold ? "first" : "next"} page`, link, isCold };
}

const MOST_SHIFT = 0.05;
const LEAST_ECOINDEX = 75;
/** Pages read before signing in. */
const LEAST_ECOINDEX_OUTSIDE = 80;

const COLUMNS = ["paint", "ready", "blocked", "shift", "Ecoindex", "requests", "bytes"];

/**
 * QP5 and QP6: the pages of providers, then every weighed page, in Chromium behind a slow link, in
 * a window of its own.
 *
 * `deno task trial page_load/slow_link --way office --page "own report" --page sun` measures the pages whose names
 * contain these words; `--page portal` those of providers.
 */
export default async function slowLink(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args.slice(1),
    options: { page: { type: "string", multiple: true }, way: { type: "string" } },
  });
  const ways = WAYS.filter(({ name }) => name.includes(values.way ?? ""));
  const isWanted = ({ name }: WeighedPage) => values.page?.some((it) => name.includes(it)) ?? true;
  const isAdministered = ({ as }: WeighedPage) => as === "administrator";
  const wanted = WEIGHED_PAGES.filter(isWanted);
  const opened = await openBrowser();
  try {
    const missed = [
      ...values.page === undefined || values.page.includes("portal")
        ? await portalLoads(opened)
        : [],
      ...await measured(opened, ways, wanted.filter((page) => !isAdministered(page))),
      ...await measured(opened, ways, wanted.filter(isAdministered), seedAdministrator),
    ];
    console.log(`\n${wanted.length} pages, ${ways.length} ways: ${missed.length} figures missed`);
    if (missed.length > 0) throw new Error(missed.join("\n"));
  } finally {
    await opened.close();
  }
}

/** Measures pages on a separate server; returns the figures over their limit, a sentence each. */
async function measured(
  { browser }: OpenBrowser,
  ways: readonly Way[],
  pages: readonly WeighedPage[],
  prepare?: typeof seedAdministrator,
): Promise<string[]> {
  if (pages.length === 0) return [];
  return await withApp(async (app) => {
    const missed: string[] = [];
    const cookies = new Map<WeighedPage["as"], string>();
    for (const as of new Set(pages.map((page) => page.as))) {
      cookies.set(as, await cookieOf(app, as));
    }
    // The first answer of a process compiles the code of its page: the link is measured here.
    for (const { as, path } of pages) await answered(app.url + path, cookies.get(as) ?? "");
    for (const way of ways) {
      console.log(`\n${way.name}: ${way.mostMs} ms at most (processor ${way.slowdown} × slower)`);
      console.log(line("", COLUMNS));
      for (const page of pages) {
        const found = await withPage(
          (tab) =>
            slowPage(tab, {
              ...way,
              port: Number(new URL(app.url).port),
              path: page.path,
              cookie: cookies.get(page.as) ?? "",
              after: way.isCold ? null : LOGIN_PATH,
            }),
          { browser },
        );
        const misses = missesOf(found, page, way);
        console.log(lineOf(page.name, found, misses));
        missed.push(...misses.map((miss) => `${way.name}, ${page.name}: ${miss}`));
      }
    }
    return missed;
  }, { settings: UNLIMITED, ...prepare && { prepare } });
}

async function answered(url: string, cookie: string): Promise<void> {
  await (await fetch(url, { headers: { cookie }, redirect: "manual" })).arrayBuffer();
}

/** The cookie of a page's reader; "" without sign-in. */
async function cookieOf(app: AppUnderTest, as: WeighedPage["as"]): Promise<string> {
  if (as === undefined) return "";
  return (await app.visit(as === "administrator" ? ADMINISTRATOR : DEMO_ACCOUNTS[as])).cookie;
}

/** The figures of a page over their limits, in words. */
function missesOf(found: PageMeasures, page: WeighedPage, way: Way): string[] {
  const leastEcoindex = page.as === undefined ? LEAST_ECOINDEX_OUTSIDE : LEAST_ECOINDEX;
  const misses: [what: string, isMissed: boolean][] = [
    [`ready after ${found.interactiveMs.toFixed(0)} ms`, found.interactiveMs > way.mostMs],
    [`blocked for ${found.blockedMs.toFixed(0)} ms`, found.blockedMs > way.mostBlockedMs],
    [`moved by ${found.shift.toFixed(3)}`, found.shift > MOST_SHIFT],
    [`Ecoindex ${found.ecoindex.toFixed(1)}`, found.ecoindex < leastEcoindex],
  ];
  return misses.flatMap(([what, isMissed]) => isMissed ? [what] : []);
}

function lineOf(name: string, found: PageMeasures, misses: readonly string[]): string {
  const cells = [
    found.firstPaintMs.toFixed(0),
    found.interactiveMs.toFixed(0),
    found.blockedMs.toFixed(0),
    found.shift.toFixed(3),
    found.ecoindex.toFixed(1),
    String(found.requests),
    String(found.bytes),
  ];
  return line(name, cells) + (misses.length === 0 ? "" : `  missed: ${misses.join(", ")}`);
}

function line(name: string, cells: readonly string[]): string {
  return name.padEnd(21) + cells.map((cell) => cell.padStart(10)).join("");
}
