/** Seeks the drift of each boiler room's running season, again only when its days or settings changed. @module */

import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { organisationOf } from "@/lib/api/writes.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import {
  cachedProject,
  projectsWithRole,
  readEachProject,
  RESIDENCES_AT_ONCE,
} from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, readEntry } from "@/lib/store/store.ts";
import { type Basis, basisOf, type Place, readCompared } from "./answers.ts";
import type { Handler } from "./calls.ts";
import { drift, type DriftLine } from "./schema.ts";

export const foundDriftRecord = z.object({
  /** State of the settings and of the past days that it was sought from. */
  state: z.string(),
  yearStart: z.number(),
  /** null when no season before can be relied on: no drift is sought. */
  reference: z.number().nullable(),
  drift: z.nullable(drift),
  /** Day of the last closing of a verdict; null without one. */
  closedOn: z.string().nullable(),
});

/** The verdict on the running season of a boiler room. @spec signature.found */
export type FoundDrift = z.output<typeof foundDriftRecord>;

/**
 * The verdict on the running season: the stored one while neither a day before today nor a setting changed, else sought
 * again and stored.
 *
 * @spec signature.found
 * @returns null for a boiler room without source or outdoor temperatures
 */
export async function soughtDrift(services: Services, place: Place): Promise<FoundDrift | null> {
  const { projectId, boilerRoomId } = place;
  const { timeZone } = await cachedProject(services, projectId);
  const today = civilDateOf(services.now(), timeZone);
  const yearStart = seasonYearOf(monthOf(today));
  const basis = await basisOf(services, place, { timeZone, today, yearStart });
  if (basis === null) return null;
  const [known, state] = await Promise.all([
    readEntry(services.store, keys.foundDrift(projectId, boilerRoomId), foundDriftRecord),
    stateOf(services, basis),
  ]);
  if (state !== null && known.value?.state === state && known.value.yearStart === yearStart) {
    return known.value;
  }
  const { reference, drift, closings } = await readCompared(services, basis, {
    place,
    yearStart,
    chosen: null,
  });
  const closedOn = closings.at(-1)?.date ?? null;
  const found = { state: state ?? "", yearStart, reference, drift, closedOn };
  // The verdicts of a residence are cached with its alarms.
  const scopes = [{ kind: "alarms", id: projectId }] as const;
  const atomic = services.store.atomic().set(known.key, found);
  services.versions.include(atomic, scopes);
  await atomic.commit();
  services.versions.forget(scopes);
  return found;
}

/** The boiler rooms whose drift is sought, with the verdict that was last found. @spec projects.attention */
export const listDrifts: Handler<"listDrifts"> = async (services, { orgId }, caller) => {
  const role = "collect:boilerroom:read";
  const projectIds = [...await projectsWithRole(services, { orgId, caller, role })];
  const lines = await readEachProject(
    projectIds,
    (id) => linesOf(services, id),
    RESIDENCES_AT_ONCE,
  );
  return { ok: true, answer: lines.flat() };
};

async function linesOf(services: Services, projectId: string): Promise<DriftLine[]> {
  const [{ name: projectName, timeZone }, equipments, found] = await Promise.all([
    cachedProject(services, projectId),
    cachedEquipments(services, projectId),
    services.memory.ofAlarms(
      projectId,
      "found drifts",
      async () =>
        (await listStored(services.store, keys.foundDrift.under(projectId), foundDriftRecord))
          .map(({ id, record }) => ({ id, record })),
    ),
  ]);
  const running = seasonYearOf(monthOf(civilDateOf(services.now(), timeZone)));
  return found.flatMap(({ id: boilerRoomId, record: { reference, yearStart, drift } }) => {
    const room = equipments.find(({ id }) => id === boilerRoomId)?.record;
    if (room === undefined || reference === null || yearStart !== running) return [];
    return [{ projectId, projectName, boilerRoomId, boilerRoomName: room.name, drift }];
  });
}

/** The state of what a verdict is sought from; null while too many readings wait to be stored. */
async function stateOf(
  services: Services,
  { projectId, reader, dependencies: { seriesIds, past } }: Basis,
): Promise<string | null> {
  const orgId = await organisationOf(services, projectId);
  const [settings, shared, before] = await Promise.all([
    services.versions.of([{ kind: "project", id: projectId }, { kind: "org", id: orgId }]),
    reader.stateOf(seriesIds),
    reader.stateOf(past.seriesIds, past.before),
  ]);
  return shared === null || before === null ? null : `${settings} ${shared} ${before}`;
}
