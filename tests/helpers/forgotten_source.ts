import { includeForgetting } from "@/lib/series/unknown_sources.ts";
import type { Store } from "@/lib/store/store.ts";

/** Deletes an unclaimed source of the project "p". @returns true when it existed */
export async function isForgotten(store: Store, sourceKey: string): Promise<boolean> {
  const atomic = store.atomic();
  const committed = await includeForgetting(store, atomic, { projectId: "p", sourceKey });
  await atomic.commit();
  committed?.();
  return committed !== null;
}
