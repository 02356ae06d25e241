import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { MOST_ALARM_COMMENTS } from "@/lib/alarms/alarms.ts";
import type { AlarmRecord } from "@/lib/alarms/records.ts";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { Draw } from "@/tests/documents/shared_world.ts";
import { aHouse, aHousingSeries, withHousing } from "@/tests/helpers/a_dwelling.ts";
import {
  aProject,
  at,
  ORG,
  PROJECT,
  someone,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { worksDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf, NOW } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { stored, withWatchedCircuit } from "./watched_circuit.ts";

const CLOSED = { start: "2025-12-31T23:30:00.000Z", end: "2026-01-02T10:00:00.000Z" };

async function listed(
  ask: CallFunction,
  query: Partial<Input<"listAlarms">> = {},
): Promise<string[]> {
  return (await answerOf(ask("listAlarms", { projectId: PROJECT, ...query }))).map(({ id }) => id);
}

// @spec alarms.lists
Deno.test("listAlarms() returns the open ones, latest first, and the closed ones of a year", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const older = await storeAlarm(store);
    const newer = await storeAlarm(store, { start: "2026-02-01T00:00:00.000Z" });
    const closed = await storeAlarm(store, CLOSED);
    deepStrictEqual(await listed(ada), [newer, older]);
    deepStrictEqual(await listed(ada, { closed: "true" }), [closed]);
    // 31 December at 23:30 UTC is 1 January in Paris.
    deepStrictEqual(await listed(ada, { closed: "true", year: "2026" }), [closed]);
    deepStrictEqual(await listed(ada, { closed: "true", year: "2025" }), []);
    deepStrictEqual(await listed(ada, { year: "2026" }), [newer, older]);
  }));

// @spec alarms.lists
Deno.test("listOrgAlarms() returns the alarms of all the residences together, latest first, as other lists without a deleted one", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const [accountId = ""] = await listIds(store, keys.member.under(ORG));
    await store.atomic().set(keys.project("p2"), aProject()).set(keys.projectOfOrg(ORG, "p2"), true)
      .set(keys.roles("p2", accountId), ["collect"])
      .set(keys.rolesOfAccount(accountId, "p2"), true)
      .set(keys.projectOfOrg(ORG, "gone"), true)
      .set(keys.roles("gone", accountId), ["collect", "collect:boilerroom:read"]).commit();
    const starts = [[PROJECT, "01"], ["p2", "02"], [PROJECT, "03"], ["p2", "04"]] as const;
    const ids: string[] = [];
    for (const [projectId, day] of starts) {
      ids.push(await storeAlarm(store, { projectId, start: `2026-02-${day}T00:00:00.000Z` }));
    }
    const closed = await storeAlarm(store, CLOSED);
    const idsOf = async (query: object) =>
      (await answerOf(ada("listOrgAlarms", { orgId: ORG, ...query }))).map(({ id }) => id);
    deepStrictEqual(await idsOf({}), ids.toReversed());
    deepStrictEqual(await idsOf({ closed: "true", year: "2026" }), [closed]);
    const lists = [
      await ada("listProjects", { orgId: ORG }),
      await ada("listResidenceFigures", { orgId: ORG }),
      await ada("compareBoilerRooms", { orgId: ORG, segment: "monthly-2026" }),
    ];
    deepStrictEqual(lists.map(codeOf), ["ok", "ok", "ok"]);
  }));

Deno.test("an alarm accepts comments up to a limit, and a missing alarm none", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const alarmId = await storeAlarm(store);
    const atomic = store.atomic();
    for (let count = 0; count < MOST_ALARM_COMMENTS; count++) {
      const comment = { accountId: "a1", date: CLOSED.start, text: "Vu" };
      atomic.set(keys.alarmComment(PROJECT, alarmId, `c${count}`), comment);
    }
    await atomic.commit();
    const said = async (alarmId: string) =>
      codeOf(await ada("commentAlarm", { ...at, alarmId, body: { text: "Encore" } }));
    deepStrictEqual([await said(alarmId), await said("none")], ["limit-reached", "not-found"]);
  }));

// @spec alarms.archive
Deno.test("archiveAlarm() ends an alarm and the open ones that belong to it, and lists leave them out", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const alarmId = await storeAlarm(store, { childCount: 250 });
    for (let count = 0; count < 250; count++) {
      await storeAlarm(store, { subjectKey: `collect-online/h${count}`, parentId: alarmId });
    }
    const closed = await storeAlarm(store, { ...CLOSED, parentId: alarmId });
    ok((await ada("archiveAlarm", { projectId: PROJECT, alarmId })).ok);
    deepStrictEqual([await listed(ada), await listed(ada, { closed: "true" })], [[], [closed]]);
    const { archived, end, childCount } = await answerOf(
      ada("getAlarm", { projectId: PROJECT, alarmId }),
    );
    deepStrictEqual({ archived, end, childCount }, {
      archived: true,
      end: new Date(NOW).toISOString(),
      childCount: 250,
    });
    // Starts and ends of 252 alarms.
    strictEqual((await listIds(store, keys.alarmEvent.under(ORG))).length, 2 * 252);
  }));

