import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { detect } from "@/lib/alarms/detection.ts";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { DELAYS_FORM } from "@/lib/alarms/forms.ts";
import { pastNights } from "@/lib/alarms/past_days.ts";
import type { Watch } from "@/lib/alarms/records.ts";
import { subjectsOf } from "@/lib/alarms/residence_subjects.ts";
import { alarmSettingsDraft } from "@/lib/alarms/schema.ts";
import type { DetectInput, Night, PastDays } from "@/lib/alarms/subjects.ts";
import { alarmMessage } from "@/lib/alarms/text.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays, daysBetween } from "@/lib/base/civil_dates.ts";
import { clockTimeOf, dayBounds, epochOfClock, utcInstant } from "@/lib/base/time_zones.ts";
import { type FoundDrift, foundDriftRecord } from "@/lib/energy_signature/found_drifts.ts";
import type { Drift } from "@/lib/energy_signature/schema.ts";
import { compactSeries } from "@/lib/series/compaction_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { type Reading, storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import { aWatchedHouse, aWatchedSeries, ROOM, watched } from "@/tests/alarms/a_watched.ts";
import { aMute } from "@/tests/alarms/slow_models.ts";
import { stored } from "@/tests/alarms/watched_circuit.ts";
import { someSettings } from "@/tests/energy_balance/builders.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, aSeries, at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { replacementDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";

const ZONE = "Europe/Paris";
const METER = storedSeriesId("water", "a");
const NIGHT_FLOW = { nights: 5, litresPerHour: 10 };
const water = aWatchedSeries("water", {
  name: "Eau froide",
  scope: "housing",
  dataUnitId: "EFSV",
  unit: "m³",
});
const own = { houses: [aWatchedHouse("a")], series: [water] };
const features = { houseMode: 1 as const, houseHourly: 0 as const };
const METERS = subjectsOf(watched({ ...own, features, nightFlow: NIGHT_FLOW }))
  .filter(({ handler }) => handler === "water-night-flow");

/** Five nights from 10 March 2026; each hour has the litres given, null when it is unknown. */
function nightsOf(litres: readonly (readonly (number | null)[])[]): Night[] {
  return litres.map((hours, at) => {
    const startS = Date.parse("2026-03-10T01:00:00Z") / 1_000 + at * 86_400;
    return { startS, endS: startS + 10_800, litres: hours, resolution: 1 };
  });
}

/** What past days show of some subjects. */
function detected(
  { nowS, past = {}, ...input }:
    & Pick<DetectInput, "subjects" | "watches" | "nowS">
    & { readonly past?: Partial<PastDays>; readonly mutes?: DetectInput["mutes"] },
) {
  return detect({
    readings: new Map(),
    newest: new Map(),
    silentAfterS: new Map(),
    mutes: [],
    ...input,
    past: { atS: nowS, timeZone: ZONE, nights: new Map(), drifts: new Map(), ...past },
    nowS,
    newId: (startS, key) => `${key}@${startS}`,
  });
}

function judgedNights(nights: readonly Night[], watches: readonly Watch[] = [], muted = false) {
  const nowS = (nights.at(-1)?.endS ?? 0) + 60;
  const mute = aMute(0, nowS + 10, { handler: "water-night-flow" });
  const past = { nights: new Map([[METER, nights]]) };
  return detected({ subjects: METERS, watches, past, mutes: muted ? [mute] : [], nowS });
}

const FLOWING = [3, 4, 5];

// @spec alarms.night-flow, alarms.subjects
Deno.test("the water meters of detailed dwellings are watched at night where the residence asks for it", () => {
  deepStrictEqual(METERS.map(({ key }) => key), [`water-night-flow/${METER}`]);
  const keysOf = (changed: Parameters<typeof watched>[0]) =>
    subjectsOf(watched({ ...own, features, nightFlow: NIGHT_FLOW, ...changed }))
      .filter(({ handler }) => handler === "water-night-flow").length;
  strictEqual(keysOf({ nightFlow: null }), 0);
  strictEqual(keysOf({ features: { houseMode: 2, houseHourly: 0 } }), 0);
  strictEqual(keysOf({ series: [{ ...water, manualIndex: true }] }), 0);
  strictEqual(keysOf({ series: [{ ...water, dataUnitId: "TEMP", unit: "°C" }] }), 0);
});

