import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { getDocumentProxy } from "@/tests/npm/pdf.ts";
import { type AppUnderTest, type AppWindow, withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest, withPage } from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { DEMO_PLACE } from "@/tests/tools/routes.ts";
import { lostAtThisWidth, lostWithLargeText, whileAsked } from "./reach.ts";

const { projectId = "", houseId = "", reportId = "", alarmId = "" } = DEMO_PLACE;
const YEAR = new Date().getFullYear();

/** The screens of alarms, and those with information for tenants. */
const SCREENS = [
  "/home",
  links.orgAlarms(),
  links.orgAlarms("", YEAR),
  links.orgAlarmReports(),
  links.alarms(projectId),
  links.alarm(projectId, alarmId),
  links.alarmSettings(projectId),
  links.alarmReports(projectId),
  links.alarmReport(projectId, reportId),
  links.displayMessages(projectId),
  links.displayContacts(projectId),
  links.displayTokens(projectId),
  links.tenantAlerts(projectId),
  links.informationScreen(projectId),
];

/** Width of a sheet of A4 within the margins of `@page`, CSS pixels. */
const SHEET_WIDTH = 703;

/** The narrowest window without loss of content (WCAG 1.4.10). */
const NARROWEST = 320;

const PAPER = { media: { media: "print" }, query: "print" } as const;
const FORCED_COLOURS = {
  media: { forcedColors: "active" },
  query: "(forced-colors: active)",
} as const;

/** Steps by name, on one program: none changes what another one looks at. */
const CHECKS = new Map<string, (app: AppUnderTest) => Promise<void>>();

function walk(name: string, width: number, look: (page: Page) => Promise<string[]>): void {
  CHECKS.set(name, async ({ inWindow }) => {
    const wrong: string[] = [];
    const lookAt = async ({ page, go }: AppWindow, path: string) => {
      await go(path);
      wrong.push(...(await look(page)).map((fault) => `${path}: ${fault}`));
    };
    await inWindow(async (window) => {
      await openScreen(window);
      for (const path of SCREENS) await lookAt(window, path);
    }, { width });
    const own = links.ownHouse({ projectId, houseId });
    const as = DEMO_ACCOUNTS.occupant;
    await inWindow((window) => lookAt(window, own), { width, as });
    deepStrictEqual(wrong, []);
  });
}

function onPaper(
  name: string,
  look: (window: AppWindow) => Promise<void>,
  size: { readonly width?: number } = {},
): void {
  CHECKS.set(name, ({ inWindow }) =>
    inWindow(async (window) => {
      await window.page.emulateMedia({ media: "print" });
      await look(window);
    }, size));
}

/** Opens the screen of the residence in the window, as a tablet does, without signing out. */
async function openScreen({ page, go }: AppWindow): Promise<void> {
  await go(links.displayTokens(projectId));
  await page.fill("#name", "Hall");
  await page.click("main .button-primary[type=submit]");
  const address = new URL(await page.locator(".copy-line").textContent() ?? "");
  await go(address.pathname + address.search);
}

/** Screens with a form that adds an entity. */
const ADDING = [
  links.displayMessages(projectId),
  links.displayContacts(projectId),
  links.displayTokens(projectId),
  links.sensors(projectId),
  links.roles(projectId),
  links.tags(),
  links.providers(),
];

onPaper("on paper, no empty form that adds an entity is printed", async ({ page, go }) => {
  const printed: string[] = [];
  for (const path of ADDING) {
    await go(path);
    ok(await page.locator("main form .input").count() > 0, path);
    const forms = page.locator("main form:not(.table-tools):visible .input:visible");
    printed.push(...await forms.evaluateAll((inputs) => inputs.map(({ id }) => id)));
  }
  deepStrictEqual(printed, []);
});

/** Screens with rows that each are a form, or with a form under what is read. */
const BESIDE_WHAT_IS_READ = [
  links.autoconsumption(projectId),
  links.contract("thermalia-exploitation"),
  links.alarm(projectId, alarmId),
];

onPaper("on paper, no empty row to add and no empty comment is printed", async ({ page, go }) => {
  const printed: string[] = [];
  for (const path of BESIDE_WHAT_IS_READ) {
    await go(path);
    ok(await page.locator(".grid-row-new, textarea[name=text]").count() > 0, path);
    const empty = page.locator(".grid-row-new:visible, textarea[name=text]:visible");
    if (await empty.count() > 0) printed.push(path);
  }
  deepStrictEqual(printed, []);
});

onPaper(
  "on paper, of the links to the lists of documents the one in view alone names the list",
  async ({ page, go }) => {
    await go(links.documentList("late"));
    const shown = page.locator(".series-links a:visible");
    deepStrictEqual(await shown.allTextContents(), ["En retard"]);
  },
);

