import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { callAs, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { inOrg } from "@/tests/helpers/a_register.ts";
import { at, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type VisitedSite, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { REQUEST } from "@/tests/helpers/referring.ts";
import {
  aBilan,
  act,
  addTerms,
  aHeatedRoom,
  anOperator,
  OPERATOR_EMAIL,
  send,
  SETTLER,
} from "./builders.ts";

const GONE = /Ce lien n’est plus valable/;

/** Runs a test with a statement that was sent, and the address of its link. */
function withStatement(
  test: (
    sent: VisitedSite & {
      readonly token: string;
      readonly at: typeof at & { boilerRoomId: string };
    },
  ) => Promise<void>,
): Promise<void> {
  return withVisitor(SETTLER, async (visited) => {
    const { site, ask } = visited;
    const place = { ...at, boilerRoomId: await aHeatedRoom(site, ask) };
    await addTerms(ask, place);
    const { token } = await answerOf(send(ask, place));
    await test({ ...visited, token, at: place });
  });
}

// @spec settlement.link
Deno.test("the token of a link is stored nowhere in clear, and its page leaves it to no other and no cache", () =>
  withStatement(async ({ site, token, at: place }) => {
    const stranger = site.visitor();
    const link = links.sentStatement({ ...place, statementId: "2024-1" }, token);
    const page = await stranger.get(link);
    match(page.text, /Décompte 2024-2025\s: Envoyé 1\s092,72\s€ TTC à verser par le bailleur/);
    match(
      page.text,
      /01\/05\/2025 au 20\/05\/2025 48\s000\skWh 200 DJU, 20\sjours valides sur 20, 0,07850/,
    );
    deepStrictEqual(
      ["referrer-policy", "cache-control"].map((name) => page.headers.get(name)),
      ["no-referrer", "no-store"],
    );
    for await (const { key, value } of site.store.list({ prefix: [] })) {
      const text = JSON.stringify([key, value], (_, one) => typeof one === "bigint" ? "" : one);
      ok(!text.includes(token), JSON.stringify(key));
    }
  }));

// @spec settlement.link, settlement.states
Deno.test("a link opens its statement alone, and nothing once it is withdrawn or revoked", () =>
  withStatement(async ({ site, ask, token, at: place }) => {
    const stranger = site.visitor();
    const statement = { ...place, statementId: "2024-1" };
    const link = links.sentStatement(statement, token);
    const wrong = [
      links.sentStatement({ ...statement, statementId: "2024-2" }, token),
      links.sentStatement({ ...statement, boilerRoomId: "other" }, token),
      links.sentStatement({ ...statement, projectId: "other" }, token),
      links.sentStatement(statement, token.slice(0, -1)),
      links.sentStatement(statement, token.toUpperCase()),
      links.sentStatement(statement),
    ];
    for (const path of wrong) {
      match((await stranger.get(path)).text, GONE);
      strictEqual((await stranger.post(path, { accept: "on", comment: "" })).status, 404);
    }
    // The link gives no access to what it is made of.
    strictEqual(
      (await stranger.get(links.settlement(PROJECT, place.boilerRoomId, 2024))).status,
      303,
    );
    const comment = { contest: "on", comment: "<img src=x onerror=alert(1)>" };
    strictEqual((await stranger.post(link, comment)).status, 303);
    ok(!(await stranger.get(link)).html.includes("<img src=x"));
    const { html } = await (await site.signIn()).get(links.settlement(PROJECT, place.boilerRoomId));
    ok(html.includes("&lt;img src=x") && !html.includes("<img src=x"));
    await answerOf(act(ask, statement, "revoke-link"));
    match((await stranger.get(link)).text, GONE);
    // What its holder typed meanwhile is shown again, with a file or without.
    const late = new FormData();
    late.set("contest", "on");
    late.set("comment", "Le compteur était en panne");
    late.set("file", new File([new Uint8Array(300_000)], "relevé.pdf"));
    for (const body of [late, { contest: "on", comment: "Le compteur était en panne" }]) {
      const answer = await stranger.post(link, body);
      strictEqual(answer.status, 404);
      match(answer.text, /n’est pas parti.*Le compteur était en panne .*n’est plus valable/);
    }
    const again = await answerOf(send(ask, place));
    const second = { ...place, statementId: again.id };
    await answerOf(act(ask, second, "withdraw"));
    match((await stranger.get(links.sentStatement(second, again.token))).text, GONE);
  }));

// @spec settlement.link, settlement.states
Deno.test("two answers at once: one is taken, the comment of the other is shown again", () =>
  withStatement(async ({ site, ask, token, at: place }) => {
    const link = links.sentStatement({ ...place, statementId: "2024-1" }, token);
    const [tab, other] = [site.visitor(), site.visitor()];
    const answers = await Promise.all([
      tab.post(link, { accept: "on", comment: "Bien reçu" }),
      other.post(link, { contest: "on", comment: "Compteur faux" }),
    ]);
    deepStrictEqual(answers.map(({ status }) => status).sort(), [303, 409]);
    const refused = answers.find(({ status }) => status === 409);
    match(refused?.text ?? "", /n’est pas parti.*(Bien reçu|Compteur faux)/);
    ok(!refused?.html.includes("Contester le décompte"));
    const { sent: [statement] } = await answerOf(ask("getSettlement", { ...place, year: "2024" }));
    strictEqual(statement?.acts.length, 2);
    // The landlord's own comment on a statement that was answered meanwhile is kept too.
    const landlord = await site.signIn();
    const late = await landlord.post(links.settlement(PROJECT, place.boilerRoomId, 2024), {
      form: "statement",
      key: "2024-1",
      intent: "withdraw",
      comment: "À revoir ensemble",
    });
    strictEqual(late.status, 409);
    match(late.text, /l’état du décompte a changé.*À revoir ensemble/);
  }));

// @spec settlement.frozen, settlement.price
Deno.test("a provisional price is not sent, nor a season that has no price", () =>
  withVisitor(SETTLER, async ({ site, ask }) => {
    const place = { ...at, boilerRoomId: await aHeatedRoom(site, ask) };
    const components = [
      { p0: "0.062", a: "0.15", terms: [{ b: "0.80", indexName: "PEG", index0: "95.0" }] },
    ];
    await addTerms(ask, place, { components });
    strictEqual(await codeOfCall(send(ask, place)), "statement-not-ready");
    const months = ["2024-10", "2024-11", "2024-12", "2025-01", "2025-02", "2025-03", "2025-04"];
    const values = [...months, "2025-05"].map((month) => (
      { indexName: "PEG", month, value: "108.3", origin: "" }
    ));
    const type = async (some: typeof values) => {
      const { version } = await answerOf(ask("getPriceIndexes", at));
      await answerOf(ask("putPriceIndexes", { ...at, body: { values: some, version } }));
    };
    await type(values.slice(0, -1));
    strictEqual(await codeOfCall(send(ask, place)), "statement-not-ready");
    await type(values);
    strictEqual(await codeOfCall(send(ask, place)), "ok");
    // 0.15 + 0.80 is not 1: it is told, not refused.
    const visitor = await site.signIn();
    const page = await visitor.get(links.energyTerms(PROJECT, place.boilerRoomId));
    match(page.text, /la somme des parts n’est pas 1 dans 0,062 × \(0,15 \+ 0,80 PEG\/95,0\)/);
    strictEqual((await answerOf(ask("listSettlements", { orgId: ORG, year: "2024" }))).length, 1);
  }));

// @spec settlement.rows
Deno.test("a season without recorded dates has those of the contract", () =>
  withVisitor(SETTLER, async ({ site, ask, visitor }) => {
    const place = { ...at, boilerRoomId: await aHeatedRoom(site, ask) };
    const body = someTerms({ seasonStart: "10-15", seasonStop: "05-01" });
    await answerOf(ask("createEnergyTerms", { ...place, body }));
    const page = await visitor.get(links.settlement(PROJECT, place.boilerRoomId, 2024));
    match(page.text, /Période du 15\/10\/2024 au 01\/05\/2025 199\sjours/);
    match(page.text, /Conditions 01\/07\/2020 en vigueur dans la saison/);
  }));

// @spec settlement.frozen
Deno.test("a boiler room whose statement was sent is not deleted, its terms are", () =>
  withStatement(async ({ ask, at: place }) => {
    const [terms] = await answerOf(ask("listEnergyTerms", place));
    await answerOf(ask("deleteEnergyTerms", { ...place, termsId: terms?.id ?? "" }));
    const prices = await answerOf(ask("listEnergyPrices", at));
    for (const { id } of prices) await answerOf(ask("deleteEnergyPrice", { ...at, priceId: id }));
    const deletion = ask("deleteEquipment", { ...at, equipmentId: place.boilerRoomId });
    strictEqual(await codeOfCall(deletion), "has-statements");
    // What was sent keeps the terms and prices that it had.
    const { sent: [statement] } = await answerOf(ask("getSettlement", { ...place, year: "2024" }));
    deepStrictEqual(
      [statement?.state, statement?.sheet.terms?.nbKWh, statement?.sheet.statement?.ttc],
      ["sent", 600_000, "1092.72"],
    );
  }));

// @spec settlement.rows
Deno.test("days missing between two true indexes cost nothing: the register holds them", () =>
  withVisitor(SETTLER, async ({ site, ask }) => {
    const boilerRoomId = await aHeatedRoom(
      site,
      ask,
      "Chaufferie",
      (date) => date < "2025-01-08" || date > "2025-01-20",
    );
    const place = { ...at, boilerRoomId };
    await addTerms(ask, place);
    const { draft } = await answerOf(ask("getSettlement", { ...place, year: "2024" }));
    deepStrictEqual(
      [draft.statement?.nc, draft.statement?.reference, draft.statement?.coveragePercent],
      [556_800, 580_000, 100],
    );
  }));

// @spec settlement.mails, settlement.contract
Deno.test("the operator has the link by mail, and the sender has a mail of the answer", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    const boilerRoomId = await aHeatedRoom(built, ask);
    const contractId = await anOperator(built, ask);
    const place = { ...at, boilerRoomId };
    await addTerms(ask, place, { contractId });
    const { token, mailedCount, id: statementId } = await answerOf(send(ask, place));
    strictEqual(mailedCount, 1);
    const opened = { ...place, statementId };
    const [sent] = await queuedMails(built.store);
    ok(sent?.letter?.kind === "statement-sent");
    deepStrictEqual([sent.to, sent.letter.path], [
      OPERATOR_EMAIL,
      links.sentStatement(opened, token),
    ]);
    const body = { token, act: "contest", comment: "Compteur faux" } as const;
    await answerOf(callAs(built, ANONYMOUS)("answerSentStatement", { ...opened, body }));
    const mails = await queuedMails(built.store);
    const { letter, to } = mails.find(({ letter }) => letter?.kind === "statement-answered") ?? {};
    ok(letter?.kind === "statement-answered");
    deepStrictEqual([to, letter.state, letter.comment, letter.path], [
      "ada@bailleur.fr",
      "contested",
      "Compteur faux",
      links.inOrganisation(ORG, links.settlement(PROJECT, boilerRoomId, 2024)),
    ]);
    // 2 320 of 2 400 DJU, 23 200 kWh saved at 0.0785, half of it, with VAT.
    const { sent: [statement] } = await answerOf(ask("getSettlement", { ...place, year: "2024" }));
    strictEqual(statement?.sheet.statement?.ttc, "1092.72");
    deepStrictEqual(statement?.acts.map(({ by }) => by), ["Ada Durand", "lien de l’exploitant"]);
  }));

