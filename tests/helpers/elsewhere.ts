import type { CallFunction } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import type { Key, OpenedStore, Store } from "@/lib/store/store.ts";
import { callAs, signedIn, type TestPlatform } from "./a_platform.ts";

/** Wraps a store and records the keys that are read. */
function watched(store: Store): { store: OpenedStore; read: Key[] } {
  const read: Key[] = [];
  const through: OpenedStore = {
    get: (key) => (read.push(key), store.get(key)),
    getMany: (wanted) => (read.push(...wanted), store.getMany(wanted)),
    list(run, options) {
      read.push("prefix" in run ? run.prefix : run.start);
      return store.list(run, options);
    },
    atomic: () => store.atomic(),
    close: () => {},
  };
  return { store: through, read };
}

/** Another process on the same store, with empty caches. */
export async function elsewhere(
  built: TestPlatform,
): Promise<{ platform: Platform; ask: CallFunction; read: Key[] }> {
  const { store, read } = watched(built.store);
  const platform = new Platform({ ...built.platform.options, store });
  const { caller } = await signedIn(built);
  return { platform, ask: callAs({ ...built, platform, store }, caller), read };
}

export function isOf(...families: { doc: { name: string } }[]): (key: Key) => boolean {
  const names = new Set<unknown>(families.map(({ doc }) => doc.name));
  return ([family]) => names.has(family);
}
