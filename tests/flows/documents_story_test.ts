import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { ReceivedMail } from "@/tests/helpers/a_post_office.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { browserTest } from "@/tests/tools/browser.ts";
import {
  chosen,
  LANDLORD,
  openLink,
  signIn,
  type SiteWindow,
  withDocumentsSite,
} from "./documents_site.ts";

const PROVIDER = "depot@thermalia.example";
const REASON = "La signature manque & la page 2 est illisible <br>";
const RESERVE = "Rendement à surveiller";

// @spec contracting.mails, contracting.lists, deposits.receipt, contracting.verdict
browserTest(
  "document: requested by the pages, reminded by mail, deposited by the link, refused, deposited again, valid with a reserve, in the history",
  () =>
    withDocumentsSite(async (site) => {
      const heard: (readonly string[])[] = [];
      const asLandlord = (act: (window: SiteWindow) => Promise<void>) =>
        site.inWindow(async (window) => {
          heard.push(window.errors);
          await signIn(window);
          await act(window);
        });
      const asProvider = (mail: ReceivedMail, act: (window: SiteWindow) => Promise<void>) =>
        site.inWindow(async (window) => {
          heard.push(window.errors);
          await openLink(window, mail);
          await act(window);
        });
      await asLandlord(asksForDocument);
      // Due on 1 June, with a reminder from 2 May on.
      deepStrictEqual(await site.jobsAt("2026-05-01T06:00:00Z"), []);
      const [reminder, ...more] = await site.jobsAt("2026-05-02T06:00:00Z");
      ok(reminder);
      deepStrictEqual([more, reminder.to], [[], PROVIDER]);
      match(reminder.subject, /documents demandés par Bailleur/);
      match(
        reminder.text,
        /Attestation d’entretien, Les Lilas, contrat [^,]+, échéance le 01\/06\/2026/,
      );
      await asProvider(reminder, (window) => deposits(window, "82,5"));
      const letters = await site.jobsAt("2026-05-03T06:00:00Z");
      deepStrictEqual(recipients(letters), [LANDLORD, PROVIDER].sort());
      const receipt = letters.find(({ to }) => to === PROVIDER);
      match(receipt?.subject ?? "", /dépôt reçu, Attestation d’entretien, Les Lilas/);
      match(letters.find(({ to }) => to === LANDLORD)?.text ?? "", /En attente de validation/);
      await asLandlord((window) => decides(window, { state: "refused", comment: REASON }));
      const [refusal] = await site.jobsAt("2026-05-03T07:00:00Z");
      ok(refusal);
      strictEqual(refusal.to, PROVIDER);
      match(refusal.subject, /document refusé, Attestation d’entretien, Les Lilas/);
      ok(refusal.text.includes(`Motif du refus\u00A0: ${REASON}`), refusal.text);
      ok(refusal.html.includes("&amp; la page 2 est illisible &lt;br&gt;"), refusal.html);
      await asProvider(refusal, async (window) => {
        match(await window.page.innerText("main"), /Refusés \(1\)/);
        await deposits(window, "91");
      });
      await asLandlord((window) => decides(window, { state: "subject-valid", comment: RESERVE }));
      await asLandlord(readsHistory);
      const letter = (await site.jobsAt("2026-05-03T08:00:00Z")).at(-1);
      ok(letter);
      match(letter.subject, /document validé avec réserve, Attestation d’entretien, Les Lilas/);
      ok(letter.text.includes(`Réserve\u00A0: ${RESERVE}`), letter.text);
      await asProvider(letter, async ({ page }) => {
        await page.click("text=Déposés et validés");
        await page.waitForURL("**list=deposited");
        match(await page.innerText("main"), /Validé avec réserve, déposé le 03\/05\/2026/);
      });
      deepStrictEqual(heard.flat(), []);
    }),
);

/** Creates an entry in each of the four registers, each after the ones it refers to. */
async function asksForDocument({ page, go }: SiteWindow): Promise<void> {
  await go("/home/contracting/providers");
  await fill(page, "#new", { name: "Thermalia", emails: PROVIDER });
  await submit(page, "#new", "Ajouter");
  await go("/home/contracting/typedocs");
  await fill(page, "#new", { name: "Attestation d’entretien" });
  await submit(page, "#new", "Ajouter");
  await fill(page, "#values", { name: "Rendement", min: "85", unit: "%" });
  await submit(page, "#values", "Ajouter");
  await go("/home/contracting/contracts");
  await fill(page, "#new", { name: "Exploitation", code: "P2" });
  await chooseResidence(page);
  await submit(page, "#new", "Ajouter");
  await go("/home/contracting/requests/new");
  await page.selectOption("select[name=typedoc]", { label: "Attestation d’entretien" });
  await submit(page, "main", "Continuer");
  await page.selectOption("select[name=providerId]", { label: "Thermalia" });
  await page.selectOption("select[name=contractId]", { label: "Exploitation" });
  await fill(page, "main", { firstRequest: "2026-06-01", reminder: "30" });
  await chooseResidence(page);
  await submit(page, "main", "Demander");
  match(await page.innerText("main"), /Attestation d’entretien/);
}

async function chooseResidence(page: Page): Promise<void> {
  await page.click("text=Choisir des résidences");
  await page.check(`dialog[open] input[value="${PROJECT}"]`);
  await page.click('dialog[open] >> text="Valider"');
}

async function deposits({ page }: SiteWindow, efficiency: string): Promise<void> {
  await page.click("main >> text=Attestation d’entretien");
  await page.setInputFiles("#file", chosen(aPdf()));
  await page.fill("main [inputmode=decimal]", efficiency);
  await page.click("button >> text=Déposer le document");
  await page.waitForURL("**/providers?saved=deposit*");
  match(await page.innerText("main"), /Votre document est déposé/);
}

async function decides(
  { page, go }: SiteWindow,
  { state, comment }: { state: string; comment: string },
): Promise<void> {
  await go("/home/documents/to-validate");
  await page.click("table >> text=Attestation d’entretien");
  const isShown = (name: string) => page.isVisible(`main [name=${name}]`);
  const shownFor: [string, boolean, boolean][] = [];
  for (const verdict of ["", "valid", "subject-valid", "refused"]) {
    await page.selectOption("select[name=state]", verdict);
    shownFor.push([verdict, await isShown("comment"), await isShown("compliance")]);
  }
  deepStrictEqual(shownFor, [
    ["", false, true],
    ["valid", false, true],
    ["subject-valid", true, true],
    ["refused", true, false],
  ]);
  await page.selectOption("select[name=state]", state);
  await page.fill("textarea[name=comment]", comment);
  await submit(page, "main", "Valider la décision");
  strictEqual(new URL(page.url()).pathname, "/home/documents/to-validate");
}

async function readsHistory({ page, go }: SiteWindow): Promise<void> {
  await go("/home/documents/history/2026");
  const rows = (await page.locator("tbody tr").allInnerTexts()).join("\n");
  match(rows, /Refusé/);
  match(rows, /Validé avec réserves?/);
  await page.click("tr:has-text('Validé avec réserve') a");
  await page.waitForURL("**/home/documents/all/**");
  const text = await page.innerText("main");
  match(text, /Rendement à surveiller/);
  match(text, /91/);
}

async function fill(page: Page, within: string, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await page.fill(`${within} [name="${name}"]`, value);
  }
}

async function submit(page: Page, within: string, label: string): Promise<void> {
  const shown = page.waitForNavigation();
  await page.click(`${within} button:text-is("${label}")`);
  await shown;
}

function recipients(mails: readonly ReceivedMail[]): string[] {
  return mails.map(({ to }) => to).sort();
}
