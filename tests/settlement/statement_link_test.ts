import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { at, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aHeatedRoom, SETTLER } from "./a_heated_room.ts";

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
    await answerOf(ask("createEnergyTerms", { ...place, body: someTerms() }));
    const { token } = await answerOf(
      ask("sendSettlement", { ...place, year: "2024", body: { contract: null } }),
    );
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
    const act = (act: "revoke-link") =>
      ask("actOnSettlement", { ...statement, body: { act, comment: "" } });
    await answerOf(act("revoke-link"));
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
    const again = await answerOf(
      ask("sendSettlement", { ...place, year: "2024", body: { contract: null } }),
    );
    const second = { ...place, statementId: again.id };
    await answerOf(
      ask("actOnSettlement", { ...second, body: { act: "withdraw", comment: "" } }),
    );
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
    await answerOf(ask("createEnergyTerms", { ...place, body: someTerms({ components }) }));
    const send = () =>
      codeOfCall(ask("sendSettlement", { ...place, year: "2024", body: { contract: null } }));
    strictEqual(await send(), "statement-not-ready");
    const months = ["2024-10", "2024-11", "2024-12", "2025-01", "2025-02", "2025-03", "2025-04"];
    const values = [...months, "2025-05"].map((month) => (
      { indexName: "PEG", month, value: "108.3", origin: "" }
    ));
    const type = async (some: typeof values) => {
      const { version } = await answerOf(ask("getPriceIndexes", at));
      await answerOf(ask("putPriceIndexes", { ...at, body: { values: some, version } }));
    };
    await type(values.slice(0, -1));
    strictEqual(await send(), "statement-not-ready");
    await type(values);
    strictEqual(await send(), "ok");
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
    await answerOf(ask("createEnergyTerms", { ...place, body: someTerms() }));
    const { draft } = await answerOf(ask("getSettlement", { ...place, year: "2024" }));
    deepStrictEqual(
      [draft.statement?.nc, draft.statement?.reference, draft.statement?.coveragePercent],
      [556_800, 580_000, 100],
    );
  }));
