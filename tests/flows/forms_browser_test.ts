import { ok, strictEqual } from "node:assert/strict";
import { OWNER } from "@/tests/access/an_owned_site.ts";
import { OTHER_ORG } from "@/tests/access/every_form.ts";
import { type FormWindow, inFormWindow, OTHER, saved, saveValue } from "./forms_in_windows.ts";

/** Declares a test in a window, with or without scripts. */
function inWindow(
  name: string,
  fn: (window: FormWindow, hasScript: boolean) => Promise<void>,
  scripts: readonly boolean[] = [true, false],
): void {
  for (const javaScriptEnabled of scripts) {
    Deno.test({
      name: `${name}, ${javaScriptEnabled ? "with" : "without"} JavaScript`,
      sanitizeOps: false,
      sanitizeResources: false,
      fn: () => inFormWindow((window) => fn(window, javaScriptEnabled), { javaScriptEnabled }),
    });
  }
}

const text = async ({ page }: FormWindow) => (await page.textContent("body") ?? "");

inWindow(
  "Back after a save shows what was saved, and saving again is no conflict",
  async (window) => {
    const { page, forms, go } = window;
    for (const form of forms) {
      const [first, second] = form.taken;
      await go(form.path);
      await saveValue(page, form, first);
      await saved(page);
      await page.goBack();
      await page.waitForURL((address) => address.search === "");
      strictEqual(await page.inputValue(form.field), first, form.name);
      await saveValue(page, form, second);
      await saved(page);
      ok(!(await text(window)).includes("Une autre personne"), form.name);
      strictEqual(await page.inputValue(form.field), second, form.name);
    }
  },
);

inWindow(
  "Back and reload after a refusal show what was typed, and ask nothing",
  async (window, hasScript) => {
    const { page, forms, go } = window;
    for (const form of forms.filter(({ isCalled }) => !(isCalled && hasScript))) {
      await go(form.path);
      await saveValue(page, form, form.refused);
      await page.waitForURL(/\?typed=/);
      await go("/accessibility");
      await page.goBack();
      strictEqual(await page.inputValue(form.field), form.refused, form.name);
      strictEqual((await page.reload())?.status(), 400, form.name);
      strictEqual(await page.inputValue(form.field), form.refused, form.name);
      await saveValue(page, form, form.taken[0]);
      await saved(page);
      await page.goBack();
      await page.getByText("n’est plus gardé").waitFor();
      strictEqual(await page.inputValue(form.field), form.taken[0], form.name);
    }
  },
);

inWindow(
  "a form of the organisation of another tab is sent on there, and fills no form here",
  async (window) => {
    const { page, forms: [form], go, become } = window;
    if (form === undefined) throw new TypeError("a form");
    await go(form.path);
    await become(OWNER, OTHER_ORG.id);
    await saveValue(page, form, form.taken[0]);
    await page.getByText("Cette page est celle de l’organisation").waitFor();
    await page.goBack();
    strictEqual(await page.inputValue(form.field), "2", "what the other organisation stores");
    ok((await page.locator(".page-title").innerText()).includes(OTHER_ORG.name));
    await page.goForward();
    await page.getByRole("button", { name: /^Enregistrer dans / }).click();
    await saved(page);
    strictEqual(await page.inputValue(form.field), form.taken[0]);
    await become(OWNER, OTHER_ORG.id);
    await go(form.path);
    strictEqual(await page.inputValue(form.field), "2");
  },
);

inWindow(
  "a form of the account of another tab writes nothing, and says whose it is",
  async (window, hasScript) => {
    const { page, forms, go, become } = window;
    for (const form of forms) {
      await become(OWNER);
      await go(form.path);
      const stored = await page.inputValue(form.field);
      await become(OTHER);
      await saveValue(page, form, form.taken[0]);
      if (form.isCalled && hasScript) {
        await page.getByText("rien n’est enregistré").waitFor();
        strictEqual(await page.inputValue(form.field), form.taken[0], "typed");
      } else await page.getByText("celle d’un autre compte").first().waitFor();
      await go(form.path);
      strictEqual(await page.inputValue(form.field), stored, form.name);
    }
  },
);

inWindow(
  "a form sent after its session ended says that nothing was saved",
  async (window, hasScript) => {
    const { page, forms, go, become } = window;
    for (const form of forms) {
      await become(OWNER);
      await go(form.path);
      const stored = await page.inputValue(form.field);
      await page.context().clearCookies();
      await saveValue(page, form, form.taken[0]);
      if (form.isCalled && hasScript) {
        await page.getByText("rien n’est enregistré").waitFor();
        strictEqual(await page.inputValue(form.field), form.taken[0], "typed");
      } else {
        await page.waitForURL(/\/login\?/);
        await page.getByText("ce que vous veniez d’envoyer n’est pas enregistré").waitFor();
      }
      await become(OWNER);
      await go(form.path);
      strictEqual(await page.inputValue(form.field), stored, form.name);
    }
  },
);

inWindow(
  "what was typed when the link was lost is there on the way back, and is then saved",
  async (window, hasScript) => {
    const { page, forms, go } = window;
    // A browser gives no number back: its field asks for no suggestions.
    for (const form of forms.filter(({ name }) => name !== "retention")) {
      await go(form.path);
      await page.context().setOffline(true);
      await saveValue(page, form, form.taken[0]);
      if (form.isCalled && hasScript) {
        await page.getByText("rien n’est enregistré, et votre saisie est gardée").waitFor();
        await page.context().setOffline(false);
      } else {
        await page.waitForURL("chrome-error://chromewebdata/");
        await page.context().setOffline(false);
        await page.goBack();
      }
      strictEqual(await page.inputValue(form.field), form.taken[0], form.name);
      await page.click(`${form.save}:enabled`);
      await saved(page);
      strictEqual(await page.inputValue(form.field), form.taken[0], form.name);
    }
  },
  [true],
);

inWindow("Back after signing out shows nothing of what was read", async (window) => {
  const { page, forms, go } = window;
  for (const path of [forms[0]?.path ?? "", "/home"]) {
    await window.become(OWNER);
    await go(path);
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await page.waitForURL(/\/login$/);
    await page.goBack();
    await page.waitForURL(/\/login\?back=/);
    ok(!(await text(window)).includes(OWNER), path);
  }
});

inWindow("a double click saves once, without a conflict with oneself", async (window) => {
  const { page, forms, go } = window;
  for (const form of forms) {
    await go(form.path);
    await page.fill(form.field, form.taken[0]);
    await page.dblclick(`${form.save}:enabled`);
    await saved(page);
    ok(!(await text(window)).includes("Une autre personne"), form.name);
    strictEqual(await page.inputValue(form.field), form.taken[0], form.name);
  }
});
