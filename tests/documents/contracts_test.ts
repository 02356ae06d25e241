import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { awaitedDocument, setDocument } from "@/lib/documents/document_index.ts";
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
    const stale = { ...body, startDate: "2026-03-01", version: "0" };
    const over = await ask("putContractProvider", { ...at, contractProviderId, body: stale });
    strictEqual(codeOf(over), "conflict");
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
    strictEqual(codeOf(await ask("deleteProvider", { ...inOrg, providerId: first })), "ok");
    strictEqual(codeOf(await ask("deleteProvider", { ...inOrg, providerId: second })), "in-use");
  }));

// @spec contracting.own-residences
Deno.test("user selects residences of their own, and edits keep those of others", () =>
  withRegisters(async (ask, built) => {
    const both = await aChief(built);
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
    const projectsOf = async (call: CallFunction) => {
      const list = await answerOf(call("listRequests", inOrg));
      return list.find(({ id }) => id === requestId)?.projects;
    };
    deepStrictEqual(await projectsOf(ask), [PROJECT]);
    const close = { ...inOrg, requestId, body: { close: true } };
    strictEqual(codeOf(await ask("closeRequest", close)), "shared-with-others");
    const removal = await ask("deleteRequest", { ...inOrg, requestId });
    strictEqual(codeOf(removal), "shared-with-others");
    const narrow = { ...wide, ...names, projects: [OTHER_PROJECT] };
    strictEqual(codeOf(await both("putRequest", { ...inOrg, requestId, body: narrow })), "ok");
    strictEqual(await projectsOf(ask), undefined);
    const taken = await ask("putRequest", { ...inOrg, requestId, body: own });
    strictEqual(codeOf(taken), "unknown-reference");
    strictEqual(codeOf(await both("closeRequest", close)), "ok");
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

// @spec contracting.shared
Deno.test("a user of one residence changes neither the provider nor the contract of others", () =>
  withRegisters(async (ask, built) => {
    const both = await aChief(built);
    const { requestId, names, body: own } = await aRequest(both);
    const { providerId, typedocId } = names;
    const wide = { ...own, projects: [PROJECT, OTHER_PROJECT] };
    strictEqual(codeOf(await both("putRequest", { ...inOrg, requestId, body: wide })), "ok");
    const everywhere = { ...CONTRACT, allprojects: true, projects: [] };
    const { id: contractId } = await answerOf(
      both("createContract", { ...inOrg, body: everywhere }),
    );
    const charge = { providerId, startDate: "2026-01-01", endDate: null };
    const address = { name: "Thermalia", emails: ["contact@thermalia.fr", "intrus@ailleurs.fr"] };
    const later = { ...wide, firstRequest: "2027-12-31" };
    const archived = { body: { archived: true } };
    const typedoc = { name: "T", equipment: null, defaultRate: 12, multiple: false, values: [] };
    const at = { ...inOrg, contractId };
    const writes = (by: CallFunction) => [
      () => by("putProvider", { ...inOrg, providerId, body: address }),
      () => by("archiveProvider", { ...inOrg, providerId, ...archived }),
      () => by("putTypedoc", { ...inOrg, typedocId, body: typedoc }),
      () => by("archiveTypedoc", { ...inOrg, typedocId, ...archived }),
      () => by("createContract", { ...inOrg, body: { ...everywhere, name: "Tout", code: "" } }),
      () => by("addContractProvider", { ...at, body: { ...charge, startDate: "2026-02-01" } }),
      () => by("putRequest", { ...inOrg, requestId, body: later }),
      () => by("putContract", { ...at, body: { ...CONTRACT, projects: [PROJECT] } }),
      () => by("deleteContract", at),
    ];
    for (const write of writes(ask)) strictEqual(codeOf(await write()), "shared-with-others");
    const [[provider], [typed], [asked]] = await Promise.all([
      answerOf(ask("listProviders", inOrg)),
      answerOf(ask("listTypedocs", inOrg)),
      answerOf(ask("listRequests", inOrg)),
    ]);
    const shared = [provider, typed, asked, await contract(ask, contractId)];
    deepStrictEqual(shared.map((one) => one?.sharedWithOthers), [true, true, true, true]);
    strictEqual((await answerOf(ask("getCollectFeatures", inOrg))).changesShared, undefined);
    // An archived provider is refused for a contract: restored in between.
    const restored = () =>
      both("archiveProvider", { ...inOrg, providerId, body: { archived: false } });
    for (const write of writes(both)) {
      strictEqual(codeOf(await write()), "ok");
      strictEqual(codeOf(await restored()), "ok");
    }
    strictEqual((await answerOf(both("getCollectFeatures", inOrg))).changesShared, true);
  }));

// @spec contracting.shared
Deno.test("a residence taken off a request still counts by the documents deposited for it", () =>
  withRegisters(async (ask, built) => {
    const both = await aChief(built);
    const { requestId, names: { providerId }, body } = await aRequest(both);
    const path = { orgId: ORG, requestId, documentId: `${requestId}.old` };
    const awaited = awaitedDocument(
      { projectId: OTHER_PROJECT, equipmentId: null, dueDate: "2025-12-31" },
      body,
    );
    const after = { ...awaited, state: "to-valid" as const, uploadDate: "2026-01-10T10:00:00Z" };
    const atMs = built.clock.now();
    await setDocument(built.store.atomic(), path, { before: null, after, atMs }).commit();
    const put = { ...inOrg, providerId, body: { name: "T", emails: ["intrus@ailleurs.fr"] } };
    strictEqual(codeOf(await ask("putProvider", put)), "shared-with-others");
    const close = { ...inOrg, requestId, body: { close: true } };
    strictEqual(codeOf(await ask("closeRequest", close)), "shared-with-others");
    strictEqual(codeOf(await both("putProvider", put)), "ok");
  }));