// @spec settlement.mails
Deno.test("without a contract of documents nobody has the link by mail", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    const boilerRoomId = await aHeatedRoom(built, ask);
    const place = { ...at, boilerRoomId };
    await addTerms(ask, place);
    const { mailedCount } = await answerOf(send(ask, place));
    deepStrictEqual([mailedCount, await queuedMails(built.store)], [0, []]);
  }));

// @spec settlement.run
Deno.test("a run sends each ready statement once, to operators who have an address", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    const rooms = [await aHeatedRoom(built, ask), await aHeatedRoom(built, ask, "Annexe")];
    const contractId = await anOperator(built, ask);
    const [tied = "", alone = ""] = rooms;
    await answerOf(
      ask("createEnergyTerms", { ...at, boilerRoomId: tied, body: someTerms({ contractId }) }),
    );
    await answerOf(ask("createEnergyTerms", { ...at, boilerRoomId: alone, body: someTerms() }));
    const run = async () =>
      await answerOf(ask("sendSettlements", { orgId: ORG, year: "2024", body: { after: null } }));
    deepStrictEqual(await run(), { sentCount: 1, doneCount: 2, count: 2, after: null });
    deepStrictEqual(await run(), { sentCount: 0, doneCount: 2, count: 2, after: null });
    strictEqual((await queuedMails(built.store)).length, 1);
    const wrong = ask("sendSettlements", { orgId: ORG, year: "last", body: { after: null } });
    strictEqual(await codeOfCall(wrong), "bad-period");
    const last = `${PROJECT}/${rooms.toSorted().at(-1)}`;
    const rest = ask("sendSettlements", { orgId: ORG, year: "2024", body: { after: last } });
    deepStrictEqual(await answerOf(rest), { sentCount: 0, doneCount: 2, count: 2, after: null });
  }));