onPaper(
  "on paper, a contract has its whole name and all of its residences",
  async ({ page, go }) => {
    await go(links.contract("thermalia-exploitation"));
    const chosen = await page.locator("input[name=projects]:checked").count();
    ok(chosen > 3);
    const named = page.locator(".project-boxes label:visible");
    strictEqual(await named.count(), chosen);
    const isCut = await page.locator("#name")
      .evaluate((field) => field.scrollWidth > field.clientWidth);
    strictEqual(isCut, false);
  },
  { width: SHEET_WIDTH },
);

/** Screens whose first or last sheet had nothing but a title, or nothing at all. */
const WHOLE_SHEETS = [
  links.boilerRoom(projectId, `${projectId}-c1`),
  links.team("agence-nord"),
];

CHECKS.set(
  "on paper, no sheet is empty, nor has a title alone",
  ({ inWindow }) =>
    inWindow(async ({ page, go }) => {
      const bare: string[] = [];
      for (const path of WHOLE_SHEETS) {
        await go(path);
        const sheets = await linesOfSheets(await page.pdf({ preferCSSPageSize: true }));
        if (sheets.some((lineCount) => lineCount < 4)) bare.push(`${path}: ${sheets.join(", ")}`);
      }
      deepStrictEqual(bare, []);
    }),
);

/** Number of printed texts of each page of a PDF. */
async function linesOfSheets(bytes: Uint8Array): Promise<number[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  try {
    const counts: number[] = [];
    for (let rank = 1; rank <= pdf.numPages; rank++) {
      const { items } = await (await pdf.getPage(rank)).getTextContent();
      counts.push(items.filter((item) => "str" in item && item.str.trim() !== "").length);
    }
    return counts;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** Screens with a table that may be longer than a sheet. */
const LONG_TABLES = [
  links.residences(),
  links.houses(projectId),
  links.sensors(projectId),
  links.documents(),
  links.energyBalance(projectId, `${projectId}-c1`, "monthly/2025"),
];

onPaper(
  "on paper, no table is in a grid: what follows would be printed over its rows on the next sheet",
  async ({ page, go }) => {
    for (const path of LONG_TABLES) {
      await go(path);
      const grids = await page.locator("main table:visible").evaluateAll((tables) => {
        const found: string[] = [];
        for (const table of tables) {
          for (let at = table.parentElement; at !== null; at = at.parentElement) {
            if (/grid|flex/.test(getComputedStyle(at).display)) found.push(at.className);
          }
        }
        return found;
      });
      deepStrictEqual(grids, [], path);
    }
  },
);

walk(
  "on paper, no screen of alarms or tenants loses a column",
  SHEET_WIDTH,
  (page) => whileAsked(page, PAPER, () => lostAtThisWidth(page)),
);

walk(
  "at 320 pixels with text twice as large, no screen of alarms or tenants loses anything",
  NARROWEST,
  lostWithLargeText,
);

walk(
  "with forced colours, what is chosen and what is switched on are told by more than a colour",
  1280,
  (page) => whileAsked(page, FORCED_COLOURS, () => untoldStates(page)),
);

/** Information of a page that only its background shows, and that forced colours remove. */
function untoldStates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const chosen = [...document.querySelectorAll("nav [aria-current=page]")]
      .filter((link) => isShown(link) && getComputedStyle(link).outlineStyle === "none");
    const switches = [...document.querySelectorAll("[role=switch]")]
      .filter((control) =>
        isShown(control) && getComputedStyle(control, "::after").borderTopWidth === "0px"
      );
    return [...chosen, ...switches].map((element) => element.outerHTML.slice(0, 120));
  });
}

browserTest(
  "on paper, with large text and with forced colours, the screens tell as much",
  (test) =>
    withApp(async (app) => {
      for (const [name, check] of CHECKS) await test.step(name, () => check(app));
    }),
);

/** A name that no space breaks, of the widest letter. */
const LONG_NAME = "W".repeat(80);

/** Each shows the name in another place: cards, a menu, a way back, results, boxes to tick. */
const NAMED_SCREENS = [
  "/home",
  links.residence(PROJECT),
  links.equipments(PROJECT),
  links.search("q=WWW"),
  links.newOwnAlarmReport(),
];

browserTest(
  "no screen loses anything of the longest name without a space, at any width",
  () =>
    withSite(async (site) => {
      await aMember(site, { roles: ["collect"] }, { project: { name: LONG_NAME } });
      await withServer(site.handler, ({ url }) =>
        withPage(async (page) => {
          const form = { email: "ada@bailleur.fr", password: PASSWORD };
          const sent = { form, headers: { origin: url }, maxRedirects: 0 };
          await page.request.post(url + LOGIN_PATH, sent);
          const lost: string[] = [];
          for (const path of NAMED_SCREENS) {
            strictEqual((await page.goto(url + path))?.status(), 200, path);
            for (const width of [640, 1280]) {
              await page.setViewportSize({ width, height: 800 });
              lost.push(
                ...(await lostAtThisWidth(page)).map((fault) => `${path} ${width}: ${fault}`),
              );
            }
          }
          deepStrictEqual(lost, []);
        }));
    }),
);
