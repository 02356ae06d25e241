import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { inFolder } from "@/tests/tools/folders.ts";

/** Runs some work on a store in a new file, which is deleted afterwards. */
export function withScratchStore<R>(work: (store: Store) => Promise<R>): Promise<R> {
  return inFolder((folder) => withStore(`${folder}/store.db`, work));
}
