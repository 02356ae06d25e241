import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { aProject, ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";

const HOME = "/home/contracting";
const PROVIDER = { form: "provider", name: "Thermalia", emails: "x@y.fr" };

/** Runs a test as a user who requests documents on one of two residences. */
function withShared(test: (visitor: Visitor, store: Store) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    await site.store.atomic().set(keys.orgFeatures(ORG), { documentManagement: true }).commit();
    await writeShared(site.store);
    await someone(site, { roles: ["collect:documents:write"] });
    await test(await site.signIn(), site.store);
  });
}

/** A provider, two contracts, a document type and a request that also concern another residence. */
async function writeShared(store: Store): Promise<void> {
  const contract = { name: "Exploitation", code: "", equipment: null, allprojects: false };
  const both = { projects: [PROJECT, "p2"] };
  const charge = { id: "d1", startDate: "2020-01-01", endDate: null, providerId: "v1" };
  const typedoc = { equipment: null, defaultRate: 12, multiple: false, archived: false };
  const value = { id: "w1", type: "number", required: true, min: null, max: null, unit: "" };
  const days = { firstRequest: "2030-12-31", rate: 12, reminder: 60, nbDaysForNewDeadline: 90 };
  await store.atomic()
    .set(keys.project("p2"), aProject({ name: "Les Acacias" }))
    .set(keys.projectOfOrg(ORG, "p2"), true)
    .set(keys.provider(ORG, "v1"), { name: "Thermalia", emails: ["a@b.fr"], archived: false })
    .set(keys.contract(ORG, "c1"), { ...contract, ...both, dates: [charge] })
    .set(keys.contract(ORG, "c2"), {
      ...contract,
      name: "Tout",
      allprojects: true,
      projects: [],
      dates: [],
    })
    .set(keys.typedoc(ORG, "t1"), {
      ...typedoc,
      name: "Carnet",
      values: [{ ...value, name: "Départ" }],
    })
    .set(keys.documentRequest(ORG, "r1"), {
      ...both,
      ...days,
      close: false,
      providerId: "v1",
      typedocId: "t1",
      contractId: "c1",
    })
    .commit();
}

// @spec contracting.shared
Deno.test("a record shared with other residences is read without the forms that would be refused", () =>
  withShared(async (visitor, store) => {
    const paths = ["providers/v1", "typedocs/t1", "contracts/c1", "contracts/c2", "requests/r1"];
    for (const path of paths) {
      const { status, html, text } = await visitor.get(`${HOME}/${path}`);
      strictEqual(status, 200, path);
      match(text, /D’autres résidences que les vôtres sont concernées/, path);
      match(text, /administrateur de l’organisation/, path);
      doesNotMatch(html, /name="intent"|Supprimer le|Supprimer la/, path);
      const hasOwn = /name="form" value="residences"/.test(html);
      strictEqual(hasOwn, path === "contracts/c1" || path === "requests/r1", path);
    }
    doesNotMatch((await visitor.get(`${HOME}/contracts`)).html, /name="allprojects"/);
    // A page opened before the record was shared.
    const version = (await store.get(keys.provider(ORG, "v1"))).versionstamp ?? "";
    const fields = { ...PROVIDER, version };
    const late = await visitor.post(`${HOME}/providers/v1`, fields);
    strictEqual(late.status, 403);
    match(late.text, /Seule peut le faire une personne qui gère les documents de toutes ces/);
  }));

// @spec contracting.own-residences
Deno.test("the own residences of a shared contract and of a shared request are chosen alone", () =>
  withShared(async (visitor, store) => {
    const chosen = async (path: string, projects: string | null) => {
      const version = (await visitor.get(`${HOME}/${path}`)).version();
      const fields = { form: "residences", version, ...projects !== null && { projects } };
      return (await visitor.post(`${HOME}/${path}`, fields)).status;
    };
    const stored = async (): Promise<{ projects: string[]; name: string }> =>
      Object((await store.get(keys.contract(ORG, "c1"))).value);
    strictEqual(await chosen("contracts/c1", null), 303);
    deepStrictEqual([(await stored()).projects, (await stored()).name], [["p2"], "Exploitation"]);
    strictEqual(await chosen("contracts/c1", PROJECT), 303);
    deepStrictEqual((await stored()).projects, ["p2", PROJECT]);
    strictEqual(await chosen("contracts/c1", "p2"), 303);
    strictEqual(await chosen("requests/r1", PROJECT), 303);
    const request = Object((await store.get(keys.documentRequest(ORG, "r1"))).value);
    deepStrictEqual([request.projects, request.rate], [["p2", PROJECT], 12]);
  }));
