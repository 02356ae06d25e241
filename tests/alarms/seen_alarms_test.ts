import { deepStrictEqual, ok } from "node:assert/strict";
import type { AlarmRecord } from "@/lib/alarms/records.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { at, ORG, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { worksDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { Draw } from "@/tests/helpers/shared_world.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

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

const CLOSED = { start: "2026-01-02T08:00:00.000Z", end: "2026-01-03T10:00:00.000Z" };

// @spec alarms.readers
Deno.test("lists, single alarms and their writes contain what the roles of the reader show, whatever the roles", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const alarms = Object.entries(alarmsOf(await aWorld(ada)));
    const names = new Map<string, string>();
    const closedNames = new Map<string, string>();
    for (const [rank, [name, [over]]] of alarms.entries()) {
      const subjectKey = `collect-online/x${rank}`;
      names.set(await storeAlarm(built.store, { ...over, subjectKey }), name);
      closedNames.set(await storeAlarm(built.store, { ...over, ...CLOSED, subjectKey }), name);
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
Deno.test("a right to delete alarms archives those that its holder sees", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const { detailed } = await aWorld(ada);
    const alarmId = await storeAlarm(built.store, { houseId: detailed, seriesId: "s1" });
    const eve = await someone(built, { email: "eve@bailleur.fr", roles: ["collect:alarm:write"] });
    deepStrictEqual(codeOf(await eve("archiveAlarm", { ...at, alarmId })), "not-found");
    deepStrictEqual((await answerOf(ada("listAlarms", at))).map(({ id }) => id), [alarmId]);
    deepStrictEqual(codeOf(await ada("archiveAlarm", { ...at, alarmId })), "ok");
  }, { residence: { features: { houseMode: 1 } } }));

// @spec alarms.readers
Deno.test("planned works of a dwelling are seen, planned and changed by who sees the dwelling", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const { detailed: houseId } = await aWorld(ada);
    const body = worksDraft({ houseId });
    const { id: muteId } = await answerOf(ada("createAlarmMute", { ...at, body }));
    const [mute] = await answerOf(ada("listAlarmMutes", at));
    ok(mute);
    const eve = await someone(built, { email: "eve@bailleur.fr", roles: ["collect:alarm:write"] });
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
  }));

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
