import { chance } from "@/lib/demo/simulation/random.ts";
import type { Entry, Store } from "@/lib/store/store.ts";
import { withCommits } from "./around_store.ts";

/** Fault rates of a store, from 0 to 1. */
export interface Faults {
  /**
   * Operations that throw; a commit may throw before or after it is made, unknown to the caller.
   */
  errorRate: number;
  /** Commits with a check that fail as if another write had come first. */
  conflictRate: number;
  /** Operations that take `delayMs` longer. */
  delayRate: number;
  delayMs: number;
}

/** Errors of a failing store: messages of SQLite, and unknown ones. */
export const FAULT_WORDS: readonly string[] = ["disk I/O error", "injected fault"];

/** A store that fails at the current rates of `faults`, reproducibly for a seed. */
export function faultyStore(store: Store, faults: Faults, seed: number): Store {
  let index = 0;
  const isDrawn = (rate: number) => chance(seed, index++) < rate;
  const stumble = async () => {
    if (isDrawn(faults.delayRate)) {
      await new Promise((resolve) => setTimeout(resolve, faults.delayMs));
    }
    if (isDrawn(faults.errorRate)) throw new Error(FAULT_WORDS[index % 2]);
  };
  async function* list(...asked: Parameters<Store["list"]>): AsyncGenerator<Entry> {
    await stumble();
    for await (const entry of store.list(...asked)) {
      yield entry;
      if (isDrawn(faults.errorRate)) throw new Error(FAULT_WORDS[index % 2]);
    }
  }
  const faulty = withCommits(store, async (inner, { checkCount }) => {
    await stumble();
    if (checkCount > 0 && isDrawn(faults.conflictRate)) return { ok: false };
    const committed = await inner.commit();
    if (isDrawn(faults.errorRate)) throw new Error(FAULT_WORDS[index % 2]);
    return committed;
  });
  return {
    ...faulty,
    get: async (key) => (await stumble(), await store.get(key)),
    getMany: async (keys) => (await stumble(), await store.getMany(keys)),
    list,
  };
}
