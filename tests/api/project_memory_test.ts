import { LRUCache } from "lru-cache";
import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { frozenAndMeasured } from "@/lib/api/deep_freeze.ts";
import { StoredAnswers } from "@/lib/api/upstream_answers.ts";
import { type CallFunction, type CallName, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { SEEN_FOR_MS } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import {
  elsewhere,
  isOf,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf, withStore } from "@/tests/helpers/fixtures.ts";
import {
  FED_ORG,
  type FedResidence,
  fedResidences,
  sendValue,
} from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Keys that a collector's write or its compaction changes. */
const isOfReadings = isOf(
  keys.arrival,
  keys.points,
  keys.seriesHead,
  keys.seriesDays,
  keys.seriesMonths,
  keys.projectYear,
  keys.unknownSource,
  keys.refusedSources,
  keys.uplink,
);
const isOfSettings = isOf(keys.project, keys.equipment, keys.dataseries, keys.house);
const isVersion = isOf(keys.version);

/** Whether a call on a residence declares that readings do not change its answer; commissioning shows them late. */
function isWithoutReadings(name: CallName): boolean {
  const { path, dependsOn = "readings" }: Call = CALLS[name];
  return path.includes(":projectId") && !["readings", "alarms"].includes(dependsOn) &&
    name !== "getCommissioning";
}

Deno.test("an answer declared without readings reads no key that a collector writes", () =>
  withPlatform(async (built) => {
    const { ask, residences: [residence] } = await fedResidences(built, 1);
    ok(residence);
    const { projectId, boilerRoomId, series } = residence;
    await built.store.atomic().set(keys.orgFeatures(FED_ORG), { documentManagement: true })
      .commit();
    const houses = await answerOf(ask("listHouses", { projectId }));
    const buildings = await answerOf(ask("listBuildings", { projectId }));
    const ids = {
      boilerRoomId,
      houseId: houses[0]?.id ?? "",
      buildingId: buildings[0]?.id ?? "",
      annotatedId: series[0] ?? "",
      email: "ada@bailleur.fr",
      orgId: FED_ORG,
      year: "2026",
    };
    const inputOf = (name: CallName) => {
      const wanted = Object.entries(ids).filter(([id]) => CALLS[name].path.includes(`:${id}`));
      return { projectId, ...Object.fromEntries(wanted) };
    };
    const other = await elsewhere(built);
    for (const name of Object.keys(CALLS).filter(isCallName).filter(isWithoutReadings)) {
      const result = await other.ask(name, inputOf(name));
      ok(result.ok || result.status === 404, `${name}: ${JSON.stringify(result)}`);
    }
    deepStrictEqual(other.read.filter(isOfReadings), []);
  }));

Deno.test("new readings recompute nothing of another residence, nor the settings of their own", () =>
  withPlatform(async (built) => {
    const { residences: [first, second] } = await fedResidences(built, 2);
    ok(first && second);
    const { platform, ask, read } = await elsewhere(built);
    const { projectId } = first;
    const show = async () => {
      ok((await ask("compareBoilerRooms", { orgId: FED_ORG, segment: "monthly-2026" })).ok);
      ok((await ask("listResidenceFigures", { orgId: FED_ORG })).ok);
      ok((await ask("getProject", { projectId })).ok);
      ok((await ask("getHousesConnectivitySummary", { projectId })).ok);
    };
    await show();
    const epochS = built.clock.now() / 1_000 - 60;
    await sendValue(platform, first, { seriesId: first.series[0] ?? "", epochS, value: 20 });
    read.length = 0;
    await show();
    deepStrictEqual(read.filter((key) => key.includes(second.projectId) && !isVersion(key)), []);
    deepStrictEqual(read.filter(isOfSettings), []);
    ok(read.some((key) => key.includes(first.projectId)), "the tick itself is looked for");
  }));

/** The result of a task, and the names under which values were cached meanwhile. */
async function withNames<Result>(
  task: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly names: ReadonlySet<string> }> {
  const names = new Set<string>();
  const { set } = LRUCache.prototype;
  LRUCache.prototype.set = function (name, value, options) {
    names.add(name);
    return set.call(this, name, value, options);
  };
  try {
    return { result: await task(), names };
  } finally {
    LRUCache.prototype.set = set;
  }
}

Deno.test("a value that depends on the day replaces that of the day before", () =>
  withPlatform(async (built) => {
    const show = async ({ ask, residences: [residence] }: Fed) => {
      ok(residence);
      const { projectId, boilerRoomId } = residence;
      ok((await ask("compareBoilerRooms", { orgId: FED_ORG, segment: "monthly-2026" })).ok);
      const query = { projectId, boilerRoomId, segment: "monthly-shifted-2025" };
      ok((await ask("getBalanceReadings", query)).ok);
      ok((await ask("listResidenceFigures", { orgId: FED_ORG })).ok);
      ok((await ask("getConsumptionAnalysis", { projectId, month: "2026-01" })).ok);
      ok((await ask("getConsumptionAnalysis", { projectId, month: "2026-02" })).ok);
    };
    const { result: fed, names } = await withNames(async () => {
      const own = await fedResidences(built, 1);
      await show(own);
      return own;
    });
    built.clock.advance(24 * 3_600_000);
    const next = await withNames(() => show(fed));
    deepStrictEqual([...next.names.difference(names)], []);
  }));

type Fed = Awaited<ReturnType<typeof fedResidences>>;

type Act =
  | { do: "compact"; at: number }
  | { do: "follow"; at: number; series: number; more: number }
  | { do: "tick"; at: number; series: number; daysAgo: number; value: number }
  | { do: "settings"; at: number; q: number }
  | { do: "rename"; at: number }
  | { do: "equipment"; at: number }
  | { do: "wait"; hours: number };

const at = fc.nat(1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("tick" as const),
      at,
      series: fc.nat(30),
      daysAgo: fc.oneof(fc.constant(0), fc.nat(400)),
      value: fc.nat(100),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("follow" as const),
      at,
      series: fc.nat(30),
      more: fc.nat(20),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("compact" as const), at }) },
  fc.record({ do: fc.constant("settings" as const), at, q: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ do: fc.constant("rename" as const), at }),
  fc.record({ do: fc.constant("equipment" as const), at }),
  fc.record({ do: fc.constant("wait" as const), hours: fc.nat(30) }),
);

