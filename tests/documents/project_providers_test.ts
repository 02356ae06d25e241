import { deepStrictEqual, ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { aRequest, inOrg, withRegisters } from "@/tests/helpers/a_register.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aProvider } from "@/tests/helpers/referring.ts";

async function namesOf(ask: CallFunction) {
  const list = await answerOf(ask("listProjectProviders", { projectId: PROJECT }));
  return list.map(({ name }) => name);
}

// @spec contracting.residence-providers
Deno.test("listProjectProviders() returns the providers in charge today, and those with requested documents", () =>
  withRegisters(async (ask) => {
    const contract = { name: "Exploitation", code: "", equipment: null };
    const on = { allprojects: false, projects: [PROJECT] };
    const made = await answerOf(ask("createContract", { ...inOrg, body: { ...contract, ...on } }));
    const add = async (name: string, startDate: string, endDate: string | null) => {
      const providerId = await aProvider(ask, name);
      const body = { providerId, startDate, endDate };
      ok((await ask("addContractProvider", { ...inOrg, contractId: made.id, body })).ok);
    };
    await add("Ancien", "2000-01-01", "2000-12-31");
    await add("Présent", "2001-01-01", "2029-12-31");
    await add("À venir", "2030-01-01", null);
    deepStrictEqual(await namesOf(ask), ["Présent"]);
    const { requestId, names: { providerId } } = await aRequest(ask);
    const body = { name: "Demandé", emails: ["a@b.fr"] };
    ok((await ask("putProvider", { ...inOrg, providerId, body })).ok);
    deepStrictEqual(await namesOf(ask), ["Demandé", "Présent"]);
    ok((await ask("closeRequest", { ...inOrg, requestId, body: { close: true } })).ok);
    deepStrictEqual(await namesOf(ask), ["Présent"]);
    const gone = { ...contract, allprojects: false, projects: [] };
    ok((await ask("putContract", { ...inOrg, contractId: made.id, body: gone })).ok);
    deepStrictEqual(await namesOf(ask), []);
  }));
