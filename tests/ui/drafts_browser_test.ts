/**
 * What was typed before an island starts, or in a form that no page accepted, is not lost.
 * @module
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { OWNER } from "@/tests/access/an_owned_site.ts";
import { OTHER } from "@/tests/access/every_form.ts";
import { type FormWindow, inFormWindow } from "@/tests/flows/forms_in_windows.ts";
import { demoTest, type Window } from "@/tests/helpers/a_browser_site.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { A_PNG } from "@/tests/helpers/file_bytes.ts";
import { beforeScripts, browserTest } from "@/tests/tools/browser.ts";

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

const ROOM = "/collect/p01/boilerrooms/p01-c1";

/** Tests what is typed in a page before its scripts load, by the step given to `typed`. */
function before(
  what: string,
  test: (
    window: Window,
    typed: (path: string, type: () => Promise<unknown>) => Promise<unknown>,
  ) => Promise<void>,
): void {
  demoTest(
    `typed before the script loads: ${what}`,
    (window) =>
      test(window, (path, type) => beforeScripts(window.page, () => window.go(path), type)),
  );
}

before("every field of a row of FormGrid, and its buttons know", async ({ page }, typed) => {
  const field = (name: string) => page.locator(`#settings-new-${name}`);
  const texts = { fromDate: "2025-07-01", area: "2000", peopleNb: "70", q: "100" };
  await typed(`${ROOM}/settings`, async () => {
    for (const [name, text] of Object.entries(texts)) await field(name).fill(text);
    await field("djuSource").selectOption("p01-meteo");
  });
  const add = page.locator("form:has(#settings-new-fromDate) button[value=add]");
  await add.and(page.locator(":disabled")).waitFor();
  for (const [name, text] of Object.entries(texts)) {
    strictEqual(await field(name).inputValue(), text, name);
  }
  strictEqual(await field("djuSource").inputValue(), "p01-meteo");
  // One field was left empty: with it, the form is valid.
  await field("target").fill("38");
  await add.and(page.locator(":enabled")).waitFor();
});

before(
  "two numbers of the simulation, which it takes into its address",
  async ({ page }, typed) => {
    await typed(`${ROOM}/energy-balance/monthly/2025?simulation=on`, async () => {
      await page.fill("#target", "45");
      await page.fill("#area", "1500");
      await page.fill("#q", "12");
      await page.evaluate(watchFocus);
    });
    await page.waitForURL(/area=1500.*target=45/);
    // The reader is still in the field, where typing continues.
    strictEqual(await page.getAttribute("body", "data-focus-lost"), null);
    await page.keyboard.type("0");
    await page.keyboard.press("Tab");
    await page.waitForURL(/area=1500.*q=120.*target=45/);
    deepStrictEqual([await page.inputValue("#area"), await page.inputValue("#target")], [
      "1500",
      "45",
    ]);
  },
);

/** Marks the page once the focused field loses the focus. */
function watchFocus(): void {
  document.activeElement?.addEventListener("blur", () => document.body.dataset.focusLost = "true");
}

before("the addresses, the residences and the rhythm of a report", async ({ page }, typed) => {
  await typed("/home/alarms/reports/new", async () => {
    await page.fill("#everyCount", "6");
    await page.selectOption("#everyUnit", "d");
    await page.locator(".project-boxes input").first().evaluate((box) => {
      if (box instanceof HTMLInputElement) box.click();
    });
    await page.fill("textarea[name=emails]", "a@exemple.fr\nb@exemple.fr");
  });
  await page.locator(".email-entry input").and(page.locator(":focus")).waitFor();
  strictEqual(
    await page.locator("textarea[name=emails]").inputValue(),
    "a@exemple.fr\nb@exemple.fr",
  );
  deepStrictEqual([await page.inputValue("#everyCount"), await page.inputValue("#everyUnit")], [
    "6",
    "d",
  ]);
  match(await page.locator(".every-field [role=status]").innerText(), /6/);
  strictEqual(await page.locator(".project-boxes input").first().isChecked(), true);
  match(await page.locator(".project-choices [role=status]").innerText(), /^(?!Aucune)/);
});

before(
  "the filter of a selection of SelectionEditor, which counts it, and what is picked",
  async ({ page }, typed) => {
    const filter = page.locator(".selection-filter").first();
    await typed("/collect/p01/alarms/reports/astreinte", async () => {
      await filter.locator("summary").click();
      await filter.locator("input:not(:checked)").first().check();
      await page.selectOption("[name=picked]", "collect-online");
    });
    await page.waitForSelector("button[type=button][aria-label='Ajouter cette alerte']");
    match(await filter.locator("summary").innerText(), /: 2 sur 2/);
    strictEqual(await filter.locator("input:not(:checked)").count(), 0);
    strictEqual(await page.inputValue("[name=picked]"), "collect-online");
    strictEqual(await page.getAttribute("form.card", "data-guard"), "unsaved");
  },
);

before("a role of RolePicker, which shows those it brings along", async ({ page }, typed) => {
  const box = (role: string) => page.locator(`[id="role-${role}"]`);
  const path = links.userRoles("p02", "karim.benali@demo.example");
  await typed(path, () => box("collect:read").check());
  await box("collect:building:read").and(page.locator(":disabled")).waitFor();
  deepStrictEqual(
    [await box("collect:read").isChecked(), await box("collect:building:read").isChecked()],
    [true, true],
  );
});

before("a flip of SmallToggle, which saves it", async ({ page }, typed) => {
  const toggle = page.locator("#documentManagement");
  let wasOn = false;
  await typed(links.organisationOptions(), async () => {
    wasOn = await toggle.isChecked();
    await toggle.evaluate((control: HTMLInputElement) => control.click());
  });
  await page.waitForURL(/saved=documents/);
  strictEqual(await toggle.isChecked(), !wasOn);
});

before("the file of ImageUpload, which is shown or refused", async ({ page }, typed) => {
  const path = links.consumptionReportSettings("p01");
  const choose = (buffer: Buffer) => () =>
    page.setInputFiles("#image-field", { name: "facade.png", mimeType: "image/png", buffer });
  await typed(path, choose(Buffer.from(A_PNG)));
  await page.locator(".image-shown canvas").waitFor();
  await typed(path, choose(Buffer.from("no image")));
  await page.locator("#image-field-error").waitFor();
});
