import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input, Result } from "@/lib/app/catalogue.ts";
import { COLLECT_MODES } from "@/lib/housing/dwelling_settings.ts";
import type { HouseSettings } from "@/lib/housing/schema.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import type { AutoconsumptionSlot, SharingKind } from "@/lib/self_consumption/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aSeries, at, ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { COMMON_PARTS } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

const START = "2026-01-01";
const INFO = {
  name: "Soleil des Lilas",
  operationNumber: "ACC1",
  startDate: START,
  sharing: "full-dynamic" as SharingKind,
};
const PRODUCER = { name: "Toiture", prm: "14000000000001", seriesId: null, powerKW: 36 };

interface Place {
  built: TestPlatform;
  stored: StoredSeries;
  ask: CallFunction;
  /** Adds a generator whose meter counts the given kWh in each hour of 5 January 2026 from 10 h. */
  producer(...kWh: number[]): Promise<string>;
  /** Adds a consumer of the facilities, active from the start, with such a meter. */
  common(...kWh: number[]): Promise<string>;
  /** Adds a dwelling that takes part from the start, with such a meter. */
  dwelling(settings: Partial<HouseSettings>, ...kWh: number[]): Promise<string>;
}

function withOperation(
  test: (place: Place) => Promise<void>,
  { features = {}, sharing = INFO.sharing }: {
    features?: Partial<ProjectFeatures>;
    sharing?: SharingKind;
  } = {},
): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    ok((await ask("putAutoconsumptionInfo", { ...at, body: { ...INFO, sharing } })).ok);
    let prm = 14_000_000_000_100;
    const next = () => String(prm++);
    const enter = async (draft: Partial<Input<"createConsumer">["body"]>) => {
      const body = { ...COMMON_PARTS, prm: next(), ...draft };
      const consumerId = await created(ask("createConsumer", { ...at, body }));
      const status = { status: "active" as const, date: START };
      ok((await ask("putConsumerStatus", { ...at, consumerId, body: status })).ok);
      return consumerId;
    };
    let elec: string | null = null;
    await test({
      built,
      stored,
      ask,
      producer: async (...kWh) => {
        const seriesId = await aSeries(ask, "PVE");
        await counts(stored, seriesId, kWh);
        const body = { ...PRODUCER, prm: next(), seriesId };
        return await created(ask("createProducer", { ...at, body }));
      },
      common: async (...kWh) => {
        const seriesId = await aSeries(ask, "ELEC");
        await counts(stored, seriesId, kWh);
        return await enter({ seriesId });
      },
      dwelling: async (settings, ...kWh) => {
        elec ??= await aHousingSeries(ask, "ELEC");
        const houseId = await aHouse(ask, settings);
        await counts(stored, storedSeriesId(elec, houseId), kWh);
        return await enter({ houseId, seriesId: elec });
      },
    });
  }, { residence: { features: { houseMode: 3, houseHourly: 1, ...features } } });
}

/** Registers at 10 h in Paris, 11 h, 12 h… */
async function counts(stored: StoredSeries, seriesId: string, kWh: readonly number[]) {
  const firstS = Date.parse("2026-01-05T09:00:00Z") / 1_000;
  let value = 1_000;
  const readings = [0, ...kWh].map((one, rank) => {
    value += one;
    return { epochS: firstS + rank * 3_600, value };
  });
  await stored.append([{ seriesId, kind: "index", readings }]);
}

async function created(
  asked: Promise<Result<"createConsumer" | "createProducer">>,
): Promise<string> {
  return (await answerOf(asked)).id;
}

async function slotOf(
  ask: CallFunction,
  segment: string,
  slot: string,
): Promise<AutoconsumptionSlot> {
  const result = await answerOf(ask("getAutoconsumptionData", { ...at, segment }));
  const found = result.slots.find((one) => one.slot === slot);
  ok(found, slot);
  return found;
}

