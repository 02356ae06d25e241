import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { aRequest, inOrg, withRegisters } from "@/tests/helpers/a_register.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { aProvider, aTypedoc } from "@/tests/helpers/referring.ts";

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

// @spec contracting.providers
Deno.test("equivalent names are refused, and an edit of an older version is a conflict", () =>
  withRegisters(async (ask) => {
    const id = await aProvider(ask, "Thermalia");
    const body = { name: " THERMALIA ", emails: ["a@b.fr"] };
    strictEqual(codeOf(await ask("createProvider", { ...inOrg, body })), "name-taken");
    const version = (await provider(ask, id))?.version ?? "";
    const put = (name: string) =>
      ask("putProvider", { ...inOrg, providerId: id, body: { name, emails: ["a@b.fr"], version } });
    strictEqual(codeOf(await put("Thermalia Est")), "ok");
    strictEqual(codeOf(await put("Thermalia Ouest")), "conflict");
    strictEqual((await provider(ask, id))?.name, "Thermalia Est");
  }));

// @spec contracting.providers
Deno.test("provider in use is archived, not deleted, and is then refused in a new request", () =>
  withRegisters(async (ask) => {
    const { names, requestId, body } = await aRequest(ask);
    const { providerId } = names;
    strictEqual(codeOf(await ask("deleteProvider", { ...inOrg, providerId })), "in-use");
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
  }));

const VALUE = { type: "number" as const, required: true, min: 60, max: 80, unit: "°C" };
const TYPEDOC = { name: "Carnet ECS", equipment: null, defaultRate: 2, multiple: true };

// @spec contracting.typedocs
Deno.test("the values of a document type keep their ids, and new ones get an id", () =>
  withRegisters(async (ask) => {
    const values = [{ id: null, name: "Départ", ...VALUE }, { id: null, name: "Retour", ...VALUE }];
    const made = await answerOf(ask("createTypedoc", { ...inOrg, body: { ...TYPEDOC, values } }));
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
        body: { ...TYPEDOC, values: values.map((value) => ({ ...VALUE, ...value })) },
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

// @spec contracting.typedocs
Deno.test("an archived document type stays with its requests, and is refused in a new one", () =>
  withRegisters(async (ask) => {
    const { names: { typedocId }, body } = await aRequest(ask);
    strictEqual(codeOf(await ask("deleteTypedoc", { ...inOrg, typedocId })), "in-use");
    const archiving = { ...inOrg, typedocId, body: { archived: true } };
    strictEqual(codeOf(await ask("archiveTypedoc", archiving)), "ok");
    strictEqual(codeOf(await ask("createRequest", { ...inOrg, body })), "archived");
    const other = await aTypedoc(ask);
    const elsewhere = { ...body, typedocId: other };
    strictEqual(codeOf(await ask("createRequest", { ...inOrg, body: elsewhere })), "ok");
  }));

// @spec organisations.documents
Deno.test("registers are neither read nor written where documents are not managed", () =>
  withRegisters(async (ask, { store }) => {
    await store.atomic().set(keys.orgFeatures(ORG), { documentManagement: false }).commit();
    const body = { name: "Thermalia", emails: ["a@b.fr"] };
    const results = [
      await ask("listProviders", inOrg),
      await ask("listContracts", inOrg),
      await ask("listTypedocs", inOrg),
      await ask("listRequests", inOrg),
      await ask("createProvider", { ...inOrg, body }),
      await ask("deleteRequest", { ...inOrg, requestId: "r" }),
    ];
    deepStrictEqual(new Set(results.map(codeOf)), new Set(["document-management-off"]));
  }));
