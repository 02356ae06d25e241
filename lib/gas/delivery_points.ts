/** Lists the gas delivery points of an organisation, and moves them to the boiler room that names them. @module */

import type { ZodType } from "zod";
import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { cachedEquipments, equipmentName } from "@/lib/facilities/equipment.ts";
import { sourcesRecord } from "@/lib/facilities/records.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { cachedProject, projectsWithRole } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  getAll,
  idOf,
  type Key,
  listEntries,
  listIds,
  type MaybeEntry,
  readable,
  readEntries,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { readGasYear } from "./line_store.ts";
import { inOrder } from "./lines.ts";
import { type GasHolder, holderAt, withHolder } from "./pce_rules.ts";
import { gasOwnerRecord, type GasPceRecord, gasPceRecord, NEW_GAS_PCE } from "./records.ts";
import type { GasPce } from "./schema.ts";

interface NamingRoom {
  readonly projectId: string;
  readonly boilerRoomId: string;
  readonly pce: string;
}

/** The boiler rooms of an organisation whose settings have a delivery point. */
async function namingRooms(store: Store, orgId: string): Promise<NamingRoom[]> {
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
function holdersOf(
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

const WRITE_ROLE: Role = "collect:boilerroom:write";

/** A boiler room whose delivery point changes, and the caller. */
interface ClaimPlace {
  readonly orgId: string;
  readonly projectId: string;
  readonly boilerRoomId: string;
  readonly caller: Caller;
}

/** Additions of a change of delivery point to the commit of the settings. */
export type GasClaim =
  | {
    readonly ok: true;
    readonly fill: (atomic: Atomic) => void;
    readonly projectIds: readonly string[];
  }
  | { readonly ok: false; readonly code: "pce-taken" };

const TAKEN = { ok: false, code: "pce-taken" } as const;

/**
 * Assigns the delivery point in a boiler room's settings to it, and releases the previous one.
 *
 * A delivery point belongs to one boiler room of an organisation. Taking it from another residence requires the
 * right to write there too, or an administrator; one whose lines belong to no residence requires an administrator.
 *
 * @spec gas.ownership
 */
export async function claimPce(
  services: Services,
  place: ClaimPlace,
  { before, after }: { before: string | null; after: string | null },
): Promise<GasClaim> {
  if (before === after) return { ok: true, fill: () => {}, projectIds: [] };
  const [old, next] = await Promise.all([
    before === null ? null : readPce(services, place, before),
    after === null ? null : readPce(services, place, after),
  ]);
  // Read after the delivery points, whose entries the commit checks: a later claim by a room makes the commit fail.
  const rooms = await namingRooms(services.store, place.orgId);
  const released = old && await release(services, { place, rooms, ...old });
  const claim = next && await take(services, { place, rooms, ...next });
  if (released?.ok === false || claim?.ok === false) return TAKEN;
  return {
    ok: true,
    fill: (atomic) => {
      released?.fill(atomic);
      claim?.fill(atomic);
    },
    projectIds: claim?.projectIds ?? [],
  };
}

interface ClaimedPce {
  readonly place: ClaimPlace;
  readonly rooms: readonly NamingRoom[];
  readonly pce: string;
  readonly entry: MaybeEntry<GasPceRecord>;
}

async function readPce({ store }: Services, { orgId }: ClaimPlace, pce: string) {
  return { pce, entry: await readEntry(store, keys.gasPce(orgId, pce), gasPceRecord) };
}

function claimedBy({ place, rooms, pce, entry }: ClaimedPce) {
  const record = entry.value ?? NEW_GAS_PCE;
  const naming = rooms.filter((room) => room.pce === pce);
  return {
    entry,
    record,
    naming,
    others: naming.filter((room) => room.boilerRoomId !== place.boilerRoomId),
    holders: holdersOf(record, naming),
    hasHistory: record.last !== null || record.consent !== null,
  };
}

async function release(services: Services, claimed: ClaimedPce): Promise<GasClaim> {
  const { place } = claimed;
  const { entry, record, others, holders, hasHistory } = claimedBy(claimed);
  if (holders === "contested") {
    if (!await mayWriteAll(services, place, others.map(({ projectId }) => projectId))) return TAKEN;
    const left = holdersOf({ holders: [] }, others);
    return unchangedClaim(entry, { ...record, holders: left === "contested" ? [] : left });
  }
  const isOwn = holders.at(-1)?.boilerRoomId === place.boilerRoomId;
  // Its lines stay with the residence, whether or not a room still names it.
  const after = hasHistory || !isOwn ? holders : holders.slice(0, -1);
  return unchangedClaim(entry, { ...record, holders: after });
}

async function take(services: Services, claimed: ClaimedPce): Promise<GasClaim> {
  const { place } = claimed;
  const { entry, record, others, holders, hasHistory } = claimedBy(claimed);
  const known = holders === "contested" ? [] : holders;
  const current = known.at(-1);
  const requested = [
    ...others.map(({ projectId }) => projectId),
    ...current ? [current.projectId] : [],
  ];
  const isOfNobody = requested.length === 0 && hasHistory;
  if (!await mayWriteAll(services, place, isOfNobody ? [null] : requested)) return TAKEN;
  const { projectId, boilerRoomId } = place;
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const before = hasHistory ? known : [];
  const holdersAfter = withHolder(before, { projectId, boilerRoomId }, today);
  const claim = unchangedClaim(entry, { ...record, holders: holdersAfter });
  return await takenFrom(services, { place, others, claim });
}

/** Whether a user may write to each residence; null requires an administrator. */
async function mayWriteAll(
  services: Services,
  { orgId, projectId: own, caller }: ClaimPlace,
  projectIds: readonly (string | null)[],
): Promise<boolean> {
  const callerRoles = services.callerRoles.of(caller);
  const others = projectIds.filter((id) => id !== own);
  const granted = await Promise.all(
    others.map(async (id) => id !== null && (await callerRoles.rolesOn(id)).has(WRITE_ROLE)),
  );
  return granted.every(Boolean) || await callerRoles.isAdminOf(orgId);
}

function unchangedClaim(entry: MaybeEntry, record: GasPceRecord) {
  const fill = (atomic: Atomic) => {
    atomic.check(unchanged(entry)).set(entry.key, record);
  };
  return { ok: true, fill, projectIds: [] } as const;
}

/** Removes it from the other rooms, with a line in the audit logs of their residences. */
async function takenFrom(
  services: Services,
  { place: { orgId, caller }, others, claim }: {
    place: ClaimPlace;
    others: readonly NamingRoom[];
    claim: Extract<GasClaim, { ok: true }>;
  },
): Promise<GasClaim> {
  const roomKeys = others.map((room) => keys.efficiencySources(room.projectId, room.boilerRoomId));
  const [entries, names] = await Promise.all([
    readEntries(services.store, roomKeys, sourcesRecord),
    Promise.all(
      others.map((room) =>
        equipmentName(services, { projectId: room.projectId, equipmentId: room.boilerRoomId })
      ),
    ),
  ]);
  const fill = (atomic: Atomic) => {
    claim.fill(atomic);
    others.forEach(({ projectId }, position) => {
      const [entry, subject = ""] = [entries[position], names[position]];
      if (entry === undefined || entry.value === null) return;
      atomic.check(unchanged(entry)).set(entry.key, { ...entry.value, gazPce: null });
      const line = { caller, action: "putEfficiencySources", orgId, projectId, subject } as const;
      addAuditLine(atomic, line, services.now());
    });
  };
  return { ok: true, fill, projectIds: [...new Set(others.map(({ projectId }) => projectId))] };
}
