import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";

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
    // Another tab still shows the previous version.
    const late = await visitor.post(path, { ...changed, name: "Thermalia Est" });
    strictEqual(late.status, 409);
    match(late.html, /value="Thermalia Est"/);
    const taken = await visitor.post(list, { ...PROVIDER, name: "THERMALIA" });
    strictEqual(taken.status, 409);
    strictEqual(taken.message("name"), "Doit être unique");
    await visitor.refused(list, { ...PROVIDER, emails: "thermalia" });
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
Deno.test("request starts with the days of its document, is changed, closed and reopened", () =>
  withDocuments(async (visitor) => {
    const providerId = idIn(await added(visitor, "providers", PROVIDER));
    const typedocId = idIn(await added(visitor, "typedocs", TYPEDOC));
    const contractId = idIn(await added(visitor, "contracts", CONTRACT));
    const yearly = idIn(
      await added(visitor, "typedocs", { ...TYPEDOC, name: "Attestation", defaultRate: "12" }),
    );
    const page = `${HOME}/requests/new`;
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
    const put = (rate: string) =>
      visitor.post(path, { ...request, projects: PROJECT, rate, version });
    strictEqual((await put("6")).status, 303);
    const late = await put("3");
    strictEqual(late.status, 409);
    match(late.text, /Périodicité 3 6/);
    await visitor.post(path, { form: "request", intent: "close" });
    match((await visitor.get(`${HOME}/requests`)).text, /Tous les 6 mois Close/);
    await visitor.post(path, { form: "request", intent: "open" });
    match((await visitor.get(path)).text, /Clore la demande/);
    const removed = await visitor.post(path, { form: "request", intent: "remove" });
    strictEqual(removed.headers.get("location"), `${HOME}/requests`);
  }));

Deno.test("what a request or a contract chooses among leads to its register while there is none", () =>
  withDocuments(async (visitor) => {
    const leadsOf = async (path: string) => {
      const { html } = await visitor.get(path);
      return ["typedocs", "providers", "contracts"]
        .filter((register) => html.includes(`href="${HOME}/${register}#new"`));
    };
    const request = `${HOME}/requests/new`;
    deepStrictEqual(await leadsOf(request), ["typedocs"]);
    const typedoc = idIn(await added(visitor, "typedocs", TYPEDOC));
    deepStrictEqual(await leadsOf(request), []);
    const chosen = `${request}?typedoc=${typedoc}`;
    deepStrictEqual(await leadsOf(chosen), ["providers", "contracts"]);
    const contract = await added(visitor, "contracts", CONTRACT);
    deepStrictEqual(await leadsOf(contract.split("#")[0] ?? ""), ["providers"]);
    await added(visitor, "providers", PROVIDER);
    deepStrictEqual(await leadsOf(chosen), []);
    deepStrictEqual(await leadsOf(contract.split("#")[0] ?? ""), []);
  }));

// @spec tables.files
Deno.test("each register has its file at its own address", () =>
  withDocuments(async (visitor) => {
    await added(visitor, "providers", PROVIDER);
    for (const path of PAGES) {
      const { status, headers } = await visitor.get(`${path}?csv=semicolon`);
      strictEqual(status, 200, path);
      match(headers.get("content-type") ?? "", /csv/, path);
    }
    const { html } = await visitor.get(`${HOME}/providers?csv=semicolon`);
    match(html, /Prestataire;Adresses email;Contrats;Demandes ouvertes;État/);
    match(html, /Thermalia;depot@thermalia.fr;0;0;Actif/);
  }));

// @spec roles.screens
Deno.test("readers of documents read their registers and change none", () =>
  withDocuments(async (visitor) => {
    match((await visitor.get("/home")).html, /href="\/home\/documents"/);
    for (const path of PAGES) {
      const { status, html } = await visitor.get(path);
      strictEqual(status, 200, path);
      doesNotMatch(html, /Ajouter|Nouvelle demande/);
      strictEqual((await visitor.post(path, PROVIDER)).status === 303, false, path);
    }
    strictEqual((await visitor.get(`${HOME}/requests/new`)).status, 403);
  }, { role: "collect:documents:read" }));

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
