import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aRequest, inOrg, OTHER_PROJECT, withRegisters } from "@/tests/helpers/a_register.ts";
import { aProject, ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { aContract, aProvider, aTypedoc } from "@/tests/helpers/referring.ts";

async function marksOf(store: Store): Promise<string[]> {
  const marks: string[] = [];
  for await (const { key } of store.list({ prefix: keys.providerOfEmail.under() })) {
    marks.push(key.slice(1).join(" "));
  }
  return marks;
}

async function provider(ask: CallFunction, id: string) {
  return (await answerOf(ask("listProviders", inOrg))).find((one) => one.id === id);
}

// @spec contracting.providers
Deno.test("provider is indexed by each of its addresses, in lower case, in the same commit", () =>
  withRegisters(async (ask, { store }) => {
    const body = { name: "Thermalia", emails: ["Depot@Thermalia.fr", "chef@thermalia.fr"] };
    const { id } = await answerOf(ask("createProvider", { ...inOrg, body }));
    deepStrictEqual(await marksOf(store), [
      `chef@thermalia.fr ${ORG} ${id}`,
      `depot@thermalia.fr ${ORG} ${id}`,
    ]);
    const put = { name: "Thermalia", emails: ["chef@thermalia.fr", "neuf@thermalia.fr"] };
    strictEqual(codeOf(await ask("putProvider", { ...inOrg, providerId: id, body: put })), "ok");
    deepStrictEqual(await marksOf(store), [
      `chef@thermalia.fr ${ORG} ${id}`,
      `neuf@thermalia.fr ${ORG} ${id}`,
    ]);
    strictEqual(codeOf(await ask("deleteProvider", { ...inOrg, providerId: id })), "ok");
    deepStrictEqual(await marksOf(store), []);
  }));

// @spec contracting.providers, contracting.typedocs
Deno.test("provider or document type in use is archived, not deleted, and is then refused in a new request", () =>
  withRegisters(async (ask) => {
    const { names, requestId, body } = await aRequest(ask);
    const { providerId, typedocId } = names;
    strictEqual(codeOf(await ask("deleteProvider", { ...inOrg, providerId })), "in-use");
    strictEqual(codeOf(await ask("deleteTypedoc", { ...inOrg, typedocId })), "in-use");
    const archive = (archived: boolean) =>
      ask("archiveProvider", { ...inOrg, providerId, body: { archived } });
    strictEqual(codeOf(await archive(true)), "ok");
    strictEqual((await provider(ask, providerId))?.archived, true);
    strictEqual(codeOf(await ask("createRequest", { ...inOrg, body })), "archived");
    // The request that already names it may still change.
    strictEqual(codeOf(await ask("putRequest", { ...inOrg, requestId, body })), "ok");
    strictEqual(codeOf(await archive(false)), "ok");
    strictEqual(codeOf(await ask("createRequest", { ...inOrg, body })), "ok");
    const absent = { ...inOrg, providerId: "absent", body: { archived: true } };
    strictEqual(codeOf(await ask("archiveProvider", absent)), "not-found");
    const archiving = { ...inOrg, typedocId, body: { archived: true } };
    strictEqual(codeOf(await ask("archiveTypedoc", archiving)), "ok");
    strictEqual(codeOf(await ask("createRequest", { ...inOrg, body })), "archived");
    const elsewhere = { ...body, typedocId: await aTypedoc(ask) };
    strictEqual(codeOf(await ask("createRequest", { ...inOrg, body: elsewhere })), "ok");
  }));

const VALUE = { type: "number" as const, required: true, min: 60, max: 80, unit: "°C" };
const DOCUMENT_TYPE = { name: "Carnet ECS", equipment: null, defaultRate: 2, multiple: true };

// @spec contracting.typedocs
Deno.test("the values of a document type keep their ids, and new ones get an id", () =>
  withRegisters(async (ask) => {
    const values = [{ id: null, name: "Départ", ...VALUE }, { id: null, name: "Retour", ...VALUE }];
    const made = await answerOf(
      ask("createTypedoc", { ...inOrg, body: { ...DOCUMENT_TYPE, values } }),
    );
    const typedocId = made.id;
    const read = async () => {
      const list = await answerOf(ask("listTypedocs", inOrg));
      return (list.find(({ id }) => id === typedocId)?.values) || [];
    };
    const [departure, back] = await read();
    ok(departure && back && departure.id !== back.id && departure.id !== "");
    const put = (values: readonly { id: string | null; name: string }[]) =>
      ask("putTypedoc", {
        ...inOrg,
        typedocId,
        body: { ...DOCUMENT_TYPE, values: values.map((value) => ({ ...VALUE, ...value })) },
      });
    const renamed = { id: back.id, name: "Retour de boucle" };
    strictEqual(codeOf(await put([renamed, { id: null, name: "Puisage" }])), "ok");
    const after = await read();
    deepStrictEqual(after.map(({ name }) => name), ["Retour de boucle", "Puisage"]);
    strictEqual(after[0]?.id, back.id);
    // An unknown id, one of a deleted value, one used twice, and two equivalent names.
    const refused = [
      await put([{ id: "invented", name: "A" }]),
      await put([{ id: departure.id, name: "A" }]),
      await put([{ id: back.id, name: "A" }, { id: back.id, name: "B" }]),
      await put([{ id: null, name: "Départ" }, { id: null, name: "départ" }]),
    ];
    deepStrictEqual(refused.map(codeOf), [
      "unknown-reference",
      "unknown-reference",
      "unknown-reference",
      "name-taken",
    ]);
  }));

const HOME = "/home/contracting";
const PAGES = ["providers", "contracts", "typedocs", "requests"].map((name) => `${HOME}/${name}`);

function withDocuments(
  test: (visitor: Visitor) => Promise<void>,
  { role = "collect:documents:write", isManaged = true }: { role?: Role; isManaged?: boolean } = {},
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    await site.store.atomic()
      .set(keys.orgFeatures(ORG), { documentManagement: isManaged }).commit();
    await someone(site, { roles: [role] });
    const visitor = await site.signIn();
    await test(visitor);
  });
}

