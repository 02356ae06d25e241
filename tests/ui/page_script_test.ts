import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { demoTest, inBrowser } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import {
  answerQuestions,
  axeViolations,
  browserTest,
  goBack,
  isWatched,
  typedAfterLoss,
} from "@/tests/tools/browser.ts";
import { withAddressServer } from "@/tests/tools/map_services.ts";
import { allRoutes, pathOf } from "@/tests/tools/routes.ts";

const PATH = "/collect/p01/boilerrooms/p01-c1/settings";

const QUESTION =
  "Certaines modifications n'ont pas été sauvegardées. Voulez-vous vraiment quitter la page\u00A0?";

demoTest(
  "the page asks on a link, stays when refused, and leaves when accepted",
  async ({ page, go }) => {
    let isAccepted = false;
    const asked = answerQuestions(page, () => isAccepted);
    await go(PATH);
    await page.locator("#settings button[value=add]:disabled").waitFor();
    await page.fill("#location", "Ailleurs");
    await page.click("nav >> text=Résidences");
    strictEqual(new URL(page.url()).pathname, PATH);
    isAccepted = true;
    await page.click("nav >> text=Résidences");
    await page.waitForURL("**/home");
    deepStrictEqual(asked, [QUESTION, QUESTION]);
  },
);

demoTest(
  "the page does not ask when nothing changed, nor when the form itself is sent",
  async ({ page, go }) => {
    const asked = answerQuestions(page);
    await go(PATH);
    await page.locator("#settings button[value=add]:disabled").waitFor();
    await page.fill("#location", "Ailleurs");
    await page.click("#identity button[type=submit]");
    await page.waitForURL(/settings\?saved=identity#identity$/);
    await page.locator("#settings button[value=add]:disabled").waitFor();
    await page.click("nav >> text=Résidences");
    await page.waitForURL("**/home");
    deepStrictEqual(asked, []);
  },
);

// @spec forms.saved-once
demoTest(
  "save is confirmed once on a page with a script: not again on reload, nor on the way back",
  async ({ page, go }) => {
    await go(PATH);
    await page.locator("#settings button[value=add]:disabled").waitFor();
    await page.fill("#location", "Ailleurs");
    await page.click("#identity button[type=submit]");
    await page.getByText("Modifications enregistrées").waitFor();
    await page.reload();
    await page.locator("#settings button[value=add]:disabled").waitFor();
    strictEqual(await page.getByText("Modifications enregistrées").count(), 0);
    strictEqual(await page.inputValue("#location"), "Ailleurs");
    await page.fill("#location", "Ici");
    await page.click("#identity button[type=submit]");
    await page.getByText("Modifications enregistrées").waitFor();
    await page.click("nav >> text=Résidences");
    await page.waitForURL("**/home");
    await page.goBack();
    await page.waitForURL(/settings\?saved=identity#identity$/);
    strictEqual(await page.getByText("Modifications enregistrées").count(), 0);
    strictEqual(await page.inputValue("#location"), "Ici");
  },
);

// @spec forms.unsaved
demoTest(
  "the page asks before another form of the page discards typed values, and before leaving the site",
  async ({ page, go }) => {
    const asked = answerQuestions(page, () => false);
    await go(PATH);
    await page.locator("#settings button[value=add]:disabled").waitFor();
    await page.fill("#location", "Ailleurs");
    await page.click("#sources button[type=submit]");
    strictEqual(await page.inputValue("#location"), "Ailleurs");
    await page.reload();
    deepStrictEqual(asked, [QUESTION, "beforeunload"]);
  },
);

demoTest(
  "a page reloads itself when restored from the browser's back/forward cache, and no other one",
  async ({ page, go }) => {
    await go(PATH);
    await page.waitForFunction(isWatched);
    await page.evaluate(() => document.title = "gardée");
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow")));
    strictEqual(await page.title(), "gardée");
    await Promise.all([
      page.waitForEvent("load"),
      page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))),
    ]);
    ok(await page.title() !== "gardée");
  },
);

// @spec forms.unsaved
demoTest(
  "the page keeps what was typed on a page whose address is the form's own: a section, or a copied link",
  async ({ page, go }) => {
    await go(`${PATH}#identity`);
    await page.waitForFunction(isWatched);
    strictEqual(await typedAfterLoss(page, "#location", "Ailleurs"), "Ailleurs");
    await go("/home/alarms/reports/new#sent");
    await page.waitForFunction(isWatched);
    strictEqual(await typedAfterLoss(page, "#name", "Ascenseurs"), "Ascenseurs");
  },
);

