import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { isClockTime } from "@/lib/base/validators.ts";
import type { Role } from "@/lib/identity/roles.ts";
import {
  countedAround,
  eventFault,
  indexLines,
  manualIndexSecond,
  meterEventOf,
  registersFrom,
} from "@/lib/ingest/meter_rules.ts";
import { HOUSE_HOURLY, HOUSE_MODES, type HouseModeFeature } from "@/lib/residences/features.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { NO_LIMITS } from "@/lib/timeseries/register_rules.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, someone, storedSeries, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { auditLines } from "@/tests/helpers/stores.ts";

function event(epochS: number, finalIndex: number | null, firstIndex: number): MeterEvent {
  return { epochS, what: "replacement", finalIndex, firstIndex, comment: "" };
}

function counted(before: Point, after: Point, events: readonly MeterEvent[]): number | null {
  return countedAround({ before, at: null, after }, { ...NO_LIMITS, events, verdicts: [] });
}

// @spec series.meter-events
Deno.test("countedAround() adds each meter's consumption, and counts nothing of a fall without an event", () => {
  const [before, after] = [{ epochS: 100, value: 1000 }, { epochS: 900, value: 12.5 }];
  // (1004.25 − 1000) + (12.5 − 2)
  strictEqual(counted(before, after, [event(500, 1004.25, 2)]), 14.75);
  // The old meter was not read: only the new one counts.
  strictEqual(counted(before, after, [event(500, null, 2)]), 10.5);
  // Twice in a row: (1004 − 1000) + (30 − 0) + (12.5 − 10)
  strictEqual(counted(before, after, [event(300, 1004, 0), event(600, 30, 10)]), 36.5);
  // A register of five digits past its overflow: (100 000 − 99 990) + (12.5 − 0)
  const passed: MeterEvent = { ...event(500, 100_000, 0), what: "reset" };
  strictEqual(counted({ epochS: 0, value: 99_990 }, after, [passed]), 22.5);
  strictEqual(counted(before, after, []), null);
  strictEqual(counted(before, { ...after, value: 1012 }, []), 12);
  // An event after the second reading is not between them.
  strictEqual(counted(before, after, [event(901, 1004, 0)]), null);
});

Deno.test("eventFault() requires registers that increase from the nearest event or reading on each side", () => {
  const around = { before: { epochS: 100, value: 1000 }, after: { epochS: 900, value: 12 } };
  const others = [event(300, 1010, 40), event(700, 60, 0)];
  for (
    const [fault, [finalIndex, firstIndex], beside] of [
      [null, [1000, 12], []],
      ["final-index-too-low", [999.9, 0], []],
      ["first-index-too-high", [1001, 12.1], []],
      [null, [null, 0], []],
      [null, [55, 50], others],
      ["final-index-too-low", [39, 50], others],
      ["first-index-too-high", [55, 61], others],
    ] as const
  ) strictEqual(eventFault(event(500, finalIndex, firstIndex), beside, around), fault);
  strictEqual(eventFault(event(300, 1010, 0), others, around), "event-taken");
  strictEqual(eventFault(event(500, 5, 7), [], { before: null, after: null }), null);
});

Deno.test("isClockTime() is true from 00:00 to 23:59", () => {
  const times = ["00:00", "23:59", "24:00", "9:30", "12:60", ""];
  deepStrictEqual(times.filter(isClockTime), ["00:00", "23:59"]);
});

const CLOCKS = [
  ["2026-02-10", "Europe/Paris", "T13:30", "T11:00"],
  ["2026-07-10", "Europe/Paris", "T12:30", "T10:00"],
  ["2026-07-10", "Indian/Reunion", "T10:30", "T08:00"],
  // The days when the clock changes: noon is 11 or 13 hours after midnight.
  ["2027-03-28", "Europe/Paris", "T12:30", "T10:00"],
  ["2026-10-25", "Europe/Paris", "T13:30", "T11:00"],
] as const;

// @spec periods.clock-changes
Deno.test("meterEventOf() and manualIndexSecond() are on the residence's clock, in winter, in summer and overseas", () => {
  const rest = { houseId: null, finalIndex: null, firstIndex: 0, comment: "" };
  for (const [date, timeZone, halfPastTwo, noon] of CLOCKS) {
    const draft = { ...rest, what: "reset", date, time: "14:30" } as const;
    strictEqual(meterEventOf(draft, timeZone).epochS, second(`${date}${halfPastTwo}Z`));
    strictEqual(manualIndexSecond(date, timeZone), second(`${date}${noon}Z`));
  }
});