const DAY_S = 24 * 3_600;

// @spec alarms.archive
Deno.test("sensor that becomes silent during the archived alarm of its gateway raises none in the lists", () =>
  withHousing({}, async ({ built: { store, clock, platform }, ask, series }) => {
    const { watcher, versions } = platform;
    const houses = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    const nowS = Math.floor(clock.now() / 1_000);
    // The first sends daily, the second weekly: it becomes silent later.
    const append = (rank: number, everyDays: number) => {
      const readings = Array.from({ length: 12 }, (_, ago) => {
        const daysAgo = (11 - ago) * everyDays;
        return { epochS: nowS - daysAgo * DAY_S, value: 100 - daysAgo };
      });
      const seriesId = storedSeriesId(series, houses[rank] ?? "");
      return storedSeries({ store, clock }).append([{ seriesId, kind: "index", readings }]);
    };
    await append(0, 1);
    await append(1, 7);
    await versions.bump([{ kind: "readings", id: PROJECT }]);
    await watcher.watch(PROJECT);
    clock.advance(6 * DAY_S * 1_000);
    await watcher.watch(PROJECT);
    const open = await stored(store, "open");
    deepStrictEqual(open.map(({ record }) => record.parentId === null).sort(), [false, true]);
    const gateway = open.find(({ record }) => record.parentId === null);
    ok((await ask("archiveAlarm", { ...at, alarmId: gateway?.id ?? "" })).ok);
    clock.advance(40 * DAY_S * 1_000);
    await watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
    // Once the gateway sends again, a sensor that stays silent has its own alarm.
    const back = [{ epochS: Math.floor(clock.now() / 1_000), value: 101 }];
    const seriesId = storedSeriesId(series, houses[0] ?? "");
    await storedSeries({ store, clock }).append([{ seriesId, kind: "index", readings: back }]);
    await versions.bump([{ kind: "readings", id: PROJECT }]);
    await watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
    strictEqual((await listIds(store, keys.alarmWatch.under(PROJECT))).length > 0, true);
  }));

// @spec alarms.archive
Deno.test("an archived alarm accepts comments, and its subject raises another one after its cause ended", () =>
  withWatchedCircuit(async ({ built: { store }, ask, sendEvery }) => {
    await sendEvery(10, [70, 82, 83, 84]);
    const [first] = await stored(store, "open");
    const alarmId = first?.id ?? "";
    ok((await ask("archiveAlarm", { ...at, alarmId })).ok);
    ok((await ask("commentAlarm", { ...at, alarmId, body: { text: "Vanne changée" } })).ok);
    await sendEvery(10, [84, 84, 84]);
    deepStrictEqual(await stored(store, "open"), []);
    await sendEvery(10, [70, 70, 82, 83, 84]);
    const [second, ...others] = await stored(store, "open");
    deepStrictEqual([second?.id === alarmId, others], [false, []]);
    const read = await answerOf(ask("getAlarm", { ...at, alarmId }));
    deepStrictEqual(
      [read.archived, read.alarmComments.map(({ text }) => text)],
      [true, ["Vanne changée"]],
    );
  }));

Deno.test("an open alarm keeps its message when its circuit is renamed, and ends when the circuit is deleted", () =>
  withWatchedCircuit(async ({ built: { store, clock, platform }, ask, circuitId, sendEvery }) => {
    await sendEvery(10, [70, 82, 83, 84]);
    const [alarm] = await stored(store, "open");
    const list = await answerOf(ask("listEquipments", at));
    const circuit = list.find(({ id }) => id === circuitId);
    const body = { name: "Circuit Sud", code: "", instrumented: true, version: circuit?.version };
    ok((await ask("putEquipmentSettings", { ...at, equipmentId: circuitId, body })).ok);
    await sendEvery(10, [84, 84]);
    deepStrictEqual(
      (await stored(store, "open")).map(({ id, record }) => [id, record.message]),
      [[alarm?.id, alarm?.record.message]],
    );
    ok((await ask("deleteEquipment", { ...at, equipmentId: circuitId })).ok);
    clock.advance(60_000);
    await platform.watcher.watch(PROJECT);
    const [closed] = await stored(store, "closed");
    deepStrictEqual([await stored(store, "open"), closed?.id], [[], alarm?.id]);
    strictEqual(closed?.record.end, new Date(clock.now()).toISOString().replace(".000Z", "Z"));
    const events = await listIds(store, keys.alarmEvent.under(ORG));
    deepStrictEqual(events, ["end", "start"]);
  }));

