import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { MOST_ALARM_MUTES } from "@/lib/alarms/alarm_settings.ts";
import type { AlarmMuteDraft } from "@/lib/alarms/schema.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import {
  aBoilerRoom,
  at,
  ORG,
  OTHER_WRITER,
  PROJECT,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { worksDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf, NOW } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

const HOUR_MS = 3_600_000;
function works(over: Partial<AlarmMuteDraft> = {}): AlarmMuteDraft {
  const from = new Date(NOW).toISOString();
  return worksDraft({ from, to: new Date(NOW + HOUR_MS).toISOString(), ...over });
}

async function listed(ask: CallFunction) {
  return await answerOf(ask("listAlarmMutes", at));
}

// @spec alarms.mutes
Deno.test("works are planned, changed and deleted, latest first, with the names of their author", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    const equipmentId = await aBoilerRoom(ada);
    const made = await answerOf(ada("createAlarmMute", { ...at, body: works({ equipmentId }) }));
    const later = works({ from: new Date(NOW + 1).toISOString(), handler: "collect-online" });
    ok((await ada("createAlarmMute", { ...at, body: later })).ok);
    const [latest, { version = "", author, ...first } = {}] = await listed(ada);
    strictEqual(latest?.handler, "collect-online");
    deepStrictEqual(author, { lastName: "Durand", firstName: "Ada", email: "ada@bailleur.fr" });
    deepStrictEqual(first, { id: made.id, ...works({ equipmentId }) });
    const put = (reason: string) =>
      ada("putAlarmMute", {
        ...at,
        muteId: made.id,
        body: works({ equipmentId, reason, version }),
      });
    deepStrictEqual([codeOf(await put("Vannes")), codeOf(await put("Pompes"))], ["ok", "conflict"]);
    ok((await ada("deleteAlarmMute", { ...at, muteId: made.id })).ok);
    deepStrictEqual((await listed(ada)).map(({ handler }) => handler), ["collect-online"]);
  }));

// @spec forms.typed-dates
Deno.test("works require an existing place, plausible years, an end after their start, and one place at most", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    const code = async (over: Partial<AlarmMuteDraft>) =>
      codeOf(await ada("createAlarmMute", { ...at, body: works(over) }));
    strictEqual(await code({ houseId: "none" }), "unknown-reference");
    strictEqual(await code({ equipmentId: "none" }), "unknown-reference");
    strictEqual(await code({ to: works().from }), "invalid-input");
    strictEqual(await code({ from: "0026-03-01T08:00:00Z" }), "invalid-input");
    strictEqual(await code({ to: "2206-03-01T08:00:00Z" }), "invalid-input");
    strictEqual(await code({ to: "9999-12-31T00:00:00Z" }), "silence-too-long");
    strictEqual(await code({ equipmentId: "e1", houseId: "h1" }), "invalid-input");
  }));

Deno.test("an equipment with planned works can be deleted", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    const equipmentId = await aBoilerRoom(ada);
    ok((await ada("createAlarmMute", { ...at, body: works({ equipmentId }) })).ok);
    ok((await ada("deleteEquipment", { ...at, equipmentId })).ok);
    const [mute] = await listed(ada);
    ok(mute);
    strictEqual(mute.equipmentId, equipmentId);
    const { id: muteId, version } = mute;
    const put = (over: object) =>
      ada("putAlarmMute", { ...at, muteId, body: works({ version, equipmentId, ...over }) });
    // Its place is gone, and may stay; another one must exist.
    strictEqual(codeOf(await put({ equipmentId: "other" })), "unknown-reference");
    strictEqual(codeOf(await put({ reason: "Vannes" })), "ok");
  }));

Deno.test("ended works do not count against the limit", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built: { clock }, ask: ada }) => {
    const create = async () => codeOf(await ada("createAlarmMute", { ...at, body: works() }));
    for (let count = 0; count < MOST_ALARM_MUTES; count++) strictEqual(await create(), "ok");
    strictEqual(await create(), "limit-reached");
    clock.advance(HOUR_MS);
    strictEqual(await create(), "ok");
  }));

Deno.test("works keep the name of their author when another user changes them", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const made = await answerOf(ada("createAlarmMute", { ...at, body: works() }));
    const eve = await someone(built, OTHER_WRITER);
    const [{ version } = { version: "" }] = await listed(ada);
    const body = works({ reason: "Vannes", version });
    strictEqual(codeOf(await eve("putAlarmMute", { ...at, muteId: made.id, body })), "ok");
    deepStrictEqual((await listed(eve)).map(({ reason, author }) => [reason, author.email]), [
      ["Vannes", "ada@bailleur.fr"],
    ]);
  }));

// @spec alarms.delays
Deno.test("residence has the default delays until it sets its own, with a version", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const read = async () => {
      return await answerOf(ada("getAlarmSettings", at));
    };
    const { version, ...usual } = await read();
    deepStrictEqual(usual, DEFAULT_DELAYS_MIN);
    const body = { ...DEFAULT_DELAYS_MIN, "building-cmv": 0, "building-skydome": 5 };
    const put = async (ask: CallFunction, over: object = {}) =>
      codeOf(await ask("putAlarmSettings", { ...at, body: { ...body, ...over, version } }));
    const reader = await someone(built, { email: "eve@bailleur.fr", roles: ["collect:read"] });
    deepStrictEqual(
      [await put(reader), await put(ada), await put(ada), await put(ada, { "building-cmv": 1 })],
      ["forbidden", "ok", "ok", "conflict"],
    );
    const { version: _, ...own } = await read();
    deepStrictEqual(own, body);
  }));

Deno.test("planned works appear immediately in the organisation's list of alarms", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    await storeAlarm(store);
    const mutedUntil = async () => {
      const list = await answerOf(ada("listOrgAlarms", { orgId: ORG }));
      return list.map((alarm) => alarm.mutedUntil);
    };
    deepStrictEqual(await mutedUntil(), [null]);
    const made = await answerOf(ada("createAlarmMute", { projectId: PROJECT, body: works() }));
    deepStrictEqual(await mutedUntil(), [works().to]);
    ok((await ada("deleteAlarmMute", { projectId: PROJECT, muteId: made.id })).ok);
    deepStrictEqual(await mutedUntil(), [null]);
  }));
