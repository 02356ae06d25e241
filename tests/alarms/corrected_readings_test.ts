import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { anEquipment, aSeries, at, ORG } from "@/tests/helpers/a_residence.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { stored, type WatchedCircuit, withWatchedCircuit } from "./watched_circuit.ts";

const NOW_S = Math.floor(NOW / 1_000);
const START = new Date(NOW_S * 1_000).toISOString().replace(".000Z", "Z");

/** Adds a boiler whose controller sends codes, each of which may be a correction. */
async function aCodeReader(
  { ask, boilerRoomId, sendLine }: WatchedCircuit,
): Promise<(code: number, epochS: number) => Promise<void>> {
  const place = { name: "Régulation", parentId: boilerRoomId };
  const errorCodeId = await anEquipment(ask, "boilerroom-errorcode", place);
  const seriesId = await aSeries(ask, "ETAT", boilerRoomId);
  const source = { source: "serial=2", houseId: null };
  ok((await ask("attachSource", { ...at, series: seriesId, body: source })).ok);
  const detail = { name: "Régulation", seriesId, normalCodes: ["0"] };
  const reader = { ...at, boilerRoomId, errorCodeId };
  ok((await ask("putErrorCodeSettings", { ...reader, body: detail })).ok);
  return (code, epochS) => sendLine(`etat,serial=2 value=${code} ${epochS}`);
}

// @spec alarms.corrections
Deno.test("correction of the last reading ends its alarm; another one opens the same alarm again, with its own message", () =>
  withWatchedCircuit(async (place) => {
    const { store } = place.built;
    const send = await aCodeReader(place);
    await send(34, NOW_S);
    const [alarm] = await stored(store, "open");
    strictEqual(alarm?.record.message, "Régulation\u00a0: code 34");
    await send(0, NOW_S);
    deepStrictEqual(await stored(store, "open"), []);
    deepStrictEqual(
      (await stored(store, "closed")).map(({ record: { start, end } }) => [start, end]),
      [[START, START]],
    );
    await send(51, NOW_S);
    deepStrictEqual(await stored(store, "closed"), []);
    const [again, ...others] = await stored(store, "open");
    deepStrictEqual([again?.id, others.length], [alarm?.id, 0]);
    strictEqual(again?.record.message, "Régulation\u00a0: code 51");
  }));

// @spec alarms.corrections
Deno.test("a correction of an older reading changes no alarm", () =>
  withWatchedCircuit(async (place) => {
    const { store, clock } = place.built;
    const send = await aCodeReader(place);
    await send(34, NOW_S);
    clock.advance(60_000);
    await send(34, NOW_S + 60);
    const before = await stored(store, "open");
    await send(0, NOW_S);
    deepStrictEqual(
      (await stored(store, "open")).map(({ record }) => record),
      before.map(({ record }) => record),
    );
  }));

// @spec alarms.corrections
Deno.test("an alarm that opens again is mailed again only once its end was mailed", () =>
  withWatchedCircuit(async (place) => {
    const { built: { store, clock, platform: { own: { services } } }, ask } = place;
    const selections = [{ handler: "boilerroom-errorcode" as const, filters: {} }];
    const body = reportDraft({ emails: ["nuit@bailleur.fr"], selections });
    ok((await ask("createOrgAlarmReport", { orgId: ORG, body })).ok);
    const mailed = async () => {
      clock.advance(3 * 60_000);
      ok(await mailAlarms(services));
      const counts = (await queuedMails(store)).flatMap(({ letter }) =>
        letter?.kind === "alarms" ? [[letter.started.count, letter.ended.count]] : []
      );
      for await (const { key } of store.list({ prefix: keys.outbox.under() })) {
        await store.atomic().delete(key).commit();
      }
      return counts;
    };
    const send = await aCodeReader(place);
    await send(34, NOW_S);
    deepStrictEqual(await mailed(), [[1, 0]]);
    await send(0, NOW_S);
    await send(34, NOW_S);
    deepStrictEqual(await mailed(), []);
    await send(0, NOW_S);
    deepStrictEqual(await mailed(), [[0, 1]]);
    await send(51, NOW_S);
    deepStrictEqual(await mailed(), [[1, 0]]);
    deepStrictEqual(await listIds(store, keys.alarmEvent.under(ORG)), []);
  }));
