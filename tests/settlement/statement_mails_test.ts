import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { links } from "@/lib/ui/links.ts";
import { callAs } from "@/tests/helpers/a_platform.ts";
import { at, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { aHeatedRoom, anOperator, OPERATOR_EMAIL, SETTLER } from "./a_heated_room.ts";

// @spec settlement.mails, settlement.contract
Deno.test("the operator has the link by mail, and the sender has a mail of the answer", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    const boilerRoomId = await aHeatedRoom(built, ask);
    const contractId = await anOperator(built, ask);
    const place = { ...at, boilerRoomId };
    await answerOf(ask("createEnergyTerms", { ...place, body: someTerms({ contractId }) }));
    const { token, mailedCount, id: statementId } = await answerOf(
      ask("sendSettlement", { ...place, year: "2024", body: { contract: null } }),
    );
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
    await answerOf(ask("createEnergyTerms", { ...place, body: someTerms() }));
    const { mailedCount } = await answerOf(
      ask("sendSettlement", { ...place, year: "2024", body: { contract: null } }),
    );
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
