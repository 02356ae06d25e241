import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { axeViolations, browserTest, withPage } from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { aBilan, aHeatedRoom, anOperator, SETTLER } from "./a_heated_room.ts";

const TERMS = {
  from: "2024-07-01",
  operator: "Thermalia",
  nbKWh: "600000",
  djuContract: "2400",
  q: "100",
  saving: "tout : 1/2",
  excess: "jusqu’à 15 % : 2/3\nau-delà : 1",
  neutralPct: "0",
  vatPercent: "20",
};

const CHOICES = {
  kind: "MCI",
  energyBasis: "PCS",
  neutralMode: "deductible",
  priceBasis: "consumed",
};

/** Types the terms of the contract, tied to the contract of documents. */
async function typeTerms(page: Page, contractId: string): Promise<void> {
  const field = (name: string) => page.locator(`#terms [name="${name}"]`);
  for (const [name, value] of Object.entries(TERMS)) await field(name).fill(value);
  for (const [name, value] of Object.entries({ ...CHOICES, contractId })) {
    await field(name).selectOption(value);
  }
  await page.click("#terms button:has-text('Ajouter')");
  await page.waitForSelector("td:has-text('MCI')");
}

const act = (page: Page, words: string) => page.click(`#statement button:has-text("${words}")`);

/** Sends the statement; the address of the operator's link. */
async function send(page: Page, words = "Envoyer à l’exploitant"): Promise<string> {
  await act(page, words);
  const link = await page.textContent("[role=status] code, .notice code");
  ok(link !== null);
  return link;
}

// @spec settlement.terms, settlement.link, settlement.contest, settlement.states, settlement.deposit, settlement.frozen, settlement.run
browserTest(
  "terms are typed, the season ends, its statement is contested, sent again, accepted, closed, deposited, corrected",
  () =>
    withSite(async (site) => {
      const { ask } = await aMember(site, SETTLER);
      const boilerRoomId = await aHeatedRoom(site, ask);
      const contractId = await anOperator(site, ask);
      await aBilan(ask);
      await withServer(site.handler, ({ url }) =>
        withPage(async (page, errors) => {
          const go = async (path: string) => (await page.goto(url + path))?.status();
          const signIn = () =>
            page.request.post(url + LOGIN_PATH, {
              form: { email: "ada@bailleur.fr", password: PASSWORD },
              headers: { origin: url },
              maxRedirects: 0,
            });
          await signIn();
          await go(links.energyTerms(PROJECT, boilerRoomId));
          await typeTerms(page, contractId);
          const path = links.settlement(PROJECT, boilerRoomId, 2024);
          await go(path);
          match(await page.textContent("main") ?? "", /la saison n’est pas finie/);
          strictEqual(await page.locator("#statement").count(), 0);

          site.clock.goTo("2025-05-23T10:00:00Z");
          await signIn();
          await go(path);
          match(await page.textContent("main") ?? "", /1\s?092,72\s€/);
          const first = await send(page);

          // The operator, without an account, in the portal.
          await page.context().clearCookies();
          strictEqual(await go(first.replace(url, "")), 200);
          deepStrictEqual(await axeViolations(page), []);
          await page.click("button:has-text('Contester')");
          match(await page.textContent("main") ?? "", /se conteste avec un commentaire/);
          await page.fill("#comment", "Compteur remplacé");
          await page.setInputFiles("#file", {
            name: "relevé.pdf",
            mimeType: "application/pdf",
            buffer: Buffer.from(aPdf()),
          });
          await page.click("button:has-text('Contester')");
          match(await page.textContent("main") ?? "", /Contesté .*Compteur remplacé/);
          await signIn();

          await go(path);
          const download = page.waitForEvent("download");
          await page.click("a:has-text('relevé.pdf')");
          strictEqual((await download).suggestedFilename(), "relevé.pdf");
          const second = await send(page);
          await go(second.replace(url, ""));
          await page.click("button:has-text('Accepter')");
          match(await page.textContent("main") ?? "", /version 2\s: Accepté/);
          await go(path);
          await act(page, "Clore le décompte");
          match(await page.textContent("main") ?? "", /version 2\s: Clos/);
          await act(page, "Déposer comme");
          await page.click("a:has-text('dans les documents')");
          match(await page.textContent("main") ?? "", /Bilan d.intéressement annuel[\s\S]*Valid/);

          // A later price changes nothing of what is closed; a correction of other figures is sent.
          const price = {
            boilerRoomId,
            fuel: "gaz" as const,
            from: "2025-01-01",
            price: "90",
            unit: "€/MWh" as const,
            vatPercent: "20",
            annualFixed: "0",
            fixedVatPercent: "20",
            supplier: "",
            origin: "",
          };
          await answerOf(ask("createEnergyPrice", { projectId: PROJECT, body: price }));
          await go(path);
          match(await page.textContent("main") ?? "", /1\s?092,72\s€/);
          await send(page, "Envoyer un rectificatif");
          match(
            await page.textContent("main") ?? "",
            /Rectificatif du décompte 2024-2025, version 3[\s\S]*Différence avec le décompte clos/,
          );
          deepStrictEqual(await axeViolations(page), []);
          const pdf = await page.pdf({ format: "A4" });
          strictEqual(new TextDecoder().decode(pdf.subarray(0, 5)), "%PDF-");

          // Nothing is left to send in a run, which says so.
          await go(links.settlements(2024));
          await page.click("button:has-text('Envoyer les décomptes prêts')");
          match(
            await page.textContent("main") ?? "",
            /0\sdécompte envoyé[\s\S]*1\schaufferie lue sur 1/,
          );
          // The contest without a comment.
          strictEqual(errors.length, 1);
          match(errors[0] ?? "", /status of 400/);
        }));
    }, { now: "2025-05-18T10:00:00Z" }),
);