const PROVIDER = { form: "provider", name: "Thermalia", emails: "depot@thermalia.fr" };
const TYPEDOC = { form: "typedoc", name: "Carnet ECS", equipment: "boilerroom", defaultRate: "2" };
const CONTRACT = { form: "contract", name: "Exploitation", code: "P2", projects: PROJECT };

/** Adds an entry by the form of its register; returns the address of its page. */
async function added(visitor: Visitor, register: string, fields: Record<string, string>) {
  const made = await visitor.post(`${HOME}/${register}`, fields);
  strictEqual(made.status, 303, made.text);
  return made.headers.get("location") ?? "";
}

function idIn(path: string): string {
  return path.split("/").at(-1)?.split("?")[0] ?? "";
}

// @spec contracting.providers
Deno.test("provider is added, changed, archived, restored and deleted by forms only", () =>
  withDocuments(async (visitor) => {
    const list = `${HOME}/providers`;
    match((await visitor.get(list)).text, /Aucun prestataire/);
    const path = await added(visitor, "providers", PROVIDER);
    const version = (await visitor.get(path)).version();
    const changed = { ...PROVIDER, emails: "a@b.fr, c@d.fr", version };
    strictEqual((await visitor.post(path, changed)).status, 303);
    match((await visitor.get(list)).text, /Thermalia a@b.fr, c@d.fr 0 0 Actif/);
    const taken = await visitor.post(list, { ...PROVIDER, name: "THERMALIA" });
    strictEqual(taken.status, 409);
    strictEqual(taken.message("name"), "Doit être unique");
    await visitor.post(path, { form: "provider", intent: "archive" });
    match((await visitor.get(`${list}?filter:archived=true`)).text, /Thermalia .* Archivé/);
    match((await visitor.get(`${list}?filter:archived=false`)).text, /Aucun prestataire trouvé/);
    await visitor.post(path, { form: "provider", intent: "restore" });
    match((await visitor.get(path)).text, /Archiver le prestataire/);
    const removed = await visitor.post(path, { form: "provider", intent: "remove" });
    strictEqual(removed.headers.get("location"), list);
    strictEqual((await visitor.get(path)).status, 404);
  }));