// @spec alarms.night-flow, alarms.messages
Deno.test("five nights that flow at each hour raise an alarm; an unknown or a quiet hour raises none", () => {
  const { raised: [alarm], nextS } = judgedNights(nightsOf(Array(5).fill(FLOWING)));
  strictEqual(alarm?.startS, Date.parse("2026-03-10T01:00:00Z") / 1_000);
  strictEqual(
    alarm && alarmMessage(alarm),
    "Logement a, Eau froide\u00A0: débit au-dessus de zéro toute la nuit (2\u202Fh à 5\u202Fh), " +
      "5\u00A0nuits de suite\u00A0; fuite à chercher (chasse d’eau, robinet)",
  );
  strictEqual(nextS !== null, true);
  const withHour = (hour: number | null) =>
    judgedNights(nightsOf([...Array(4).fill(FLOWING), [3, hour, 5]])).raised.length;
  deepStrictEqual([withHour(null), withHour(0), withHour(1), withHour(2)], [0, 0, 0, 1]);
  strictEqual(judgedNights(nightsOf(Array(4).fill(FLOWING))).raised.length, 0);
  strictEqual(judgedNights(nightsOf(Array(5).fill(FLOWING)), [], true).raised.length, 0);
});

// @spec alarms.night-flow
Deno.test("one night above the bound raises an alarm, which a quiet night ends and an unknown one does not", () => {
  const before: (number | null)[][] = Array(4).fill([0, 0, 0]);
  const { raised: [alarm], watches } = judgedNights(nightsOf([...before, [12, 11, 30]]));
  strictEqual(
    alarm && alarmMessage(alarm),
    "Logement a, Eau froide\u00A0: débit au-dessus du seuil réglé toute la nuit (2\u202Fh à " +
      "5\u202Fh)\u00A0; grosse fuite ou robinet ouvert, à vérifier sans attendre",
  );
  strictEqual(judgedNights(nightsOf([...before, [12, 10, 30]])).raised.length, 0);
  const later = (hours: (number | null)[]) =>
    judgedNights(nightsOf([...before, [12, 11, 30], hours]), watches).closed.length;
  deepStrictEqual([later([null, null, null]), later([5, 5, 5]), later([5, 1, null])], [0, 0, 1]);
  strictEqual(
    judgedNights(nightsOf([...before, [12, 0, 30]]), watches).closed.length,
    1,
    "corrected",
  );
});

/** The hours of a meter from a day on, each with the given figures, by its clock. */
function aReader(figuresOf: (clock: string, day: string) => Partial<RollupSlot>) {
  return {
    hoursOfDays: (_: string, { from, to }: { from: string; to: string }) => {
      const days = [];
      for (let day = from; day < to; day = addDays(day, 1)) {
        const { from: start, to: end } = dayBounds(day, ZONE);
        days.push(Array.from({ length: (end - start) / 3_600_000 }, (_, at) => {
          const startMs = start + at * 3_600_000;
          return {
            at: utcInstant(startMs / 1_000),
            ...{ sum: 0.012, mean: null, min: null, max: null, last: 5.125, count: 1 },
            ...{ coveredS: 3_600, lengthS: 3_600, estimated: false },
            ...figuresOf(clockTimeOf(startMs, ZONE).slice(0, 5), day),
          };
        }));
      }
      return Promise.resolve(days);
    },
  };
}

async function nightsRead(now: string, reader: ReturnType<typeof aReader>) {
  const at = { timeZone: ZONE, nowS: Date.parse(now) / 1_000 };
  return (await pastNights(reader, METERS, at)).get(METER) ?? [];
}

