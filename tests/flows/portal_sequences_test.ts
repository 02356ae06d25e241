import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import { keys } from "@/lib/store/keys.ts";
import { largeFile } from "@/tests/documents/a_deposit.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { aPhoto } from "@/tests/helpers/file_bytes.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import {
  aLink,
  REQUEST,
  someDocuments,
  storedDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { slowLink } from "@/tests/loading/slow_link.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { browserTest, goBack, type PageOptions } from "@/tests/tools/browser.ts";
import {
  chosen,
  type DocumentsSite,
  LANDLORD,
  openLink,
  type SiteWindow,
  withDocumentsSite,
} from "./documents_site.ts";

const EMAIL = "agence@chauffage.fr";
const DEPOSIT = "button >> text=Déposer le document";

interface Portal extends DocumentsSite {
  readonly documentId: string;
  /** The document's page. */
  readonly path: string;
}

/** A landlord that requests a document with one value, due on 1 March 2026. */
function withPortal(test: (portal: Portal) => Promise<void>): Promise<void> {
  return withDocumentsSite(async (site) => {
    await writeRegisters(site.store);
    const [first] = await someDocuments(site.platform.own.services);
    const documentId = first?.id ?? "";
    await test({ ...site, documentId, path: `/providers/all/${ORG}/${REQUEST}/${documentId}` });
  });
}

/** Acts in a window in which the provider opened a link of theirs. */
function asProvider(
  site: Portal,
  act: (window: SiteWindow) => Promise<void>,
  options?: PageOptions,
): Promise<void> {
  return site.inWindow(async (window) => {
    await openLink(window, { text: await linkOf(site) });
    await act(window);
  }, options);
}

async function linkOf(site: Portal, asked = false): Promise<string> {
  return `${site.url}/providers/login?token=${await aLink(site, { email: EMAIL, asked })}`;
}

async function fillIn(page: Page, file = aPdf()): Promise<void> {
  await page.setInputFiles("#file", chosen(file));
  await page.fill("[inputmode=decimal]", "90,5");
}

/** Waits for a message of the script. */
async function said(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (expected) => document.querySelector("#said")?.textContent?.includes(expected),
    words,
  );
}

/** Takes three parts. */
const LARGE = largeFile();
/** The megabyte takes a second of it. */
const SLOW = { roundTripMs: 20, kbitPerS: 8_000, upKbitPerS: 8_000 };
const PART = String(DEPOSIT_PART_BYTES);

async function deposit({ page, go }: SiteWindow, path: string, file = aPdf()): Promise<void> {
  await go(path);
  await fillIn(page, file);
  await page.click(DEPOSIT);
  await page.waitForURL("**/providers?saved=deposit*");
}

/** The state of the document, and the number of receipts. */
async function outcome({ store, office, platform }: Portal) {
  const [document] = await storedDocuments(store);
  await platform.sendMails();
  const receipts = office.received.filter(({ subject }) => subject.includes("dépôt reçu"));
  return [document?.record.state, receipts.length];
}

/** A test of the portal in windows; the browser closes its connections after the test. */
function inPortal(name: string, test: (portal: Portal) => Promise<void>): void {
  browserTest(name, () => withPortal(test));
}

/** A test of the portal in a window in which the provider opened a link of theirs. */
function providerTest(
  name: string,
  test: (window: SiteWindow & { readonly site: Portal }) => Promise<void>,
  options?: PageOptions,
): void {
  inPortal(name, (site) => asProvider(site, (window) => test({ ...window, site }), options));
}

const DONE = ["to-valid", 1];
const NOTHING = ["none", 0];

/** Sends the filled form, and checks that its document is deposited once. */
async function depositsOnce(page: Page, site: Portal): Promise<void> {
  await page.click(DEPOSIT);
  await page.waitForURL("**/providers?saved=deposit*");
  deepStrictEqual(await outcome(site), DONE);
}

