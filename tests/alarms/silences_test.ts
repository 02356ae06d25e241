import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { MOST_ALARM_MUTES } from "@/lib/alarms/alarm_settings.ts";
import type { AlarmMuteDraft } from "@/lib/alarms/schema.ts";
import {
  coversPlace,
  currentMutes,
  muteState,
  uninterruptedFrom,
  unmutedFrom,
} from "@/lib/alarms/silences.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { aMute, aSubject } from "@/tests/alarms/slow_models.ts";
import {
  aBoilerRoom,
  at,
  ORG,
  OTHER_WRITER,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { worksDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf, NOW } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

const CIRCUIT = aSubject({ kind: "skydome" });

// @spec alarms.mutes
Deno.test("coversPlace() is true for the residence, the equipment, its parent place, and the handler", () => {
  const covers = (own: Parameters<typeof aMute>[2]) => coversPlace(aMute(0, 1, own), CIRCUIT);
  deepStrictEqual([covers({}), covers({ equipmentId: "e" }), covers({ equipmentId: "room" })], [
    true,
    true,
    true,
  ]);
  strictEqual(covers({ handler: "boilerroom-circuit" }), true);
  deepStrictEqual([covers({ equipmentId: "x" }), covers({ houseId: "h" })], [false, false]);
  strictEqual(covers({ handler: "collect-online" }), false);
});

// @spec alarms.mutes
Deno.test("unmutedFrom() is after consecutive mutes, their end excluded", () => {
  const mutes = [aMute(20, 30), aMute(10, 20), aMute(40, 50)];
  deepStrictEqual([9, 10, 19, 30, 45].map((s) => unmutedFrom(CIRCUIT, mutes, s)), [
    9,
    30,
    30,
    30,
    50,
  ]);
});

// @spec alarms.gates-out-of-service
Deno.test("uninterruptedFrom() restarts after each mute in between", () => {
  const mutes = [aMute(10, 20), aMute(25, 30), aMute(60, 70)];
  // 20 to 25 is too short for 15 seconds; 30 to 45 is free.
  strictEqual(uninterruptedFrom(CIRCUIT, mutes, { fromS: 5, forS: 15 }), 30);
  strictEqual(uninterruptedFrom(CIRCUIT, mutes, { fromS: 31, forS: 15 }), 31);
});

const WORKS = {
  id: "m1",
  equipmentId: null,
  houseId: null,
  handler: null,
  from: "2026-02-10T07:00:00.000Z",
  to: "2026-02-10T17:00:00.000Z",
  reason: "Vanne",
  version: "1",
};

const NOON = Date.parse("2026-02-10T12:00:00Z");

// @spec alarms.mutes
Deno.test("muteState() is current from the first instant on, until the last one, excluded", () => {
  const [from, to] = [Date.parse(WORKS.from), Date.parse(WORKS.to)];
  deepStrictEqual(
    [from - 1, from, to - 1, to].map((nowMs) => muteState(WORKS, nowMs)),
    ["coming", "current", "current", "past"],
  );
});

Deno.test("currentMutes() are the works of the place and those of the residence", () => {
  const mutes = [
    WORKS,
    { ...WORKS, id: "m2", equipmentId: "c1" },
    { ...WORKS, id: "m3", houseId: "h1" },
    { ...WORKS, id: "m4", to: WORKS.from },
  ];
  const ids = (...places: string[]) => currentMutes(mutes, places, NOON).map(({ id }) => id);
  deepStrictEqual(ids("c1", "r1"), ["m1", "m2"]);
  deepStrictEqual(ids("h1"), ["m1", "m3"]);
  strictEqual(ids("c2").length, 1);
});

const HOUR_MS = 3_600_000;
function works(over: Partial<AlarmMuteDraft> = {}): AlarmMuteDraft {
  const from = new Date(NOW).toISOString();
  return worksDraft({ from, to: new Date(NOW + HOUR_MS).toISOString(), ...over });
}

async function listed(ask: CallFunction) {
  return await answerOf(ask("listAlarmMutes", at));
}

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

// @spec alarms.mutes
Deno.test("an open alarm shows at once until when works mute it, in the lists of its residence and organisation", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store, clock }, ask: ada }) => {
    await storeAlarm(store);
    await storeAlarm(store, { end: "2026-01-16T08:00:00.000Z", subjectKey: "collect-online/s2" });
    const mutedUntil = async () => {
      const lists = [
        await answerOf(ada("listOrgAlarms", { orgId: ORG })),
        await answerOf(ada("listAlarms", at)),
        await answerOf(ada("listAlarms", { ...at, closed: "true" })),
      ];
      return lists.flat().map((alarm) => alarm.mutedUntil);
    };
    const create = () => answerOf(ada("createAlarmMute", { ...at, body: works() }));
    deepStrictEqual(await mutedUntil(), [null, null, null]);
    const { id: muteId } = await create();
    deepStrictEqual(await mutedUntil(), [works().to, works().to, null]);
    ok((await ada("deleteAlarmMute", { ...at, muteId })).ok);
    deepStrictEqual(await mutedUntil(), [null, null, null]);
    await create();
    clock.advance(HOUR_MS);
    deepStrictEqual(await mutedUntil(), [null, null, null]);
  }));