// @spec alarms.night-flow
Deno.test("pastNights() reads the true hours of nights with a clock change, and drawn hours as unknown", async () => {
  const reader = aReader((_, day) => ({ estimated: day === "2026-03-28" }));
  const spring = await nightsRead("2026-03-29T03:00:00Z", reader);
  deepStrictEqual(spring.map(({ litres }) => litres.length), [3, 3, 3, 3, 2]);
  deepStrictEqual(spring[3]?.litres, [null, null, null]);
  deepStrictEqual([spring[4]?.litres, spring[4]?.resolution], [[12, 12], 1]);
  const before = await nightsRead("2026-03-29T02:59:59Z", reader);
  deepStrictEqual(before.map(({ litres }) => litres.length), [3, 3, 3, 3, 3]);
  const autumn = await nightsRead("2026-10-25T08:00:00Z", reader);
  deepStrictEqual(autumn.map(({ litres }) => litres.length), [3, 3, 3, 3, 4]);
});

// @spec alarms.night-flow
Deno.test("an hour without a reading of its own is unknown, though its neighbours cover it", async () => {
  const read = async (reader: ReturnType<typeof aReader>) =>
    (await nightsRead("2026-03-12T08:00:00Z", reader)).at(-1)?.litres;
  const ofTwoHours = aReader((clock) => ({ count: clock === "03:00" ? 0 : 1 }));
  deepStrictEqual(await read(ofTwoHours), [12, null, 12]);
});

// @spec alarms.night-flow
Deno.test("the settings of the night flow are off by default and validated", () => {
  const off = DELAYS_FORM.typed(DEFAULT_DELAYS_MIN);
  deepStrictEqual([off.nightFlow, off.nights, off.litresPerHour], ["", "5", "10"]);
  deepStrictEqual(DELAYS_FORM.read(off)?.["water-night-flow"], null);
  const on = DELAYS_FORM.read({ ...off, nightFlow: "on" });
  deepStrictEqual(on?.["water-night-flow"], NIGHT_FLOW);
  const accepts = (nights: number, litresPerHour: number) =>
    alarmSettingsDraft.safeParse({
      ...DEFAULT_DELAYS_MIN,
      "water-night-flow": { nights, litresPerHour },
      version: "",
    }).success;
  deepStrictEqual(
    [accepts(5, 10), accepts(0, 10), accepts(31, 10), accepts(5, 0), accepts(1.5, 10)],
    [true, false, false, false, false],
  );
});

const HOUR_S = 3_600;
const NIGHTS = 3;

interface Meter {
  /** Litres in an hour of the day. */
  readonly flow: (clockH: number) => number;
  /** Hours without a reading. */
  readonly isLost?: (hour: number) => boolean;
  /** The register that a reset at an hour starts again from. */
  readonly resetAt?: number;
}

interface NightSite {
  readonly built: TestPlatform;
  readonly ask: CallFunction;
  readonly series: string;
  /** Sends the registers of a meter at each hour of four days, up to 8 h of the last one. */
  send(source: string, meter: Meter): Promise<void>;
  /** The dwellings with an open alarm about water at night. */
  openAlarms(): Promise<string[]>;
}

