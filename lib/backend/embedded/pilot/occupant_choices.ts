import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { pilotModuleRecord } from "@/lib/backend/records/pilot.ts";
import { isWithin, type OccupancyPeriod } from "@/lib/domain/housing/occupancy.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import type { HeatingChoice } from "@/lib/text/pilot/own_heating.ts";
import { readPilotResidence } from "./requests.ts";
import { newChange } from "./revisions.ts";

interface ChoiceAt extends HouseAt {
  readonly occupancyId: string;
}

/** The heating choices of an occupant for their dwelling. @spec housing.personal-data */
export async function heatingChoicesOf(store: Store, at: ChoiceAt): Promise<HeatingChoice[]> {
  const found = await readChoice(store, at);
  if (found === null) return [];
  const { tempC, change: { epochS } } = found.choice;
  return [{ chosenAt: utcInstant(epochS), tempC }];
}

/** Adds the deletion of an occupant's choice to a commit: the landlord's settings apply. @spec housing.personal-data */
export async function eraseHeatingChoice(
  services: { readonly store: Store; now(): number },
  at: ChoiceAt,
  atomic: Atomic,
): Promise<void> {
  const found = await readChoice(services.store, at);
  if (found === null || found.choice.tempC === null) return;
  const { projectId } = at;
  const change = await newChange(services, atomic, { projectId, caller: null });
  const occupant = { ...found.choice, tempC: null, change };
  atomic.set(found.entry.key, { ...found.entry.value, occupant });
}

/**
 * Adds to a commit a new revision of the choice of an occupant whose end date was withdrawn: the gateway may have
 * applied that end, which has the greater revision.
 *
 * @spec pilot.wishes
 */
export async function askHeatingChoiceAgain(
  services: { readonly store: Store; now(): number },
  at: ChoiceAt,
  { before, after }: { readonly before: Days; readonly after: Days },
  atomic: Atomic,
): Promise<void> {
  const found = await readChoice(services.store, at);
  const residence = found && await readPilotResidence(services.store, at.projectId);
  if (found === null || residence === null) return;
  const today = civilDateOf(services.now(), residence.timeZone);
  if (isWithin(before, today) || !isWithin(after, today)) return;
  const { projectId } = at;
  const change = await newChange(services, atomic, { projectId, caller: null });
  atomic.set(found.entry.key, { ...found.entry.value, occupant: { ...found.choice, change } });
}

type Days = Pick<OccupancyPeriod, "from" | "to">;

async function readChoice(store: Store, { projectId, houseId, occupancyId }: ChoiceAt) {
  const entry = await readEntry(store, keys.pilotModule(projectId, houseId), pilotModuleRecord);
  const choice = entry.value?.occupant ?? null;
  return choice?.occupancyId === occupancyId ? { entry, choice } : null;
}
