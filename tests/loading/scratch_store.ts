import { withStore } from "@/lib/backend/kv/open.ts";
import type { Store } from "@/lib/backend/kv/store.ts";

/** Runs some work on a store in a new file, which is deleted afterwards. */
export async function withScratchStore<R>(work: (store: Store) => Promise<R>): Promise<R> {
  const folder = await Deno.makeTempDir({ prefix: "scratch-store-" });
  try {
    return await withStore(`${folder}/store.db`, work);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