/** Performs one step in this process. */
async function perform(
  built: TestPlatform,
  { ask, residences }: { ask: CallFunction; residences: readonly FedResidence[] },
  one: Act,
): Promise<void> {
  const nowS = built.clock.now() / 1_000;
  if (one.do === "wait") return built.clock.advance(one.hours * 3_600_000);
  const residence = residences[one.at];
  ok(residence);
  const { projectId, boilerRoomId, series } = residence;
  if (one.do === "compact") {
    await compact(built.platform.own.store, projectId, built.clock.now);
  } else if (one.do === "follow") {
    const seriesId = series[one.series % series.length] ?? "";
    const reader = built.platform.own.services.seriesOf(projectId, "Europe/Paris");
    const value = (await reader.last(seriesId))?.value ?? 0;
    built.clock.advance(60_000);
    const epochS = built.clock.now() / 1_000;
    await sendValue(built.platform, residence, { seriesId, epochS, value: value + one.more });
  } else if (one.do === "tick") {
    const seriesId = series[one.series % series.length] ?? "";
    const epochS = nowS - 60 - one.daysAgo * 86_400;
    await sendValue(built.platform, residence, { seriesId, epochS, value: one.value });
  } else if (one.do === "settings") {
    const known = await answerOf(ask("getEfficiency", { projectId, boilerRoomId }));
    const last = known.settings.at(-1);
    ok(last);
    const { fromDate, ...settings } = last;
    const body = { ...settings, q: one.q };
    await answerOf(ask("putEfficiencySettings", { projectId, boilerRoomId, fromDate, body }));
  } else if (one.do === "rename") {
    const { version: _, ...settings } = await answerOf(ask("getProjectSettings", { projectId }));
    const body = { ...settings, name: `${settings.name}+` };
    ok((await ask("putProjectSettings", { projectId, body })).ok);
  } else {
    const settings = { name: "Vanne", code: "" };
    const body = { kind: "gate" as const, instrumented: true, parentId: boilerRoomId, settings };
    ok((await ask("addEquipment", { projectId, body })).ok);
  }
}

/** The values that pages show of the residences. */
async function shown(ask: CallFunction, residences: readonly FedResidence[]): Promise<unknown[]> {
  const answers: unknown[] = [
    await ask("compareBoilerRooms", { orgId: FED_ORG, segment: "monthly-2026" }),
    await ask("compareBoilerRooms", { orgId: FED_ORG, segment: "monthly-shifted-2025" }),
    await ask("listProjects", { orgId: FED_ORG }),
  ];
  for (const { projectId, boilerRoomId, series } of residences) {
    const sources = await answerOf(ask("listOutdoorSources", { projectId }));
    const outdoorSourceId = sources[0]?.id ?? "";
    const segment = "monthly-2025";
    answers.push(
      await ask("getProject", { projectId }),
      await ask("listEquipments", { projectId }),
      await ask("getCurrentData", { projectId }),
      await ask("getBalanceReadings", { projectId, boilerRoomId, segment }),
      await ask("getDju", { projectId, outdoorSourceId, segment }),
      await ask("getFacilityRangeData", { projectId, series: series[0] ?? "", segment }),
      await ask("getHousesConnectivitySummary", { projectId }),
    );
  }
  return answers;
}

