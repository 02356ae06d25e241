import type { Atomic, Committed, Store } from "@/lib/store/store.ts";

/** A store with some operations of its own; the others are those of another store. */
export function aroundStore(store: Store, own: Partial<Store>): Store {
  return {
    get: (key) => store.get(key),
    getMany: (keys) => store.getMany(keys),
    list: (...run) => store.list(...run),
    atomic: () => store.atomic(),
    ...own,
  };
}

/** What a commit is made of. */
export interface CommitContent {
  readonly checkCount: number;
  readonly mutationCount: number;
}

/** A store whose commits are made by a function. */
export function withCommits(
  store: Store,
  commit: (inner: Atomic, content: CommitContent) => Promise<Committed>,
): Store {
  const atomicAround = (inner: Atomic): Atomic => {
    const content = { checkCount: 0, mutationCount: 0 };
    const atomic: Atomic = {
      check(...checks) {
        content.checkCount += checks.length;
        inner.check(...checks);
        return atomic;
      },
      set: (...entry) => (content.mutationCount++, inner.set(...entry), atomic),
      delete: (key) => (content.mutationCount++, inner.delete(key), atomic),
      sum: (...sum) => (content.mutationCount++, inner.sum(...sum), atomic),
      commit: () => commit(inner, content),
    };
    return atomic;
  };
  return aroundStore(store, { atomic: () => atomicAround(store.atomic()) });
}