async function otherTab({ url }: Portal, window: SiteWindow): Promise<SiteWindow> {
  const page = await window.page.context().newPage();
  const go = async (path: string) => (await page.goto(url + path))?.status() ?? 0;
  return { ...window, page, go };
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with" : "without";
  inPortal(
    `${how} JavaScript: a link is asked for, mailed, opened by a scanner, then by a person, who deposits and comes back`,
    (site) =>
      site.inWindow(async (window) => {
        const { page, errors, go } = window;
        await go("/providers");
        await page.fill("#email", EMAIL);
        await page.click("text=Recevoir un lien");
        await page.waitForURL("**/providers/login?sent=1");
        const [mail] = await site.office.after(1);
        ok(mail);
        for (let scan = 0; scan < 3; scan++) {
          const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? "";
          await (await fetch(link)).body?.cancel();
        }
        await openLink(window, mail);
        await page.click("main >> text=Attestation d’entretien");
        await fillIn(page);
        await page.click(DEPOSIT);
        await page.waitForURL("**/providers?saved=deposit*");
        match(await page.innerText("main"), /Votre document est déposé/);
        deepStrictEqual(await outcome(site), DONE);
        await page.reload();
        ok(!(await page.innerText("main")).includes("Votre document est déposé"));
        await goBack(page);
        match(await page.innerText("main"), /Attente validation/);
        strictEqual(await page.locator("input[type=file]").count(), 0);
        deepStrictEqual(await outcome(site), DONE);
        deepStrictEqual(errors, []);
      }, { javaScriptEnabled }),
  );

  // @spec deposits.pace
  inPortal(
    `${how} JavaScript: a scan goes up a slow link, and is there whole`,
    (site) =>
      site.inWindow(async (window) => {
        const link = slowLink(Number(new URL(site.url).port), SLOW);
        try {
          const go = async (path: string) =>
            (await window.page.goto(link.url + path))?.status() ?? 0;
          const behind = { ...window, go };
          await openLink(behind, { text: await linkOf(site) });
          await deposit(behind, site.path, LARGE);
        } finally {
          link.close();
        }
        deepStrictEqual(await outcome(site), DONE);
        const [document] = await storedDocuments(site.store);
        strictEqual(document?.record.file?.size, LARGE.length);
        deepStrictEqual(window.errors, []);
      }, { javaScriptEnabled }),
  );

  providerTest(
    `${how} JavaScript: a double click on the button deposits once`,
    async ({ site, page, go, errors }) => {
      await go(site.path);
      await fillIn(page);
      await page.dblclick(DEPOSIT);
      await page.waitForURL("**/providers?saved=deposit*");
      deepStrictEqual(await outcome(site), DONE);
      deepStrictEqual(errors, []);
    },
    { javaScriptEnabled },
  );

  providerTest(
    `${how} JavaScript: the same document is sent from two tabs, and the second one says that it is done`,
    async (window) => {
      const { site, page } = window;
      const other = await page.context().newPage();
      await other.goto(site.url + site.path);
      await deposit(window, site.path);
      await fillIn(other);
      const shown = other.waitForNavigation();
      await other.click(DEPOSIT);
      await shown;
      match(await other.innerText("main"), /n’attend plus de dépôt.*\n[^]*Attente validation/);
      deepStrictEqual(await outcome(site), DONE);
    },
    { javaScriptEnabled },
  );
}

providerTest(
  "two links in two tabs of one browser: a tab whose link was replaced deposits by the new one",
  async (window) => {
    const { site, page, go } = window;
    await go(site.path);
    await fillIn(page);
    const other = await otherTab(site, window);
    await openLink(other, { text: await linkOf(site, true) });
    await depositsOnce(page, site);
  },
);

providerTest(
  "the links of two providers in two tabs of one browser: the first one’s form says so, and is sent once its link was opened again",
  async (window) => {
    const { site, page, go } = window;
    const email = "bureau@ramonage.fr";
    await site.store.atomic()
      .set(keys.provider(ORG, "v2"), { name: "Ramonage", emails: [email], archived: false })
      .set(keys.providerOfEmail(email, ORG, "v2"), true)
      .commit();
    await go(site.path);
    await fillIn(page);
    const inOther = await otherTab(site, window);
    const { page: other } = inOther;
    const text = `${site.url}/providers/login?token=${await aLink(site, { email })}`;
    await openLink(inOther, { text });
    await page.click(DEPOSIT);
    await said(page, "Un lien envoyé à une autre adresse");
    deepStrictEqual(await outcome(site), NOTHING);
    await openLink(inOther, { text: await linkOf(site) });
    await depositsOnce(page, site);
    // Waiting files belong to one user.
    await go("/providers/deposits");
    await page.setInputFiles("#files", chosen(aPdf()));
    await openLink(inOther, {
      text: `${site.url}/providers/login?token=${await aLink(site, { email })}`,
    });
    await page.click("text=Envoyer les fichiers");
    await said(page, "Un lien envoyé à une autre adresse");
    await other.goto(`${site.url}/providers/deposits`);
    strictEqual(await other.locator("fieldset").count(), 0);
  },
);

