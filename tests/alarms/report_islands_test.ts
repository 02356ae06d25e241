import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { demoTest, inBrowser } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { axeViolations, browserTest, goOffline } from "@/tests/tools/browser.ts";

const NEW = "/home/alarms/reports/new";
const OF_RESIDENCE = "/collect/p01/alarms/reports/new";

function inForm(path: string, test: (page: Page) => Promise<void>): Promise<void> {
  return inBrowser(async ({ page, go, errors }) => {
    await go(path);
    await page.waitForSelector("button[type=button][aria-label='Ajouter cette alerte']");
    await test(page);
    deepStrictEqual(errors, []);
  });
}

function handlers(page: Page): Promise<string[]> {
  return page.locator("input[name=handler]").evaluateAll((inputs: HTMLInputElement[]) =>
    inputs.map(({ value }) => value)
  );
}

/** The label of the focused control; "" when the focus is lost. */
const focusedLabel = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id
  );

browserTest(
  "SelectionEditor: '+' adds the selected handler after « OU », '0' adds nothing, and the focus stays in the list",
  () =>
    inForm(NEW, async (page) => {
      const add = page.getByRole("button", { name: "Ajouter cette alerte" });
      await add.click();
      deepStrictEqual(await handlers(page), []);
      strictEqual(await page.textContent("#selections-error"), "Ce champ est obligatoire");
      await page.selectOption("[name=picked]", "building-cmv");
      await add.click();
      strictEqual(await page.locator("#selections-error").count(), 0);
      strictEqual(await page.inputValue("[name=picked]"), "0");
      await page.selectOption("[name=picked]", { label: "Réception des capteurs" });
      await add.focus();
      await page.keyboard.press("Enter");
      deepStrictEqual(await handlers(page), ["building-cmv", "collect-online"]);
      // A selected handler is no longer offered; both lines after the first begin with OU.
      strictEqual(await page.locator("[name=picked] option[value=building-cmv]").count(), 0);
      deepStrictEqual(await page.locator(".selection-or").allInnerTexts(), ["", "OU", "OU"]);
      await page.getByRole("button", { name: /Retirer.*Ventilation/ }).press("Enter");
      deepStrictEqual(await handlers(page), ["collect-online"]);
      strictEqual(await focusedLabel(page), "Retirer\u00A0: Réception des capteurs");
      while (await add.isVisible()) {
        await page.selectOption("[name=picked]", { index: 1 });
        await add.press("Enter");
      }
      ok((await focusedLabel(page))?.startsWith("Retirer"));
    }),
);

browserTest(
  "SelectionEditor: the filter of a selection shows its count, and asks before it is lost",
  () =>
    inForm(OF_RESIDENCE, async (page) => {
      await page.selectOption("[name=picked]", "boilerroom-circuit");
      await page.getByRole("button", { name: "Ajouter cette alerte" }).click();
      const summary = page.locator(".selection-filter summary");
      strictEqual(await summary.innerText(), "Chaufferies\u00A0: toutes");
      await summary.click();
      await page.locator(".selection-filter input").first().check();
      ok((await summary.innerText()).startsWith("Chaufferies\u00A0: 1 sur "));
      strictEqual(await page.getAttribute("form.card", "data-guard"), "unsaved");
    }),
);

browserTest(
  "EveryField steps its number, shows it in words, and is none when zero or empty",
  () =>
    inForm(NEW, async (page) => {
      const words = page.locator(".every-field [role=status]");
      strictEqual(await words.innerText(), "Aucun rappel");
      await page.getByRole("button", { name: /Augmenter/ }).click();
      strictEqual(await words.innerText(), "Un rappel toutes les heures, tant que l’alerte dure");
      await page.selectOption("[name=everyUnit]", "d");
      await page.fill("[name=everyCount]", "-3");
      await page.press("[name=everyCount]", "Tab");
      strictEqual(await page.inputValue("[name=everyCount]"), "0");
      strictEqual(await words.innerText(), "Aucun rappel");
      await page.fill("[name=everyCount]", "7");
      await page.press("[name=everyCount]", "Tab");
      strictEqual(
        await words.innerText(),
        "Un rappel tous les 7\u00A0jours, tant que l’alerte dure",
      );
    }),
);