// @spec contracting.typedocs
Deno.test("the values of a document type are added and changed one by one, and keep their ids", () =>
  withDocuments(async (visitor) => {
    const path = await added(visitor, "typedocs", TYPEDOC);
    const value = {
      form: "values",
      key: "",
      name: "Départ",
      type: "number",
      required: "yes",
      min: "60",
      max: "80",
      unit: "°C",
    };
    const save = async (fields: Record<string, string>) => {
      const version = (await visitor.get(path)).version();
      return await visitor.post(path, { ...fields, version });
    };
    strictEqual((await save(value)).status, 303);
    strictEqual((await save({ ...value, name: "Retour" })).status, 303);
    const keysOf = async () =>
      [...(await visitor.get(path)).html.matchAll(/name="key" value="([^"]+)"/g)]
        .map(([, key = ""]) => key);
    const before = [...new Set(await keysOf())];
    strictEqual(before.length, 2);
    const [first = ""] = before;
    strictEqual((await save({ ...value, key: first, name: "Départ ECS" })).status, 303);
    strictEqual((await save({ ...TYPEDOC, name: "Carnet sanitaire" })).status, 303);
    deepStrictEqual([...new Set(await keysOf())], before);
    const { text } = await visitor.get(path);
    match(text, /Carnet sanitaire/);
    match((await save({ ...value, name: "retour" })).text, /Doit être unique/);
    match((await save({ ...value, name: "X", min: "9", max: "1" })).text, /9/);
    strictEqual((await save({ form: "values", key: first, intent: "remove" })).status, 303);
    strictEqual(new Set(await keysOf()).size, 1);
    match(
      (await visitor.get(`${HOME}/typedocs`)).text,
      /Carnet sanitaire Chaufferie Tous les 2 mois 1/,
    );
  }));

// @spec contracting.contracts
Deno.test("providers are consecutive on a contract; an overlap is reported beside the date", () =>
  withDocuments(async (visitor) => {
    const provider = idIn(await added(visitor, "providers", PROVIDER));
    const path = await added(visitor, "contracts", CONTRACT);
    const save = async (startDate: string, endDate: string) => {
      const version = (await visitor.get(path)).version();
      const charge = { form: "charges", key: "", providerId: provider, startDate, endDate };
      return await visitor.post(path, { ...charge, version });
    };
    strictEqual((await save("2020-01-01", "")).status, 303);
    const overlap = await save("2021-01-01", "2021-12-31");
    strictEqual(overlap.status, 409);
    match(overlap.text, /Un autre prestataire est chargé du contrat à ces dates/);
    const backwards = await save("2019-12-31", "2019-01-01");
    strictEqual(backwards.status, 400);
    strictEqual((await save("2019-01-01", "2019-12-31")).status, 303);
    const list = await visitor.get(`${HOME}/contracts`);
    match(list.text, /Exploitation P2 Thermalia 1/);
    const provided = await visitor.post(`${HOME}/providers/${provider}`, {
      form: "provider",
      intent: "remove",
    });
    strictEqual(provided.status, 409);
    match(provided.text, /sert encore ailleurs/);
    const { html } = await visitor.get(path);
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? "";
    for (let time = 0; time < 2; time++) {
      const gone = await visitor.post(path, { form: "charges", key, intent: "remove" });
      strictEqual(gone.status, 303);
    }
  }));

