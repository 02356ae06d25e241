import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { type CallFunction, type CallName, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { callAs, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { codeOf } from "@/tests/helpers/fixtures.ts";
import {
  CONTRACTS,
  Draw,
  PROVIDERS,
  REQUESTS,
  RESIDENCES,
  type Rights,
  type Snapshot,
  snapshotOf,
  TYPEDOCS,
  USER,
  viewOf,
  writeWorld,
} from "./shared_world.ts";

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

const org = { orgId: ORG };
const STEPS = 12;

interface Result {
  readonly ok: boolean;
  readonly code?: string;
}

type DrawnWrite = (ask: CallFunction, draw: Draw, before: Snapshot) => Promise<Result>;

const name = () => crypto.randomUUID();
const provider = () => ({ name: name(), emails: ["intrus@ailleurs.fr"] });
const documentIn = ({ documents }: Snapshot, draw: Draw) => draw.one([...documents.keys(), "r1.x"]);

/** The body of a form shown before, with some fields changed. */
function contract(draw: Draw, stored?: Readonly<Record<string, unknown>>) {
  const isSame = stored !== undefined && draw.isTrue(0.5);
  return {
    name: isSame ? String(stored.name) : name(),
    code: "",
    equipment: null,
    allprojects: isSame ? stored.allprojects === true : draw.isTrue(0.4),
    projects: draw.some(RESIDENCES),
  };
}

function request(draw: Draw, stored?: Readonly<Record<string, unknown>>) {
  const isSame = stored !== undefined && draw.isTrue(0.6);
  return {
    projects: draw.some(RESIDENCES, 1),
    firstRequest: "2026-03-01",
    rate: isSame ? 12 : 6,
    reminder: 60,
    nbDaysForNewDeadline: 15,
    providerId: isSame ? String(stored.providerId) : draw.one(PROVIDERS),
    contractId: isSame ? String(stored.contractId) : draw.one(CONTRACTS),
    typedocId: isSame ? String(stored.typedocId) : draw.one(TYPEDOCS),
  };
}

const charge = (draw: Draw) => ({
  providerId: draw.one(PROVIDERS),
  startDate: "2030-01-01",
  endDate: "2030-12-31",
});
const typedoc = { equipment: null, defaultRate: 12, multiple: false, values: [] };
const listed = {
  list: "running" as const,
  action: "drop" as const,
  comment: "",
  finalDueDate: null,
};

/** Every write of the catalogue that a role on one residence opens, as drawn. */
const WRITES: Partial<Record<CallName, DrawnWrite>> = {
  createProvider: (ask) => ask("createProvider", { ...org, body: provider() }),
  putProvider: (ask, draw) =>
    ask("putProvider", { ...org, providerId: draw.one(PROVIDERS), body: provider() }),
  archiveProvider: (ask, draw) => {
    const body = { archived: draw.isTrue(0.7) };
    return ask("archiveProvider", { ...org, providerId: draw.one(PROVIDERS), body });
  },
  deleteProvider: (ask, draw) => ask("deleteProvider", { ...org, providerId: draw.one(PROVIDERS) }),
  createContract: (ask, draw) => ask("createContract", { ...org, body: contract(draw) }),
  putContract: (ask, draw, { contracts }) => {
    const contractId = draw.one(CONTRACTS);
    return ask("putContract", {
      ...org,
      contractId,
      body: contract(draw, contracts.get(contractId)),
    });
  },
  deleteContract: (ask, draw) => ask("deleteContract", { ...org, contractId: draw.one(CONTRACTS) }),
  addContractProvider: (ask, draw) =>
    ask("addContractProvider", { ...org, contractId: draw.one(CONTRACTS), body: charge(draw) }),
  putContractProvider: (ask, draw) => {
    const at = { contractId: draw.one(CONTRACTS), contractProviderId: "d0" };
    return ask("putContractProvider", { ...org, ...at, body: charge(draw) });
  },
  deleteContractProvider: (ask, draw) => {
    const at = { contractId: draw.one(CONTRACTS), contractProviderId: "d0" };
    return ask("deleteContractProvider", { ...org, ...at });
  },
  createTypedoc: (ask) => ask("createTypedoc", { ...org, body: { name: name(), ...typedoc } }),
  putTypedoc: (ask, draw) => {
    const body = { ...typedoc, name: name() };
    return ask("putTypedoc", { ...org, typedocId: draw.one(TYPEDOCS), body });
  },
  archiveTypedoc: (ask, draw) => {
    const body = { archived: draw.isTrue(0.7) };
    return ask("archiveTypedoc", { ...org, typedocId: draw.one(TYPEDOCS), body });
  },
  deleteTypedoc: (ask, draw) => ask("deleteTypedoc", { ...org, typedocId: draw.one(TYPEDOCS) }),
  createRequest: (ask, draw) => ask("createRequest", { ...org, body: request(draw) }),
  putRequest: (ask, draw, { requests }) => {
    const requestId = draw.one(REQUESTS);
    return ask("putRequest", { ...org, requestId, body: request(draw, requests.get(requestId)) });
  },
  closeRequest: (ask, draw) => {
    const body = { close: draw.isTrue(0.6) };
    return ask("closeRequest", { ...org, requestId: draw.one(REQUESTS), body });
  },
  deleteRequest: (ask, draw) => ask("deleteRequest", { ...org, requestId: draw.one(REQUESTS) }),
  dropDocuments: (ask, _, { documents }) =>
    ask("dropDocuments", { ...org, body: { documents: [...documents.keys()], comment: "" } }),
  changeFinalDueDate: (ask, _, { documents }) => {
    const body = { documentIds: [...documents.keys()], finalDueDate: "2026-09-30" };
    return ask("changeFinalDueDate", { ...org, body });
  },
  createDocumentAction: (ask) => ask("createDocumentAction", { ...org, body: listed }),
  runDocumentAction: async (ask) => {
    const made = await ask("createDocumentAction", { ...org, body: listed });
    return made.ok ? await ask("runDocumentAction", { ...org, actionId: made.answer.id }) : made;
  },
  validateDocument: (ask, draw, before) => {
    const documentId = documentIn(before, draw);
    const requestId = documentId.split(".")[0] ?? "";
    const body = { state: "valid" as const, compliance: null, comment: "" };
    return ask("validateDocument", { ...org, requestId, documentId, body });
  },
};

/** The writes tested elsewhere: delivery points of gas, and statements of the residences where the caller has the right. */
const ELSEWHERE = ["importGasLines", "sendSettlements"];

// @spec contracting.shared
Deno.test("every write of an organisation's records that a role on a residence opens is drawn below", () => {
  const opened = Object.keys(CALLS).filter(isCallName).filter((one) => {
    const { method, access }: Call = CALLS[one];
    return method !== "GET" &&
      access.any.some((grant) =>
        typeof grant !== "string" && (grant.on === "any-project" || grant.on === "document")
      );
  });
  const drawn = [...Object.keys(WRITES), ...ELSEWHERE];
  deepStrictEqual(drawn.toSorted(), opened.toSorted());
});

/** Each deals with the documents of one residence at a time: administrators have no right on them by that. */
const OF_DOCUMENTS: readonly string[] = [
  "dropDocuments",
  "changeFinalDueDate",
  "createDocumentAction",
  "runDocumentAction",
];

/** The residences on which a write may have an effect. */
function reachOf(call: string, { isAdmin, writes, validates }: Rights): ReadonlySet<string> {
  if (call === "validateDocument") return validates;
  if (OF_DOCUMENTS.includes(call)) return writes;
  return isAdmin && writes.size > 0 ? new Set(RESIDENCES) : writes;
}

/** The records that a refused write names, by its input. */
function isConcerned(before: Snapshot, residence: string, ids: readonly string[]): boolean {
  const { providers, contracts, typedocs, requests } = viewOf(before, residence);
  const seen = [providers, contracts, typedocs, requests].flat().map(([id]) => String(id));
  return ids.some((id) => seen.includes(id));
}

async function runWorld(built: TestPlatform, seed: number, counts: Map<string, number>) {
  const draw = new Draw(seed);
  const rights = await writeWorld(built, draw);
  const plain = callAs(built, memberCaller(USER, "user@bailleur.fr"));
  const ids: string[] = [];
  const ask: CallFunction = (name, input) => {
    ids.push(...Object.values(input).filter((one) => typeof one === "string"));
    return plain(name, input);
  };
  for (let step = 0; step < STEPS; step++) {
    const [call, write] = draw.one(Object.entries(WRITES));
    const before = await snapshotOf(built.store);
    ids.length = 0;
    const code = codeOf(await write(ask, draw, before));
    const after = await snapshotOf(built.store);
    counts.set(`${call} ${code}`, (counts.get(`${call} ${code}`) ?? 0) + 1);
    const reach = reachOf(call, rights);
    const others = RESIDENCES.filter((one) => !reach.has(one));
    for (const residence of others) {
      const [then, now] = [viewOf(before, residence), viewOf(after, residence)];
      deepStrictEqual(now, then, `seed ${seed}, step ${step}: ${call} changed ${residence}`);
    }
    if (code !== "ok") deepStrictEqual(after, before, `seed ${seed}: refused ${call} wrote`);
    if (code === "shared-with-others" && !call.startsWith("create")) {
      const isOther = others.some((one) => isConcerned(before, one, ids));
      // A contract may have been extended to every residence instead.
      ok(isOther || call === "putContract" && others.length > 0, `seed ${seed}: ${call} refused`);
    }
  }
}

// @spec contracting.shared, contracting.own-residences
Deno.test("no write changes what concerns a residence without the caller's right, and none is refused without reason", async () => {
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= 60; seed++) {
    await withPlatform((built) => runWorld(built, seed, counts));
  }
  const refusable = Object.keys(WRITES).filter((one) =>
    !OF_DOCUMENTS.includes(one) &&
    !["createProvider", "createTypedoc", "createRequest", "validateDocument"].includes(one)
  );
  const never = [
    ...Object.keys(WRITES).map((one) => `${one} ok`),
    ...refusable.map((one) => `${one} shared-with-others`),
  ].filter((one) => !counts.has(one));
  deepStrictEqual(never, [], JSON.stringify([...counts]));
});
