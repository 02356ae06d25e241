import { parseArgs } from "node:util";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { largeFile } from "@/tests/documents/a_deposit.ts";
import { chosen } from "@/tests/flows/documents_site.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, writeResidence } from "@/tests/helpers/a_residence.ts";
import {
  aLink,
  PROVIDER,
  PROVIDER_EMAIL,
  REQUEST,
  someDocuments,
  writeProvider,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { LINKS, SEGMENT, slowLink } from "@/tests/loading/slow_link.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { type AppUnderTest, withApp } from "@/tests/tools/app_under_test.ts";
import { type OpenBrowser, openBrowser, withPage } from "@/tests/tools/browser.ts";
import { type PageMeasures, type SlowPage, slowPage } from "@/tests/tools/page_measures.ts";
import { ADMINISTRATOR, seedAdministrator } from "@/tools/serving/seeded_stores.ts";
import { UNLIMITED } from "@/tools/serving/with_server.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
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
 * `deno task trial slow_link --way office --page "own report" --page sun` measures the pages whose names
 * contain these words; `--page portal` those of providers.
 */
export default async function pagesBehindSlowLink(): Promise<void> {
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

type LinkName = keyof typeof LINKS;

interface PortalPage {
  readonly name: string;
  readonly path: string;
  readonly mostKib: number;
  readonly isSignedIn: boolean;
}

/** First paint and interactive, ms. */
const MOST_MS = { "slow 3G": [1_000, 1_150], "office": [420, 500] } as const;
/** On slow 3G, relative to the least time for the bytes of the page. */
const MOST_RATIO = 1.15;
const SEGMENT_HEADERS = 54;
/** The largest number of a provider's documents: a page of each list is full. */
const FIRST_REQUEST = "2024-01-15";

/** Bytes of a scan, and its link; the deposit takes three and a half minutes of it. */
const SCAN_BYTES = 10_000_000;
const NARROW = { roundTripMs: 400, kbitPerS: 400, upKbitPerS: 400 };
const DEPOSITED_WITHIN_MS = 400_000;

/** A provider's link, and its documents. */
interface Portal {
  token: string;
  documentIds: readonly string[];
}

/**
 * QP5: the pages of providers in Chromium behind a slow link, by their URL and with an empty cache;
 * the median of three loads counts. Then a scan of 10 MB is uploaded at 400 kbit/s, with a script and without.
 * @returns the figures missed, a sentence each
 */
async function portalLoads({ browser }: OpenBrowser): Promise<string[]> {
  const portal: Portal = { token: "", documentIds: [] };
  const settings = { DEMO: "off", ...UNLIMITED };
  return await withApp(async ({ url }) => {
    const visitor = new Visitor(url);
    await visitor.open(portal.token);
    const missed: string[] = [];
    const port = Number(new URL(url).port);
    for (const link of ["slow 3G", "office"] as const) {
      for (const page of pagesOf(portal)) {
        const cookie = page.isSignedIn ? visitor.cookie : "";
        missed.push(...await looked({ port, link, path: page.path, cookie }, page, browser));
      }
    }
    const deposits = [true, false].map((javaScriptEnabled, rank) =>
      withPage((tab) => slowDeposit(tab, { port, portal, rank }), { browser, javaScriptEnabled })
    );
    const [withScript = 0, without = 0] = await Promise.all(deposits);
    console.log(
      `${SCAN_BYTES} bytes went up ${NARROW.upKbitPerS} kbit/s: ${
        withScript.toFixed(0)
      } s with a script, ${without.toFixed(0)} s without`,
    );
    return missed;
  }, { settings, prepare: (path) => fill(path, portal) });
}

/** Loads a page three times, each in a new window; returns the figures over their limit. */
async function looked(
  at: SlowPage,
  page: PortalPage,
  browser: OpenBrowser["browser"],
): Promise<string[]> {
  const looks: PageMeasures[] = [];
  for (let look = 0; look < 3; look++) {
    looks.push(await withPage((tab) => slowPage(tab, at), { browser }));
  }
  const [best, found] = looks.toSorted((a, b) => a.interactiveMs - b.interactiveMs);
  if (!best || !found) throw new TypeError("No look");
  const misses = portalMisses(found, page, at.link);
  const name = `${at.link}, ${page.name}`;
  const text = misses.length === 0 ? "" : `; missed: ${misses.join(", ")}`;
  console.log(portalLine(name, { best, found, link: at.link }) + text);
  return misses.map((miss) => `${name}: ${miss}`);
}

/** Deposits a scan by the pages, behind a separate link; returns the time, seconds. */
async function slowDeposit(
  tab: Page,
  { port, portal, rank }: { readonly port: number; readonly portal: Portal; readonly rank: number },
): Promise<number> {
  const link = slowLink(port, NARROW);
  try {
    await tab.goto(link.url + links.providerLogin({ token: portal.token }));
    await tab.click("text=Accéder à mes documents");
    await tab.waitForURL("**/providers");
    await tab.goto(link.url + documentPath(portal, rank));
    const timeout = DEPOSITED_WITHIN_MS;
    await tab.setInputFiles("#file", chosen(largeFile(SCAN_BYTES), "scan.pdf"), { timeout });
    await tab.fill("[inputmode=decimal]", "90,5");
    const startedAt = performance.now();
    await tab.click("button >> text=Déposer le document", { timeout });
    await tab.waitForURL("**/providers?saved=deposit*", { timeout });
    return (performance.now() - startedAt) / 1_000;
  } finally {
    link.close();
  }
}

function fill(path: string, portal: Portal): Promise<void> {
  return withPlatform(async (built) => {
    built.clock.advance(Date.now() - built.clock.now());
    await writeResidence(built);
    await writeProvider(built);
    await writeRegisters(built.store, {
      firstRequest: FIRST_REQUEST,
      rate: 1,
      providerId: PROVIDER,
    });
    portal.documentIds = (await someDocuments(built.platform.own.services)).map(({ id }) => id);
    portal.token = await aLink(built, { email: PROVIDER_EMAIL });
  }, { path });
}

function documentPath({ documentIds }: Portal, rank: number): string {
  const documentId = documentIds[rank] ?? "";
  return links.providerDocument({ orgId: ORG, requestId: REQUEST, documentId });
}

function pagesOf(portal: Portal): readonly PortalPage[] {
  return [
    {
      name: "the link",
      path: links.providerLogin({ token: portal.token }),
      mostKib: 10,
      isSignedIn: false,
    },
    {
      name: "late",
      path: links.providerDocuments({ list: "late" }),
      mostKib: 14,
      isSignedIn: true,
    },
    {
      name: "running",
      path: links.providerDocuments({ list: "running" }),
      mostKib: 14,
      isSignedIn: true,
    },
    { name: "a document", path: documentPath(portal, 0), mostKib: 10, isSignedIn: true },
    { name: "many files", path: links.providerDeposits(), mostKib: 14, isSignedIn: true },
  ];
}

/** Least time over a link: a handshake, a request, the bytes in their segments. */
function leastMs(link: LinkName, bytes: number): number {
  const { roundTripMs, kbitPerS } = LINKS[link];
  const sent = bytes + Math.ceil(bytes / SEGMENT) * SEGMENT_HEADERS;
  return 2 * roundTripMs + sent / (kbitPerS / 8);
}

function portalMisses(found: PageMeasures, page: PortalPage, link: LinkName): string[] {
  const { firstPaintMs, interactiveMs, bytes, requests } = found;
  const [paint, most] = MOST_MS[link];
  const ready = link === "slow 3G" ? Math.min(most, MOST_RATIO * leastMs(link, bytes)) : most;
  const misses: [what: string, isMissed: boolean][] = [
    [`painted after ${firstPaintMs.toFixed(0)} ms of ${paint.toFixed(0)}`, firstPaintMs > paint],
    [`ready after ${interactiveMs.toFixed(0)} ms of ${ready.toFixed(0)}`, interactiveMs > ready],
    [`${bytes} bytes`, bytes > page.mostKib * 1_024],
    [`${requests} requests`, requests > 1],
  ];
  return misses.flatMap(([what, isMissed]) => isMissed ? [what] : []);
}

function portalLine(
  name: string,
  { best, found, link }: { best: PageMeasures; found: PageMeasures; link: LinkName },
): string {
  const { firstPaintMs, interactiveMs, bytes, requests } = found;
  const ratio = best.interactiveMs / leastMs(link, bytes);
  return `${name}: ${requests} request, ${bytes} bytes, painted after ${
    firstPaintMs.toFixed(0)
  } ms, ready after ${interactiveMs.toFixed(0)}; best ${best.interactiveMs.toFixed(0)}, ${
    ratio.toFixed(2)
  } × what the link allows`;
}
