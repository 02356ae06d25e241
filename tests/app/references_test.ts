import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { doReferencesExist, entriesUnder, isReferredTo } from "@/lib/api/entities.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { REFERRERS } from "@/lib/app/entity_registry.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { DATA_UNIT_IDS } from "@/lib/timeseries/units.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { aSeries, ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import {
  DELETED,
  OF_ORGANISATION,
  type Pair,
  PAIRS,
  type Result,
  typedSeries,
} from "@/tests/helpers/referring.ts";

/**
 * Races of each pair: each side starts first in half of them, and the other starts that many reads
 * later.
 */
const RACES = 12;

let rank = 0;

for (const [family, pairs] of Object.entries(PAIRS)) {
  Deno.test(`concurrent deletion and reference are never both accepted: ${family}`, () =>
    withResidence(async (ask, store) => {
      for (const pair of pairs) {
        const both: string[] = [];
        for (let race = 0; race < RACES; race++) both.push(await raced(pair, { ask, store, race }));
        const fair = ["deleted", "referred to"];
        deepStrictEqual(both.filter((outcome) => !fair.includes(outcome)), [], pair.referred);
      }
      deepStrictEqual(await danglingIn(store), []);
    }));

  Deno.test(`referenced entity is not deleted, a deleted one is not referenced: ${family}`, () =>
    withResidence(async (ask, store) => {
      for (const pair of pairs) {
        const kind = pair.referred;
        const place = await pair.prepared?.(ask) ?? "";
        const id = await pair.made(ask);
        const placeId = OF_ORGANISATION.includes(kind) ? ORG : PROJECT;
        strictEqual(
          await isReferredTo({ store, referrers: REFERRERS }, { placeId, kind, id }),
          false,
        );
        strictEqual((await pair.referring(ask, { id, place, rank: rank++ })).ok, true);
        strictEqual(
          await isReferredTo({ store, referrers: REFERRERS }, { placeId, kind, id }),
          true,
        );
        strictEqual((await DELETED[kind](ask, id)).code, "in-use");
        const gone = await pair.made(ask);
        strictEqual((await DELETED[kind](ask, gone)).ok, true);
        strictEqual((await pair.referring(ask, { id: gone, place, rank: rank++ })).ok, false);
      }
    }));
}

for (const [family, pairs] of Object.entries(PAIRS)) {
  const reading = pairs.filter((pair) => pair.suits !== undefined);
  if (reading.length === 0) continue;
  // @spec series.suitable
  Deno.test(`of every unit and scope, only a suitable series is accepted: ${family}`, () =>
    withResidence(async (ask) => {
      for (const pair of reading) {
        const place = await pair.prepared?.(ask) ?? "";
        for (const unit of DATA_UNIT_IDS) {
          for (const scope of ["facilities", "housing"] as const) {
            const id = scope === "housing"
              ? await aHousingSeries(ask, unit)
              : await aSeries(ask, unit);
            const { ok, code, issues } = await pair.referring(ask, { id, place, rank: rank++ });
            const suits = scope === "facilities" && pair.suits?.includes(unit);
            const seen = { what: `${unit} of ${scope}`, outcome: ok ? "read" : code };
            deepStrictEqual(seen, { ...seen, outcome: suits ? "read" : "unsuitable-series" });
            strictEqual(issues?.length, suits ? undefined : 1, seen.what);
          }
        }
      }
    }));

  Deno.test(`series in use stays suitable: ${family}`, () =>
    withResidence(async (ask) => {
      for (const pair of reading) {
        const place = await pair.prepared?.(ask) ?? "";
        const series = await pair.made(ask);
        strictEqual((await pair.referring(ask, { id: series, place, rank: rank++ })).ok, true);
        for (const unit of DATA_UNIT_IDS) {
          const body = { ...typedSeries(unit), manualIndex: false };
          const put: Result = await ask("putDataseries", { projectId: PROJECT, series, body });
          strictEqual(put.ok ? "ok" : put.code, pair.suits?.includes(unit) ? "ok" : "in-use", unit);
        }
      }
    }));
}

function withResidence(test: (ask: CallFunction, store: Store) => Promise<void>): Promise<void> {
  return withPlatform(async (built) => {
    await writeResidence(built, { features: { housesConsreport: true } });
    await built.store.atomic()
      .set(keys.orgFeatures(ORG), { documentManagement: true }).commit();
    await test(
      await someone(built, { isAdmin: true, roles: ["collect", "collect:documents:write"] }),
      built.store,
    );
  });
}

/**
 * Deletes an entity while another is written that refers to it. @returns which of both succeeded
 */
async function raced(
  pair: Pair,
  { ask, store, race }: { ask: CallFunction; store: Store; race: number },
): Promise<string> {
  const place = await pair.prepared?.(ask) ?? "";
  const id = await pair.made(ask);
  const later = async () => {
    for (let read = 0; read < race; read += 2) await store.get(["probe"]);
  };
  const [deletes, refers] = race % 2 === 0 ? [() => {}, later] : [later, () => {}];
  const [deleted, referred] = await Promise.all([
    Promise.resolve(deletes()).then(() => DELETED[pair.referred](ask, id)),
    Promise.resolve(refers()).then(() => pair.referring(ask, { id, place, rank: rank++ })),
  ]);
  const done = [deleted.ok ? "deleted" : [], referred.ok ? "referred to" : []].flat();
  return done.join(" and ") || `${deleted.code}, ${referred.code}`;
}

/** Keys of the entries that refer to a missing entity. */
async function danglingIn(store: Store): Promise<string[]> {
  const dangling: string[] = [];
  for (const placeId of [PROJECT, ORG]) {
    for (const { refersTo, ...referrer } of REFERRERS) {
      const entries = await entriesUnder(store, referrer, placeId);
      for (const { key, value: record } of entries) {
        const found = await doReferencesExist({ store }, refersTo, { placeId, record, key });
        if (!found) dangling.push(key.join("/"));
      }
    }
  }
  return dangling;
}
