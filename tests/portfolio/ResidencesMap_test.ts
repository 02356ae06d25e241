import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { axeViolations } from "@/tests/tools/browser.ts";

/** Address of the pins. */
const PINS = "**/pins*";

/** Markers outside the map. */
function markersOutside(page: Page): Promise<number> {
  return page.evaluate(() => {
    const box = document.querySelector(".map-box")?.getBoundingClientRect();
    const markers = [...document.querySelectorAll(".leaflet-marker-icon")];
    return markers.filter((marker) => {
      const { left, right, top, bottom } = marker.getBoundingClientRect();
      return !box || left < box.left || right > box.right || top < box.top || bottom > box.bottom;
    }).length;
  });
}

// @spec projects.list-map
demoTest(
  "ResidencesMap loads the map only on request, and each marker links to its residence",
  async ({ page, errors, go }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await go("/home");
    strictEqual(asked.some((url) => /leaflet|pins/i.test(url)), false);
    await page.click("text=Afficher la carte");
    await page.waitForSelector(".leaflet-marker-icon");
    strictEqual(await page.locator(".leaflet-marker-icon").count(), 22);
    strictEqual(asked.some((url) => url.includes("/leaflet/leaflet.css")), true);
    strictEqual(await markersOutside(page), 0);
    const credit = await page.textContent(".leaflet-control-attribution");
    strictEqual(credit?.includes("© IGN"), true, credit ?? "");
    // Twelve residences of the demo have a current alarm, two of them two.
    strictEqual(await page.locator(".map-pin-alarm").count(), 12);
    strictEqual(
      await page.locator(".map-pin-alarm[title$='2\u00A0alertes ouvertes']").count(),
      2,
    );
    await page.locator(".map-pin-alarm[title='Les Tilleuls, 2\u00A0alertes ouvertes']").focus();
    await page.keyboard.press("Enter");
    const alarms = page.locator(".leaflet-popup a[href='/collect/p01/alarms']");
    strictEqual(await alarms.textContent(), "2\u00A0alertes ouvertes");
    await page.click(".leaflet-popup a[href='/collect/p01']");
    await page.waitForURL("**/collect/p01");
    deepStrictEqual(errors, []);
  },
);

// @spec pages.refresh
demoTest(
  "ResidencesMap updates the alarms of its pins after five minutes, and leaves a popup open",
  async ({ page, errors, go }) => {
    await page.clock.install();
    await go("/home");
    await page.route(PINS, async (route) => {
      const answer = await route.fetch();
      const pins: object[] = await answer.json();
      await route.fulfill({ json: pins.slice(0, -1).map((pin) => ({ ...pin, alarms: null })) });
    });
    await page.click("text=Afficher la carte");
    await page.locator(".map-pin").first().waitFor();
    await page.unroute(PINS);
    const alarmed = page.locator(".map-pin-alarm");
    strictEqual(await alarmed.count(), 0);
    strictEqual(await page.locator(".map-pin").count(), 21);
    await page.locator(".map-pin[title='Les Tilleuls']").focus();
    await page.keyboard.press("Enter");
    await page.locator(".leaflet-popup a[href='/collect/p01']").waitFor();
    await page.clock.runFor(5 * 60_000 + 30_000);
    await page.locator(".leaflet-popup a[href='/collect/p01/alarms']").waitFor();
    strictEqual(await alarmed.count(), 12);
    strictEqual(await page.locator(".map-pin").count(), 22);
    deepStrictEqual(errors, []);
  },
);

demoTest(
  "ResidencesMap reports that its pins could not be fetched, and its button tries again",
  async ({ page, go }) => {
    await go("/home?filter:city=Nancy");
    await page.route(PINS, (route) => route.abort());
    await page.click("text=Afficher la carte");
    await page.locator(".map [role=alert]:has-text('La carte n’a pas pu être chargée')")
      .waitFor();
    deepStrictEqual(await axeViolations(page), []);
    await page.unroute(PINS);
    await page.click("text=Réessayer");
    await page.waitForSelector(".leaflet-marker-icon");
    strictEqual(await page.locator(".map [role=alert], .map > button").count(), 0);
  },
);

demoTest(
  "ResidencesMap asks to reload the page when the session has ended",
  async ({ page, go }) => {
    await go("/home");
    await page.context().clearCookies();
    await page.click("text=Afficher la carte");
    await page.locator(".map [role=alert]:has-text('rechargez la page')").waitFor();
  },
);

demoTest(
  "ResidencesMap keeps the focus on its button while the map loads, then moves it to the map",
  async ({ page, errors, go }) => {
    await go("/home?filter:city=Nancy");
    const { promise: isSeen, resolve: see } = Promise.withResolvers<void>();
    await page.route(PINS, (route) => isSeen.then(() => route.continue()));
    const loading = page.getByRole("button", { name: "Chargement de la carte…" });
    await page.locator("text=Afficher la carte").focus();
    await page.keyboard.press("Enter");
    await loading.waitFor();
    // Pressed again, it opens no second map.
    await page.keyboard.press("Enter");
    strictEqual(
      await page.evaluate(() => document.activeElement?.textContent),
      "Chargement de la carte…",
    );
    see();
    await page.waitForSelector(".leaflet-marker-icon");
    await page.waitForSelector(".map-box:focus");
    deepStrictEqual(errors, []);
  },
);