function second(instant: string): number {
  return Date.parse(instant) / 1_000;
}

/** Consumptions, and the registers that they make in Paris. */
const CONSUMPTIONS: Record<string, {
  readonly stamp?: "end";
  readonly startValue: number;
  readonly given: readonly (readonly [at: string, value: number])[];
  readonly registers: readonly (readonly [at: string, value: number])[];
}> = {
  "increases from the last register of the meter, by a month a line": {
    startValue: 1_000,
    given: [["2026-01-01T00:00+01:00", 310.1], ["2026-02-01T00:00+01:00", 280.2]],
    registers: [
      ["2026-01-01T00:00+01:00", 1_000],
      ["2026-02-01T00:00+01:00", 1_310.1],
      ["2026-03-01T00:00+01:00", 1_590.3],
    ],
  },
  "of a day that changes its clock lasts 23 hours": {
    startValue: 0,
    given: [["2026-03-28T00:00+01:00", 1], ["2026-03-29T00:00+01:00", 2]],
    registers: [
      ["2026-03-28T00:00+01:00", 0],
      ["2026-03-29T00:00+01:00", 1],
      ["2026-03-30T00:00+02:00", 3],
    ],
  },
  "of a day that ends at its instant": {
    stamp: "end",
    startValue: 0,
    given: [["2026-03-29T00:00+01:00", 2]],
    registers: [["2026-03-28T00:00+01:00", 0], ["2026-03-29T00:00+01:00", 2]],
  },
  "of half hours that end at their instant": {
    stamp: "end",
    startValue: 0.1,
    given: [["2026-02-01T00:30+01:00", 1.1], ["2026-02-01T01:00+01:00", 2.2]],
    registers: [
      ["2026-02-01T00:00+01:00", 0.1],
      ["2026-02-01T00:30+01:00", 1.2],
      ["2026-02-01T01:00+01:00", 3.4],
    ],
  },
  "of a single value other than a day lasts an hour": {
    startValue: 0,
    given: [["2026-02-01T08:00+01:00", 5]],
    registers: [["2026-02-01T08:00+01:00", 0], ["2026-02-01T09:00+01:00", 5]],
  },
  "of no value is empty": { startValue: 0, given: [], registers: [] },
};

for (
  const [does, { stamp = "begin", startValue, given, registers }] of Object.entries(CONSUMPTIONS)
) {
  // @spec imports.consumptions
  Deno.test(`registersFrom() ${does}`, () => {
    const pointsOf = (points: typeof given) =>
      points.map(([at, value]) => ({ epochS: second(at), value }));
    deepStrictEqual(
      [...registersFrom(pointsOf(given), { stamp, timeZone: "Europe/Paris", startValue })],
      pointsOf(registers),
    );
  });
}

Deno.test("registersFrom() accepts more lines than a call has arguments", () => {
  const start = second("2026-01-01T00:00:30Z");
  const lines = Array.from({ length: 150_000 }, (_, n) => ({ epochS: start + 60 * n, value: 1 }));
  const way = { stamp: "begin", timeZone: "Europe/Paris", startValue: 0 } as const;
  const last = [...registersFrom(lines, way)].at(-1);
  deepStrictEqual(last, { epochS: start + 60 * 150_000, value: 150_000 });
});

const NAMES = {
  meterOf: (id: string) => ({ name: `Compteur ${id}`, unit: "m³" }),
  houseOf: (id: string) => `Logement ${id}`,
};

const TYPED = { id: "i1", seriesId: "s1", houseId: null, date: "2026-03-01", email: "a@b.fr" };

// @spec indexes.list
Deno.test("indexLines() name the meter and the dwelling, and round the consumption", () => {
  const replaced = { what: "replacement" as const, date: "2026-02-12" };
  const line = {
    id: "i1",
    date: "2026-03-01",
    value: 120.35,
    email: "a@b.fr",
    meter: "Compteur s1",
    house: null,
    unit: "m³",
  };
  // 120.35 − 100.2 in binary fractions
  const index = { ...TYPED, value: 120.35, counted: 120.35 - 100.2, events: [replaced] };
  deepStrictEqual(indexLines([index], NAMES), [{ ...line, difference: 20.15, events: [replaced] }]);
  const first = { ...TYPED, houseId: "h1", value: 120.35, counted: null, events: [] };
  deepStrictEqual(indexLines([first], NAMES), [
    { ...line, house: "Logement h1", difference: null, events: [] },
  ]);
});