const [DWELLINGS, DETAIL] = ["collect:agg:daily", "collect:detail:daily"] as const;
const [ROOMS, BUILDINGS] = ["collect:boilerroom:read", "collect:building:read"] as const;
const OF_ALARMS = ["collect:alarm:comment:write", "collect:alarm:report:write"] as const;

/** Places of a residence in which the detail of dwellings is chosen, "h1" detailed and "h2" anonymous. */
interface World {
  readonly detailed: string;
  readonly anonymous: string;
  readonly seriesId: string;
}

async function aWorld(ask: CallFunction): Promise<World> {
  const [detailed, anonymous] = [
    await aHouse(ask, { name: "A1", collectMode: 1 }),
    await aHouse(ask, { name: "A2", collectMode: 2 }),
  ];
  return { detailed, anonymous, seriesId: await aHousingSeries(ask) };
}

/** Alarms by name, with the roles of which one is enough to see them: by hand from F §6 and domain §5.5. */
function alarmsOf({ detailed, anonymous, seriesId }: World) {
  const threshold = (houseId: string) => ({
    houseId,
    handler: "pilot-threshold",
    seriesId: storedSeriesId(seriesId, houseId),
  } as const);
  const circuit = { scope: "boilerroom", handler: "boilerroom-circuit", seriesId: "s2" } as const;
  const cmv = { scope: "building", handler: "building-cmv", seriesId: "s3" } as const;
  return {
    "a silent dwelling": [{ houseId: detailed, seriesId: "s1" }, [DWELLINGS]],
    "a battery of an anonymous dwelling": [
      { houseId: anonymous, handler: "accessory-status", seriesId: "s1" },
      [DWELLINGS],
    ],
    "a module": [{ houseId: anonymous, handler: "pilot-online", scope: "building" }, [DWELLINGS]],
    "a temperature of a detailed dwelling": [threshold(detailed), [DETAIL]],
    "a temperature of an anonymous dwelling": [threshold(anonymous), []],
    "water at night in a detailed dwelling": [
      { ...threshold(detailed), handler: "water-night-flow" },
      [DETAIL],
    ],
    "water at night in an anonymous dwelling": [
      { ...threshold(anonymous), handler: "water-night-flow" },
      [],
    ],
    "a circuit": [{ ...circuit, boilerRoomId: "b1", equipmentId: "e1" }, [ROOMS, ...OF_ALARMS]],
    "a ventilation": [{ ...cmv, buildingId: "b2", equipmentId: "e2" }, [BUILDINGS, ...OF_ALARMS]],
    "a gate": [
      { handler: "accessory-status", equipmentId: "e3", seriesId: "s4" },
      [ROOMS, ...OF_ALARMS],
    ],
    "a sensor of the residence": [{ seriesId: "s5" }, [ROOMS, BUILDINGS, ...OF_ALARMS]],
    "a gateway": [{}, [ROOMS, BUILDINGS, DWELLINGS, ...OF_ALARMS]],
    "a gateway of a building": [
      { scope: "building", buildingId: "b2" },
      [BUILDINGS, DWELLINGS, ...OF_ALARMS],
    ],
    "a gateway of a boiler room": [
      { scope: "boilerroom", boilerRoomId: "b1" },
      [ROOMS, ...OF_ALARMS],
    ],
  } satisfies Record<string, readonly [Partial<AlarmRecord>, readonly Role[]]>;
}

/** Roles that may be drawn, and the usual sets. */
const DRAWN: readonly Role[] = [
  "pilot:read",
  "collect:read",
  ROOMS,
  BUILDINGS,
  DWELLINGS,
  "collect:agg:hourly",
  "collect:anondetail:daily",
  DETAIL,
  "collect:houseadmin",
  "collect:alarm:write",
  ...OF_ALARMS,
  "collect:documents:read",
  "collect:display:read",
  "collect:acc:write",
  "ecotouch:houses:read",
];

const USUAL: readonly (readonly Role[])[] = [
  ["collect:documents:read"],
  ["collect:documents:write", "collect:display:write"],
  ["collect"],
  [DWELLINGS],
  [DETAIL],
  [ROOMS],
  [BUILDINGS],
];

const CLOSED_STATES = { start: "2026-01-02T08:00:00.000Z", end: "2026-01-03T10:00:00.000Z" };