demoTest("ResidencesMap is accessible once open", async ({ page, go }) => {
  await go("/home?filter:city=Nancy");
  await page.click("text=Afficher la carte");
  await page.waitForSelector(".leaflet-marker-icon");
  deepStrictEqual(await axeViolations(page), []);
});

const TILE_CREDIT = "© <b>Cartes</b> & Cie";

demoTest(
  "map with other tiles shows the attribution of the settings, as text",
  async ({ page, go }) => {
    await go("/home");
    await page.click("text=Afficher la carte");
    await page.locator(".leaflet-tile[src^='https://tuiles.example/']").first()
      .waitFor({ state: "attached" });
    const credit = await page.textContent(".leaflet-control-attribution");
    strictEqual(credit?.includes(TILE_CREDIT), true, credit ?? "");
  },
  {},
  { settings: { TILE_URL: "https://tuiles.example/{z}/{x}/{y}.png", TILE_CREDIT } },
);

demoTest(
  "ResidencesMap by keyboard: a pin opens its popup at its link, which a refresh keeps, and Escape goes back to the pin",
  async ({ page, errors, go }) => {
    await page.clock.install();
    await go("/home");
    await page.click("text=Afficher la carte");
    const pin = page.locator(".map-pin[title^='Les Tilleuls']");
    const popup = page.locator(".leaflet-popup a");
    for (const key of ["Enter", "Space"]) {
      await pin.press(key);
      strictEqual(await focused(page), "Les Tilleuls");
      await page.keyboard.press("Tab");
      strictEqual(await focused(page), "2\u00A0alertes ouvertes");
      await page.locator(".map-pin").last().evaluate((one) => one.setAttribute("title", "old"));
      await page.clock.runFor(5 * 60_000 + 30_000);
      await page.locator(".map-pin[title=old]").waitFor({ state: "detached" });
      strictEqual(await focused(page), "2\u00A0alertes ouvertes");
      await page.keyboard.press("Escape");
      await page.clock.runFor(1_000);
      strictEqual(await popup.count(), 0);
      strictEqual(await focused(page), "Les Tilleuls, 2\u00A0alertes ouvertes");
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/collect/p01");
    deepStrictEqual(errors, []);
  },
);

/** Name of the element with the focus. */
const focused = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.getAttribute("title") ?? document.activeElement?.textContent
  );

demoTest("the signs of the zoom buttons are in their middle", async ({ page, go }) => {
  await go("/home?filter:city=Nancy");
  await page.click("text=Afficher la carte");
  const buttons = page.locator(".leaflet-control-zoom a");
  await buttons.nth(1).waitFor();
  const offsets = await buttons.evaluateAll((all) =>
    all.map((button) => {
      const middle = (element: Element | null) => {
        const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
        return (top + bottom) / 2;
      };
      return Math.abs(middle(button) - middle(button.firstElementChild));
    })
  );
  ok(offsets.every((offset) => offset < 3), offsets.join());
});

demoTest(
  "a map whose script is late, or never comes, has no button that does nothing",
  async ({ page, go }) => {
    const { promise: isSeen, resolve: see } = Promise.withResolvers<void>();
    await page.route("**/_fresh/js/**", (route) => isSeen.then(() => route.continue()));
    const button = page.locator(".map > button");
    for (const path of ["/home?filter:city=Nancy", "/collect/p01/residence"]) {
      await page.goto(new URL(path, page.url()).href, { waitUntil: "commit" });
      await button.waitFor({ state: "attached" });
      strictEqual(await button.isVisible(), false, path);
    }
    see();
    await go("/home?filter:city=Nancy");
    await button.click();
    await page.waitForSelector(".leaflet-marker-icon");
  },
);

demoTest(
  "in forced colours, the pins of residences with alarms are filled, the others are not",
  async ({ page, go }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await go("/home");
    await page.click("text=Afficher la carte");
    await page.locator(".map-pin").first().waitFor();
    const fillings = await page.locator(".map-pin").evaluateAll((pins) =>
      pins.map((pin) => {
        const { backgroundColor } = getComputedStyle(pin, "::before");
        return `${pin.matches(".map-pin-alarm")} ${backgroundColor}`;
      })
    );
    deepStrictEqual(new Set(fillings), new Set(["false rgb(255, 255, 255)", "true rgb(0, 0, 0)"]));
  },
);

demoTest(
  "in the dark scheme, the focus is seen on what is white on the map: it has the colour of its text",
  async ({ page, go }) => {
    await go("/home");
    await page.click("text=Afficher la carte");
    await page.locator(".map-pin[title^='Les Tilleuls']").press("Enter");
    for (const place of [".leaflet-popup a:focus", ".leaflet-control-zoom-in"]) {
      const link = page.locator(place);
      await link.focus();
      const [ring, text] = await link.evaluate((element) => {
        const { outlineColor, color } = getComputedStyle(element);
        return [outlineColor, color];
      });
      strictEqual(ring, text, place);
    }
  },
  { colorScheme: "dark" },
);