Deno.test("after any writes, cached values equal those of a new process", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 3, maxLength: 8 }),
      (acts) =>
        withPlatform(async (built) => {
          const fed = await fedResidences(built, 2);
          const other = await elsewhere(built);
          await shown(fed.ask, fed.residences);
          await shown(other.ask, fed.residences);
          for (const one of acts) {
            await perform(built, fed, one);
            const here = await shown(fed.ask, fed.residences);
            deepStrictEqual(
              here,
              await shown((await elsewhere(built)).ask, fed.residences),
              one.do,
            );
          }
          built.clock.advance(SEEN_FOR_MS);
          const last = await shown((await elsewhere(built)).ask, fed.residences);
          deepStrictEqual(await shown(other.ask, fed.residences), last, "another process");
        }),
    ),
    { numRuns: 4 },
  ));

async function roomNames(ask: CallFunction): Promise<string[]> {
  return (await answerOf(ask("listBoilerRooms", { projectId: PROJECT }))).map(({ name }) => name);
}

Deno.test("cached answer is not returned after a write of this process", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    deepStrictEqual(await roomNames(ask), []);
    await aBoilerRoom(ask, "Nord");
    deepStrictEqual(await roomNames(ask), ["Nord"]);
    const room = await aBoilerRoom(ask, "Sud");
    deepStrictEqual(await roomNames(ask), ["Nord", "Sud"]);
    await ask("deleteEquipment", { projectId: PROJECT, equipmentId: room });
    deepStrictEqual(await roomNames(ask), ["Nord"]);
  }));

// @spec calls.freshness
Deno.test("what another process has just created or allowed is not refused here", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const other: TestPlatform = { ...built, platform: new Platform(built.platform.options) };
    const { ask: askOther } = await signedIn(other);
    deepStrictEqual(await roomNames(askOther), []);
    const boilerRoomId = await aBoilerRoom(ask, "Nord");
    const room = await answerOf(askOther("getBoilerRoom", { projectId: PROJECT, boilerRoomId }));
    strictEqual(room.name, "Nord");

    const email = "eve@b.fr";
    await someone(built, { email });
    const { ask: eveOther } = await signedIn(other, email);
    const asked = () => eveOther("listOutdoorSources", { projectId: PROJECT });
    strictEqual(codeOf(await asked()), "not-found");
    const body = { roles: ["collect:boilerroom:read" as const] };
    await answerOf(ask("putProjectUserRoles", { projectId: PROJECT, email, body }));
    strictEqual(codeOf(await asked()), "ok");
  }));

Deno.test("cached answer depends on the roles of its reader", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask: ada }) => {
    const eve = await someone(built, { email: "eve@b.fr", roles: ["collect:display:read"] });
    const rolesOf = async (ask: CallFunction) => {
      const result = await answerOf(ask("listProjects", { orgId: ORG }));
      return result[0]?.allRoles.includes("collect");
    };
    deepStrictEqual([await rolesOf(ada), await rolesOf(eve)], [true, false]);
  }));

Deno.test("reader cannot modify an answer shared with others", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const result = await ask("getProject", { projectId: PROJECT });
    ok(result.ok);
    const { answer } = result;
    throws(() => {
      answer.name = "Changé";
    }, TypeError);
    throws(() => answer.allRoles.pop(), TypeError);
  }));

Deno.test("frozenAndMeasured() freezes a value deeply, except bytes, which cannot be frozen", () => {
  const bytes = new Uint8Array([1, 2]);
  const value = { list: [{ name: "A" }, null], deep: { deeper: { bytes } }, text: "text" };
  strictEqual(frozenAndMeasured(value), value);
  for (const one of [value, value.list, value.list[0], value.deep.deeper]) ok(Object.isFrozen(one));
  ok(!Object.isFrozen(bytes));
});

// @spec upstream.cache
Deno.test("StoredAnswers return an answer until it expires, before the store deletes it", () =>
  withStore(async (store, clock) => {
    const answers = new StoredAnswers(store, clock.now);
    const kept = { value: [1], keptAt: clock.now() };
    await answers.write("a", kept, 5_000);
    clock.advance(4_999);
    deepStrictEqual(await answers.read("a"), kept);
    clock.advance(1);
    strictEqual(await answers.read("a"), null);
  }));
