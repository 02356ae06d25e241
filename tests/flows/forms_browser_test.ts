/**
 * Forms in Chromium: one of each behaviour, with each event between reading a page and sending it. `tests/access/form_matrix_test.ts` checks every
 * form without a browser, `asked_forms_browser_test.ts` the forms with a password or a file.
 */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  type FormWindow,
  inFormWindow,
  isAsked,
  isReady,
  send,
  sendOffline,
  shownIn,
  testForms,
  typedBefore,
  typeIn,
} from "./forms_in_windows.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { CONFIRMED_FIELD } from "@/lib/ui/confirmation.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { OWNER } from "@/tests/access/an_owned_site.ts";
import { OTHER, OTHER_ORG, type RenderedForm } from "@/tests/access/every_form.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { browserTest, goBack } from "@/tests/tools/browser.ts";

const text = async ({ page }: FormWindow) => await page.textContent("body") ?? "";

/** A form of an existing entity, which shows the stored values. */
const isEdited = (before: string | null) => before !== null && before !== "";

async function savedNow(window: FormWindow): Promise<void> {
  await confirm(window);
  const said = await text(window);
  // A provider is in charge once: another one of the same days is refused for its content.
  ok(window.status() < 400 || said.includes(errorText("provider-overlap")), said);
  ok(!said.includes("Une autre personne"), "a conflict with oneself");
}

/** Confirms what a form does, when its page asks: a request of late documents. */
async function confirm({ page }: FormWindow): Promise<void> {
  const button = page.locator(`button[name="${CONFIRMED_FIELD}"]`);
  if (await button.count() === 0) return;
  const gone = page.waitForEvent("domcontentloaded");
  await button.click();
  await gone;
  await page.waitForLoadState();
}

/** Goes back to the page of a form, if sending it left it. */
async function backTo(window: FormWindow, { page }: RenderedForm): Promise<void> {
  await goBack(window.page);
  if (new URL(window.page.url()).pathname !== new URL(page, window.page.url()).pathname) {
    await window.go(page);
  }
}

testForms(
  "values typed before the scripts load survive; a double click, reload and Back after a save send nothing again",
  async (w, form) => {
    if (isAsked(form)) return;
    const { stored, typed } = await typedBefore(w, form);
    await send(w, form, 2);
    await savedNow(w);
    strictEqual((await w.page.reload())?.request().method(), "GET");
    await savedNow(w);
    await backTo(w, form);
    const shown = await shownIn(w, form);
    if (shown === null) return;
    if (isEdited(stored)) strictEqual(shown, typed);
    await typeIn(w, form);
    await send(w, form);
    await savedNow(w);
  },
);

/** A value that every field refuses: an invalid text, number and address. */
const REFUSED = "trois \u202E";

testForms("Back after a refusal, reload, and Back once it is saved", async (w, form) => {
  await w.go(form.page);
  const stored = await shownIn(w, form);
  const typed = await typeIn(w, form, REFUSED);
  if (!form.form.fields.some(({ type }) => type === "text") || typed === stored) return;
  if (await isReady(w, form)) await send(w, form);
  strictEqual(await shownIn(w, form), typed);
  // Without a script, the browser asks whether to send the form again.
  if (w.status() >= 400 && w.hasScript) {
    await w.go(links.accessibility());
    await goBack(w.page);
    ok(w.status() < 400, "the page is read again");
    strictEqual((await w.page.reload())?.request().method(), "GET");
    await w.go(form.page);
  }
  if (isAsked(form)) return;
  await typeIn(w, form);
  await send(w, form);
  await savedNow(w);
  if (!w.hasScript) return;
  await backTo(w, form);
  await savedNow(w);
});

testForms(
  "another organisation or account in another tab: nothing is written, and the page says so",
  async (w, form) => {
    const { page, site } = w;
    const isOfOrganisation = form.action.startsWith("/home/");
    for (const [email, org] of [[OWNER, OTHER_ORG.id], [OTHER, undefined]] as const) {
      if (email === OWNER && !isOfOrganisation) continue;
      await w.become(OWNER);
      await w.go(form.page);
      const typed = await typeIn(w, form);
      await w.become(email, org);
      const before = await site.stamps();
      await send(w, form);
      deepStrictEqual(await site.stamps(), before);
      const said = await text(w);
      if (email === OTHER) ok(/celle d’un autre compte|rien n’est enregistré/.test(said), said);
      else ok(said.includes("Cette page est celle de l’organisation"), said);
      if (email === OWNER && typed !== null) {
        await page.getByRole("button", { name: "Revenir à la page" }).click();
        await page.waitForURL((address) => address.pathname !== "/home/organisation");
        strictEqual(await shownIn(w, form), typed, "kept for its page");
      }
    }
  },
  { scripts: [true] },
);

