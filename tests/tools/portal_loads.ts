import { links } from "@/lib/ui/links.ts";
import { largeFile } from "@/tests/documents/killed_deposit.ts";
import { chosen } from "@/tests/flows/documents_site.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { aLink, PROVIDER, PROVIDER_EMAIL, writeProvider } from "@/tests/helpers/a_provider.ts";
import { ORG, writeResidence } from "@/tests/helpers/a_residence.ts";
import { REQUEST, someDocuments, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { LINKS, SEGMENT, slowLink } from "@/tests/loading/slow_link.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { withApp } from "./app_under_test.ts";
import { type OpenBrowser, withPage } from "./browser.ts";
import type { PageMeasures } from "./page_measures.ts";
import { type SlowPage, slowPage } from "./slow_page.ts";

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
export async function portalLoads({ browser }: OpenBrowser): Promise<string[]> {
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
  const misses = missesOf(found, page, at.link);
  const name = `${at.link}, ${page.name}`;
  const text = misses.length === 0 ? "" : `; missed: ${misses.join(", ")}`;
  console.log(lineOf(name, { best, found, link: at.link }) + text);
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

function missesOf(found: PageMeasures, page: PortalPage, link: LinkName): string[] {
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

function lineOf(
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
