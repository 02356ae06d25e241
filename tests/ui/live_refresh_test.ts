import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { demoTest, type Window } from "@/tests/helpers/a_browser_site.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";
/** Greatest age of the alarms of a page, the shortest of its data. */
const FRESH_MS = 5 * 60_000;

/** Shows a boiler room on a test clock, and counts how often the page is fetched again. */
function onRoom(
  name: string,
  test: (window: Window & { fetched: string[]; age(ms: number): Promise<void> }) => Promise<void>,
): void {
  demoTest(name, async (window) => {
    const { page, go } = window;
    await page.clock.install();
    await go(ROOM);
    await page.waitForLoadState("networkidle");
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch") fetched.push(new URL(request.url()).pathname);
    });
    await test({ ...window, fetched, age: (ms) => page.clock.runFor(ms) });
  });
}

const shownValue = ({ page }: Window) => page.locator("[data-live=values] strong").first();

// @spec pages.refresh
onRoom(
  "refreshLive() replaces the values of the page in place once its alarms are five minutes old",
  async (window) => {
    const { page, fetched, age, errors } = window;
    await page.evaluate(() => {
      const value = document.querySelector("[data-live=values] strong");
      if (value) value.textContent = "old";
      Reflect.set(globalThis, "isSamePage", true);
    });
    await age(FRESH_MS - 60_000);
    deepStrictEqual(fetched, []);
    await age(120_000);
    await shownValue(window).and(page.locator(":not(:text-is('old'))")).waitFor();
    deepStrictEqual(fetched, [ROOM]);
    strictEqual(await page.evaluate(() => Reflect.get(globalThis, "isSamePage")), true);
    deepStrictEqual(errors, []);
  },
);

// @spec pages.refresh-paused
demoTest(
  "a page whose script is late, or never comes, does not say that it is refreshed",
  async ({ page, go }) => {
    const control = page.locator(".refresh-control");
    await page.route("**/page.js*", (route) => route.abort());
    await go(ROOM);
    strictEqual(await control.isVisible(), false);
    await page.unroute("**/page.js*");
    await go(ROOM);
    await control.getByText("Page actualisée toutes les 5").waitFor();
    await control.getByRole("button").click();
    await control.getByText("Page non actualisée").waitFor();
    await page.route("**/page.js*", (route) => route.abort());
    await go(ROOM);
    strictEqual(await control.getByText("Page non actualisée").isVisible(), true);
  },
);

demoTest(
  "without JavaScript, only a page that reloads itself says that it is refreshed",
  async ({ page, go }) => {
    const control = page.locator(".refresh-control");
    await go(ROOM);
    strictEqual(await control.isVisible(), false);
    await go(links.consumptionReports("p01", "2025-06"));
    await page.getByText("Préparer toute la liste").click();
    await page.waitForURL("**/home/reports*");
    strictEqual(await control.isVisible(), true);
  },
  { javaScriptEnabled: false },
);

onRoom(
  "refreshLive() fetches nothing while a user types, a dialog is open or a form is unsaved, and catches up after",
  async ({ page, fetched, age }) => {
    const search = page.locator("input[type=search]");
    const caughtUp = async () => {
      const again = page.waitForResponse((answer) => answer.url().endsWith(ROOM));
      await age(60_000);
      strictEqual((await again).status(), 200);
      deepStrictEqual(fetched.splice(0), [ROOM]);
    };
    await search.focus();
    await age(2 * FRESH_MS);
    deepStrictEqual(fetched, []);
    await search.blur();
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement("dialog"), { open: true }));
    });
    await age(60_000);
    deepStrictEqual(fetched, []);
    await page.evaluate(() => document.querySelector("dialog[open]")?.remove());
    await caughtUp();
    await search.fill("Lilas");
    await search.blur();
    await age(2 * FRESH_MS);
    deepStrictEqual(fetched, []);
    await search.fill("");
    await search.blur();
    await caughtUp();
  },
);

// @spec pages.refresh
onRoom(
  "refreshLive() keeps what is shown when the connection is lost, says so, and catches up once it is back",
  async (window) => {
    const { page, age, errors } = window;
    const control = page.locator(".refresh-control");
    const before = await shownValue(window).innerText();
    await page.context().setOffline(true);
    await age(FRESH_MS + 60_000);
    strictEqual(await shownValue(window).innerText(), before);
    await control.getByText("Actualisation impossible").waitFor();
    strictEqual(await control.getByText("Page actualisée").isVisible(), false);
    deepStrictEqual(errors.filter((error) => !error.includes("ERR_INTERNET_DISCONNECTED")), []);
    await page.context().setOffline(false);
    const again = page.waitForResponse((answer) => answer.url().endsWith(ROOM));
    // Two checks, far less than the age of the data.
    await age(10_000);
    strictEqual((await again).status(), 200);
    await control.getByText("Page actualisée").waitFor();
    strictEqual(await control.getByText("Actualisation impossible").isVisible(), false);
  },
);