// @spec forms.unsaved
demoTest(
  "the page keeps typed values on Back from an anchor of the page, on either Fresh",
  async ({ page, go }) => {
    const asked = answerQuestions(page);
    await page.addInitScript(loadMarkedAgain);
    await go(PATH);
    await page.waitForFunction(isWatched);
    await page.evaluate(() => document.title = "gardée");
    await page.fill("#location", "Ailleurs");
    await page.evaluate(() => location.hash = "content");
    await page.goBack();
    await page.waitForFunction(() => location.hash === "");
    deepStrictEqual([asked, await page.title()], [[], "gardée"]);
    strictEqual(await page.inputValue("#location"), "Ailleurs");
  },
);

/**
 * The behaviour of Fresh's browser code on a page with islands, which that of this repository
 * lacks.
 */
function loadMarkedAgain() {
  if (history.state === null) history.replaceState({ isMarked: true }, "");
  addEventListener("popstate", ({ state }) => state?.isMarked && location.reload());
}

demoTest(
  "the page asks before a reload, and keeps the typed values when it is refused",
  async ({ page, go }) => {
    let isAccepted = false;
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await (isAccepted ? dialog.accept() : dialog.dismiss());
    });
    await go(PATH);
    await page.waitForFunction(isWatched);
    const stored = await page.inputValue("#location");
    await page.fill("#location", "Ailleurs");
    await Promise.all([
      page.waitForEvent("dialog"),
      page.evaluate(() => location.reload()),
    ]);
    await page.waitForFunction(isWatched);
    deepStrictEqual([asked, await page.inputValue("#location")], [["beforeunload"], "Ailleurs"]);
    isAccepted = true;
    await page.reload();
    deepStrictEqual(asked, ["beforeunload", "beforeunload"]);
    strictEqual(await page.inputValue("#location"), stored);
  },
);

demoTest(
  "the page asks for a password being chosen, not for one that a browser may have filled in",
  async ({ page, go }) => {
    const asked = answerQuestions(page);
    await go("/account");
    await page.waitForFunction(isWatched);
    await page.fill("#email-password", "demo-bailleur");
    await page.click("nav >> text=Résidences");
    await page.waitForURL("**/home");
    deepStrictEqual(asked, []);
    await go("/account");
    await page.waitForFunction(isWatched);
    await page.fill("#new-password", "un autre mot");
    await page.click("nav >> text=Résidences");
    await page.waitForURL("**/home");
    deepStrictEqual(asked, [QUESTION]);
  },
);

demoTest(
  "the script is on every page that has a form to watch, and asks nothing there before an edit",
  async ({ page, go }) => {
    await go("/home");
    const { origin } = new URL(page.url());
    const asking: string[] = [];
    let pageCount = 0;
    for (const route of (await allRoutes()).filter(({ isPage }) => isPage)) {
      const path = pathOf(route);
      const html = await (await page.request.get(origin + path)).text();
      if (!html.includes("data-guard=")) continue;
      await go(path);
      await page.waitForFunction(isWatched)
        .catch(() => Promise.reject(new Error(`No guard on the forms of ${path}`)));
      if (await page.evaluate(asksToStay)) asking.push(path);
      pageCount += 1;
    }
    ok(pageCount > 25, `${pageCount} pages`);
    deepStrictEqual(asking, []);
  },
);

// @spec forms.unsaved
demoTest(
  "the page asks before another page of a list discards the dwellings ticked for their reports",
  async ({ page, go }) => {
    const asked = answerQuestions(page, () => false);
    await go(links.consumptionReports("p01", "2025-06"));
    const ticks = page.locator("[name=houses]");
    await page.waitForFunction(isWatched);
    await ticks.first().check();
    await page.locator(".pagination a").last().click();
    deepStrictEqual(asked, [QUESTION]);
    await page.getByText("Préparer les bilans choisis").click();
    await page.waitForURL("**/home/reports*");
    // They were sent: Back shows none that would ask again.
    await goBack(page);
    strictEqual(await page.locator("[name=houses]:checked").count(), 0);
    deepStrictEqual(asked, [QUESTION]);
  },
);

