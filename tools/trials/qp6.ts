import { DEMO_ACCOUNTS } from "../../lib/backend/demo/accounts.ts";
import { type AppUnderTest, type AppWindow, withApp } from "../../tests/tools/app_under_test.ts";
import { type PageMeasures, pageMeasures } from "../../tests/tools/page_measures.ts";
import { LINKS, slowLink } from "../loading/slow_link.ts";
import { UNLIMITED } from "../loading/unlimited.ts";
import { ADMINISTRATOR, seedAdministrator } from "../serving/administrator.ts";
import { WEIGHED_PAGES, type WeighedPage } from "../weighed_pages.ts";

type LinkName = keyof typeof LINKS;

/** How a page is asked for: nothing kept from other pages, or what they left. */
const WAYS: readonly {
  name: string;
  link: LinkName;
  slowdown: number;
  isCold: boolean;
  mostMs: number;
}[] = [
  { name: "slow 3G, nothing kept", link: "slow 3G", slowdown: 1, isCold: true, mostMs: 2000 },
  { name: "slow 3G, the next page", link: "slow 3G", slowdown: 1, isCold: false, mostMs: 2000 },
  { name: "office, the next page", link: "office", slowdown: 4, isCold: false, mostMs: 600 },
  { name: "office, nothing kept", link: "office", slowdown: 1, isCold: true, mostMs: 600 },
];

const MOST_BLOCKED_MS = 50;
const MOST_SHIFT = 0.05;
const LEAST_ECOINDEX = 75;

/**
 * QP6: every weighed page in Chromium behind a slow link, with a new connection for each; the office's reader has a
 * processor four times slower. `deno task trial qp6 [part of a way's name]` measures some ways only.
 */
export default async function qp6(): Promise<void> {
  const wanted = Deno.args[1] ?? "";
  const missed: string[] = [];
  for (const way of WAYS.filter(({ name }) => name.includes(wanted))) {
    console.log(`\n${way.name} (processor ${way.slowdown} × slower)`);
    console.log(
      "page                    paint ms   ready ms  blocked ms    shift  Ecoindex   bytes",
    );
    const measure = (pages: readonly WeighedPage[], prepare?: typeof seedAdministrator) =>
      withApp(
        (app) => measured(app, pages, way, missed),
        { settings: UNLIMITED, ...prepare && { prepare } },
      );
    await measure(WEIGHED_PAGES.filter(({ as }) => as !== "administrator"));
    await measure(WEIGHED_PAGES.filter(({ as }) => as === "administrator"), seedAdministrator);
  }
  console.log(`\n${missed.length} figures missed`);
  if (missed.length > 0) throw new Error(missed.join("\n"));
}

type Way = typeof WAYS[number];

async function measured(
  app: AppUnderTest,
  pages: readonly WeighedPage[],
  way: Way,
  missed: string[],
): Promise<void> {
  const link = slowLink(Number(new URL(app.url).port), LINKS[way.link]);
  try {
    for (const as of new Set(pages.map((page) => page.as))) {
      await app.inWindow(async (window) => {
        const devtools = await window.page.context().newCDPSession(window.page);
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: way.slowdown });
        // What any page leaves: the stylesheet and what islands share.
        if (!way.isCold) {
          await window.page.goto(link.url + (as === undefined ? "/login" : "/account"));
        }
        for (const page of pages.filter((one) => one.as === as)) {
          if (way.isCold) await devtools.send("Network.clearBrowserCache");
          link.cut();
          missed.push(...await look(window, link.url, { page, way }));
        }
      }, {
        as: as === undefined ? null : as === "administrator" ? ADMINISTRATOR : DEMO_ACCOUNTS[as],
      });
    }
  } finally {
    link.close();
  }
}

/** Opens a page behind the link and tells its line; the figures it misses. */
async function look(
  { page: tab }: AppWindow,
  origin: string,
  { page, way }: { page: WeighedPage; way: Way },
): Promise<string[]> {
  await tab.goto(origin + page.path);
  const found = await pageMeasures(tab);
  console.log(lineOf(page.name, found));
  const misses: [what: string, isMissed: boolean][] = [
    [`ready after ${found.interactiveMs.toFixed(0)} ms`, found.interactiveMs > way.mostMs],
    [
      `blocked for ${found.blockedMs.toFixed(0)} ms`,
      way.link === "office" && found.blockedMs > MOST_BLOCKED_MS,
    ],
    [`moved by ${found.shift}`, found.shift > MOST_SHIFT],
    [`Ecoindex ${found.ecoindex.toFixed(0)}`, found.ecoindex < LEAST_ECOINDEX],
  ];
  return misses.flatMap(([what, isMissed]) =>
    isMissed ? [`${way.name}, ${page.name}: ${what}`] : []
  );
}

function lineOf(name: string, found: PageMeasures): string {
  const cells = [
    found.firstPaintMs.toFixed(0),
    found.interactiveMs.toFixed(0),
    found.blockedMs.toFixed(0),
    found.shift.toFixed(3),
    found.ecoindex.toFixed(0),
    String(found.bytes),
  ];
  return name.padEnd(21) + cells.map((cell) => cell.padStart(10)).join(" ");
}
