import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { alarmMuteRecord } from "@/lib/backend/records/alarms.ts";
import { type MutedPlace, mutedUntil, muteOf } from "@/lib/domain/alarms/mutes.ts";
import type { Mute } from "@/lib/domain/alarms/watching.ts";

export async function readMutes(
  { store }: Pick<Services, "store">,
  projectId: string,
): Promise<Mute[]> {
  const all = await listStored(store, keys.alarmMute.under(projectId), alarmMuteRecord);
  return all.map(({ record }) => muteOf(record));
}

/** A function that returns until when a place of a residence is muted: an instant, or null. @spec alarms.mutes */
export async function mutedUntilIn(
  services: Services,
  projectId: string,
): Promise<(place: MutedPlace) => string | null> {
  const mutes = await readMutes(services, projectId);
  const nowS = services.now() / 1_000;
  return (place) => mutedUntil({ ...place, end: null }, mutes, nowS);
}