// @spec alarms.readers
Deno.test("lists, single alarms and their writes contain what the roles of the reader show, whatever the roles", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const alarms = Object.entries(alarmsOf(await aWorld(ada)));
    const names = new Map<string, string>();
    const closedNames = new Map<string, string>();
    for (const [rank, [name, [over]]] of alarms.entries()) {
      const subjectKey = `collect-online/x${rank}`;
      names.set(await storeAlarm(built.store, { ...over, subjectKey }), name);
      closedNames.set(
        await storeAlarm(built.store, { ...over, ...CLOSED_STATES, subjectKey }),
        name,
      );
    }
    const draw = new Draw(50);
    const sets = [...USUAL, ...Array.from({ length: 25 }, () => draw.some(DRAWN, 1))];
    for (const [rank, roles] of sets.entries()) {
      const reader = await someone(built, { email: `r${rank}@bailleur.fr`, roles });
      const held = expandRoles(roles);
      const seen = alarms.flatMap(([name, [, enough]]) =>
        enough.some((role) => held.has(role)) ? [name] : []
      ).toSorted();
      const inOrg = { orgId: ORG };
      const closed = { closed: "true" } as const;
      const [list, ofOrg, old, oldOfOrg] = [
        await answerOf(reader("listAlarms", at)),
        await answerOf(reader("listOrgAlarms", inOrg)),
        await answerOf(reader("listAlarms", { ...at, ...closed })),
        await answerOf(reader("listOrgAlarms", { ...inOrg, ...closed, year: "2026" })),
      ].map((found) => found.map(({ id }) => names.get(id) ?? closedNames.get(id)).toSorted());
      const said = roles.join(", ");
      deepStrictEqual([list, ofOrg, old, oldOfOrg], [seen, seen, seen, seen], said);
      for (const [alarmId, name] of names) {
        const code = codeOf(await reader("getAlarm", { ...at, alarmId }));
        deepStrictEqual(code, seen.includes(name) ? "ok" : "not-found", `${said}: ${name}`);
        if (!held.has("collect:alarm:comment:write")) continue;
        const body = { text: "Vu" };
        const commented = codeOf(await reader("commentAlarm", { ...at, alarmId, body }));
        deepStrictEqual(commented, code, `${said}: comment on ${name}`);
      }
    }
  }, { residence: { features: { houseMode: 3 } } }));

// @spec alarms.readers
Deno.test("an alarm of a dwelling is archived, and its planned works are seen, planned and changed, by who sees the dwelling", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const { detailed: houseId } = await aWorld(ada);
    const alarmId = await storeAlarm(built.store, { houseId, seriesId: "s1" });
    const body = worksDraft({ houseId });
    const { id: muteId } = await answerOf(ada("createAlarmMute", { ...at, body }));
    const [mute] = await answerOf(ada("listAlarmMutes", at));
    ok(mute);
    const eve = await someone(built, { email: "eve@bailleur.fr", roles: ["collect:alarm:write"] });
    deepStrictEqual(codeOf(await eve("archiveAlarm", { ...at, alarmId })), "not-found");
    deepStrictEqual(await listed(ada), [alarmId]);
    deepStrictEqual(codeOf(await ada("archiveAlarm", { ...at, alarmId })), "ok");
    const stale = { ...body, version: "0", reason: "Autre" };
    const current = { ...body, version: mute.version };
    deepStrictEqual(
      [
        await answerOf(eve("listAlarmMutes", at)),
        codeOf(await eve("createAlarmMute", { ...at, body })),
        codeOf(await eve("putAlarmMute", { ...at, muteId, body: current })),
        codeOf(await eve("putAlarmMute", { ...at, muteId, body: stale })),
        codeOf(await eve("deleteAlarmMute", { ...at, muteId })),
        codeOf(await ada("deleteAlarmMute", { ...at, muteId })),
      ],
      [[], "unknown-reference", "not-found", "not-found", "not-found", "ok"],
    );
  }, { residence: { features: { houseMode: 1 } } }));

// @spec alarms.readers
Deno.test("a dwelling that becomes anonymous hides its temperature from every list at once", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const { detailed: houseId, seriesId } = await aWorld(ada);
    const own = storedSeriesId(seriesId, houseId);
    await storeAlarm(built.store, { houseId, handler: "pilot-threshold", seriesId: own });
    const counts = async () => [
      (await answerOf(ada("listAlarms", at))).length,
      (await answerOf(ada("listOrgAlarms", { orgId: ORG }))).length,
    ];
    deepStrictEqual(await counts(), [1, 1]);
    const house = (await answerOf(ada("listHouses", at))).find(({ id }) => id === houseId);
    ok(house);
    const body = { ...house.settings, collectMode: 2 as const };
    deepStrictEqual(codeOf(await ada("putHouseSettings", { ...at, houseId, body })), "ok");
    deepStrictEqual(await counts(), [0, 0]);
  }, { residence: { features: { houseMode: 3 } } }));
