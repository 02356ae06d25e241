import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import { aProject, ORG, PROJECT, someone } from "@/tests/backend/a_residence.ts";
import { aContract, aProvider } from "@/tests/backend/embedded/referring.ts";
import { answerOf, codeOf } from "@/tests/backend/fixtures.ts";
import { aRequest, inOrg, OTHER_PROJECT, withRegisters } from "./a_register.ts";

const CONTRACT = {
  name: "Exploitation",
  code: "P2-1",
  equipment: "boilerroom" as const,
  allprojects: false,
  projects: [PROJECT],
};

async function contract(ask: Ask, id: string) {
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
  }));

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
    const stale = { ...body, version: "0" };
    const over = await ask("putContractProvider", { ...at, contractProviderId, body: stale });
    strictEqual(codeOf(over), "conflict");
    const renamed = { name: "Renommé", code: "", equipment: null, allprojects: true, projects: [] };
    strictEqual(codeOf(await ask("putContract", { ...at, body: renamed })), "ok");
    deepStrictEqual(await dates(), [[first, "2025-01-01"], [second, "2026-02-01"]]);
    const removal = { ...at, contractProviderId: earlier.id };
    strictEqual(codeOf(await ask("deleteContractProvider", removal)), "ok");
    strictEqual(codeOf(await ask("deleteContractProvider", removal)), "not-found");
    strictEqual(codeOf(await ask("deleteProvider", { ...inOrg, providerId: first })), "ok");
    strictEqual(codeOf(await ask("deleteProvider", { ...inOrg, providerId: second })), "in-use");
  }));

// @spec contracting.own-residences
Deno.test("user selects residences of their own, and edits keep those of others", () =>
  withRegisters(async (ask, built) => {
    const both = await someone(built, {
      email: "chef@bailleur.fr",
      roles: ["collect:documents:write"],
    });
    const { value } = await built.store.get(keys.accountByEmail("chef@bailleur.fr"));
    const accountId = String(value);
    await built.store.atomic()
      .set(keys.roles(OTHER_PROJECT, accountId), ["collect:documents:write"])
      .set(keys.rolesOfAccount(accountId, OTHER_PROJECT), true).commit();
    await built.platform.versions.bump([{ kind: "account", id: accountId }]);
    const body = { ...CONTRACT, projects: [PROJECT, OTHER_PROJECT] };
    strictEqual(codeOf(await ask("createContract", { ...inOrg, body })), "unknown-reference");
    const made = await answerOf(both("createContract", { ...inOrg, body }));
    const contractId = made.id;
    const seen = await contract(ask, contractId);
    deepStrictEqual([seen?.projects, seen?.nbProjects], [[PROJECT], 2]);
    const put = { ...CONTRACT, projects: [] };
    strictEqual(codeOf(await ask("putContract", { ...inOrg, contractId, body: put })), "ok");
    deepStrictEqual((await contract(both, contractId))?.projects, [OTHER_PROJECT]);

    const { requestId, names, body: own } = await aRequest(both);
    const wide = { ...own, projects: [PROJECT, OTHER_PROJECT] };
    strictEqual(codeOf(await both("putRequest", { ...inOrg, requestId, body: wide })), "ok");
    const projectsOf = async (call: Ask) => {
      const list = await answerOf(call("listRequests", inOrg));
      return list.find(({ id }) => id === requestId)?.projects;
    };
    deepStrictEqual(await projectsOf(ask), [PROJECT]);
    const close = { ...inOrg, requestId, body: { close: true } };
    strictEqual(codeOf(await ask("closeRequest", close)), "forbidden");
    strictEqual(codeOf(await ask("deleteRequest", { ...inOrg, requestId })), "forbidden");
    const narrow = { ...wide, ...names, projects: [OTHER_PROJECT] };
    strictEqual(codeOf(await both("putRequest", { ...inOrg, requestId, body: narrow })), "ok");
    strictEqual(await projectsOf(ask), undefined);
    const taken = await ask("putRequest", { ...inOrg, requestId, body: own });
    strictEqual(codeOf(taken), "unknown-reference");
    strictEqual(codeOf(await both("closeRequest", close)), "ok");
  }));