// @spec pages.refresh
onRoom(
  "refreshLive() asks again a minute after the page was refused, as by a proxy whose server restarts",
  async ({ page, fetched, age }) => {
    const control = page.locator(".refresh-control");
    await page.route(`**${ROOM}`, (route) => route.fulfill({ status: 502, body: "" }));
    await age(FRESH_MS + 10_000);
    await control.getByText("Actualisation impossible").waitFor();
    await page.unroute(`**${ROOM}`);
    await age(30_000);
    deepStrictEqual(fetched, [ROOM]);
    await age(60_000);
    await control.getByText("Page actualisée").waitFor();
    deepStrictEqual(fetched, [ROOM, ROOM]);
  },
);

// @spec pages.refresh
onRoom(
  "refreshLive() leads to the sign-in page once the session has ended",
  async ({ page, age }) => {
    await page.context().clearCookies();
    await age(FRESH_MS + 10_000);
    await page.waitForURL(({ pathname, searchParams }) =>
      pathname === "/login" && searchParams.get("back") === ROOM
    );
  },
);

// @spec pages.refresh
onRoom(
  "refreshLive() leaves the page as it is once another user has signed in, who may not read it",
  async ({ page, age }) => {
    const { email, password } = DEMO_ACCOUNTS.occupant;
    const { origin } = new URL(page.url());
    await page.context().clearCookies();
    await page.request.post(origin + LOGIN_PATH, {
      form: { email, password },
      headers: { origin },
      maxRedirects: 0,
    });
    await page.evaluate(() => Reflect.set(globalThis, "isSamePage", true));
    for (let time = 0; time < 2; time++) {
      const again = page.waitForResponse((answer) => answer.url().endsWith(ROOM));
      await age(FRESH_MS + 10_000);
      strictEqual((await again).status(), 404);
    }
    strictEqual(await page.evaluate(() => Reflect.get(globalThis, "isSamePage")), true);
  },
);

// @spec pages.refresh
onRoom(
  "refreshLive() refreshes a page on which the computer slept, or whose clock was set back, at its next check",
  async ({ page, age }) => {
    for (const awayMs of [8 * 3_600_000, -24 * 3_600_000]) {
      const now = await page.evaluate(() => Date.now());
      await page.clock.setSystemTime(now + awayMs);
      const again = page.waitForResponse((answer) => answer.url().endsWith(ROOM));
      await age(10_000);
      strictEqual((await again).status(), 200);
      await (await again).finished();
    }
  },
);

// @spec pages.refresh
demoTest(
  "refreshLive() updates alarms in place after five minutes: on the home page, and those of dwellings",
  async ({ page, go, errors }) => {
    await page.clock.install();
    for (
      const [path, parts] of [
        ["/home", ["to-do", "residences"]],
        ["/collect/p01/houses?sort=-name", ["dwellings"]],
      ] as const
    ) {
      await go(path);
      await page.waitForLoadState("networkidle");
      const first = parts.map((part) =>
        page.locator(`[data-live=${part}] :is(li, tbody) a`).first()
      );
      const shown = await Promise.all(first.map((link) => link.innerText()));
      for (const link of first) await link.evaluate((one) => one.textContent = "old");
      await page.clock.runFor(FRESH_MS + 30_000);
      for (const link of first) await link.and(page.locator(":not(:text-is('old'))")).waitFor();
      deepStrictEqual(await Promise.all(first.map((link) => link.innerText())), shown);
    }
    deepStrictEqual(errors, []);
  },
);

// @spec pages.refresh
demoTest(
  "refreshLive() leaves the focus on the link of a keyboard user, whose part of the page it replaces",
  async ({ page, go }) => {
    await page.clock.install();
    await go("/home/alarms");
    await page.waitForLoadState("networkidle");
    const link = page.locator("[data-live=alarms] tbody a").nth(3);
    const address = await link.getAttribute("href");
    await link.focus();
    const first = page.locator("[data-live=alarms] tbody a").first();
    await first.evaluate((element) => element.textContent = "old");
    await page.clock.runFor(FRESH_MS + 30_000);
    await first.and(page.locator(":not(:text-is('old'))")).waitFor();
    strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("href")), address);
  },
);

// @spec pages.refresh
demoTest(
  "refreshLive() gives the focus of a keyboard user back to their link after it reloads a page with a chart",
  async ({ page, go, errors }) => {
    await page.clock.install();
    await go("/collect/p01/facilities/p01-c1-gaz/monthly/2025");
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("Tab");
    const link = page.locator("[data-live] tbody a").nth(3);
    const address = await link.getAttribute("href");
    await link.focus();
    await page.evaluate(() => {
      Reflect.set(globalThis, "isSamePage", true);
      const cell = document.querySelector("[data-live] tbody td");
      if (cell) cell.textContent = "old";
    });
    const reloaded = page.waitForEvent("load");
    await page.clock.runFor(3 * FRESH_MS + 30_000);
    await reloaded;
    strictEqual(await page.evaluate(() => Reflect.get(globalThis, "isSamePage")), undefined);
    await page.waitForFunction(() => document.activeElement !== document.body);
    strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("href")), address);
    deepStrictEqual(errors, []);
  },
);
