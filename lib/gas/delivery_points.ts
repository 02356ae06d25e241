/** Lists the gas delivery points of an organisation, their boiler rooms and holders. @module */

import type { ZodType } from "zod";
import type { Services } from "@/lib/api/services.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import { sourcesRecord } from "@/lib/facilities/records.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { cachedProject, projectsWithRole } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  getAll,
  idOf,
  type Key,
  listEntries,
  listIds,
  readable,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { readGasYear } from "./line_store.ts";
import { inOrder } from "./lines.ts";
import { type GasHolder, holderAt } from "./pce_rules.ts";
import { gasOwnerRecord, type GasPceRecord, gasPceRecord, NEW_GAS_PCE } from "./records.ts";
import type { GasPce } from "./schema.ts";

export interface NamingRoom {
  readonly projectId: string;
  readonly boilerRoomId: string;
  readonly pce: string;
}

/** The boiler rooms of an organisation whose settings have a delivery point. */
export async function namingRooms(store: Store, orgId: string): Promise<NamingRoom[]> {
  const projectIds = await listIds(store, keys.projectOfOrg.under(orgId));
  return (await readEach(projectIds, (id) => roomsOfProject(store, id))).flat();
}

/** As {@link namingRooms}, for display: cached until a residence is written. */
function cachedNamingRooms(
  { store, memory }: Pick<Services, "store" | "memory">,
  orgId: string,
): Promise<NamingRoom[]> {
  return memory.ofFigures(orgId, { what: "naming rooms" }, async () => {
    const projectIds = await listIds(store, keys.projectOfOrg.under(orgId));
    const found = await readEach(
      projectIds,
      (id) => memory.ofSettings(id, "naming rooms", () => roomsOfProject(store, id)),
    );
    return found.flat();
  });
}

async function roomsOfProject(store: Store, projectId: string): Promise<NamingRoom[]> {
  const prefix = keys.efficiencySources.under(projectId);
  const sources = await listEntries(store, { prefix }, sourcesRecord);
  return sources.flatMap(({ key, value: { gazPce } }) =>
    gazPce === null ? [] : [{ projectId, boilerRoomId: idOf(key), pce: gazPce }]
  );
}

/**
 * Holders of a delivery point.
 *
 * @returns "contested" when no holder is recorded and rooms of several residences name it
 */
export function holdersOf(
  record: Pick<GasPceRecord, "holders">,
  rooms: readonly NamingRoom[],
): readonly GasHolder[] | "contested" {
  if (record.holders.length > 0) return record.holders;
  const [first] = rooms;
  if (first === undefined) return [];
  const { projectId, boilerRoomId } = first;
  const isOfOne = rooms.every((room) => room.projectId === projectId);
  return isOfOne ? [{ projectId, boilerRoomId, fromDate: null }] : "contested";
}

type NamedPce = Pick<GasPce, "pce" | "name" | "projectId" | "projectName" | "boilerRoomId">;

/** A delivery point that a caller's role gives access to, and the extent of the access. */
interface OpenPce {
  readonly named: NamedPce;
  readonly record: GasPceRecord;
  /** False when another residence holds it now: only earlier lines are accessible, not its state. */
  readonly isHeld: boolean;
  holds(toDate: IsoDate): boolean;
}

/**
 * The delivery points that a caller's role gives access to: those held now or earlier by residences on which they have
 * the role; for administrators, also those declared without a residence.
 *
 * @param readRooms reads the boiler rooms with a delivery point: from the store for a decision
 * @returns by residence, then by boiler room
 */
export async function gasPcesOf(
  services: Services,
  reader: { orgId: string; caller: Caller; role: Role },
  readRooms = () => namingRooms(services.store, reader.orgId),
): Promise<OpenPce[]> {
  const { store } = services;
  const { orgId, caller } = reader;
  const [open, isAdmin, rooms, stored] = await Promise.all([
    projectsWithRole(services, reader),
    services.callerRoles.of(caller).isAdminOf(orgId),
    readRooms(),
    listEntries(store, { prefix: keys.gasPce.under(orgId) }, gasPceRecord),
  ]);
  const records = new Map(stored.map(({ key, value }) => [idOf(key), value]));
  const roomsOf = Map.groupBy(rooms, ({ pce }) => pce);
  const holders = [...rooms, ...stored.flatMap(({ value }) => value.holders)];
  const names = await namesOf(services, open, holders);
  const found = [...new Set([...roomsOf.keys(), ...records.keys()])].flatMap((pce) => {
    const record = records.get(pce) ?? NEW_GAS_PCE;
    const known = { pce, record, naming: roomsOf.get(pce) ?? [] };
    const one = openPce(known, { open, names }) ?? (isAdmin && declaredPce(known));
    return one ? [one] : [];
  });
  const named = found.filter((one) => !isDeclared(one)).map((one) => {
    const { projectName, name, pce } = one.named;
    return { one, text: [projectName ?? "", name, pce].join("\n") };
  });
  named.sort((left, right) => compareValues(left.text, right.text));
  return [...named.map(({ one }) => one), ...found.filter(isDeclared)];
}

function isDeclared({ named }: OpenPce): boolean {
  return named.projectId === null;
}

interface KnownPce {
  readonly pce: string;
  readonly record: GasPceRecord;
  readonly naming: readonly NamingRoom[];
}

interface OpenPlaces {
  readonly open: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, string>;
}