const AT = { projectId: PROJECT };
const HOUR_S = 3_600;
/** Midnight in Paris of 20 January 2026. */
const START_S = Date.parse("2026-01-19T23:00:00Z") / 1_000;

interface Place {
  readonly built: TestPlatform;
  readonly ask: CallFunction;
  readonly series: string;
  readonly houseId: string;
  /** Sends registers, as [hour, value]. */
  sent(...registers: readonly (readonly [number, number])[]): Promise<void>;
  /** What the days from 20 January on count. */
  days(count: number): Promise<(number | null)[]>;
}

/** The cold water of a dwelling: at most 3.2 m³ an hour. */
function withDwelling(
  test: (place: Place) => Promise<void>,
  houseMode: HouseModeFeature = HOUSE_MODES.Detailed,
): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    const body = seriesDraft({ dataUnitId: "EFSV", scope: "housing", renamed: "Eau froide" });
    const series = (await answerOf(ask("createDataseries", { ...AT, body }))).id;
    const houseId = await aHouse(ask, { name: "A1" });
    const storedId = `${series}@${houseId}`;
    await test({
      built,
      ask,
      series,
      houseId,
      async sent(...registers) {
        const readings = registers.map(([hour, value]) => {
          return { epochS: START_S + hour * HOUR_S, value };
        });
        await stored.append([{ seriesId: storedId, kind: "index", readings }]);
      },
      async days(count) {
        const to = `2026-01-${20 + count}`;
        const days = await storedSeries(built).days(storedId, { from: "2026-01-20", to });
        return days.map(({ sum }) => sum);
      },
    });
  }, {
    residence: {
      features: { houseMode, houseHourly: HOUSE_HOURLY.AllFiveMin },
    },
  });
}

function instant(hour: number): string {
  return new Date((START_S + hour * HOUR_S) * 1_000).toISOString().replace(".000Z", "Z");
}

function said(
  { series, houseId }: Pick<Place, "series" | "houseId">,
  [hour, value]: readonly [number, number],
  isReal: boolean,
): Input<"addReadingVerdict"> {
  return { ...AT, series, body: { houseId, at: instant(hour), value, isReal } };
}

const doubts = (ask: CallFunction) => answerOf(ask("listRegisterDoubts", AT));

// Case 6 of the rule: a last reading beyond the rate. @spec series.verdicts, series.registers
Deno.test("a reading that waits is listed, counts once called real, and is taken back, audited", () =>
  withDwelling(async (place) => {
    const { built, ask, series, houseId } = place;
    await place.sent([0, 100], [24, 101], [48, 9_999_999]);
    deepStrictEqual(await place.days(2), [1, null]);
    const listed = await doubts(ask);
    deepStrictEqual(listed, {
      meterCount: 1,
      readings: [{
        seriesId: series,
        houseId,
        at: instant(48),
        value: 9_999_999,
        beforeAt: instant(24),
        before: 101,
        nextAt: null,
        next: null,
        counted: 9_999_898,
        isOwn: true,
      }],
      verdicts: [],
      lowRates: [],
    });
    const { id } = await answerOf(ask("addReadingVerdict", said(place, [48, 9_999_999], true)));
    // 9 999 999 − 101.
    deepStrictEqual(await place.days(2), [1, 9_999_898]);
    const [verdict] = (await doubts(ask)).verdicts;
    strictEqual(Date.parse(verdict?.saidAt ?? ""), built.clock.now());
    deepStrictEqual({ ...verdict, saidAt: "" }, {
      id,
      seriesId: series,
      houseId,
      at: instant(48),
      value: 9_999_999,
      isReal: true,
      by: "ada@bailleur.fr",
      saidAt: "",
      isVoid: false,
      isOwn: true,
    });
    // Said again the other way: nothing waits, and nothing is counted.
    await answerOf(ask("addReadingVerdict", said(place, [48, 9_999_999], false)));
    deepStrictEqual(await place.days(2), [1, null]);
    deepStrictEqual((await doubts(ask)).readings, []);
    await answerOf(ask("deleteReadingVerdict", { ...AT, series, verdictId: id }));
    deepStrictEqual(await doubts(ask), listed);
    strictEqual(
      await codeOfCall(ask("deleteReadingVerdict", { ...AT, series, verdictId: id })),
      "not-found",
    );
    // The reading after it decides, as without any answer: 1, 1, 1.
    await place.sent([72, 103]);
    deepStrictEqual(await place.days(3), [1, 1, 1]);
    const lines = (await auditLines(built)).filter(({ action }) => action.includes("Verdict"));
    const reading = "Eau froide, relevé du 22/01/2026 à 00:00 (9\u202F999\u202F999)\u00A0:";
    deepStrictEqual(lines.map(({ subject }) => subject).toSorted(), [
      `${reading} «\u00A0faux\u00A0» («\u00A0vrai\u00A0» avant, pour 9\u202F999\u202F999)`,
      `${reading} «\u00A0faux\u00A0» retiré`,
      `${reading} «\u00A0vrai\u00A0» (sans réponse avant)`,
    ]);
  }));

