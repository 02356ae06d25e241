import type { Caller } from "../../contract/caller.ts";
import type { GasPce } from "../../domain/gas/types.ts";
import type { Role } from "../../domain/roles/roles.ts";
import { compareValues } from "../../domain/tables/sort.ts";
import { listEntries, readEntries } from "../kv/entries.ts";
import { idOf } from "../kv/key.ts";
import { keys } from "../kv/keys.ts";
import type { Store } from "../kv/store.ts";
import { readEquipments } from "./equipment.ts";
import { sourcesRecord } from "./facility_records.ts";
import { gasPceRecord } from "./gas_records.ts";
import { projectRecord } from "./project_records.ts";
import type { Services } from "./services.ts";

/** A delivery point and what names it. */
export type NamedPce = Pick<GasPce, "pce" | "name" | "projectId" | "projectName" | "boilerRoomId">;

/**
 * The delivery points a caller's role opens: those of the boiler rooms of the residences they hold it on; those only
 * declared, of no residence, for administrators.
 *
 * @returns by residence, then by boiler room; a number that several boiler rooms name comes once
 */
export async function gasPcesOf(
  services: Services,
  { orgId, caller, role }: { orgId: string; caller: Caller; role: Role },
): Promise<NamedPce[]> {
  const standing = services.standings.of(caller);
  const [roles, isAdmin] = await Promise.all([
    standing.rolesByProject(orgId),
    standing.isAdminOf(orgId),
  ]);
  const open = [...roles].flatMap(([id, held]) => held.has(role) ? [id] : []);
  const [rooms, declared] = await Promise.all([
    roomPces(services, open),
    isAdmin ? declaredPces(services, orgId) : [],
  ]);
  const byPce = new Map<string, NamedPce>();
  for (const one of [...rooms, ...declared]) if (!byPce.has(one.pce)) byPce.set(one.pce, one);
  return [...byPce.values()];
}

async function roomPces(services: Services, projectIds: readonly string[]): Promise<NamedPce[]> {
  const keysOf = projectIds.map((id) => keys.project(id));
  const [projects, named] = await Promise.all([
    readEntries(services.store, keysOf, projectRecord),
    Promise.all(projectIds.map((id) => pcesOfProject(services, id))),
  ]);
  const all = named.flatMap((pces, rank) => {
    const projectName = projects[rank]?.value?.name ?? null;
    return pces.map((one) => ({ ...one, projectName }));
  });
  const text = ({ projectName, name, pce }: NamedPce) => [projectName ?? "", name, pce].join("\n");
  return all.sort((left, right) => compareValues(text(left), text(right)));
}

async function pcesOfProject(services: Services, projectId: string): Promise<NamedPce[]> {
  const prefix = keys.efficiencySources.under(projectId);
  const sources = await listEntries(services.store, { prefix }, sourcesRecord);
  const burning = sources.filter(({ value }) => value.gazPce !== null);
  if (burning.length === 0) return [];
  const equipments = await readEquipments(services, projectId);
  return burning.flatMap(({ key, value: { gazPce } }) => {
    const boilerRoomId = idOf(key);
    const room = equipments.find(({ id }) => id === boilerRoomId);
    if (gazPce === null || room === undefined) return [];
    const { name } = room.record;
    return [{ pce: gazPce, name, projectId, projectName: null, boilerRoomId }];
  });
}

async function declaredPces({ store }: Services, orgId: string): Promise<NamedPce[]> {
  const kept = await listEntries(store, { prefix: keys.gasPce.under(orgId) }, gasPceRecord);
  return kept.filter(({ value }) => value.isDeclared).map(({ key }) => ({
    pce: idOf(key),
    name: "",
    projectId: null,
    projectName: null,
    boilerRoomId: null,
  }));
}

/** A delivery point as an organisation names it, and the residence of its boiler room, if one does. */
export interface AskedPce {
  readonly orgId: string;
  readonly pce: string;
  readonly projectId: string | null;
}

/** Every delivery point that an organisation names, whoever may read it: once for each organisation. */
export async function everyGasPce(store: Store): Promise<AskedPce[]> {
  const sources = await listEntries(
    store,
    { prefix: keys.efficiencySources.under() },
    sourcesRecord,
  );
  const burning = sources.flatMap(({ key, value }) =>
    value.gazPce === null ? [] : [{ pce: value.gazPce, projectId: String(key.at(-2)) }]
  );
  const projectIds = [...new Set(burning.map(({ projectId }) => projectId))];
  const projects = await readEntries(
    store,
    projectIds.map((id) => keys.project(id)),
    projectRecord,
  );
  const orgs = new Map(projectIds.map((id, rank) => [id, projects[rank]?.value?.orgId]));
  const declared = await listEntries(store, { prefix: keys.gasPce.under() }, gasPceRecord);
  const found = new Map<string, AskedPce>();
  const add = (one: AskedPce) => {
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
