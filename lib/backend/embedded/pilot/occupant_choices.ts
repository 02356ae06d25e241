import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { pilotModuleRecord } from "@/lib/backend/records/pilot.ts";
import { isWithin } from "@/lib/domain/housing/occupancy.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";
import type { OccupancySpan } from "@/lib/domain/housing/types.ts";
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
  services: Pick<Services, "store" | "now">,
  at: ChoiceAt,
  atomic: Atomic,
): Promise<void> {
  const found = await readChoice(services.store, at);
  if (found === null) return;
  const { projectId } = at;
  const change = await newChange(services, atomic, { projectId, caller: null });
  const occupant = { occupancyId: null, tempC: null, change };
  atomic.set(found.entry.key, { ...found.entry.value, occupant });
}

/**
 * Adds to a commit what a change of an occupancy's days does to its choice. A withdrawn end date gives it a new revision:
 * the gateway may have applied that end, which has the greater revision. A start on a later day deletes it: that day comes
 * without a write, so no revision could request it again.
 *
 * @spec pilot.wishes
 */
export async function moveHeatingChoice(
  services: Pick<Services, "store" | "now">,
  at: ChoiceAt,
  { before, after }: { readonly before: Days; readonly after: Days },
  atomic: Atomic,
): Promise<void> {
  const found = await readChoice(services.store, at);
  const residence = found && await readPilotResidence(services.store, at.projectId);
  if (found === null || residence === null) return;
  const today = civilDateOf(services.now(), residence.timeZone);
  if (after.from > today) return await eraseHeatingChoice(services, at, atomic);
  if (isWithin(before, today) || !isWithin(after, today)) return;
  const { projectId } = at;
  const change = await newChange(services, atomic, { projectId, caller: null });
  atomic.set(found.entry.key, { ...found.entry.value, occupant: { ...found.choice, change } });
}

type Days = Pick<OccupancySpan, "from" | "to">;

async function readChoice(store: Store, { projectId, houseId, occupancyId }: ChoiceAt) {
  const entry = await readEntry(store, keys.pilotModule(projectId, houseId), pilotModuleRecord);
  const choice = entry.value?.occupant ?? null;
  return choice?.occupancyId === occupancyId ? { entry, choice } : null;
}
