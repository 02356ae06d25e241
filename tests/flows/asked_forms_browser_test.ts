/**
 * Forms with a password or a file, in Chromium: no page shows these again, and each page says
 * so.
 */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { keys } from "@/lib/store/keys.ts";
import { FILE_AGAIN, PASSWORD_AGAIN } from "@/lib/ui/text.ts";
import { OWNER } from "@/tests/access/an_owned_site.ts";
import { OTHER, OTHER_ORG, type RenderedForm } from "@/tests/access/every_form.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { goBack } from "@/tests/tools/browser.ts";
import {
  formOn,
  type FormWindow,
  send,
  sendOffline,
  shownIn,
  testForms,
  typeIn,
} from "./forms_in_windows.ts";

const BADLY_TYPED = "trois \u202E";
const IMAGE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const BAD_FILE = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("rien") };

const secretsOf = (window: FormWindow, form: RenderedForm) =>
  formOn(window, form).locator("[type=password]");
const fileOf = (window: FormWindow, form: RenderedForm) =>
  formOn(window, form).locator("[type=file]");

/** Fills a form in, including its secrets and its file; returns the shown values. */
async function fill(window: FormWindow, form: RenderedForm, secret: string, text?: string) {
  const typed = await typeIn(window, form, text);
  for (const box of await secretsOf(window, form).all()) await box.fill(secret);
  if (await fileOf(window, form).count() > 0) {
    await fileOf(window, form).setInputFiles(fileFor(form));
  }
  return typed;
}

function fileFor({ form }: RenderedForm) {
  const isImage = form.fields.some(({ name }) => name === "image");
  return isImage
    ? { name: "a.png", mimeType: "image/png", buffer: Buffer.from(IMAGE, "base64") }
    : BAD_FILE;
}

/**
 * Checks that lost values are empty, and requested again beside each field, by a hint or an error.
 */
async function saysWhatIsLost(window: FormWindow, form: RenderedForm): Promise<void> {
  const said = { [PASSWORD_AGAIN]: secretsOf(window, form), [FILE_AGAIN]: fileOf(window, form) };
  for (const [words, boxes] of Object.entries(said)) {
    for (const box of await boxes.all()) {
      strictEqual(await box.inputValue(), "");
      const field = box.locator("xpath=ancestor::div[contains(@class, 'field')][1]");
      const isWrong = await field.locator(".field-error").count() > 0;
      ok(isWrong || (await field.textContent() ?? "").includes(words), "said to be lost");
    }
  }
}

async function losesSecrets(window: FormWindow, form: RenderedForm): Promise<void> {
  for (const boxes of [secretsOf(window, form), fileOf(window, form)]) {
    for (const box of await boxes.all()) strictEqual(await box.inputValue(), "");
  }
}

async function audited({ site }: FormWindow): Promise<number> {
  let count = 0;
  for await (const { key } of site.store.list({ prefix: [] })) {
    if (key[0] === keys.audit.doc.name && key[1] === site.place["orgId"]) count++;
  }
  return count;
}

testForms(
  "after a refusal only secrets and files are lost",
  async (w, form) => {
    await w.go(form.page);
    const typed = await fill(w, form, "faux", BADLY_TYPED);
    if (form.form.fields.some(({ name }) => name === "image")) {
      await fileOf(w, form).setInputFiles(BAD_FILE);
    }
    await send(w, form);
    if (w.status() < 400) return;
    strictEqual(await shownIn(w, form), typed);
    await saysWhatIsLost(w, form);
  },
  { of: "asked" },
);

