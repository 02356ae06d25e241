import { projectRecord } from "../embedded/project_records.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { Store } from "../kv/store.ts";

/** The name and the id of a residence, for the platform's administrator; the id alone when it is gone. */
export async function residenceTitle(store: Store, projectId: string): Promise<string> {
  const { value } = await readEntry(store, keys.project(projectId), projectRecord);
  return value === null ? projectId : `${value.name} (${projectId})`;
}