/** Runs in the page: whether leaving it asks. */
function asksToStay(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

/** Fields of a page that are marked as wrong. */
const wrongFields = (page: Page) =>
  page.locator("[aria-invalid=true]").evaluateAll((all) => all.map(({ id }) => id));

demoTest(
  "the page hides the server's error of a field once it is edited, and no other one",
  async ({ page, go }) => {
    await go("/home/admin/options");
    for (const field of await page.locator("#retention input.input").all()) {
      await field.fill("trois");
    }
    await page.click("#retention button[type=submit]");
    await page.locator(".field-error").first().waitFor();
    const wrong = await wrongFields(page);
    ok(wrong.length > 1, wrong.join());
    const [first = "", ...others] = wrong;
    const errors = page.locator(".field-error:visible");
    strictEqual(await errors.count(), wrong.length);
    await page.waitForFunction(isWatched);
    await page.fill(`#${first}`, "3");
    deepStrictEqual(await wrongFields(page), others);
    strictEqual(await errors.count(), others.length);
    strictEqual(await page.locator(`[aria-describedby*="${first}-error"]`).count(), 0);
    deepStrictEqual(await axeViolations(page), []);

    const typed = Promise.withResolvers<void>();
    await page.route("**/page.js*", async (route) => {
      await typed.promise;
      await route.continue();
    });
    const answered = page.click("#retention button[type=submit]");
    await page.locator(`#${first}:not([aria-invalid])`).waitFor();
    const [next = "", ...left] = others;
    await page.fill(`#${next}`, "3");
    typed.resolve();
    await answered;
    await page.locator(`#${next}:not([aria-invalid])`).waitFor();
    deepStrictEqual(await wrongFields(page), left);
  },
);

browserTest(
  "the page script sends the form of a long task by itself: an import continues to its end",
  () =>
    withAddressServer((server) =>
      inBrowser(
        async ({ page, errors, go }) => {
          await go("/home/import");
          const rows = Array.from({ length: 30 }, (_, at) => `Z${at};N${at};rue ${at};54000;Nancy`);
          const text = ["Code;Nom;Rue;Code postal;Ville", ...rows].join("\n");
          const file = { name: "parc.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
          await page.setInputFiles("input[type=file]", file);
          await page.click("main form button[type=submit]");
          await page.getByRole("button", { name: "Confirmer l’import" }).click();
          await page.getByText("Import terminé").waitFor();
          match(await page.locator("main").innerText(), /30\scréations/);
          deepStrictEqual(errors, []);
        },
        {},
        { addressApi: server.url },
      )
    ),
);

const RESET_S = 3;

demoTest(
  "showWaits() counts down visually, tells a screen reader twice, and the page continues",
  async ({ page, go }) => {
    let askedCount = 0;
    await page.clock.install();
    await page.route("**/api/collect/address/search?*", async (route) => {
      if (++askedCount > 1) return await route.fulfill({ json: null });
      const headers = { "ratelimit-reset": String(RESET_S) };
      await route.fulfill({ status: 429, headers, json: { code: "too-many-requests" } });
    });
    await go("/collect/p01/residence");
    const live = page.locator(".wait-notice [role=status]");
    await live.waitFor({ state: "attached" });
    await page.evaluate(rememberWhatIsSaid);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await page.fill("#street", "2 rue de la Paix");
    await page.getByRole("button", { name: /^OK/ }).click();
    const shown = page.locator(".wait-notice .notice");
    await shown.waitFor();
    // The reset, and a second more.
    match(await shown.innerText(), /reprend d’elle-même dans 4\u00a0secondes\.$/);
    strictEqual(await shown.getAttribute("aria-hidden"), "true");
    // It is beside the button that waits, above the map.
    const [button, notice] = await Promise.all([
      page.getByRole("button", { name: /^OK/ }).boundingBox(),
      shown.boundingBox(),
    ]);
    const gap = (notice?.y ?? Infinity) - (button?.y ?? 0) - (button?.height ?? 0);
    ok(gap >= 0 && gap < 120, `${gap} px`);
    await page.clock.runFor(RESET_S * 1_000 + 900);
    match(await shown.innerText(), /reprend d’elle-même dans 1\u00a0seconde\.$/);
    strictEqual(askedCount, 1);
    const again = page.waitForResponse("**/api/collect/address/search?*");
    await page.clock.runFor(200);
    await again;
    await page.getByText("La page a repris.").waitFor({ state: "attached" });
    strictEqual(await shown.isVisible(), false);
    strictEqual(askedCount, 2);
    deepStrictEqual(await page.evaluate(() => Reflect.get(globalThis, "said")), [
      "Trop de demandes en peu de temps\u00a0: la page reprend d’elle-même dans 4\u00a0secondes.",
      "La page a repris.",
    ]);
  },
);

/** Runs in the page: every text of the live region. */
function rememberWhatIsSaid(): void {
  const said: string[] = [];
  Reflect.set(globalThis, "said", said);
  const region = document.querySelector(".wait-notice [role=status]");
  if (region === null) return;
  new MutationObserver(() => {
    const text = region.textContent ?? "";
    if (text !== "" && text !== said.at(-1)) said.push(text);
  }).observe(region, { childList: true, characterData: true, subtree: true });
}
