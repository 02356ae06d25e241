import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { organisationRecord } from "@/lib/organisations/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { aMember, at, ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { priceDraft, someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { axeViolations, browserTest, withPage } from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { aBilan, aHeatedRoom, anOperator, SETTLER } from "./builders.ts";

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
          const body = priceDraft({ boilerRoomId, from: "2025-01-01", price: "90" });
          await answerOf(ask("createEnergyPrice", { ...at, body }));
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

const READER = "grace@dalkia.fr";

const textOf = async (page: Page) => await page.textContent("main") ?? "";

// @spec settlement.parts, settlement.link, settlement.states, settlement.pdf
browserTest(
  "a contract is ended in mid-season, both are settled; two tabs answer at once; a foreign reader acts on nothing",
  () =>
    withSite(async (site) => {
      const { ask } = await aMember(site, SETTLER);
      const boilerRoomId = await aHeatedRoom(site, ask);
      const place = { ...at, boilerRoomId };
      await answerOf(
        ask("createEnergyTerms", { ...place, body: someTerms({ operator: "Dalkia" }) }),
      );
      // Who administers another organisation, and only reads this one's boiler rooms.
      await someone(site, { email: READER, roles: ["collect:boilerroom:read"] });
      const accountId = String((await site.store.get(keys.accountByEmail(READER))).value);
      const { value: organisation } = await readEntry(
        site.store,
        keys.org(ORG),
        organisationRecord,
      );
      const inAnother = site.store.atomic()
        .set(keys.org("org2"), { ...organisation, name: "Dalkia" })
        .set(keys.member("org2", accountId), { isAdmin: true })
        .set(keys.orgOfAccount(accountId, "org2"), true);
      await inAnother.commit();
      await withServer(site.handler, ({ url }) =>
        withPage(async (page, errors) => {
          const go = async (path: string, in_: Page = page) =>
            (await in_.goto(url + path))?.status();
          const signIn = (email = "ada@bailleur.fr") =>
            page.request.post(url + LOGIN_PATH, {
              form: { email, password: PASSWORD },
              headers: { origin: url },
              maxRedirects: 0,
            });
          await signIn();
          await page.setViewportSize({ width: 390, height: 844 });

          // The end of the contract is typed, first before its beginning.
          await go(links.energyTerms(PROJECT, boilerRoomId));
          await page.click("main a:has-text('01/07/2020')");
          const ending = async (day: string) => {
            await page.fill("#terms [name=to]", day);
            await page.click("#terms button:has-text('Enregistrer')");
          };
          await ending("2020-06-30");
          await page.waitForSelector("#terms [aria-invalid=true]");
          await ending("2024-12-31");
          await page.waitForSelector("td:has-text('31/12/2024')");
          await answerOf(ask("createEnergyTerms", {
            ...place,
            body: someTerms({ from: "2025-01-01" }),
          }));

          // Each contract has its own draft, by the season's buttons.
          const path = links.settlement(PROJECT, boilerRoomId, 2024);
          await go(path);
          match(await textOf(page), /du 01\/10\/2024 au 31\/12\/2024[\s\S]*230\s000\skWh/);
          deepStrictEqual(await axeViolations(page), []);
          await page.click("a:has-text('Thermalia, du 01/01/2025')");
          match(await textOf(page), /350\s000\skWh/);
          await page.click("#statement button:has-text('Envoyer')");
          const link = await page.textContent(".notice code") ?? "";
          match(
            await textOf(page),
            /Décompte 2024-2025, du 01\/01\/2025 au 20\/05\/2025\s: Envoyé/,
          );
          await page.click("a:has-text('Dalkia, du')");
          match(await textOf(page), /Brouillon, calculé à l’instant/);

          // Two tabs of the operator: one accepts, the other then contests; its words are kept.
          const tab = await page.context().newPage();
          await page.goto(link);
          await tab.goto(link);
          await tab.fill("#comment", "Le compteur était en panne");
          await page.click("button:has-text('Accepter')");
          match(await textOf(page), /Accepté/);
          await tab.click("button:has-text('Contester')");
          await tab.waitForSelector("#unsent");
          strictEqual(await tab.inputValue("#unsent"), "Le compteur était en panne");
          match(await textOf(tab), /Accepté/);
          deepStrictEqual(await axeViolations(tab), []);
          await tab.close();
          // Back shows no form that would act on what was accepted.
          await page.goBack();
          await page.reload();
          strictEqual(await page.locator("button:has-text('Accepter')").count(), 0);

          // A reader of another organisation sees the statement, and acts on nothing.
          await page.context().clearCookies();
          await signIn(READER);
          const second = links.settlement(PROJECT, boilerRoomId, 2024, "2025-01-01");
          strictEqual(await go(second), 200);
          match(await textOf(page), /Accepté/);
          strictEqual(await page.locator("#statement").count(), 0);
          strictEqual(await page.locator("a:has-text('Conditions')").count(), 0);
          const href = await page.getAttribute("main a:has-text('PDF')", "href");
          const pdf = await page.request.get(`${url}${href}`);
          strictEqual(pdf.headers()["content-type"], "application/pdf");
          strictEqual(await go(links.energyTerms(PROJECT, boilerRoomId)), 403);
          const forced = await page.request.post(url + second, {
            form: { form: "statement", key: "2024-1", intent: "close", comment: "" },
            headers: { origin: url },
          });
          strictEqual(forced.status(), 403);
          match((await answerOf(ask("listStatements", place)))[0]?.state ?? "", /accepted/);
          // Once they have left this one, nothing of it.
          await answerOf(ask("removeOrgUser", { orgId: ORG, email: READER }));
          strictEqual(await go(second), 404);
          strictEqual(await go(links.settlements(2024)), 403);
          strictEqual(errors.filter((one) => !/status of (400|403|404|409)/.test(one)).length, 0);
        }));
    }, { now: "2025-05-23T10:00:00Z" }),
);
