import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { type AlarmMuteRecord, alarmMuteRecord } from "@/lib/backend/records/alarms.ts";
import { type MutedPlace, unmutedFrom } from "@/lib/domain/alarms/mutes.ts";
import type { Mute } from "@/lib/domain/alarms/watching.ts";

/** What says until when a place of a residence is muted now: an instant, or null. @spec alarms.mutes */
export async function mutedUntilIn(
  { store, now }: Services,
  projectId: string,
): Promise<(place: MutedPlace) => string | null> {
  const stored = await listStored(store, keys.alarmMute.under(projectId), alarmMuteRecord);
  const mutes = stored.map(({ record }) => muteOf(record));
  const nowS = now() / 1_000;
  return (place) => {
    const untilS = unmutedFrom(place, mutes, nowS);
    return untilS > nowS ? new Date(untilS * 1_000).toISOString() : null;
  };
}

function muteOf({ equipmentId, houseId, handler, from, to }: AlarmMuteRecord): Mute {
  return {
    equipmentId,
    houseId,
    handler,
    fromS: Date.parse(from) / 1_000,
    toS: Date.parse(to) / 1_000,
  };
}
