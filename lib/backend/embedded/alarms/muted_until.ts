import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { alarmMuteRecord } from "@/lib/backend/records/alarms.ts";
import { type MutedPlace, unmutedFrom } from "@/lib/domain/alarms/mutes.ts";
import type { Mute } from "@/lib/domain/alarms/watching.ts";

/** The planned works of a residence. */
export async function readMutes(
  { store }: Pick<Services, "store">,
  projectId: string,
): Promise<Mute[]> {
  const all = await listStored(store, keys.alarmMute.under(projectId), alarmMuteRecord);
  return all.map(({ record: { from, to, ...mute } }) => ({
    ...mute,
    fromS: Math.floor(Date.parse(from) / 1_000),
    toS: Math.floor(Date.parse(to) / 1_000),
  }));
}

/** What says until when a place of a residence is muted now: an instant, or null. @spec alarms.mutes */
export async function mutedUntilIn(
  services: Services,
  projectId: string,
): Promise<(place: MutedPlace) => string | null> {
  return mutedUntilBy(await readMutes(services, projectId), services.now() / 1_000);
}

export function mutedUntilBy(
  mutes: readonly Mute[],
  nowS: number,
): (place: MutedPlace) => string | null {
  return (place) => {
    const untilS = unmutedFrom(place, mutes, nowS);
    return untilS > nowS ? new Date(untilS * 1_000).toISOString() : null;
  };
}
