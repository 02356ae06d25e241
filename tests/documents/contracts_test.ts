import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aRequest, inOrg, OTHER_PROJECT, withRegisters } from "@/tests/helpers/a_register.ts";
import { aProject, ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { aContract, aProvider } from "@/tests/helpers/referring.ts";

const CONTRACT = {
  name: "Exploitation",
  code: "P2-1",
  equipment: "boilerroom" as const,
  allprojects: false,
  projects: [PROJECT],
};

async function contract(ask: CallFunction, id: string) {
  return (await answerOf(ask("listContracts", inOrg))).find((one) => one.id === id);
}

// @spec contracting.contracts
Deno.test("contract counts its residences; a contract on all includes future ones", () =>
  withRegisters(async (ask, { store, platform }) => {
    const made = await answerOf(ask("createContract", { ...inOrg, body: CONTRACT }));
    const contractId = made.id;
    strictEqual((await contract(ask, contractId))?.nbProjects, 1);
    const body = { ...CONTRACT, allprojects: true };
    strictEqual(codeOf(await ask("putContract", { ...inOrg, contractId, body })), "ok");
    const all = await contract(ask, contractId);
    deepStrictEqual([all?.nbProjects, all?.projects], [2, []]);
    await store.atomic()
      .set(keys.project("p3"), aProject({ name: "Neuve" }))
      .set(keys.projectOfOrg(ORG, "p3"), true).commit();
    await platform.versions.bump([{ kind: "org", id: ORG }]);
    strictEqual((await contract(ask, contractId))?.nbProjects, 3);
    strictEqual((await answerOf(ask("getCollectFeatures", inOrg))).changesShared, true);
  }, { isAdmin: true }));

// @spec contracting.contracts
Deno.test("two contracts cannot have equivalent names or codes", () =>
  withRegisters(async (ask) => {
    strictEqual(codeOf(await ask("createContract", { ...inOrg, body: CONTRACT })), "ok");
    const create = (over: Partial<typeof CONTRACT>) =>
      ask("createContract", { ...inOrg, body: { ...CONTRACT, ...over } });
    const results = [
      await create({ code: "autre" }),
      await create({ name: "Autre", code: " p2-1 " }),
      await create({ name: "Autre", code: "" }),
      await create({ name: "Encore un", code: "" }),
      await create({ name: "Ailleurs", code: "X", projects: ["absent"] }),
    ];
    deepStrictEqual(results.map(codeOf), [
      "name-taken",
      "code-taken",
      "ok",
      "ok",
      "unknown-reference",
    ]);
  }));

// @spec contracting.contracts
Deno.test("one provider is in charge of a contract at a time, and edits keep the dates", () =>
  withRegisters(async (ask) => {
    const [first, second] = [await aProvider(ask), await aProvider(ask)];
    const contractId = await aContract(ask);
    const at = { ...inOrg, contractId };
    const add = (providerId: string, startDate: string, endDate: string | null) =>
      ask("addContractProvider", { ...at, body: { providerId, startDate, endDate } });
    const later = await answerOf(add(second, "2026-01-01", null));
    const earlier = await answerOf(add(first, "2025-01-01", "2025-12-31"));
    deepStrictEqual(
      [
        codeOf(await add(first, "2027-01-01", null)),
        codeOf(await add(first, "2024-06-01", "2025-01-01")),
        codeOf(await add("absent", "2020-01-01", "2020-12-31")),
      ],
      ["provider-overlap", "provider-overlap", "unknown-reference"],
    );
    const dates = async () =>
      (await contract(ask, contractId))?.dates.map((one) => [one.providerId, one.startDate]);
    deepStrictEqual(await dates(), [[first, "2025-01-01"], [second, "2026-01-01"]]);
    const contractProviderId = later.id;
    const body = { providerId: second, startDate: "2026-02-01", endDate: null };
    strictEqual(
      codeOf(await ask("putContractProvider", { ...at, contractProviderId, body })),
      "ok",
    );
    const renamed = {
      name: "Renommé",
      code: "",
      equipment: null,
      allprojects: false,
      projects: [],
    };
    strictEqual(codeOf(await ask("putContract", { ...at, body: renamed })), "ok");
    deepStrictEqual(await dates(), [[first, "2025-01-01"], [second, "2026-02-01"]]);
    const removal = { ...at, contractProviderId: earlier.id };
    strictEqual(codeOf(await ask("deleteContractProvider", removal)), "ok");
    strictEqual(codeOf(await ask("deleteContractProvider", removal)), "not-found");
  }));

/** A user who requests documents on both residences. */
async function aChief(built: TestPlatform): Promise<CallFunction> {
  const email = "chef@bailleur.fr";
  const roles = ["collect:documents:write"] as const;
  const both = await someone(built, { email, roles });
  const { value } = await built.store.get(keys.accountByEmail(email));
  const accountId = String(value);
  await built.store.atomic()
    .set(keys.roles(OTHER_PROJECT, accountId), roles)
    .set(keys.rolesOfAccount(accountId, OTHER_PROJECT), true).commit();
  await built.platform.versions.bump([{ kind: "account", id: accountId }]);
  return both;
}

// @spec contracting.own-residences
Deno.test("a contract and a request are read with the residences of their reader", () =>
  withRegisters(async (ask, built) => {
    const both = await aChief(built);
    const projects = [PROJECT, OTHER_PROJECT];
    const made = await answerOf(
      both("createContract", { ...inOrg, body: { ...CONTRACT, projects } }),
    );
    const seen = await contract(ask, made.id);
    deepStrictEqual([seen?.projects, seen?.nbProjects], [[PROJECT], 2]);
    const { requestId, body } = await aRequest(both);
    const shown = async (projects: string[]) => {
      await answerOf(both("putRequest", { ...inOrg, requestId, body: { ...body, projects } }));
      return (await answerOf(ask("listRequests", inOrg))).map((request) => request.projects);
    };
    deepStrictEqual(await shown(projects), [[PROJECT]]);
    deepStrictEqual(await shown([OTHER_PROJECT]), []);
    const unseen = await ask("putRequest", { ...inOrg, requestId, body });
    strictEqual(codeOf(unseen), "unknown-reference");
  }));
