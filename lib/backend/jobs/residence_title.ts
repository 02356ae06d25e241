import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";

/** The name and the id of a residence, for the platform administrator; the id alone when it was deleted. */
export async function residenceTitle(store: Store, projectId: string): Promise<string> {
  const { value } = await readEntry(store, keys.project(projectId), projectRecord);
  return value === null ? projectId : `${value.name} (${projectId})`;
}
