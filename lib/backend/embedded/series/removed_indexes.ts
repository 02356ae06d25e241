import { commitShown } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listEntries } from "@/lib/backend/kv/store.ts";
import { manualIndexRecord } from "@/lib/backend/records/projects.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";

const REMOVALS_PER_COMMIT = 500;

/** Removes the indexes typed for the meters of a deleted dwelling: while one is listed, its series is in use. */
export async function forgetIndexes(
  services: Services,
  { projectId, houseId }: HouseAt,
): Promise<void> {
  const prefix = keys.manualIndex.under(projectId);
  const entries = await listEntries(services.store, { prefix }, manualIndexRecord);
  const gone = entries.filter(({ value }) => value.houseId === houseId);
  for (let from = 0; from < gone.length; from += REMOVALS_PER_COMMIT) {
    await commitShown(services, [{ kind: "project", id: projectId }], (atomic) => {
      for (const { key } of gone.slice(from, from + REMOVALS_PER_COMMIT)) atomic.delete(key);
    });
  }
}