/** A residence at 8 h of a day, whose water meters are watched by three nights. */
function atEight(day: string, test: (site: NightSite) => Promise<void>): Promise<void> {
  const nowS = epochOfClock(day, 8 * HOUR_S, ZONE);
  const fromS = epochOfClock(addDays(day, -NIGHTS), 0, ZONE);
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const { platform, store, clock } = built;
    const nightFlow = { nights: NIGHTS, litresPerHour: 50 };
    const { version } = await answerOf(ask("getAlarmSettings", at));
    const body = { ...DEFAULT_DELAYS_MIN, "water-night-flow": nightFlow, version };
    ok((await ask("putAlarmSettings", { ...at, body })).ok);
    const series = await aHousingSeries(ask, "EFSV");
    const token = await aCollector(ask);
    const send = async (source: string, { flow, isLost = () => false, resetAt }: Meter) => {
      let litres = 5_000;
      const lines: string[] = [];
      for (let hour = 0; fromS + hour * HOUR_S <= nowS; hour++) {
        if (hour === resetAt) litres = 0;
        const epochS = fromS + hour * HOUR_S;
        if (!isLost(hour)) lines.push(`eau,serial=${source} value=${litres / 1_000} ${epochS}`);
        litres += flow(hour % 24);
      }
      ok((await sendLines(platform, token, lines.join("\n"))).kind === "stored");
      await platform.watcher.settled();
    };
    const openAlarms = async () => {
      clock.advance(HOUR_S * 1_000);
      await watchAlarms({ store, now: clock.now, watcher: platform.watcher });
      const alarms = await stored(store, "open");
      return alarms.filter(({ record }) => record.handler === "water-night-flow")
        .map(({ record: { message } }) => message.slice(0, message.indexOf(","))).toSorted();
    };
    await test({ built, ask, series, send, openAlarms });
  }, { now: new Date(nowS * 1_000).toISOString(), residence: { features: { houseMode: 1 } } });
}

async function attached({ ask, series }: NightSite, name: string): Promise<string> {
  const houseId = await aHouse(ask, { name });
  ok(
    (await ask("attachSource", { ...at, series, body: { source: `serial=${name}`, houseId } })).ok,
  );
  return houseId;
}

const LEAK: Meter = { flow: () => 4 };
const USES: Meter = { flow: (clockH) => clockH >= 6 ? 30 : 0 };

for (const day of ["2026-02-12", "2026-03-29", "2026-10-25"]) {
  // @spec alarms.night-flow, alarms.subjects
  Deno.test(`stored registers of three nights to ${day} raise the alarm of the dwelling that leaks`, () =>
    atEight(day, async (site) => {
      const { ask, send, openAlarms } = site;
      for (const name of ["Fuite", "Sobre", "Absent", "Manque"]) await attached(site, name);
      const room = await aBoilerRoom(ask);
      const common = await aSeries(ask, "EFSV", room);
      const body = { source: "serial=Commun", houseId: null };
      ok((await ask("attachSource", { ...at, series: common, body })).ok);
      await send("Fuite", LEAK);
      await send("Sobre", USES);
      await send("Manque", { ...LEAK, isLost: (hour) => hour >= 25 && hour < 28 });
      await send("Commun", LEAK);
      deepStrictEqual(await openAlarms(), ["Fuite"]);
    }));
}

// @spec alarms.night-flow
Deno.test("a reset in a night leaves it unknown, until it is dated with its final register", () =>
  atEight("2026-02-12", async (site) => {
    const { ask, series, send, openAlarms } = site;
    const houseId = await attached(site, "Remise");
    await send("Remise", { ...LEAK, resetAt: 27 });
    deepStrictEqual(await openAlarms(), []);
    const body = {
      ...{ what: "reset", houseId, date: "2026-02-10", time: "03:00" } as const,
      ...{ finalIndex: 5.108, firstIndex: 0, comment: "" },
    };
    ok((await ask("addMeterEvent", { ...at, series, body })).ok);
    deepStrictEqual(await openAlarms(), ["Remise"]);
  }));

// @spec alarms.night-flow, alarms.corrections
Deno.test("a correction of a night that was read ends its alarm within the hour", () =>
  atEight("2026-02-12", async (site) => {
    const { built: { store }, send, openAlarms } = site;
    await attached(site, "Fuite");
    await send("Fuite", LEAK);
    deepStrictEqual(await openAlarms(), ["Fuite"]);
    await send("Fuite", USES);
    deepStrictEqual(await openAlarms(), []);
    match((await stored(store, "closed"))[0]?.record.end ?? "", /^2026-02-10T04:00:00Z/);
  }));