testForms(
  "an ended session: nothing is written, and the typed values come back after the sign-in",
  async (w, form) => {
    if (form.page.startsWith("/forgotten") || form.page.startsWith("/reset")) return;
    const { page, site } = w;
    await w.go(form.page);
    const typed = await typeIn(w, form);
    await page.context().clearCookies({ name: "session" });
    const before = await site.stamps();
    await send(w, form);
    deepStrictEqual(await site.stamps(), before);
    const isCalled = !page.url().includes("/login");
    ok(/rien n’est enregistré|n’est pas enregistré/.test(await text(w)));
    if (!isCalled) {
      await page.fill("#email", OWNER);
      await page.fill("#password", PASSWORD);
      await page.click("button[type=submit]");
      await page.waitForURL((address) => address.pathname !== "/login");
    }
    if (!isAsked(form) && typed !== null) strictEqual(await shownIn(w, form), typed);
  },
  { scripts: [true] },
);

testForms(
  "lost connection: the page back has the typed values, which are then saved",
  async (w, form) => {
    const { page } = w;
    await w.go(form.page);
    const address = page.url();
    const typed = await typeIn(w, form);
    if (isAsked(form) || typed === "") return;
    await sendOffline(w, form);
    if (new URL(form.action, address).href === address) await page.reload();
    else {
      if (page.url() !== address) await goBack(page);
      strictEqual(await shownIn(w, form), typed);
      await send(w, form);
    }
    await savedNow(w);
  },
  { scripts: [true] },
);

// @spec forms.unsaved
// @spec forms.lost-connection
testForms(
  "lost connection on the page that answered a form: the page back has the typed values",
  async (w, form) => {
    if (isAsked(form)) return;
    await w.go(form.page);
    await typeIn(w, form);
    await send(w, form);
    const answered = w.page.url();
    const before = await shownIn(w, form);
    const typed = before === null ? before : await typeIn(w, form);
    if (!typed || typed === before) return;
    await sendOffline(w, form);
    if (w.page.url() !== answered) await goBack(w.page);
    strictEqual(await shownIn(w, form), typed);
  },
);

browserTest(
  "Back after signing out shows nothing of the pages read",
  () =>
    inFormWindow(async (window) => {
      const { page, go } = window;
      for (const path of [links.organisationOptions(), "/home"]) {
        await window.become(OWNER);
        await go(path);
        await page.getByRole("button", { name: "Déconnexion" }).click();
        await page.waitForURL(/\/login$/);
        await goBack(page);
        await page.waitForURL(/\/login\?back=/);
        ok(!(await text(window)).includes(OWNER), path);
      }
    }, true),
);

const CONFIG = `${links.pilotConfig("p01")}?edit=1`;

async function saveComfort(page: Page, degrees: string): Promise<void> {
  await page.fill("#temp_conf", degrees);
  await page.click("#config button[type=submit]");
}

// @spec forms.conflicts
demoTest(
  "both versions of a conflict fit in the window of a phone",
  async ({ page, go }) => {
    const { origin } = new URL(page.url());
    const { email, password } = DEMO_ACCOUNTS.pilot;
    const person = { form: { email, password }, headers: { origin } };
    strictEqual((await page.request.post(origin + LOGIN_PATH, person)).status(), 200);
    const other = await page.context().newPage();
    await go(CONFIG);
    await other.goto(origin + CONFIG);
    await saveComfort(page, "20,5");
    await page.waitForURL(/saved=config/);
    await saveComfort(other, "18");
    await other.waitForSelector("table.conflict");
    const excess = await other.evaluate(() =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth
    );
    strictEqual(excess, 0);
  },
  { width: 390 },
);

demoTest(
  "an error that quotes a word of hundreds of letters is no wider than its page",
  async ({ page, go }) => {
    await go("/collect/p01/boilerrooms/p01-c1/energy-terms");
    await page.fill("#saving", "Anticonstitutionnellement".repeat(12));
    await page.click("#terms button[type=submit]");
    await page.waitForSelector(".field-error >> text=Ligne illisible");
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    strictEqual(excess, 0);
  },
);
