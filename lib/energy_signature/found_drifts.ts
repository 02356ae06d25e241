/** Seeks the drift of each boiler room's running season, again only when its days or settings changed. @module */

import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { commitShown, organisationOf } from "@/lib/api/writes.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { type Basis, basisOf, type Place, readCompared } from "./answers.ts";
import { drift } from "./schema.ts";

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
  // What lists show of a residence contains the verdict, and is made again after its alarms change.
  const isSame = known.value !== null &&
    isDeepStrictEqual({ ...known.value, state: found.state }, found);
  const orgId = await organisationOf(services, projectId);
  const changed = [{ kind: "alarms", id: projectId }, { kind: "figures", id: orgId }] as const;
  await commitShown(services, isSame ? [] : changed, (atomic) => atomic.set(known.key, found));
  return found;
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
