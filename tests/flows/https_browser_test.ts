/** The program as it is deployed: behind a TLS proxy, with cookies bound to the host. */

import {
  deepStrictEqual,
  doesNotMatch,
  match,
  notStrictEqual,
  ok,
  strictEqual,
} from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { aLink, REQUEST, someDocuments, writeRegisters } from "@/tests/helpers/some_documents.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { browserTest, goBack, goOffline, withPage } from "@/tests/tools/browser.ts";
import { httpsInFrontOf, serve } from "@/tests/tools/loopback.ts";
import {
  chosen,
  type DocumentsSite,
  LANDLORD,
  openLink,
  signIn,
  type SiteWindow,
  withDocumentsSite,
} from "./documents_site.ts";

const OPTIONS = links.organisationOptions();
const YEARS = "#infraDailyYears";
const SAVE = "#retention button[type=submit]";
const SAVED = "Modifications enregistrées";
const EMAIL = "agence@chauffage.fr";

/** Longer than a replaced session stays valid. */
const GRACE_MS = 11_000;

/** A window on the site over https. */
interface SecureWindow extends SiteWindow {
  readonly site: DocumentsSite;
  readonly accountId: string;
  /** Stops the server behind the proxy, runs a step, and starts it again. */
  whileDown(act: () => Promise<void>): Promise<void>;
}

/** Tests the site over https in a window, with and without scripts. */
function overHttps(name: string, test: (window: SecureWindow) => Promise<void>): void {
  for (const javaScriptEnabled of [true, false]) {
    browserTest(
      `over https, ${name}, ${javaScriptEnabled ? "with" : "without"} JavaScript`,
      () =>
        withDocumentsSite((site) => inWindow(site, test, javaScriptEnabled), { TRUST_PROXY: "on" }),
    );
  }
}

async function inWindow(
  site: DocumentsSite,
  test: (window: SecureWindow) => Promise<void>,
  javaScriptEnabled: boolean,
): Promise<void> {
  const accountId = String((await site.store.get(keys.accountByEmail(LANDLORD))).value);
  await site.store.atomic().set(keys.member(ORG, accountId), { isAdmin: true }).commit();
  let server = serve(site.handler);
  const proxy = httpsInFrontOf(() => server.url);
  const whileDown = async (act: () => Promise<void>) => {
    await server.close();
    await act();
    server = serve(site.handler);
  };
  try {
    await withPage(async (page, errors) => {
      const go = async (path: string) => (await page.goto(proxy.url + path))?.status() ?? 0;
      const given: Promise<string | null>[] = [];
      // Requests in progress cannot be read once the window closes.
      page.on(
        "response",
        (answer) => void given.push(answer.headerValue("set-cookie").catch(() => null)),
      );
      await test({ site, accountId, page, errors, go, whileDown });
      areBound((await Promise.all(given)).flatMap((lines) => lines?.split("\n") ?? []));
    }, { javaScriptEnabled });
  } finally {
    await proxy.close();
    await server.close();
  }
}

const main = (page: Page) => page.innerText("main");

async function save(page: Page, years: string): Promise<void> {
  await page.fill(YEARS, years);
  await page.click(SAVE);
}

overHttps("a sign-in, a refused form, a saved one, a renewed session", async (window) => {
  const { page, go, site, accountId } = window;
  await signIn(window);
  const cookies = await page.context().cookies();
  deepStrictEqual(cookies.map(({ name }) => name).toSorted(), ["__Host-session"]);
  await go(OPTIONS);
  await save(page, "trois");
  await page.locator(`${YEARS}-error`).waitFor();
  strictEqual(await page.inputValue(YEARS), "trois");
  await save(page, "2");
  await page.waitForURL(/saved=retention/);
  ok((await main(page)).includes(SAVED));
  await page.reload();
  ok(!(await main(page)).includes(SAVED));
  strictEqual(await page.inputValue(YEARS), "2");
  await site.platform.versions.bump([{ kind: "account", id: accountId }]);
  const before = await sessionOf(page);
  strictEqual(await go("/nulle-part"), 404);
  notStrictEqual(await sessionOf(page), before);
  site.clock.advance(GRACE_MS);
  strictEqual(await go(OPTIONS), 200);
  strictEqual(new URL(page.url()).pathname, OPTIONS);
});

async function sessionOf(page: Page): Promise<string> {
  const found = await page.context().cookies();
  return found.find(({ name }) => name === "__Host-session")?.value ?? "";
}

/** Every cookie is sent to this host only, over https. */
function areBound(given: readonly string[]): void {
  ok(given.length > 0);
  deepStrictEqual(given.filter((line) => !/^__Host-.*; HttpOnly; Secure(;|$)/.test(line)), []);
}

overHttps(
  "a form sent while the server is down is there on the way back, and saved then",
  async (window) => {
    const { page, go, whileDown } = window;
    await signIn(window);
    await go(OPTIONS);
    notStrictEqual(await page.inputValue(YEARS), "3");
    await whileDown(async () => {
      await save(page, "3");
      await page.waitForSelector("text=502");
    });
    await goBack(page);
    strictEqual(await page.inputValue(YEARS), "3");
    await page.click(SAVE);
    await page.waitForURL(/saved=retention/);
    ok((await main(page)).includes(SAVED));
    await go(OPTIONS);
    await page.fill(YEARS, "4");
    await goOffline(page);
    await page.click(SAVE);
    await page.waitForURL(/chrome-error/);
    await page.context().setOffline(false);
    await goBack(page);
    strictEqual(await page.inputValue(YEARS), "4");
  },
);

overHttps("a provider opens their link, deposits, and is told once", async (window) => {
  const { page, go, site } = window;
  await writeRegisters(site.store);
  const [document] = await someDocuments(site.platform.own.services);
  const token = await aLink(site, { email: EMAIL });
  await openLink(window, { text: `https://127.0.0.1/providers/login?token=${token}` });
  await go(`/providers/all/${ORG}/${REQUEST}/${document?.id}`);
  await page.setInputFiles("#file", chosen(aPdf()));
  await page.fill("[inputmode=decimal]", "90,5");
  await page.click("button >> text=Déposer le document");
  await page.waitForURL("**/providers?saved=deposit*");
  match(await main(page), /Votre document est déposé/);
  await page.reload();
  doesNotMatch(await main(page), /Votre document est déposé/);
});