// @spec series.verdicts
Deno.test("what was said of a reading is void once it is corrected, compacted or not", () =>
  withDwelling(async (place) => {
    const { built, ask } = place;
    await place.sent([0, 100], [24, 101], [48, 300]);
    await answerOf(ask("addReadingVerdict", said(place, [48, 300], true)));
    deepStrictEqual(await place.days(2), [1, 199]);
    await place.sent([48, 400]);
    for (const isCompacted of [false, true]) {
      if (isCompacted) await compact(built.store, PROJECT, built.clock.now);
      deepStrictEqual(await place.days(2), [1, null]);
      const { readings, verdicts } = await doubts(ask);
      deepStrictEqual(readings.map(({ value, counted }) => [value, counted]), [[400, 299]]);
      deepStrictEqual(verdicts.map(({ value, isVoid }) => [value, isVoid]), [[300, true]]);
    }
    strictEqual(
      await codeOfCall(ask("addReadingVerdict", said(place, [48, 300], true))),
      "conflict",
    );
    strictEqual(
      await codeOfCall(ask("addReadingVerdict", said(place, [47, 300], true))),
      "not-found",
    );
    await answerOf(ask("addReadingVerdict", said(place, [48, 400], true)));
    deepStrictEqual((await doubts(ask)).verdicts.map(({ isVoid }) => isVoid), [false]);
    deepStrictEqual(await place.days(2), [1, 299]);
    deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
  }));

// @spec series.verdicts
Deno.test("readings that wait say what each would count: a run with it, a register that goes on lower nothing", () =>
  withDwelling(async (place) => {
    const { ask } = place;
    await place.sent([0, 480], [24, 481], [48, 12], [72, 13]);
    const { readings } = await doubts(ask);
    deepStrictEqual(
      readings.map(({ value, before, next, counted }) => [value, before, next, counted]),
      // The newest is of the run of the other, which is counted with it: 13 − 12.
      [[13, 481, null, 1], [12, 481, 13, null]],
    );
    await answerOf(ask("addReadingVerdict", said(place, [72, 13], true)));
    deepStrictEqual(await place.days(3), [1, null, 1]);
    const falls = await answerOf(ask("listRegisterFalls", AT));
    deepStrictEqual(falls.map(({ before, value }) => [before, value]), [[481, 12]]);
  }));

// @spec series.verdicts
Deno.test("three readings beyond the rate propose another, which counts them, and the audit log has both", () =>
  withDwelling(async (place) => {
    const { built, ask, series } = place;
    await place.sent([0, 100], [24, 220], [48, 340]);
    const ofSeries = await answerOf(ask("listRegisterDoubts", { ...AT, series }));
    deepStrictEqual([ofSeries.readings.length, ofSeries.lowRates], [2, []]);
    await place.sent([72, 460]);
    const { lowRates: [low] } = await doubts(ask);
    const [read] = (await answerOf(ask("listDataseries", AT))).filter(({ id }) => id === series);
    // (120 − 1) / 24 = 4.958, rounded up to two digits; 460 − 100.
    deepStrictEqual(low, {
      seriesId: series,
      version: read?.version,
      meterCount: 1,
      since: instant(24),
      rate: 3.2,
      proposed: 5,
      counted: 360,
    });
    const draft = seriesDraft({ dataUnitId: "EFSV", scope: "housing", renamed: "Eau froide" });
    const body = { ...draft, maxRatePerHour: 5, version: read?.version ?? "" };
    await answerOf(ask("putDataseries", { ...AT, series, body }));
    await compact(built.store, PROJECT, built.clock.now);
    deepStrictEqual(await place.days(3), [120, 120, 120]);
    deepStrictEqual(await doubts(ask), { meterCount: 0, readings: [], verdicts: [], lowRates: [] });
    const [line] = (await auditLines(built)).filter(({ action }) => action === "putDataseries");
    strictEqual(line?.subject, "Eau froide (débit maximal\u00A0: par défaut, puis 5)");
  }));

