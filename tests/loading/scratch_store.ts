import { withStore } from "@/lib/backend/kv/open.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { inFolder } from "@/tests/tools/folders.ts";

/** Runs some work on a store in a new file, which is deleted afterwards. */
export function withScratchStore<R>(work: (store: Store) => Promise<R>): Promise<R> {
  return inFolder((folder) => withStore(`${folder}/store.db`, work));
}