/** Produced, consumed, consumed on the spot, sent to the grid. */
async function kWh(ask: CallFunction, segment: string, slot: string): Promise<(number | null)[]> {
  const found = await slotOf(ask, segment, slot);
  return [found.producedKWh, found.consumedKWh, found.selfConsumedKWh, found.surplusKWh];
}

// @spec autoconsumption.role
Deno.test("an operation is declared, and its role is offered from then on", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const before = await answerOf(ask("getAutoconsumptionConfig", at));
    deepStrictEqual(before, {
      info: { name: "", operationNumber: "", startDate: null, sharing: "full-dynamic" },
      infoVersion: "0",
      producers: [],
      consumers: [],
      sharesPercent: 0,
    });
    const admin = await someone(built, { email: "admin@bailleur.fr", isAdmin: true });
    const offered = async () => {
      const result = await answerOf(admin("listProjectAvailableRoles", at));
      return result.some(({ role }) => role === "collect:acc:write");
    };
    strictEqual(codeOf(await admin("getAutoconsumptionConfig", at)), "forbidden");
    strictEqual(await offered(), false);
    const body = { ...INFO, version: before.infoVersion };
    strictEqual(codeOf(await ask("putAutoconsumptionInfo", { ...at, body })), "ok");
    strictEqual(await offered(), true);
    const after = await answerOf(ask("getAutoconsumptionConfig", at));
    deepStrictEqual(after.info, INFO);
  }));

// @spec autoconsumption.uniqueness
Deno.test("generator requires a series of photovoltaic energy that no other generator counts", () =>
  withOperation(async ({ ask }) => {
    const [panels, lights] = [await aSeries(ask, "PVE"), await aSeries(ask, "ELEC")];
    const create = (over: Partial<Input<"createProducer">["body"]>) =>
      ask("createProducer", { ...at, body: { ...PRODUCER, ...over } });
    strictEqual(codeOf(await create({ seriesId: "none" })), "unknown-reference");
    strictEqual(codeOf(await create({ seriesId: lights })), "unsuitable-series");
    strictEqual(codeOf(await create({ prm: "123" })), "invalid-input");
    const producerId = await created(create({ seriesId: panels }));
    strictEqual(codeOf(await create({})), "counted-twice");
    strictEqual(codeOf(await create({ prm: "14000000000009", seriesId: panels })), "counted-twice");
    const config = await answerOf(ask("getAutoconsumptionConfig", at));
    const [{ version = "", ...producer } = {}] = config.producers;
    deepStrictEqual(producer, { ...PRODUCER, id: producerId, seriesId: panels });
    const put = (producerId: string, powerKW: number) => {
      const body = { ...PRODUCER, seriesId: panels, powerKW, version };
      return ask("putProducer", { ...at, producerId, body });
    };
    strictEqual(codeOf(await put("nobody", 40)), "not-found");
    strictEqual(codeOf(await put(producerId, 40)), "ok");
    strictEqual(codeOf(await ask("deleteProducer", { ...at, producerId })), "ok");
    strictEqual(codeOf(await ask("deleteProducer", { ...at, producerId })), "not-found");
  }));

Deno.test("consumer of the common parts has a meter that no other consumer counts", () =>
  withOperation(async ({ ask }) => {
    const [lights, lift] = [await aSeries(ask, "ELEC"), await aSeries(ask, "ELEC")];
    const create = (over: Partial<Input<"createConsumer">["body"]>) =>
      ask("createConsumer", { ...at, body: { ...COMMON_PARTS, ...over } });
    await created(create({ seriesId: lights }));
    const other = { prm: "14000000000003" };
    strictEqual(codeOf(await create({ ...other, seriesId: lights })), "counted-twice");
    strictEqual(codeOf(await create({ ...other, seriesId: lift })), "ok");
  }));