testForms(
  "after the end of a session only secrets and files are lost, and nothing is written",
  async (w, form) => {
    if (form.page.startsWith("/reset")) return;
    const { page, site } = w;
    await w.go(form.page);
    const typed = await fill(w, form, "faux");
    await page.context().clearCookies({ name: "session" });
    const before = await site.stamps();
    await send(w, form);
    await page.waitForURL(/login/);
    deepStrictEqual(await site.stamps(), before);
    ok((await page.textContent("body") ?? "").includes("sauf les mots de passe et les fichiers"));
    await page.fill("#email", OWNER);
    await page.fill("#password", PASSWORD);
    await page.click("button[type=submit]");
    await page.waitForURL((address) => address.pathname !== "/login");
    if (typed !== null) strictEqual(await shownIn(w, form), typed);
    await losesSecrets(w, form);
  },
  { of: "asked", scripts: [true] },
);

testForms("double click sends once; Back and reload send nothing again", async (w, form) => {
  await w.go(form.page);
  const before = await audited(w);
  await fill(w, form, PASSWORD);
  await send(w, form, 2);
  const after = await audited(w);
  ok(after <= before + 1, `${after - before} lines`);
  const isResent = w.status() >= 400 && !w.hasScript;
  if (!isResent) strictEqual((await w.page.reload())?.request().method(), "GET");
  await goBack(w.page);
  ok(w.page.url().startsWith("http"), w.page.url());
  ok(!(await w.page.textContent("body") ?? "").includes("Une autre personne"));
  for (const box of await secretsOf(w, form).all()) strictEqual(await box.inputValue(), "");
  strictEqual(await audited(w), after);
}, { of: "asked" });

/** A secret that no page contains by chance. */
const SECRET = "Rhododendron-47";

const isSwept = (text: string) => !text.includes(SECRET);

testForms(
  "another organisation in another tab: nothing is written, and the page back has the typed values",
  async (w, form) => {
    if (!form.action.startsWith("/home/")) return;
    const { page, site } = w;
    await w.go(form.page);
    const typed = await fill(w, form, SECRET);
    await w.become(OWNER, OTHER_ORG.id);
    const before = await site.stamps();
    await send(w, form);
    deepStrictEqual(await site.stamps(), before);
    const said = await page.textContent("body") ?? "";
    ok(said.includes("Cette page est celle de l’organisation"), said);
    ok(isSwept(await page.content()), "a secret on a page");
    await page.getByRole("button", { name: "Revenir à la page" }).click();
    await page.waitForLoadState();
    strictEqual(await shownIn(w, form), typed);
    await losesSecrets(w, form);
    deepStrictEqual(await site.stamps(), before);
  },
  { of: "asked", scripts: [true] },
);

testForms(
  "another account in another tab: nothing is written, and the page says so",
  async (w, form) => {
    if (form.page.startsWith("/reset")) return;
    const { page, site } = w;
    await w.go(form.page);
    await fill(w, form, SECRET);
    await w.become(OTHER);
    const before = await site.stamps();
    await send(w, form);
    deepStrictEqual(await site.stamps(), before);
    const said = await page.textContent("body") ?? "";
    ok(/celle d’un autre compte|rien n’est enregistré/.test(said), said);
    ok(isSwept(await page.content()), "a secret on a page");
  },
  { of: "asked" },
);

testForms(
  "lost connection: the page back has the typed values, and asks for secrets and files again",
  async (w, form) => {
    const { page } = w;
    await w.go(form.page);
    const address = page.url();
    const typed = await fill(w, form, SECRET);
    const before = await w.site.stamps();
    await sendOffline(w, form);
    deepStrictEqual(await w.site.stamps(), before);
    // A form sent to its own page: the browser sends it again, whole, when that page is reloaded.
    const isOwnPage = new URL(form.action, address).href === address;
    if (isOwnPage) await page.reload();
    else {
      await goBack(page);
      strictEqual(await shownIn(w, form), typed);
      await fill(w, form, SECRET, typed ?? undefined);
      await send(w, form);
    }
    const said = await page.textContent("body") ?? "";
    ok(!said.includes("Une autre personne"), "a conflict with oneself");
    if (w.status() >= 400 && typed !== null) strictEqual(await shownIn(w, form), typed);
  },
  { of: "asked" },
);