/** A statement that was accepted, of terms tied to no contract. */
async function anAccepted(built: TestPlatform, ask: CallFunction) {
  const boilerRoomId = await aHeatedRoom(built, ask);
  const contractId = await anOperator(built, ask);
  const place = { ...at, boilerRoomId };
  const termsId = await addTerms(ask, place);
  const { id: statementId } = await answerOf(send(ask, place));
  const statement = { ...place, statementId };
  const deposit = () => ask("depositSettlement", statement);
  strictEqual(await codeOfCall(deposit()), "statement-state");
  await answerOf(act(ask, statement, "accept"));
  return { place, deposit, contractId, termsId };
}

async function documentsOf({ store }: TestPlatform) {
  const all = await listStored(store, keys.document.under(ORG), documentRecord);
  return all.map(({ record }) => record).filter(({ file }) => file !== null);
}

// @spec settlement.deposit
Deno.test("an accepted statement is deposited once, valid, under the contract of its terms", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    const { place, deposit, contractId, termsId } = await anAccepted(built, ask);
    strictEqual(await codeOfCall(deposit()), "statement-typedoc");
    await aBilan(ask);
    strictEqual(await codeOfCall(deposit()), "statement-contract");
    const [terms] = await answerOf(ask("listEnergyTerms", place));
    const body = { ...someTerms({ contractId }), version: terms?.version ?? "" };
    await answerOf(ask("putEnergyTerms", { ...place, termsId, body }));
    await answerOf(deposit());
    const [document, ...others] = await documentsOf(built);
    deepStrictEqual([document?.state, document?.projectId, document?.equipmentId, others], [
      "valid",
      PROJECT,
      place.boilerRoomId,
      [],
    ]);
    deepStrictEqual(document?.data.map(({ value }) => value), ["556800", "580000"]);
    match(document?.file?.name ?? "", /^Décompte 2024-2025, Chaufferie\.pdf$/);
    const [request] = await answerOf(ask("listRequests", inOrg));
    deepStrictEqual([request?.close, request?.contractId], [true, contractId]);
    strictEqual(await codeOfCall(deposit()), "statement-state");
    const { sent: [sent] } = await answerOf(ask("getSettlement", { ...place, year: "2024" }));
    strictEqual(sent?.document?.requestId, request?.id);
  }));

