import type { ZodType } from "zod";
import { readEach } from "@/lib/backend/core/at_once.ts";
import { cachedEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import { cachedProject, projectsWithRole } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import {
  getAll,
  idOf,
  type Key,
  listEntries,
  readable,
  type Store,
  type Unreadable,
} from "@/lib/backend/kv/store.ts";
import { sourcesRecord } from "@/lib/backend/records/facilities.ts";
import { type GasPceRecord, gasPceRecord, NEW_GAS_PCE } from "@/lib/backend/records/gas.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { holderAt } from "@/lib/domain/gas/holders.ts";
import type { GasPce } from "@/lib/domain/gas/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { holdersOf, type NamingRoom, namingRooms } from "./gas_rooms.ts";

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
  const [open, isAdmin, rooms, kept] = await Promise.all([
    projectsWithRole(services, reader),
    services.callerRoles.of(caller).isAdminOf(orgId),
    readRooms(),
    listEntries(store, { prefix: keys.gasPce.under(orgId) }, gasPceRecord),
  ]);
  const records = new Map(kept.map(({ key, value }) => [idOf(key), value]));
  const roomsOf = Map.groupBy(rooms, ({ pce }) => pce);
  const names = await namesOf(services, open);
  const found = [...new Set([...roomsOf.keys(), ...records.keys()])].flatMap((pce) => {
    const record = records.get(pce) ?? NEW_GAS_PCE;
    const known = { pce, record, naming: roomsOf.get(pce) ?? [] };
    const one = openPce(known, { open, names }) ?? (isAdmin && declaredPce(known));
    return one ? [one] : [];
  });
  const text = ({ named: { projectName, name, pce } }: OpenPce) =>
    [projectName ?? "", name, pce].join("\n");
  const [declared, held] = [found.filter(isDeclared), found.filter((one) => !isDeclared(one))];
  return [...held.sort((left, right) => compareValues(text(left), text(right))), ...declared];
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

async function namesOf(services: Services, open: ReadonlySet<string>) {
  const ids = [...open];
  const [projects, equipments] = await Promise.all([
    readEach(ids, (id) => cachedProject(services, id)),
    readEach(ids, (id) => cachedEquipments(services, id)),
  ]);
  return new Map([
    ...ids.map((id, rank) => [id, projects[rank]?.name ?? ""] as const),
    ...equipments.flat().map(({ id, record }) => [id, record.name] as const),
  ]);
}

/** A delivery point of an organisation, and the residence of its boiler room, if any. */
export interface QueriedPce {
  readonly orgId: string;
  readonly pce: string;
  readonly projectId: string | null;
}

/**
 * Every delivery point of an organisation, accessible or not to the caller: once for each organisation.
 *
 * @param unreadable receives the unreadable rows, which are skipped; without it they fail
 */
export async function everyGasPce(store: Store, unreadable?: Unreadable): Promise<QueriedPce[]> {
  const list = <Record>(prefix: Key, schema: ZodType<Record>) =>
    listEntries(store, { prefix }, schema, { unreadable });
  const sources = await list(keys.efficiencySources.under(), sourcesRecord);
  const burning = sources.flatMap(({ key, value }) =>
    value.gazPce === null ? [] : [{ pce: value.gazPce, projectId: String(key.at(-2)) }]
  );
  const projectIds = [...new Set(burning.map(({ projectId }) => projectId))];
  const wanted = projectIds.map((id) => keys.project(id));
  const projects = readable(await getAll(store, wanted), projectRecord, unreadable);
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