const NOW_S = epochOfClock("2026-01-20", 6 * 3_600, ZONE);
const ROOMS = subjectsOf(watched({ equipments: [ROOM] }))
  .filter(({ handler }) => handler === "energy-drift");

const DRIFT: Drift = {
  verdict: "drift",
  since: "2025-10-12",
  alarmOn: "2025-10-24",
  percent: 18,
  lostKwh: 21_400,
  unjudgedKwh: 0,
  hint: null,
};
const FOUND: FoundDrift = {
  state: "1",
  yearStart: 2025,
  reference: 2024,
  drift: DRIFT,
  closedOn: null,
};

function judgedDrift(found: FoundDrift | null, watches: readonly Watch[] = []) {
  const drifts = new Map(found === null ? [] : [[ROOM.id, found]]);
  return detected({ subjects: ROOMS, watches, past: { drifts }, nowS: NOW_S });
}

// @spec alarms.energy-drift, alarms.subjects
Deno.test("a verdict raises one alarm, which lasts until the verdict is closed or goes", () => {
  deepStrictEqual(ROOMS.map(({ key }) => key), [`energy-drift/${ROOM.id}`]);
  strictEqual(subjectsOf(watched({ equipments: [{ ...ROOM, instrumented: false }] })).length, 0);
  const { raised: [alarm], watches } = judgedDrift(FOUND);
  strictEqual(alarm?.startS, epochOfClock("2025-10-12", 0, ZONE));
  match(
    alarm ? alarmMessage(alarm) : "",
    /^Chaufferie\s: dérive depuis le 12\soctobre\s2025, \+18\s%, \+21\s400\skWh$/,
  );
  const later = (change: Partial<FoundDrift>) => {
    const { raised, closed } = judgedDrift({ ...FOUND, ...change }, watches);
    return [raised.length, closed.length];
  };
  deepStrictEqual(later({}), [0, 0]);
  deepStrictEqual(later({ drift: { ...DRIFT, percent: 3, verdict: "watch" } }), [0, 0]);
  deepStrictEqual(later({ drift: null }), [0, 1]);
  deepStrictEqual(later({ closedOn: "2026-01-10", drift: null }), [0, 1]);
  deepStrictEqual(later({ closedOn: "2026-01-10" }), [0, 1], "found again: another alarm follows");
  deepStrictEqual(later({ yearStart: 2026 }), [0, 1]);
  strictEqual(judgedDrift(null, watches).closed.length, 0, "not read");
});

// @spec alarms.energy-drift
Deno.test("what is to be watched raises no alarm, a drop does", () => {
  const of = (drift: Partial<Drift>) =>
    judgedDrift({ ...FOUND, drift: { ...DRIFT, ...drift } }).raised.length;
  deepStrictEqual([of({ verdict: "watch" }), of({ verdict: "drop", percent: -6 })], [0, 1]);
  strictEqual(judgedDrift({ ...FOUND, drift: null }).raised.length, 0);
});

/** First day of the readings, a month before the season that is the reference. */
const FIRST = "2025-09-01";
const TODAY = "2027-01-20";
const CHANGED = "2026-11-20";