// @spec settlement.deposit
Deno.test("a statement fills the document of its type that is awaited, which is asked no more", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    const { deposit, contractId } = await anAccepted(built, ask);
    const typedocId = await aBilan(ask);
    const [provider] = await answerOf(ask("listProviders", inOrg));
    const names = { typedocId, contractId, providerId: provider?.id ?? "" };
    const body = { ...REQUEST, ...names, rate: 0, firstRequest: "2026-02-20", reminder: 60 };
    await answerOf(ask("createRequest", { ...inOrg, body }));
    await answerOf(deposit());
    deepStrictEqual((await documentsOf(built)).map(({ state, dueDate }) => [state, dueDate]), [
      ["valid", "2026-02-20"],
    ]);
    strictEqual((await answerOf(ask("listRequests", inOrg))).length, 1);
  }));

const PAGE = links.settlement("p01", "p01-c1", 2024);
const FORM = { form: "statement", comment: "" };

/** Sends the statement of the page; returns the address of the operator's link. */
async function sent(landlord: Visitor): Promise<string> {
  const answer = await landlord.post(PAGE, { ...FORM, key: "", intent: "send" });
  const address = /<code>[^<]*(\/statements\/[^<]+)<\/code>/.exec(answer.html)?.[1];
  ok(address !== undefined, answer.text);
  match(answer.text, /part aussi par mail à l’exploitant, 1\sadresse/);
  return address;
}