browserTest(
  "EmailList adds by Enter or by pasting, refuses wrong or duplicate addresses, keeps the typed text and the focus",
  () =>
    inForm(NEW, async (page) => {
      const chips = () => page.locator(".chip").allInnerTexts();
      const error = page.locator("#emails-error");
      const sent = () => page.inputValue("[name=emails]");
      await page.focus("#emails");
      await page.keyboard.press("Tab");
      strictEqual(await error.innerText(), "Ce champ est obligatoire");
      await page.fill("#emails", "nuit@oph.fr, jour@oph.fr pas-une-adresse");
      await page.press("#emails", "Enter");
      deepStrictEqual(await chips(), ["nuit@oph.fr", "jour@oph.fr"]);
      strictEqual(await error.innerText(), "Format email incorrect");
      strictEqual(await page.inputValue("#emails"), "pas-une-adresse");
      strictEqual(await sent(), "nuit@oph.fr\njour@oph.fr\npas-une-adresse");
      await page.fill("#emails", "NUIT@oph.fr");
      await page.press("#emails", "Enter");
      strictEqual(await error.innerText(), "Doit être unique");
      await page.fill("#emails", "");
      await page.getByRole("button", { name: "Retirer nuit@oph.fr" }).click();
      deepStrictEqual(await chips(), ["jour@oph.fr"]);
      strictEqual(await sent(), "jour@oph.fr");
      await page.fill("#emails", "a@b.fr c@d.fr");
      await page.press("#emails", "Enter");
      await page.getByRole("button", { name: "Retirer jour@oph.fr" }).press("Enter");
      strictEqual(await focusedLabel(page), "Retirer a@b.fr");
      await page.getByRole("button", { name: "Retirer c@d.fr" }).press("Space");
      strictEqual(await focusedLabel(page), "emails");
    }),
);

demoTest(
  "EmailList shows the typed text after a refusal, and on the way back after a lost connection",
  async ({ page, go }) => {
    await go(NEW);
    await page.waitForSelector(".email-entry");
    const chips = () => page.locator(".chip").allInnerTexts();
    const submit = page.locator(".submit-bar button");
    await page.fill("#emails", "nuit@oph.fr");
    await page.press("#emails", "Enter");
    await page.fill("#emails", "jour@oph.fr pas-une-adresse");
    await submit.click();
    await page.locator("#emails-error").waitFor();
    await page.waitForSelector(".chip");
    deepStrictEqual(await chips(), ["nuit@oph.fr", "jour@oph.fr"]);
    strictEqual(await page.inputValue("#emails"), "pas-une-adresse");
    strictEqual(
      await page.locator("#emails-error").innerText(),
      "Format email incorrect\u00A0: «\u00A0pas-une-adresse\u00A0»",
    );
    strictEqual(await page.isVisible("#emails-error"), true);
    await page.fill("#emails", "soir@oph.fr");
    await page.press("#emails", "Enter");
    await page.fill("#emails", "matin@oph.fr");
    await goOffline(page);
    await submit.click().finally(() => page.context().setOffline(false));
    await page.goBack();
    await page.waitForSelector(".chip");
    const every = ["nuit@oph.fr", "jour@oph.fr", "soir@oph.fr", "matin@oph.fr"];
    await page.waitForFunction((count) => document.querySelectorAll(".chip").length === count, 4);
    deepStrictEqual(await chips(), every);
  },
);

