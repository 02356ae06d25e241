import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { StoredSeries } from "../../../lib/backend/kv/series.ts";
import { compact } from "../../../lib/backend/kv/series_compact.ts";
import { headsOfSeries } from "../../../lib/backend/kv/series_heads.ts";
import { removeReadings } from "../../../lib/backend/kv/series_removal.ts";
import type { Store } from "../../../lib/backend/kv/store.ts";
import { countedStore } from "./counted_store.ts";
import { second, withStore } from "./stores.ts";

const AT_S = second("2026-02-10T10:00:00Z");
const now = () => (AT_S + 86_400) * 1_000;

async function send(store: Store, seriesId: string, epochS: number, value = 20): Promise<void> {
  const readings = [{ epochS, value }];
  await new StoredSeries(store, "p", now).append([{ seriesId, kind: "instant", readings }]);
}

Deno.test("headsOfSeries() reads one key until the project is compacted, then the heads once", () =>
  withStore(async (real) => {
    const { store, asked } = countedStore(real);
    await send(store, "a", AT_S);
    await compact(store, "p", now);
    const lastOf = async () => (await headsOfSeries(store, "p", ["a", "b"])).get("a")?.value?.last;
    deepStrictEqual(await lastOf(), { epochS: AT_S, value: 20 });
    Object.assign(asked, { get: 0, getMany: 0 });
    deepStrictEqual(await lastOf(), { epochS: AT_S, value: 20 });
    deepStrictEqual([asked.get, asked.getMany], [1, 0]);
    await send(store, "a", AT_S + 60, 21);
    // Another process compacts it.
    await compact(real, "p", now);
    deepStrictEqual(await lastOf(), { epochS: AT_S + 60, value: 21 });
  }));

Deno.test("stateOf() changes with every reading of its series, wherever it is kept, and with no other's", () =>
  withStore(async (store) => {
    const state = () => new StoredSeries(store, "p", now).stateOf(["a", "none"]);
    const seen = new Set([await state()]);
    const changes = async (act: () => Promise<unknown>) => {
      await act();
      const after = await state();
      notStrictEqual(seen.has(after), true, String(act));
      seen.add(after);
    };
    await changes(() => send(store, "a", AT_S));
    await changes(() => send(store, "a", AT_S + 60));
    const before = await state();
    await send(store, "b", AT_S);
    strictEqual(await state(), before, "another series");
    await changes(() => compact(store, "p", now));
    // The same second corrected, and one long past.
    await changes(() => send(store, "a", AT_S + 60, 22));
    await changes(() => compact(store, "p", now));
    await changes(() => send(store, "a", AT_S - 30 * 86_400));
    await changes(() => compact(store, "p", now));
    const compacted = await state();
    await send(store, "b", AT_S + 60);
    await compact(store, "p", now);
    strictEqual(await state(), compacted, "another series compacted");
    await removeReadings(store, { projectId: "p", seriesId: "a" }, now);
    // Nothing is stored of it, as before its first reading.
    strictEqual(await state(), [...seen][0]);
  }));
