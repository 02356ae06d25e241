import { ok } from "node:assert/strict";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { documentKey, setDocument } from "@/lib/documents/document_index.ts";
import {
  type ContractRecord,
  type DocumentRecord,
  documentRecord,
  type RequestRecord,
} from "@/lib/documents/records.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, listStored, type Store } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG } from "@/tests/helpers/a_residence.ts";
import { seeded } from "@/tests/helpers/made_series.ts";

export const RESIDENCES = ["p1", "p2", "p3", "p4"];
export const PROVIDERS = ["v1", "v2", "v3", "v4"];
export const CONTRACTS = ["c1", "c2", "c3", "c4"];
export const TYPEDOCS = ["t1", "t2", "t3", "t4"];
export const REQUESTS = ["r1", "r2", "r3", "r4"];
export const USER = "user";

/** The rights of the drawn user: written here without the program's roles. */
export interface Rights {
  readonly isAdmin: boolean;
  /** Residences where they request documents. */
  readonly writes: ReadonlySet<string>;
  /** Residences where they give verdicts. */
  readonly validates: ReadonlySet<string>;
}

/** Draws from a seed. */
export class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  one<Value>(values: readonly Value[]): Value {
    const [first] = values;
    ok(first !== undefined);
    return values[Math.floor(this.#random() * values.length)] ?? first;
  }

  isTrue(chance: number): boolean {
    return this.#random() < chance;
  }

  some<Value>(values: readonly Value[], least = 0): Value[] {
    const chosen = values.filter(() => this.isTrue(0.4));
    return chosen.length < least ? [this.one(values)] : chosen;
  }
}

const DOCUMENT_ROLES: readonly Role[] = [
  "collect:documents:read",
  "collect:documents:validate:write",
  "collect:documents:write",
];
/** Each of the roles above includes those before it. @spec F §6 */
const rankOf = (role: Role | null) => role === null ? -1 : DOCUMENT_ROLES.indexOf(role);

/** Writes an organisation of four residences, their shared records and documents, and a user with drawn rights. */
export async function writeWorld(built: TestPlatform, draw: Draw): Promise<Rights> {
  const { store, platform: { versions }, clock: { now } } = built;
  const rights = await writeRights(store, draw);
  await writeRegisters(store, draw);
  for (const requestId of REQUESTS) {
    await makeDocuments({ store, versions, now }, { orgId: ORG, requestId });
    await depositSome(store, draw, requestId);
    // A residence taken off a request keeps the documents deposited for it.
    await store.atomic().set(keys.documentRequest(ORG, requestId), aRequest(draw)).commit();
    while (!await makeDocuments({ store, versions, now }, { orgId: ORG, requestId }));
  }
  return rights;
}

async function writeRights(store: Store, draw: Draw): Promise<Rights> {
  const isAdmin = draw.isTrue(0.15);
  const atomic = store.atomic()
    .set(keys.org(ORG), { name: "Bailleur" })
    .set(keys.orgFeatures(ORG), { documentManagement: true })
    .set(keys.member(ORG, USER), { isAdmin })
    .set(keys.orgOfAccount(USER, ORG), true);
  const team = {
    roles: draw.some(DOCUMENT_ROLES),
    accountIds: draw.isTrue(0.5) ? [USER] : [],
    tags: draw.some(["north", "south"]),
  };
  atomic.set(keys.team(ORG, "team"), { name: "Équipe", ...team });
  const ranks = new Map<string, number>();
  for (const projectId of RESIDENCES) {
    const tags = draw.some(["north", "south"]);
    const direct = draw.isTrue(0.6) ? draw.one(DOCUMENT_ROLES) : null;
    atomic.set(keys.project(projectId), aProject({ name: projectId, tags }))
      .set(keys.projectOfOrg(ORG, projectId), true);
    if (direct !== null) {
      atomic.set(keys.roles(projectId, USER), [direct])
        .set(keys.rolesOfAccount(USER, projectId), true);
    }
    const counts = team.accountIds.length > 0 &&
      (team.tags.length === 0 || team.tags.some((tag) => tags.includes(tag)));
    ranks.set(projectId, Math.max(rankOf(direct), ...counts ? team.roles.map(rankOf) : []));
  }
  await atomic.commit();
  const from = (rank: number) =>
    new Set(RESIDENCES.filter((projectId) => (ranks.get(projectId) ?? -1) >= rank));
  return { isAdmin, writes: from(2), validates: from(1) };
}

function aContract(draw: Draw, name: string): ContractRecord {
  const allprojects = draw.isTrue(0.25);
  const providers = draw.some(PROVIDERS.slice(0, 3)).slice(0, 2);
  return {
    name,
    code: "",
    contact: "",
    equipment: null,
    allprojects,
    projects: allprojects ? [] : draw.some(RESIDENCES),
    dates: providers.map((providerId, rank) => ({
      id: `d${rank}`,
      startDate: `202${rank}-01-01`,
      endDate: `202${rank}-12-31`,
      providerId,
    })),
  };
}

// The last record of each kind is not referred to.
function aRequest(draw: Draw): RequestRecord {
  return {
    projects: draw.some(RESIDENCES, 1),
    firstRequest: "2026-03-01",
    rate: 12,
    reminder: 60,
    nbDaysForNewDeadline: 15,
    close: false,
    providerId: draw.one(PROVIDERS.slice(0, 3)),
    contractId: draw.one(CONTRACTS.slice(0, 3)),
    typedocId: draw.one(TYPEDOCS.slice(0, 3)),
  };
}

async function writeRegisters(store: Store, draw: Draw): Promise<void> {
  const atomic = store.atomic();
  for (const id of PROVIDERS) {
    const emails = [`${id}@thermalia.fr`];
    atomic.set(keys.provider(ORG, id), { name: id, emails, archived: false })
      .set(keys.providerOfEmail(`${id}@thermalia.fr`, ORG, id), true);
  }
  for (const id of CONTRACTS) {
    const record = aContract(draw, id);
    const isUsed = id !== "c4";
    atomic.set(keys.contract(ORG, id), isUsed ? record : { ...record, dates: [] });
  }
  for (const id of TYPEDOCS) {
    const type = { equipment: null, defaultRate: 12, multiple: false, values: [] };
    atomic.set(keys.typedoc(ORG, id), { name: id, archived: false, ...type });
  }
  for (const id of REQUESTS) atomic.set(keys.documentRequest(ORG, id), aRequest(draw));
  await atomic.commit();
}

async function depositSome(store: Store, draw: Draw, requestId: string): Promise<void> {
  const stored = await listStored(store, keys.document.under(ORG, requestId), documentRecord);
  for (const { id: documentId, record: before } of draw.some(stored)) {
    const after: DocumentRecord = {
      ...before,
      state: "to-valid",
      uploadDate: "2026-02-01T10:00:00Z",
      providerMail: "v1@thermalia.fr",
    };
    const path = { orgId: ORG, requestId, documentId };
    await setDocument(store.atomic(), path, { before, after }).commit();
    ok((await store.get(documentKey(path))).versionstamp);
  }
}

type Stored = Readonly<Record<string, unknown>>;
type ById = ReadonlyMap<string, Stored>;

/** The shared records and documents as stored, read without the program's schemas. */
export interface Snapshot {
  readonly providers: ById;
  readonly contracts: ById;
  readonly typedocs: ById;
  readonly requests: ById;
  readonly documents: ById;
}

export async function snapshotOf(store: Store): Promise<Snapshot> {
  const read = async (prefix: Key) => {
    const found = new Map<string, Stored>();
    for await (const { key, value } of store.list({ prefix })) {
      found.set(String(key.at(-1)), Object(value));
    }
    return found;
  };
  return {
    providers: await read(keys.provider.under(ORG)),
    contracts: await read(keys.contract.under(ORG)),
    typedocs: await read(keys.typedoc.under(ORG)),
    requests: await read(keys.documentRequest.under(ORG)),
    documents: await read(keys.document.under(ORG)),
  };
}

/** What a snapshot contains for one residence: which records concern it, and what they are besides its other residences. */
export function viewOf(
  { providers, contracts, typedocs, requests, documents }: Snapshot,
  residence: string,
) {
  const names = ({ allprojects, projects }: Stored) =>
    allprojects === true || Array.isArray(projects) && projects.includes(residence);
  const ownDocuments = [...documents].filter(([, { projectId }]) => projectId === residence);
  const documented = ownDocuments.map(([id]) => id.slice(0, id.lastIndexOf(".")));
  const ownRequests = [...requests]
    .filter(([id, request]) => names(request) || documented.includes(id));
  const ownContracts = [...contracts].filter(([, contract]) => names(contract));
  const idsIn = (field: string) => ownRequests.map(([, request]) => String(request[field]));
  const inCharge = ownContracts.flatMap(([, { dates }]) =>
    Array.isArray(dates) ? dates.map(({ providerId }) => String(providerId)) : []
  );
  const only = (all: ById, ids: readonly string[]) =>
    [...all].filter(([id]) => ids.includes(id)).map(([id, record]) => [
      id,
      { ...record, projects: null, isNamed: names(record) },
    ]);
  return {
    providers: only(providers, [...idsIn("providerId"), ...inCharge]),
    contracts: only(contracts, [...idsIn("contractId"), ...ownContracts.map(([id]) => id)]),
    typedocs: only(typedocs, idsIn("typedocId")),
    requests: only(requests, ownRequests.map(([id]) => id)),
    documents: ownDocuments,
  };
}
