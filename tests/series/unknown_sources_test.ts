import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  keepUnknown,
  listUnknown,
  SOURCES_KEPT,
  type UnknownReadings,
} from "@/lib/series/unknown_sources.ts";
import { countedStore, noReads } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { isForgotten } from "@/tests/helpers/some_series.ts";

const NOW_MS = Date.parse("2026-01-01T00:00:00Z");
const MINUTE_MS = 60_000;

function sent(names: readonly string[], value: number): Map<string, UnknownReadings> {
  const readings = [{ epochS: NOW_MS / 1_000 + value, value }];
  return new Map(names.map((name) => [name, { origin: { measure: "m", words: [] }, readings }]));
}

const NAMES = Array.from({ length: SOURCES_KEPT }, (_, at) => `m,serial=${at} value`);

Deno.test("keepUnknown() reads nothing for new sources of a project without room, and takes the known ones", () =>
  withStore(async (inner) => {
    const { store, asked } = countedStore(inner);
    const keep = (names: readonly string[], value: number) =>
      keepUnknown(store, "p", sent(names, value), NOW_MS);
    await keep(NAMES, 1);
    await keep(["m,serial=new value"], 2);
    Object.assign(asked, noReads());
    await keep(["m,serial=other value"], 3);
    deepStrictEqual(asked, noReads());
    await keep([NAMES[7] ?? "", "m,serial=other value"], 4);
    const stored = await listUnknown(store, "p");
    strictEqual(stored.length, SOURCES_KEPT);
    deepStrictEqual(
      stored.filter(({ last }) => last?.value !== 1).map(({ sourceKey, last }) => [
        sourceKey,
        last?.value,
      ]),
      [[NAMES[7], 4]],
    );
  }));

Deno.test("keepUnknown() takes a new source once another was deleted, also by another process within a minute", () =>
  withStore(async (store) => {
    const isStored = async (name: string) =>
      (await listUnknown(store, "p")).some(({ sourceKey }) => sourceKey === name);
    const first = "m,serial=first value";
    const keep = (nowMs: number) => keepUnknown(store, "p", sent([first], 1), nowMs);
    await keepUnknown(store, "p", sent(NAMES, 1), NOW_MS);
    await keep(NOW_MS);
    strictEqual(await isStored(first), false);
    await isForgotten(store, NAMES[0] ?? "");
    await keep(NOW_MS);
    strictEqual(await isStored(first), true);

    const second = "m,serial=second value";
    await keepUnknown(store, "p", sent([second], 1), NOW_MS);
    const { store: elsewhere } = countedStore(store);
    await isForgotten(elsewhere, NAMES[1] ?? "");
    await keepUnknown(store, "p", sent([second], 1), NOW_MS + MINUTE_MS);
    strictEqual(await isStored(second), true);
  }));
