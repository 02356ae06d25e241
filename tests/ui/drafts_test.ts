/** What was typed in a form that no page accepted waits in its tab, for the account of its page. */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { OWNER } from "@/tests/access/an_owned_site.ts";
import { OTHER } from "@/tests/access/every_form.ts";
import { type FormWindow, inFormWindow } from "@/tests/flows/forms_in_windows.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { browserTest, goBack, goOffline } from "@/tests/tools/browser.ts";

const OPTIONS = links.organisationOptions();
const YEARS = "#infraDailyYears";
const RESTORED = "Votre saisie est de nouveau dans le formulaire";

function draftTest(name: string, test: (window: FormWindow) => Promise<void>): void {
  browserTest(name, () => inFormWindow(test, true));
}

/** Types in the options, and sends them after the end of the session. */
async function sentTooLate({ page, go }: FormWindow): Promise<void> {
  await go(OPTIONS);
  await page.fill(YEARS, "3");
  await page.context().clearCookies({ name: "session" });
  await page.click("#retention button[type=submit]");
  await page.waitForURL((address) => address.pathname === LOGIN_PATH);
}

async function signIn({ page }: FormWindow, email: string): Promise<void> {
  await page.fill("#email", email);
  await page.fill("#password", PASSWORD);
  await page.click("button[type=submit]");
  await page.waitForURL((address) => address.pathname !== LOGIN_PATH);
}

const kept = ({ page }: FormWindow) =>
  page.evaluate(() => Object.values(JSON.parse(sessionStorage.getItem("drafts") ?? "{}")));

const text = async ({ page }: FormWindow) => await page.textContent("main") ?? "";

// @spec forms.drafts
draftTest(
  "a form sent after its session ended is filled again after the sign-in, not saved, and can be saved",
  async (w) => {
    const { page, go } = w;
    await sentTooLate(w);
    match(await text(w), /n’est pas enregistré/);
    match(await text(w), /Votre saisie vous attend dans ce navigateur/);
    await signIn(w, OWNER);
    strictEqual(new URL(page.url()).pathname, OPTIONS);
    strictEqual(await page.inputValue(YEARS), "3");
    match(await text(w), new RegExp(RESTORED));
    strictEqual(await page.locator("#retention form").getAttribute("data-guard"), "unsaved");
    deepStrictEqual(await kept(w), []);
    await page.click("#retention button[type=submit]");
    await page.getByText("Modifications enregistrées").waitFor();
    deepStrictEqual(await kept(w), []);
    await go(OPTIONS);
    strictEqual(await page.inputValue(YEARS), "3");
    ok(!(await text(w)).includes(RESTORED));
  },
);

draftTest("secrets are not kept, and what their own form had beside them is", async (w) => {
  const { page, go } = w;
  await go(links.account());
  await page.fill("#email form [name=email], [name=email]", "neuve@bailleur.fr");
  await page.fill("#email-password", "un-secret-a-moi");
  await page.context().clearCookies({ name: "session" });
  await page.press("#email-password", "Enter");
  await page.waitForURL((address) => address.pathname === LOGIN_PATH);
  const stored = JSON.stringify(await kept(w));
  ok(stored.includes("neuve@bailleur.fr") && !stored.includes("un-secret-a-moi"), stored);
  await signIn(w, OWNER);
  strictEqual(await page.inputValue("[name=email]"), "neuve@bailleur.fr");
  strictEqual(await page.inputValue("#email-password"), "");
});

draftTest(
  "nothing of an account is shown to another one in the same tab; signing out removes its own",
  async (w) => {
    const { page, go } = w;
    await sentTooLate(w);
    await signIn(w, OTHER);
    await go(OPTIONS);
    ok(await page.inputValue(YEARS) !== "3");
    ok(!(await text(w)).includes(RESTORED));
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await page.waitForURL(/\/login$/);
    strictEqual((await kept(w)).length, 1, "that of the other account");
    await w.become(OWNER);
    await go("/home");
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await page.waitForURL(/\/login$/);
    deepStrictEqual(await kept(w), []);
  },
);

draftTest(
  "a form sent from the page of another account waits for it, and the error page leads there",
  async (w) => {
    const { page, go } = w;
    await go(OPTIONS);
    await page.fill(YEARS, "3");
    await w.become(OTHER);
    await page.click("#retention button[type=submit]");
    await page.getByText("Cette page est celle d’un autre compte").waitFor();
    await page.getByRole("button", { name: "Se connecter avec ce compte" }).click();
    await page.waitForURL((address) => address.pathname === LOGIN_PATH);
    await signIn(w, OWNER);
    strictEqual(await page.inputValue(YEARS), "3");
  },
);

draftTest("a draft is left after 24 hours", async (w) => {
  await sentTooLate(w);
  await w.page.evaluate(() => {
    const drafts = JSON.parse(sessionStorage.getItem("drafts") ?? "{}");
    for (const key in drafts) drafts[key].at -= 25 * 3_600_000;
    sessionStorage.setItem("drafts", JSON.stringify(drafts));
  });
  await signIn(w, OWNER);
  ok(await w.page.inputValue(YEARS) !== "3");
  deepStrictEqual(await kept(w), []);
});

draftTest(
  "a form whose connection was lost keeps its values on the way back, and is saved then",
  async (w) => {
    const { page, go } = w;
    await go(OPTIONS);
    await page.fill(YEARS, "3");
    await goOffline(page);
    await page.click("#retention button[type=submit]");
    await page.waitForURL(/chrome-error/);
    await page.context().setOffline(false);
    await goBack(page);
    strictEqual(await page.inputValue(YEARS), "3");
    await page.click("#retention button[type=submit]");
    await page.getByText("Modifications enregistrées").waitFor();
  },
);

draftTest(
  "a double click sends a form once, whose only answer shows the secret of a token",
  async (w) => {
    const { page, go, site } = w;
    await go(links.sensors(site.place["projectId"] ?? ""));
    const tokens = () => page.locator("[value=revoke]").count();
    const before = await tokens();
    const form = page.locator("form:has(input[name=form][value=token])");
    await form.locator("[name=name]").fill("Passerelle");
    await form.locator("button[type=submit]").dblclick();
    await page.getByText(/ne sera plus affiché|une seule fois/).first().waitFor();
    strictEqual(await tokens(), before + 1);
  },
);
