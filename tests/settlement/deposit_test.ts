import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { inOrg } from "@/tests/helpers/a_register.ts";
import { at, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { REQUEST } from "@/tests/helpers/referring.ts";
import { aBilan, aHeatedRoom, anOperator, SETTLER } from "./a_heated_room.ts";

/** A statement that was accepted, of terms tied to no contract. */
async function anAccepted(built: TestPlatform, ask: CallFunction) {
  const boilerRoomId = await aHeatedRoom(built, ask);
  const contractId = await anOperator(built, ask);
  const place = { ...at, boilerRoomId };
  const { id: termsId } = await answerOf(
    ask("createEnergyTerms", { ...place, body: someTerms() }),
  );
  const { id: statementId } = await answerOf(
    ask("sendSettlement", { ...place, year: "2024", body: { contract: null } }),
  );
  const statement = { ...place, statementId };
  const deposit = () => ask("depositSettlement", statement);
  strictEqual(await codeOfCall(deposit()), "statement-state");
  await answerOf(ask("actOnSettlement", { ...statement, body: { act: "accept", comment: "" } }));
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