/** @returns null when no accessible residence holds it; a contested one needs the role on all its residences */
function openPce({ pce, record, naming }: KnownPce, { open, names }: OpenPlaces): OpenPce | null {
  const holders = holdersOf(record, naming);
  const isOpen = ({ projectId }: { projectId: string }) => open.has(projectId);
  const isContested = holders === "contested";
  if (isContested && !naming.every(isOpen)) return null;
  const shown = isContested ? naming[0] : holders.findLast(isOpen);
  if (shown === undefined) return null;
  const room = naming.find(({ boilerRoomId }) => boilerRoomId === shown.boilerRoomId);
  const { projectId } = shown;
  const named = {
    pce,
    name: names.get(shown.boilerRoomId) ?? "",
    projectId,
    projectName: names.get(projectId) ?? null,
    boilerRoomId: room?.boilerRoomId ?? null,
  };
  const holds = (toDate: IsoDate) => {
    if (isContested) return true;
    const holder = holderAt(holders, toDate);
    return holder !== null && isOpen(holder);
  };
  return { named, record, isHeld: isContested || shown === holders.at(-1), holds };
}

function declaredPce({ pce, record }: KnownPce): OpenPce | null {
  if (!record.isDeclared) return null;
  const named = { pce, name: "", projectId: null, projectName: null, boilerRoomId: null };
  return { named, record, isHeld: true, holds: () => true };
}

/** Names of the residences that hold a delivery point, among those that are open, and of what is in them. */
async function namesOf(
  services: Services,
  open: ReadonlySet<string>,
  holders: readonly { readonly projectId: string }[],
) {
  const ids = [...new Set(holders.map(({ projectId }) => projectId))].filter((id) => open.has(id));
  // Read together: one list instead of thousands of reads.
  await services.versions.of(ids.map((id) => ({ kind: "project", id })));
  const [projects, equipments] = await Promise.all([
    readEach(ids, (id) => cachedProject(services, id)),
    readEach(ids, (id) => cachedEquipments(services, id)),
  ]);
  return new Map([
    ...ids.map((id, position) => [id, projects[position]?.name ?? ""] as const),
    ...equipments.flat().map(({ id, record }) => [id, record.name] as const),
  ]);
}

/** A delivery point of an organisation, and the residence of its boiler room, if any. */
export interface QueriedPce {
  readonly orgId: string;
  readonly pce: string;
  readonly projectId: string | null;
}

/** Every delivery point of an organisation, accessible or not to the caller: once for each organisation. */
export async function everyGasPce(store: Store): Promise<QueriedPce[]> {
  const list = <Record>(prefix: Key, schema: ZodType<Record>) =>
    listEntries(store, { prefix }, schema);
  const sources = await list(keys.efficiencySources.under(), sourcesRecord);
  const burning = sources.flatMap(({ key, value }) =>
    value.gazPce === null ? [] : [{ pce: value.gazPce, projectId: String(key.at(-2)) }]
  );
  const projectIds = [...new Set(burning.map(({ projectId }) => projectId))];
  const wanted = projectIds.map((id) => keys.project(id));
  const projects = readable(await getAll(store, wanted), projectRecord);
  const orgs = new Map(projects.map(({ key, value: { orgId } }) => [idOf(key), orgId]));
  const declared = await list(keys.gasPce.under(), gasPceRecord);
  const found = new Map<string, QueriedPce>();
  const add = (one: QueriedPce) => {
    const key = `${one.orgId} ${one.pce}`;
    if (!found.has(key)) found.set(key, one);
  };
  for (const { pce, projectId } of burning) {
    const orgId = orgs.get(projectId);
    if (orgId !== undefined) add({ orgId, pce, projectId });
  }
  for (const { key: [, orgId, pce], value } of declared) {
    if (value.isDeclared) add({ orgId: String(orgId), pce: String(pce), projectId: null });
  }
  return [...found.values()];
}

const READ_ROLE: Role = "collect:boilerroom:read";

export const listGasPces: Handler<"listGasPces"> = async (services, { orgId }, caller) => {
  const open = await gasPcesOf(
    services,
    { orgId, caller, role: READ_ROLE },
    () => cachedNamingRooms(services, orgId),
  );
  const answer = open.map(({ named, record, isHeld }): GasPce => {
    const { last, consent, askedAt, fault } = isHeld ? record : NEW_GAS_PCE;
    return { ...named, last, consent, askedAt, fault };
  });
  return { ok: true, answer };
};

export const getGasYear: Handler<"getGasYear"> = async (services, { orgId, pce, year }, caller) => {
  const open = await gasPcesOf(services, { orgId, caller, role: READ_ROLE });
  const own = open.find(({ named }) => named.pce === pce);
  if (own === undefined) return { ok: false, code: "not-found" };
  const all = await readGasYear(services.store, { orgId, pce }, Number(year));
  const lines = all.filter(({ toDate }) => own.holds(toDate));
  return { ok: true, answer: inOrder(lines, "desc") };
};

/**
 * True when a delivery point is queried for this organisation: the first that named it, while it still names it.
 *
 * The holder's consent is given to the platform, so without this anyone who enters a number would read its lines.
 */
export async function isOwnedHere(
  store: Store,
  { orgId, pce }: Pick<QueriedPce, "orgId" | "pce">,
): Promise<boolean> {
  const { key, value, versionstamp } = await readEntry(
    store,
    keys.gasPceOwner(pce),
    gasOwnerRecord,
  );
  if (value?.orgId === orgId) return true;
  if (value !== null && await isNamedBy(store, value.orgId, pce)) return false;
  return (await store.atomic().check({ key, versionstamp }).set(key, { orgId }).commit()).ok;
}

/** @throws TypeError when a row is unreadable: it may be the one with the delivery point */
async function isNamedBy(store: Store, orgId: string, pce: string): Promise<boolean> {
  return (await everyGasPce(store)).some((one) => one.orgId === orgId && one.pce === pce);
}