browserTest(
  "ProjectPicker: the modal keeps the focus and stops the page from scrolling, searches, selects all, and returns the focus",
  () =>
    inForm(NEW, async (page) => {
      const opener = page.getByRole("link", { name: "Choisir des résidences" });
      const dialog = page.locator("#projects-choice");
      await opener.focus();
      await page.keyboard.press("Enter");
      strictEqual(await dialog.evaluate((one) => one.matches(":modal")), true);
      strictEqual(
        await page.evaluate(() => getComputedStyle(document.documentElement).overflow),
        "hidden",
      );
      deepStrictEqual(await axeViolations(page), []);
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press("Tab");
        // Between the last and the first control the browser's own controls have the focus.
        const place = await page.evaluate(() =>
          document.activeElement === document.body ||
          document.activeElement?.closest("#projects-choice") !== null
        );
        ok(place, `the focus left after ${presses} presses`);
      }
      await dialog.getByRole("searchbox").fill("tilleuls");
      strictEqual(await dialog.locator(".project-boxes > :not([hidden])").count(), 1);
      await dialog.getByLabel("Tout sélectionner (1)").check();
      await dialog.getByRole("searchbox").fill("");
      strictEqual(await dialog.locator("[name=projects]:checked").count(), 1);
      await dialog.getByLabel("Tout sélectionner").check();
      strictEqual(await dialog.locator("[name=projects]:not(:checked)").count(), 0);
      await page.keyboard.press("Escape");
      strictEqual(await dialog.isVisible(), false);
      strictEqual(await page.evaluate(() => document.activeElement?.id), "projects-choice-opener");
      strictEqual(await page.textContent(".project-choices [role=status]"), "Les 22 résidences");
      await opener.click();
      await dialog.getByLabel("Tout sélectionner").uncheck();
      await dialog.getByRole("link", { name: "Valider" }).click();
      strictEqual(
        await page.textContent(".project-choices [role=status]"),
        "Aucune résidence choisie",
      );
      // A modal reports its closing in a separate task.
      await page.waitForSelector("html:not(.scroll-blocked)");
      // Enter on a residence closes it and keeps the choice, without sending the form.
      await opener.press("Enter");
      await dialog.locator("input[name=projects]").first().press("Space");
      await dialog.locator("input[name=projects]").first().press("Enter");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      strictEqual(new URL(page.url()).search, "");
      strictEqual(await dialog.locator("[name=projects]:checked").count(), 1);
      strictEqual(await page.evaluate(() => document.activeElement?.id), "projects-choice-opener");
    }),
);

browserTest(
  "report is created with the widgets alone, by the keyboard's Enter",
  () =>
    inForm(NEW, async (page) => {
      await page.selectOption("[name=picked]", "collect-online");
      await page.getByRole("button", { name: "Ajouter cette alerte" }).click();
      await page.click("#projects-choice-opener");
      await page.getByLabel("Les Tilleuls").check();
      await page.keyboard.press("Escape");
      await page.fill("#emails", "nuit@oph.fr");
      await page.getByLabel("À sa fin").uncheck();
      await page.fill("#name", "Capteurs des Tilleuls");
      await page.press("#name", "Enter");
      await page.waitForURL("**/home/alarms/reports#sent");
      const row = page.locator("tr", { hasText: "Capteurs des Tilleuls" });
      const cells = await row.locator("td").allInnerTexts();
      deepStrictEqual(cells, [
        "Réception des capteurs",
        "1\u00A0résidence",
        "nuit@oph.fr",
        "Au début",
      ]);
    }),
);

demoTest(
  "without JavaScript the modal of residences is shown by its link, and the report is created",
  async ({ page, go }) => {
    await go(NEW);
    await page.selectOption("[name=picked]", "building-cmv");
    await page.click("[aria-label='Ajouter cette alerte']");
    await page.waitForURL(/new#selections$/);
    await page.click("#projects-choice-opener");
    strictEqual(await page.isVisible("#projects-choice"), true);
    await page.getByLabel("Les Tilleuls").check();
    await page.getByRole("link", { name: "Valider" }).click();
    strictEqual(await page.isVisible("#projects-choice"), false);
    await page.fill("[name=emails]", "nuit@oph.fr");
    await page.fill("#name", "Ventilation des Tilleuls");
    await page.press("#name", "Enter");
    await page.waitForURL("**/home/alarms/reports#sent");
    strictEqual(await page.isVisible("text=Ventilation des Tilleuls"), true);
  },
  { width: 390, javaScriptEnabled: false },
);

browserTest(
  "NumberControl: its buttons hide the error that the server wrote for its field",
  () =>
    inForm(NEW, async (page) => {
      const count = page.locator("[name=everyCount]");
      const error = page.locator("#everyCount-error");
      for (const step of ["Augmenter", "Diminuer"]) {
        // The server's message for a refused value: with JavaScript no wrong value is sent.
        await count.evaluate((input) => {
          document.getElementById("everyCount-error")?.remove();
          input.setAttribute("aria-describedby", "everyCount-error");
          input.setAttribute("aria-invalid", "true");
          input.insertAdjacentHTML("afterend", '<p id="everyCount-error">Trop grand</p>');
        });
        strictEqual(await error.isVisible(), true);
        await page.locator(`button[aria-label^='${step}']`).click();
        strictEqual(await error.isVisible(), false);
        strictEqual(await count.getAttribute("aria-invalid"), null);
      }
    }),
);