// @spec alarms.energy-drift, signature.found, signature.closing
Deno.test("a boiler room that drifts raises an alarm, nothing is fitted again, and a closing ends it", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask, built, stored: series }) => {
    const { platform, store, clock } = built;
    const [gas, outdoor] = [await aSeries(ask, "GAZV"), await aSeries(ask, "TEXT")];
    const chance = seeded(5);
    const firstS = epochOfClock(FIRST, 0, ZONE);
    let register = 1_000;
    const registers: Reading[] = [];
    const temperatures: Reading[] = [];
    for (let day = 0; day <= daysBetween(FIRST, TODAY); day++) {
      const outdoorC = 10 - 9 * Math.cos(2 * Math.PI * (day - 135) / 365) + 6 * (chance() - 0.5);
      const share = (addDays(FIRST, day) >= CHANGED ? 1.12 : 1) + 0.04 * (chance() - 0.5);
      const m3 = share * (300 + 120 * Math.max(0, 17 - outdoorC)) / 11;
      for (let part = 0; part < 8; part++) {
        const epochS = firstS + (day * 8 + part) * 10_800;
        registers.push({ epochS, value: Math.round(1_000 * register) / 1_000 });
        temperatures.push({ epochS, value: outdoorC });
        register += m3 / 8;
      }
    }
    await series.append([
      { seriesId: gas, kind: "index", readings: registers },
      { seriesId: outdoor, kind: "instant", readings: temperatures },
    ]);
    await compactSeries(store, clock.now);
    const source = { name: "Sonde", method: "mean" as const, seriesId: outdoor, station: "" };
    const made = await answerOf(ask("createOutdoorSource", { projectId: PROJECT, body: source }));
    const boilerRoomId = await aBoilerRoom(ask, "Chaufferie nord");
    const place = { projectId: PROJECT, boilerRoomId };
    const sources = { sourceType: gas, hotWaterTypes: [], solarTypes: [], gazPce: null };
    const body = { sourceKind: "gaz-volume" as const, ...sources };
    ok((await ask("putEfficiencySources", { ...place, body })).ok);
    const { fromDate, ...settings } = someSettings({ fromDate: "2025-01-01", djuSource: made.id });
    ok((await ask("putEfficiencySettings", { ...place, fromDate, body: settings })).ok);
    const key = keys.foundDrift(PROJECT, boilerRoomId);
    const found = () => readEntry(store, key, foundDriftRecord);
    const open = async () => {
      clock.advance(3_600_000);
      await watchAlarms({ store, now: clock.now, watcher: platform.watcher });
      return (await stored(store, "open"))
        .filter(({ record }) => record.handler === "energy-drift")
        .map(({ record: { message } }) => message);
    };
    const [message = ""] = await open();
    match(message, /^Chaufferie nord.: dérive depuis le \d+ novembre 2026, \+1\d.%/);
    const first = await found();
    strictEqual(first.value?.drift?.verdict, "drift");
    strictEqual((await open()).length, 1);
    strictEqual((await found()).versionstamp, first.versionstamp, "sought once");
    const closing = { from: TODAY, to: TODAY, text: "Vanne réparée", signature: "closed" as const };
    const added = await answerOf(
      ask("addAnnotation", { ...at, annotatedId: boilerRoomId, body: closing }),
    );
    deepStrictEqual(await open(), []);
    strictEqual((await found()).value?.closedOn, TODAY);
    const annotationId = added.id;
    ok((await ask("deleteAnnotation", { ...at, annotatedId: boilerRoomId, annotationId })).ok);
    strictEqual((await open()).length, 1, "the closing is undone");
    const changed = async () => {
      const { earlier: [before], reference } = await answerOf(
        ask("getEnergySignature", { ...place, year: "2026" }),
      );
      return [before?.change?.kind, before?.change?.date, reference];
    };
    deepStrictEqual(await changed(), [undefined, undefined, 2025]);
    const another = { ...place, fromDate: "2026-12-01" };
    ok((await ask("putEfficiencySettings", { ...another, body: { ...settings, area: 999 } })).ok);
    deepStrictEqual(await changed(), ["contract", "2026-12-01", null]);
    const event = replacementDraft("2026-11-30");
    ok((await ask("addMeterEvent", { projectId: PROJECT, series: gas, body: event })).ok);
    deepStrictEqual(await changed(), ["meter", "2026-11-30", null]);
    deepStrictEqual(await open(), [], "no drift is sought");
    ok((await ask("deleteEquipment", { ...at, equipmentId: boilerRoomId })).ok);
    strictEqual((await found()).value, null);
    deepStrictEqual(await open(), []);
  }, { now: `${TODAY}T09:00:00Z` }));