// @spec settlement.frozen, settlement.link, settlement.states, settlement.pdf, settlement.table
// @spec settlement.contest, settlement.settled
Deno.test("a statement is sent, contested, sent again, accepted and closed; its link is revoked", () =>
  asLandlord(async (landlord) => {
    match((await landlord.get(PAGE)).text, /Brouillon, calculé à l’instant/);
    const first = await sent(landlord);
    const [path = "", token = ""] = first.split("?token=");
    // Opening the link changes nothing, however often.
    for (let times = 0; times < 3; times++) {
      match((await landlord.get(first)).text, /Décompte 2024-2025\s: Envoyé/);
    }
    match((await landlord.get(PAGE)).text, /Décompte 2024-2025\s: Envoyé/);
    const other = path.replace("p01-c1", "p02-c1");
    match((await landlord.get(`${other}?token=${token}`)).text, GONE);
    // Another statement waits for the answer to this one.
    const twice = await landlord.post(PAGE, { ...FORM, key: "", intent: "send" });
    match(twice.text, /pourra être envoyé ensuite/);
    match(
      (await landlord.post(first, { contest: "on", comment: " " })).text,
      /se conteste avec un commentaire/,
    );
    const contest = (file: File) => {
      const form = new FormData();
      form.set("contest", "on");
      form.set("comment", "Compteur faux");
      form.set("file", file);
      return landlord.post(first, form);
    };
    // The rules of a provider's deposit; nothing is contested by a wrong file.
    const refused = await contest(new File(["<html>"], "relevé.html"));
    strictEqual(refused.status, 400);
    match(refused.text, /PDF/);
    match((await landlord.get(PAGE)).text, /Décompte 2024-2025\s: Envoyé/);
    const contested = await contest(new File([aPdf()], "relevé/../du compteur.pdf"));
    strictEqual(contested.status, 303);
    const answered = await landlord.get(PAGE);
    match(answered.text, /Contesté \d.* lien de l’exploitant Compteur faux du compteur.pdf/);
    const file = /href="([^"]*settlement\/file\/2024-1)"/.exec(answered.html)?.[1] ?? "";
    const joined = await landlord.get(file);
    deepStrictEqual(
      [joined.status, joined.headers.get("content-type")],
      [200, "application/pdf"],
    );
    match(joined.headers.get("content-disposition") ?? "", /attachment/);
    strictEqual((await landlord.get(file.replace("2024-1", "2024-9"))).status, 404);
    const second = await sent(landlord);
    match(second, /2024-2\?token=/);
    // The version that was contested is kept; only the latest is answered.
    const old = await landlord.get(`${PAGE}&version=1`);
    match(old.text, /Décompte 2024-2025\s: Contesté .*Compteur faux/);
    ok(!old.text.includes("Suite à donner"));
    strictEqual((await landlord.post(second, { accept: "on", comment: "" })).status, 303);
    const act = (intent: string) => landlord.post(PAGE, { ...FORM, key: "2024-2", intent });
    const season = links.energyBalance("p01", "p01-c1", "monthly-shifted/2024");
    match((await landlord.get(season)).text, /Coût de l’écart\s: environ/);
    strictEqual((await act("close")).status, 303);
    // What is settled stands in place of its estimate.
    const settled = await landlord.get(season);
    match(
      settled.text,
      /Décompté\s: [\d\s]+,\d\d\s€ TTC à verser par .*, Décompte 2024-2025, version 2 \./,
    );
    ok(!settled.text.includes("Coût de l’écart"));
    ok(settled.html.includes("season=2024&amp;version=2"));
    match((await landlord.get(PAGE)).text, /version 2\s: Clos/);
    match((await act("contest")).text, /l’état du décompte a changé/);
    strictEqual((await act("revoke-link")).status, 303);
    match((await landlord.get(second)).text, GONE);
    const table = await landlord.get(`${links.settlements(2024)}?filter:state=Clos`);
    match(table.text, /1\sdécompte envoyé, 0 sans réponse, à verser par le bailleur/);
    match(
      table.text,
      /Les Tilleuls Chaufferie principale Marché 2019-01 Thermalia Exploitation Clos/,
    );
    match((await landlord.get(`${links.settlements(2024)}?csv=semicolon`)).html, /;Clos;/);
    // Each version that was sent has its PDF.
    match(
      (await landlord.get(`${PAGE}&version=1`)).html,
      /settlement\/pdf\?season=2024&amp;version=1"/,
    );
    for (const query of ["season=2024", "season=2024&version=1"]) {
      const pdf = await landlord.get(links.settlementPdf("p01", "p01-c1", query));
      strictEqual(pdf.headers.get("content-type"), "application/pdf");
    }
    const gone = links.settlementPdf("p01", "p01-c1", "season=2024&version=9");
    strictEqual((await landlord.get(gone)).status, 404);
  }));