// @spec series.verdicts, housing.visibility
Deno.test("the readings of an anonymous dwelling are listed without their values, and nobody answers them", () =>
  withDwelling(async (place) => {
    const { ask, series } = place;
    await place.sent([0, 100], [24, 220], [48, 340], [72, 460]);
    const { meterCount, readings, lowRates } = await doubts(ask);
    deepStrictEqual([meterCount, readings.length], [1, 3]);
    for (const { value, before, next, counted, isOwn } of readings) {
      deepStrictEqual([value, before, next, counted, isOwn], [null, null, null, null, false]);
    }
    deepStrictEqual(lowRates.map(({ counted, proposed }) => [counted, proposed]), [[null, 5]]);
    const asked = said(place, [72, 460], true);
    strictEqual(await codeOfCall(ask("addReadingVerdict", asked)), "forbidden");
    strictEqual(
      await codeOfCall(ask("deleteReadingVerdict", { ...AT, series, verdictId: "x" })),
      "not-found",
    );
  }, HOUSE_MODES.Anonymous));

// @spec series.verdicts
Deno.test("who configures the place answers for what is sent, who types indexes for those", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    const body = seriesDraft({ dataUnitId: "EFSV", renamed: "Eau générale", manualIndex: true });
    const series = (await answerOf(ask("createDataseries", { ...AT, body }))).id;
    // 80 m³ an hour in a building.
    const readings = [[0, 100], [24, 101], [30, 9_999_999]].map(([hour = 0, value = 0]) => {
      return { epochS: START_S + hour * HOUR_S, value };
    });
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    const typed = { seriesId: series, houseId: null, date: "2026-01-21", value: 5 };
    const first = await ask("addManualIndex", { ...AT, body: typed });
    ok(!first.ok && first.code === "to-confirm");
    const as = (email: string, roles: Role[]) => someone(built, { email, roles });
    const [builder, typist, reader] = await Promise.all([
      as("bob@bailleur.fr", ["collect:building:write"]),
      as("tom@bailleur.fr", ["collect:config:manualindex:write"]),
      as("lea@bailleur.fr", ["collect:building:read"]),
    ]);
    // The index is typed before its series has other readings: nothing is asked.
    const other = (await answerOf(ask("createDataseries", { ...AT, body }))).id;
    for (const [date, value] of [["2026-01-20", 100], ["2026-01-21", 9_000]] as const) {
      const index = { seriesId: other, houseId: null, date, value };
      const answered = await ask("addManualIndex", { ...AT, body: index });
      strictEqual(answered.ok, value === 100);
    }
    const sent = {
      ...AT,
      series,
      body: { houseId: null, at: instant(30), value: 9_999_999, isReal: false },
    };
    strictEqual(await codeOfCall(reader("listRegisterDoubts", AT)), "forbidden");
    strictEqual(await codeOfCall(reader("addReadingVerdict", sent)), "forbidden");
    strictEqual(await codeOfCall(typist("addReadingVerdict", sent)), "forbidden");
    deepStrictEqual((await doubts(typist)).readings, []);
    const [waiting] = (await doubts(builder)).readings;
    deepStrictEqual([waiting?.value, waiting?.isOwn], [9_999_999, true]);
    const { id } = await answerOf(builder("addReadingVerdict", sent));
    const back = { ...AT, series, verdictId: id };
    strictEqual(await codeOfCall(typist("deleteReadingVerdict", back)), "forbidden");
    // A typed index is answered by who types: noon of 20 January, 12 hours after its start.
    const own = {
      ...AT,
      series: other,
      body: { houseId: null, at: instant(12), value: 100, isReal: true },
    };
    strictEqual(await codeOfCall(builder("addReadingVerdict", own)), "forbidden");
    await answerOf(typist("addReadingVerdict", own));
    deepStrictEqual((await doubts(typist)).verdicts.map(({ by }) => by), ["tom@bailleur.fr"]);
    await answerOf(builder("deleteReadingVerdict", back));
    deepStrictEqual((await doubts(builder)).verdicts.map(({ isOwn }) => isOwn), [false]);
  }));