Deno.test("consumer is invited, joins, leaves and returns: the periods in which it took part stay", () =>
  withOperation(async ({ ask, built }) => {
    const houses = await aHousingSeries(ask, "ELEC");
    const houseId = await aHouse(ask);
    const create = (over: Partial<Input<"createConsumer">["body"]>) =>
      ask("createConsumer", { ...at, body: { ...COMMON_PARTS, ...over } });
    // A dwelling meter does not measure common parts.
    strictEqual(codeOf(await create({ seriesId: houses })), "unsuitable-series");
    strictEqual(codeOf(await create({ houseId: "none" })), "unknown-reference");
    const consumerId = await created(create({ houseId, seriesId: houses }));
    strictEqual(codeOf(await create({})), "counted-twice");
    strictEqual(codeOf(await create({ prm: "14000000000009", houseId })), "counted-twice");
    const kept = async () => {
      const config = await answerOf(ask("getAutoconsumptionConfig", at));
      const [consumer] = config.consumers;
      return consumer;
    };
    strictEqual((await kept())?.status, "invited");
    const put = (status: "active" | "left", date?: string) =>
      ask("putConsumerStatus", { ...at, consumerId, body: { status, date } });
    strictEqual(codeOf(await put("active", "2026-01-01")), "ok");
    strictEqual(codeOf(await put("left", "2026-02-01")), "ok");
    // Without a day, from today: 10 February.
    strictEqual(codeOf(await put("active")), "ok");
    deepStrictEqual((await kept())?.presences, [
      { fromDate: "2026-01-01", toDate: "2026-02-01" },
      { fromDate: "2026-02-10", toDate: null },
    ]);
    const renamed = { ...COMMON_PARTS, houseId, seriesId: houses, name: "Logement A12" };
    strictEqual(codeOf(await ask("putConsumer", { ...at, consumerId, body: renamed })), "ok");
    strictEqual((await kept())?.presences.length, 2);
    strictEqual((await kept())?.status, "active");
    strictEqual(codeOf(await ask("deleteConsumer", { ...at, consumerId })), "ok");
    strictEqual(codeOf(await put("left")), "not-found");
    const admin = await someone(built, { email: "admin@bailleur.fr", isAdmin: true });
    const audit = await answerOf(admin("getAudit", { orgId: ORG }));
    const lines = audit.entries.filter(({ action }) => action === "putConsumerStatus");
    ok(lines.some(({ subject }) => subject === "A12, Sorti, 2026-02-01"));
  }));

Deno.test("getAutoconsumptionData() shares each hour, and days, months and years are the sum of their hours", () =>
  withOperation(async ({ ask, producer, common, dwelling }) => {
    // Two generators produce 6 + 4, 0 + 5 and 1 + 1 kWh; 3 + 2, 4 + 4 and 1 + 0 are consumed.
    await producer(6, 0, 1);
    await producer(4, 5, 1);
    await common(3, 4, 1);
    await dwelling({ collectMode: COLLECT_MODES.NonAnonymous }, 2, 4, 0);
    const hours = "hourly-2026-01-05";
    deepStrictEqual(await kWh(ask, hours, "2026-01-05T10"), [10, 5, 5, 5]);
    deepStrictEqual(await kWh(ask, hours, "2026-01-05T11"), [5, 8, 5, 0]);
    deepStrictEqual(await kWh(ask, hours, "2026-01-05T12"), [2, 1, 1, 1]);
    deepStrictEqual(await kWh(ask, hours, "2026-01-05T13"), [null, null, null, null]);
    const whole = [17, 14, 11, 6];
    deepStrictEqual(await kWh(ask, "daily-2026-01", "2026-01-05"), whole);
    deepStrictEqual(await kWh(ask, "weekly-2026", "2026-W02"), whole);
    deepStrictEqual(await kWh(ask, "monthly-2026", "2026-01"), whole);
    deepStrictEqual(await kWh(ask, "monthly-shifted-2025", "2026-01"), whole);
    // Three hours of the 24, all four meters.
    strictEqual((await slotOf(ask, "daily-2026-01", "2026-01-05")).completeness, 3 / 24);
    strictEqual((await slotOf(ask, hours, "2026-01-05T10")).completeness, 1);
  }));

