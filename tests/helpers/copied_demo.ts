import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import type { Entry } from "@/lib/store/store.ts";
import { withStore } from "./fixtures.ts";

/** Entries of the demo, by the instant and the hashing cost they were created with. */
const FILLED = new Map<string, Promise<readonly Entry[]>>();

/** Entries of the longest values fit in one commit. */
const COMMITTED_AT_ONCE = 10;

/**
 * Fills a store as `seedDemo()` does, by copying the entries of one run in an isolate: four times
 * faster.
 */
export const copyDemo: typeof seedDemo = async (store, options) => {
  const name = JSON.stringify(options);
  const filling = FILLED.get(name) ?? filled(options);
  FILLED.set(name, filling);
  const entries = await filling;
  for (let from = 0; from < entries.length; from += COMMITTED_AT_ONCE) {
    const atomic = store.atomic();
    for (const { key, value } of entries.slice(from, from + COMMITTED_AT_ONCE)) {
      atomic.set(key, value);
    }
    await atomic.commit();
  }
};

async function filled(options: Parameters<typeof seedDemo>[1]): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  await withStore(async (store) => {
    await seedDemo(store, options);
    for await (const entry of store.list({ prefix: [] }, { batchSize: 500 })) entries.push(entry);
  });
  return entries;
}