providerTest(
  "a session that ended while the form was filled in: what was typed stays, and is sent after the link was opened again",
  async (window) => {
    const { site, page, go } = window;
    await go(site.path);
    await fillIn(page);
    await page.context().clearCookies();
    await page.click(DEPOSIT);
    await page.waitForFunction(() =>
      document.querySelector("#said")?.textContent?.includes("lien")
    );
    deepStrictEqual(await outcome(site), NOTHING);
    await openLink(await otherTab(site, window), { text: await linkOf(site) });
    await depositsOnce(page, site);
  },
);

providerTest(
  "a link that is cut between parts, and once the deposit was received: what had arrived is not sent again, it is there once",
  async ({ site, page, go }) => {
    await go(site.path);
    await fillIn(page, LARGE);
    const sent: string[] = [];
    await page.route("**/parts", async (route) => {
      const at = /name="at"\r\n\r\n(\d+)/.exec(route.request().postData() ?? "")?.[1] ?? "";
      sent.push(at);
      // The second part is lost the first time.
      if (sent.length === 2) await route.abort();
      else await route.continue();
    });
    await page.click(DEPOSIT);
    await said(page, "La connexion a été coupée");
    deepStrictEqual(await outcome(site), NOTHING);
    // The server receives the form, and its answer is lost.
    await page.route(site.url + site.path, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    }, { times: 1 });
    // The click itself replaces the message of the first cut.
    await page.click(DEPOSIT);
    await said(page, "La connexion a été coupée");
    doesNotMatch(await page.innerText("#said"), /rien n’est déposé/);
    deepStrictEqual(await outcome(site), DONE);
    deepStrictEqual(sent, ["0", PART, PART, String(2 * DEPOSIT_PART_BYTES)]);
    await depositsOnce(page, site);
  },
);

providerTest(
  "no part of a file is ever taken: its sending stops, and says so",
  async ({ site, page, go }) => {
    await go(site.path);
    await fillIn(page, LARGE);
    let partCount = 0;
    await page.route("**/parts", async (route) => {
      partCount++;
      await route.fulfill({ json: { id: "f", at: 0, why: "" } });
    });
    await page.click(DEPOSIT);
    await said(page, "Ce fichier change pendant son envoi");
    // Three parts, each sent twice, and twenty.
    ok(partCount <= 26, String(partCount));
    deepStrictEqual(await outcome(site), NOTHING);
    await page.unroute("**/parts");
    await depositsOnce(page, site);
  },
);

// @spec deposits.photos
providerTest(
  "a file that is refused, also when it is sent again: the page stays, and says why; two photographs are then deposited as one",
  async ({ site, page, go }) => {
    await go(site.path);
    const heic = new TextEncoder().encode("\0\0\0\x18ftypheic\0\0\0\0mif1heic");
    await fillIn(page, heic);
    for (let tries = 0; tries < 2; tries++) {
      await page.click(DEPOSIT);
      await said(page, "Cette photo est au format HEIC");
    }
    strictEqual(await page.inputValue("[inputmode=decimal]"), "90,5");
    deepStrictEqual(await outcome(site), NOTHING);
    const photo = chosen(aPhoto({ width: 64, height: 32 }));
    await page.setInputFiles("#file", [photo, photo]);
    await depositsOnce(page, site);
  },
);

providerTest(
  "a link that is lost: the deposit goes on by itself when it is back",
  async ({ site, page, go }) => {
    await go(site.path);
    await fillIn(page);
    await page.context().setOffline(true);
    await page.click(DEPOSIT);
    await said(page, "La connexion a été coupée");
    deepStrictEqual(await outcome(site), NOTHING);
    await page.context().setOffline(false);
    await page.waitForURL("**/providers?saved=deposit*");
    deepStrictEqual(await outcome(site), DONE);
  },
);

providerTest(
  "a request that is closed while its deposit is under way takes nothing, and says so",
  async ({ site, page, go }) => {
    const { ask } = await signedIn(site, LANDLORD);
    await go(site.path);
    await fillIn(page);
    await page.route("**/providers/all/**", async (route) => {
      ok(
        (await ask("closeRequest", { orgId: ORG, requestId: REQUEST, body: { close: true } })).ok,
      );
      await route.continue();
    }, { times: 1 });
    await page.click(DEPOSIT);
    await page.waitForSelector("[role=alert]");
    match(
      await page.innerText("main"),
      /le document n’attend plus de dépôt[^]*Le bailleur a clos cette demande/,
    );
    deepStrictEqual(await outcome(site), NOTHING);
    await go("/providers");
    match(await page.innerText("main"), /À déposer \(0\)/);
    await go(site.path);
    strictEqual(await page.locator("input[type=file]").count(), 0);
    match(await page.innerText("dl"), /^Bailleur\nBailleur\n/);
  },
);