// @spec series.short-slots
Deno.test("getAutoconsumptionData() shares as much in half-hours and five minutes as in the hours of meters read once an hour", () =>
  withOperation(async ({ ask, producer, common }) => {
    await producer(6, 0, 1);
    await producer(4, 5, 1);
    await common(3, 4, 1);
    await common(2, 4, 0);
    for (const [step, most] of [["halfhourly", 2], ["fivemin", 12]] as const) {
      const segment = `${step}-2026-01-05`;
      const { slots } = await answerOf(ask("getAutoconsumptionData", { ...at, segment }));
      const total = (amount: keyof AutoconsumptionSlot) =>
        Math.round(slots.reduce((sum, slot) => sum + Number(slot[amount] ?? 0), 0) * 1e4) / 1e4;
      // As in the hours: 10 + 5 + 2, 5 + 8 + 1, 5 + 5 + 1.
      deepStrictEqual(
        [total("producedKWh"), total("consumedKWh"), total("selfConsumedKWh")],
        [17, 14, 11],
      );
      strictEqual(slots.filter(({ producedKWh }) => producedKWh !== null).length, 3 * most);
    }
  }));

// @spec autoconsumption.sharing
Deno.test("fixed shares above 100 % together are scaled down, which the operation and its figures say", () =>
  withOperation(async ({ ask, producer, common }) => {
    await producer(10);
    const ids = [await common(8), await common(8)];
    const said = async () => {
      const { sharesPercent } = await answerOf(ask("getAutoconsumptionConfig", at));
      const segment = "daily-2026-01";
      const data = await answerOf(ask("getAutoconsumptionData", { ...at, segment }));
      return [sharesPercent, data.sharesPercent];
    };
    deepStrictEqual(await said(), [0, 0]);
    for (const [rank, consumerId] of ids.entries()) {
      const { consumers } = await answerOf(ask("getAutoconsumptionConfig", at));
      const own = consumers.find(({ id }) => id === consumerId);
      ok(own);
      const { name, prm, houseId, seriesId } = own;
      const body = { name, prm, houseId, seriesId, sharePercent: rank === 0 ? 90 : 60 };
      ok((await ask("putConsumer", { ...at, consumerId, body })).ok);
    }
    deepStrictEqual(await said(), [150, 150]);
    // 10 × 90 ÷ 150 and 10 × 60 ÷ 150 kWh, each below its 8: nothing is left for the grid.
    deepStrictEqual(await kWh(ask, "daily-2026-01", "2026-01-05"), [10, 16, 10, 0]);
    const before = "daily-2025-12";
    const data = await answerOf(ask("getAutoconsumptionData", { ...at, segment: before }));
    strictEqual(data.sharesPercent, 0);
    ok(
      (await ask("putAutoconsumptionInfo", { ...at, body: { ...INFO, sharing: "full-dynamic" } }))
        .ok,
    );
    deepStrictEqual(await said(), [150, undefined]);
  }, { sharing: "static" }));

Deno.test("getAutoconsumptionData() shares neither the hours of a long gap nor those before the start", () =>
  withOperation(async ({ stored, ask, producer, common }) => {
    await producer(6, 4);
    const consumerId = await common(3, 3);
    // A register read again two days later: the hours between are unknown.
    const seriesId = await aSeries(ask, "PVE");
    const noon = Date.parse("2026-01-08T11:00:00Z") / 1_000;
    await stored.append([{
      seriesId,
      kind: "index",
      readings: [{ epochS: noon, value: 0 }, { epochS: noon + 2 * 86_400, value: 96 }],
    }]);
    const body = { ...PRODUCER, prm: "14000000000999", seriesId };
    await created(ask("createProducer", { ...at, body }));
    strictEqual((await kWh(ask, "daily-2026-01", "2026-01-09"))[0], null);
    deepStrictEqual(await kWh(ask, "daily-2026-01", "2026-01-05"), [10, 6, 6, 4]);
    const left = { status: "left" as const, date: "2026-01-05" };
    ok((await ask("putConsumerStatus", { ...at, consumerId, body: left })).ok);
    deepStrictEqual(await kWh(ask, "daily-2026-01", "2026-01-05"), [10, null, null, null]);
    const later = { ...INFO, startDate: "2026-01-06" };
    ok((await ask("putAutoconsumptionInfo", { ...at, body: later })).ok);
    strictEqual((await kWh(ask, "daily-2026-01", "2026-01-05"))[0], null);
  }));