// @spec contracting.requests
Deno.test("request leads to the empty registers that it chooses among, starts with the days of its document, is changed, closed and reopened", () =>
  withDocuments(async (visitor) => {
    const leadsOf = async (path: string) => {
      const { html } = await visitor.get(path);
      return ["typedocs", "providers", "contracts"]
        .filter((register) => html.includes(`href="${HOME}/${register}#new"`));
    };
    const page = `${HOME}/requests/new`;
    deepStrictEqual(await leadsOf(page), ["typedocs"]);
    const typedocId = idIn(await added(visitor, "typedocs", TYPEDOC));
    deepStrictEqual(await leadsOf(page), []);
    const chosen = `${page}?typedoc=${typedocId}`;
    deepStrictEqual(await leadsOf(chosen), ["providers", "contracts"]);
    const [contract = ""] = (await added(visitor, "contracts", CONTRACT)).split("#");
    const contractId = idIn(contract);
    deepStrictEqual(await leadsOf(contract), ["providers"]);
    const providerId = idIn(await added(visitor, "providers", PROVIDER));
    deepStrictEqual([await leadsOf(chosen), await leadsOf(contract)], [[], []]);
    const yearly = idIn(
      await added(visitor, "typedocs", { ...TYPEDOC, name: "Attestation", defaultRate: "12" }),
    );
    match((await visitor.get(page)).text, /Quel document demander/);
    const begins = async (id: string) => {
      const form = await visitor.get(`${page}?typedoc=${id}`);
      return ["rate", "reminder", "nbDaysForNewDeadline"].map((name) => form.value(name));
    };
    deepStrictEqual(await begins(typedocId), ["2", "62", "15"]);
    deepStrictEqual(await begins(yearly), ["12", "60", "90"]);
    const request = {
      form: "request",
      typedocId,
      providerId,
      contractId,
      firstRequest: "2026-12-31",
      rate: "2",
      reminder: "62",
      nbDaysForNewDeadline: "15",
    };
    const nowhere = await visitor.refused(page, request);
    match(nowhere.html, /value="2026-12-31"/);
    const made = await visitor.post(page, { ...request, projects: PROJECT });
    strictEqual(made.status, 303, made.text);
    const path = made.headers.get("location") ?? "";
    const version = (await visitor.get(path)).version();
    const changed = { ...request, projects: PROJECT, rate: "6", version };
    strictEqual((await visitor.post(path, changed)).status, 303);
    await visitor.post(path, { form: "request", intent: "close" });
    match((await visitor.get(`${HOME}/requests`)).text, /Tous les 6 mois Close/);
    await visitor.post(path, { form: "request", intent: "open" });
    match((await visitor.get(path)).text, /Clore la demande/);
    const removed = await visitor.post(path, { form: "request", intent: "remove" });
    strictEqual(removed.headers.get("location"), `${HOME}/requests`);
  }));

// @spec organisations.documents
Deno.test("registers are hidden without their roles, and where documents are not managed", async () => {
  const refused = (why: RegExp) => async (visitor: Visitor) => {
    doesNotMatch((await visitor.get("/home")).html, /\/home\/contracting/);
    for (const path of PAGES) {
      const { status, text } = await visitor.get(path);
      strictEqual(status, 403, path);
      match(text, why);
    }
  };
  await withDocuments(refused(/Vos droits ne permettent pas/), { role: "collect:read" });
  await withDocuments(refused(/La gestion des documents n’est pas activée/), { isManaged: false });
});

const DRAFT = {
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
    const made = await answerOf(ask("createContract", { ...inOrg, body: DRAFT }));
    const contractId = made.id;
    strictEqual((await contract(ask, contractId))?.nbProjects, 1);
    const body = { ...DRAFT, allprojects: true };
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
    strictEqual(codeOf(await ask("createContract", { ...inOrg, body: DRAFT })), "ok");
    const create = (over: Partial<typeof DRAFT>) =>
      ask("createContract", { ...inOrg, body: { ...DRAFT, ...over } });
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
      both("createContract", { ...inOrg, body: { ...DRAFT, projects } }),
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