inPortal(
  "a due date that is moved while the document is late: the list follows, and the form that was open deposits",
  async (site) => {
    await site.jobsAt("2026-03-05T11:00:00Z");
    await asProvider(site, async ({ page, go }) => {
      const { ask } = await signedIn(site, LANDLORD);
      await go("/providers");
      match(await page.innerText("main"), /En retard \(1\)/);
      await go(site.path);
      await fillIn(page);
      const body = { documentIds: [site.documentId], finalDueDate: "2026-04-01" };
      ok((await ask("changeFinalDueDate", { orgId: ORG, body })).ok);
      const other = await page.context().newPage();
      await other.goto(`${site.url}/providers`);
      const text = await other.innerText("main");
      match(text, /En retard \(0\)/);
      match(text, /échéance le 01\/04\/2026/);
      await depositsOnce(page, site);
    });
  },
);

providerTest(
  "without JavaScript: a form sent after its session ended deposits nothing, and is filled in again once the link was opened",
  async (window) => {
    const { site, page, go } = window;
    await go(site.path);
    await fillIn(page);
    await page.context().clearCookies();
    const shown = page.waitForNavigation();
    await page.click(DEPOSIT);
    await shown;
    match(await page.innerText("main"), /Votre session est terminée\u00A0: rien n’est déposé/);
    deepStrictEqual(await outcome(site), NOTHING);
    await openLink(window, { text: await linkOf(site) });
    await go(site.path);
    await fillIn(page);
    await depositsOnce(page, site);
  },
  { javaScriptEnabled: false },
);

providerTest(
  "many files: each is sent with its progress, goes on after a cut, and is deposited for the document its name says",
  async ({ site, page, go, errors }) => {
    await go("/providers/deposits");
    await page.setInputFiles("#files", [
      { ...chosen(LARGE), name: "attestation entretien.pdf" },
      { ...chosen(aPdf()), name: "facture.pdf" },
    ]);
    const sent: string[] = [];
    await page.route("**/deposits/parts", async (route) => {
      sent.push(/name="at"\r\n\r\n(\d+)/.exec(route.request().postData() ?? "")?.[1] ?? "");
      if (sent.length === 2) await route.abort();
      else await route.continue();
    });
    await page.click("text=Envoyer les fichiers");
    await said(page, "La connexion a été coupée");
    strictEqual(await page.locator("#sent li").count(), 1);
    await page.click("text=Envoyer les fichiers");
    await page.waitForSelector("fieldset");
    // The first file in three parts, the second of which is sent again, and the other file.
    deepStrictEqual(sent, ["0", PART, PART, String(2 * DEPOSIT_PART_BYTES), "0"]);
    await page.fill("[inputmode=decimal]", "90,5");
    await page.selectOption("fieldset:nth-of-type(2) select", "none");
    await page.click("text=Déposer les documents choisis");
    await page.waitForSelector("text=Déposé, attend sa validation");
    deepStrictEqual(await outcome(site), DONE);
    strictEqual(await page.locator("fieldset").count(), 0);
    // The cut is written to the console.
    deepStrictEqual(errors.filter((error) => !error.includes("ERR_FAILED")), []);
  },
);

providerTest(
  "the button of a deposit keeps the focus when the connection is cut, and when a file is refused",
  async ({ site, page, go }) => {
    const pressed = async (label: string) => {
      await page.locator(`button >> text=${label}`).focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector(".error");
      return await page.evaluate(() => document.activeElement?.textContent);
    };
    await go(site.path);
    await fillIn(page);
    await page.route("**/parts", (route) => route.abort());
    strictEqual(await pressed("Déposer le document"), "Déposer le document");
    match(await page.innerText("#said"), /La connexion a été coupée/);
    await go("/providers/deposits");
    await page.setInputFiles("#files", chosen(new Uint8Array()));
    strictEqual(await pressed("Envoyer les fichiers"), "Envoyer les fichiers");
    match(await page.innerText("#sent"), /Ce fichier est vide/);
  },
);