const SEGMENTS = [
  ["hourly-2026-01-05", "2026-01-05T10"],
  ["daily-2026-01", "2026-01-05"],
  ["weekly-2026", "2026-W02"],
  ["monthly-2026", "2026-01"],
] as const;

Deno.test("an anonymous dwelling's consumption is shown only with ten others, to every user, over any period", () =>
  withOperation(async ({ built, ask, producer, common, dwelling }) => {
    await producer(50);
    await common(5);
    for (let rank = 0; rank < 10; rank++) await dwelling({ name: `A${rank}` }, 1);
    const holder = await someone(built, { email: "acc@x.fr", roles: ["collect:acc:write"] });
    for (const one of [ask, holder]) {
      for (const [segment, slot] of SEGMENTS) {
        deepStrictEqual(await kWh(one, segment, slot), [50, null, null, null], segment);
        strictEqual((await slotOf(one, segment, slot)).isWithheld, true);
      }
    }
    await dwelling({ name: "A10" }, 1);
    for (const one of [ask, holder]) {
      for (const [segment, slot] of SEGMENTS) {
        deepStrictEqual(await kWh(one, segment, slot), [50, 16, 16, 34], segment);
      }
    }
  }));

Deno.test("dwelling that chose days is shown by days, and hidden where the residence shows none", () =>
  withOperation(async ({ built, ask, producer, dwelling }) => {
    await producer(5);
    await dwelling({ collectMode: COLLECT_MODES.NonAnonymous, hourlyMode: 1 }, 3);
    deepStrictEqual(await kWh(ask, "daily-2026-01", "2026-01-05"), [5, 3, 3, 2]);
    const withheld = [5, null, null, null];
    deepStrictEqual(await kWh(ask, "hourly-2026-01-05", "2026-01-05T10"), withheld);
    const features = { ...NO_FEATURES, houseMode: 0 as const };
    await built.store.atomic().set(keys.projectFeatures(PROJECT), features).commit();
    const fresh = await someone(built, { email: "autre@x.fr", roles: ["collect"] });
    deepStrictEqual(await kWh(fresh, "daily-2026-01", "2026-01-05"), withheld);
  }));

Deno.test("user who reads other data of the residence reads the production, and dwellings according to their roles", () =>
  withOperation(async ({ built, ask, producer, common, dwelling }) => {
    await producer(20);
    await common(2);
    const day = ["daily-2026-01", "2026-01-05"] as const;
    const rooms = await someone(built, { email: "a@x.fr", roles: ["collect:boilerroom:read"] });
    deepStrictEqual(await kWh(rooms, ...day), [20, 2, 2, 18]);
    await dwelling({ collectMode: COLLECT_MODES.NonAnonymous }, 3);
    deepStrictEqual(await kWh(ask, ...day), [20, 5, 5, 15]);
    deepStrictEqual(await kWh(rooms, ...day), [20, null, null, null]);
    const houses = await someone(built, { email: "b@x.fr", roles: ["collect:agg:daily"] });
    deepStrictEqual(await kWh(houses, ...day), [20, 5, 5, 15]);
    strictEqual(codeOf(await houses("getAutoconsumptionConfig", at)), "forbidden");
  }));
