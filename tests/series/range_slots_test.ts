import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays, dateParts, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { exactTotal, knownTotal, sumOf } from "@/lib/base/sums.ts";
import { dayBounds, zonedSlots } from "@/lib/base/time_zones.ts";
import {
  annotationErrors,
  annotationsOfSlot,
  annotationsWithin,
  isAnnotationPeriod,
} from "@/lib/series/annotations.ts";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import { readableYears, type TwoYears } from "@/lib/series/pages.ts";
import { countedSlots } from "@/lib/series/range_reads.ts";
import { rangeRows } from "@/lib/series/range_rows.ts";
import type { Annotation, RangeSlot } from "@/lib/series/schema.ts";
import { annotationDaysText } from "@/lib/series/text.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { choosingTimeZone } from "@/lib/timeseries/store/compaction_lease.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, withStore } from "@/tests/helpers/fixtures.ts";
import { aSeries as aProjectSeries, aSlot } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const DAY_RANGE = "2026-01-05";
/** Midnight of the day in Paris. */
const MIDNIGHT_S = Date.parse("2026-01-04T23:00:00Z") / 1_000;

/** The slots of a step of the day, and the consumption of the day, from registers by minute of the day. */
function slotsFrom(
  registers: Readonly<Record<number, number>>,
  check: (read: (step: string) => Promise<readonly RangeSlot[]>) => Promise<void>,
): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ ask, stored }) => {
    const series = await aSeries(ask, "GAZV");
    const readings = Object.entries(registers)
      .map(([minute, value]): Point => ({ epochS: MIDNIGHT_S + Number(minute) * 60, value }))
      .sort((a, b) => a.epochS - b.epochS);
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    await check(async (step) => {
      const segment = step === "daily" ? "daily-2026-01" : `${step}-${DAY_RANGE}`;
      const input = { projectId: PROJECT, series, segment };
      const { slots } = await answerOf(ask("getFacilityRangeData", input));
      return slots.filter(({ slot }) => slot.startsWith(DAY_RANGE));
    });
  });
}

/** The consumption of each five minutes that has one, and of the day. */
function countedFrom(
  registers: Readonly<Record<number, number>>,
  check: (read: { slots: Record<string, number>; day: number | null }) => void,
): Promise<void> {
  return slotsFrom(registers, async (read) => {
    const slots = (await read("fivemin")).flatMap(({ slot, value }) =>
      value === null ? [] : [[slot.slice(11), value] as const]
    );
    const [day] = await read("daily");
    check({ slots: Object.fromEntries(slots), day: day?.value ?? null });
  });
}

// @spec series.registers, series.short-slots
Deno.test("five minutes ignore a register below both its neighbours, as hours and days do", () =>
  countedFrom({ 480: 5_000, 485: 0, 490: 5_002, 495: 5_003 }, (read) => {
    // A counter sends 0 as it boots: 2 m³ over the ten minutes, then 1 over five; not 5,002.
    deepStrictEqual(read, { slots: { "08:00": 1, "08:05": 1, "08:10": 1 }, day: 3 });
  }));

// @spec series.registers, series.short-slots
Deno.test("five minutes ignore such a register as the first or the last one of their day", () =>
  countedFrom({ [-10]: 5_000, [-5]: 0, 0: 5_001, 1_435: 0, 1_440: 5_004 }, ({ slots, day }) => {
    // 3 m³ from midnight to midnight: 3 ÷ 288 = 0.0104166… in each.
    strictEqual(exactTotal(Object.values(slots)), 3);
    deepStrictEqual([slots["00:00"], Object.keys(slots).length, day], [0.010417, 288, 3]);
  }));

/** Steps of a day, and how many of each. */
const STEPS = { fivemin: 288, halfhourly: 48, hourly: 24, daily: 1 } as const;

// @spec series.short-slots
Deno.test("getFacilityRangeData: readings every ten minutes add up to their day at every step", () => {
  // 0.2 m³ every ten minutes from the midnight of the day to the next one: 144 × 0.2 = 28.8 m³.
  const registers = Array.from({ length: 145 }, (_, rank) => [rank * 10, 1_000 + rank * 0.2]);
  return slotsFrom(Object.fromEntries(registers), async (read) => {
    for (const [step, length] of Object.entries(STEPS)) {
      const slots = await read(step);
      strictEqual(slots.length, length);
      strictEqual(exactTotal(slots.map(({ value }) => value ?? NaN)), 28.8, step);
      // Ten minutes are two slots of five: each is spread. Three are half an hour: none is.
      const estimated = slots.filter((slot) => slot.estimated).length;
      strictEqual(estimated, step === "fivemin" ? 288 : 0, step);
      ok(slots.every(({ completeness }) => completeness === 1), step);
    }
    deepStrictEqual((await read("fivemin"))[0]?.value, 0.1);
  });
});

// @spec series.short-slots
Deno.test("getFacilityRangeData: four readings a day add up to it at every step, and are marked as spread", () => {
  // Registers at 23:00, 05:00, 11:00, 17:00, 23:00 and 05:00, six hours apart: 6, 12, 24, 48 and 36 m³.
  const registers = { [-60]: 100, 300: 106, 660: 118, 1_020: 142, 1_380: 190, 1_740: 226 };
  return slotsFrom(registers, async (read) => {
    for (const step of Object.keys(STEPS)) {
      const slots = await read(step);
      // Five of the first six hours are in the day, one of the last six: 5 + 12 + 24 + 48 + 6 = 95.
      strictEqual(exactTotal(slots.map(({ value }) => value ?? NaN)), 95, step);
      ok(slots.every(({ estimated }) => estimated === (step !== "daily")), step);
      ok(slots.every(({ completeness }) => completeness === 1), step);
    }
    // 12 m³ from 05:00 to 11:00: 2 an hour, 1 a half-hour, 12 ÷ 72 = 0.166666… in five minutes.
    deepStrictEqual((await read("hourly"))[5]?.value, 2);
    deepStrictEqual((await read("halfhourly"))[10]?.value, 1);
    deepStrictEqual((await read("fivemin"))[60]?.value, 0.166667);
  });
});

// @spec series.short-slots
Deno.test("getFacilityRangeData: the slot of a meter's first reading counts from it on", () =>
  // Registers at 00:01, 00:04 and 00:06.
  slotsFrom({ 1: 10, 4: 13, 6: 15 }, async (read) => {
    const [first, second, third] = await read("fivemin");
    // 3 from 00:01 to 00:04, then half of 2: 4 over 240 s of 300. The other half until 00:06: 60 s of 300.
    deepStrictEqual([first?.value, first?.completeness, first?.estimated], [4, 0.8, false]);
    deepStrictEqual([second?.value, second?.completeness, second?.estimated], [1, 0.2, false]);
    deepStrictEqual([third?.value, third?.completeness], [null, 0]);
  }));

// @spec series.short-slots
Deno.test("getFacilityRangeData: a half-hour of temperatures is their mean, between the lowest and the highest", () =>
  withMember({ roles: ["collect"] }, async ({ ask, stored }) => {
    const series = await aSeries(ask, "TDEP");
    const readings = [50, 52, 57].map((value, rank) => ({
      epochS: MIDNIGHT_S + 600 * rank,
      value,
    }));
    await stored.append([{ seriesId: series, kind: "instant", readings }]);
    const input = { projectId: PROJECT, series, segment: `halfhourly-${DAY_RANGE}` };
    const [first, second] = (await answerOf(ask("getFacilityRangeData", input))).slots;
    // (50 + 52 + 57) ÷ 3
    deepStrictEqual([first?.value, first?.min, first?.max, first?.count], [53, 50, 57, 3]);
    deepStrictEqual([second?.value, second?.completeness], [null, 0]);
  }));

/** A time zone and a day of it: clock changes of an hour and of half an hour, an offset of 45 minutes. */
const DAYS: readonly (readonly [timeZone: string, day: IsoDate])[] = [
  ["Europe/Paris", "2026-03-29"],
  ["Europe/Paris", "2026-10-25"],
  ["Europe/Paris", "2026-06-15"],
  ["America/Martinique", "2026-03-08"],
  ["America/Miquelon", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Asia/Kathmandu", "2026-01-01"],
];

/** Seconds between two readings: in a slot, a few minutes, hours, days. */
const gapS = fc.oneof(
  fc.integer({ min: 20, max: 400 }),
  fc.constantFrom(300, 600, 900, 3_600),
  fc.integer({ min: 400, max: 30_000 }),
  fc.integer({ min: 30_000, max: 260_000 }),
);
/** Gaps and amounts, in thousandths; a negative one is a register that falls. */
const aMeter = fc.array(
  fc.tuple(
    gapS,
    fc.oneof({ weight: 20, arbitrary: fc.nat(90_000) }, {
      weight: 1,
      arbitrary: fc.constant(-40_000),
    }),
  ),
  { minLength: 2, maxLength: 60 },
);

// @spec series.short-slots
Deno.test("countedSlots() adds up to the day and covers as much at every step, for any register, on any day of any zone", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DAYS),
      fc.integer({ min: -200_000, max: 40_000 }),
      aMeter,
      fc.boolean(),
      (place, startS, used, isCompacted) =>
        withStore(async (store) => {
          const [timeZone, day] = place;
          const zoning = await choosingTimeZone(store, "p", timeZone);
          const atomic = store.atomic();
          zoning?.(atomic);
          await atomic.commit();
          const reader = new StoredSeries(store, "p", () => 0);
          let [epochS, thousandths] = [dayBounds(day, timeZone).from / 1_000 + startS, 100_000];
          const readings = used.map(([gap, amount]): Point => {
            epochS += gap;
            thousandths = Math.max(0, thousandths + amount);
            return { epochS, value: thousandths / 1_000 };
          });
          await reader.append([{ seriesId: "gas", kind: "index", readings }]);
          if (isCompacted) await compact(store, "p", () => 0);
          await sameAtEveryStep(reader, [timeZone, day]);
        }),
    ),
    { seed: 20260101, numRuns: 150 },
  ));

async function sameAtEveryStep(
  reader: StoredSeries,
  [timeZone, day]: readonly [string, IsoDate],
): Promise<void> {
  const series = aProjectSeries("gas", "GAZV");
  const { year, month, day: dayOfMonth } = dateParts(day);
  const { from, to } = dayBounds(day, timeZone);
  const [whole] = await reader.days("gas", { from: day, to: addDays(day, 1) });
  ok(whole);
  for (const type of ["fivemin", "halfhourly", "hourly"] as const) {
    const range = { type, year, month, day: dayOfMonth };
    const slots = await countedSlots(reader, { series, range, timeZone, today: day });
    const zoned = zonedSlots(range, timeZone);
    strictEqual(knownTotal(slots.map(({ value }) => value)), whole.sum, type);
    const coveredMs = sumOf(
      zoned.map((slot, rank) => (slot.to - slot.from) * (slots[rank]?.completeness ?? NaN)),
    );
    strictEqual(Math.round(coveredMs / 1_000), whole.coveredS, type);
    // A slot that counts without a reading is spread, unless a reading came less than half a slot late.
    const points = await reader.points("gas", { fromS: 0, toS: 2 ** 32 });
    for (const [rank, slot] of slots.entries()) {
      const [startS, endS] = [zoned[rank]?.from ?? 0, zoned[rank]?.to ?? 0].map((ms) => ms / 1_000);
      const before = points.findLast(({ epochS }) => epochS <= (startS ?? 0));
      const after = points.find(({ epochS }) => epochS >= (endS ?? 0));
      const isNone = points.every(({ epochS }) => epochS < (startS ?? 0) || epochS >= (endS ?? 0));
      if (slot.value === null || !isNone || !before || !after) continue;
      const lengthS = (to - from) / 1_000 / slots.length;
      if (after.epochS - before.epochS > 2 * lengthS) strictEqual(slot.estimated, true, slot.slot);
    }
  }
}

const DAY: PeriodRange = { type: "hourly", year: 2026, month: 1, day: 5 };

function yearsOf(
  values: readonly (number | null)[],
  { range = DAY, before = [] }: { range?: PeriodRange; before?: readonly (number | null)[] } = {},
): TwoYears {
  const slot = (value: number | null, index: number) =>
    aSlot(`2026-01-05T${String(index).padStart(2, "0")}`, value, { completeness: 1 });
  return {
    range,
    before: null,
    unit: "m³",
    rhythm: undefined,
    rows: rangeRows(values.map(slot), before.map(slot)),
    drawn: { values, before, categories: [], names: { now: "2026", before: "2025" } },
  };
}

// @spec series.small-amounts
Deno.test("readableYears() converts hours of water under a cubic metre to litres, with those of the year before", () => {
  const shown = readableYears(yearsOf([0.0171, null, 0.9], { before: [0.5, 0, null] }), "EFSV");
  strictEqual(shown.unit, "L");
  // 1 m³ is 1 000 L.
  deepStrictEqual(shown.rows.map(({ value }) => value), [17.1, null, 900]);
  deepStrictEqual(shown.rows.map(({ before }) => before), [500, 0, null]);
  deepStrictEqual(shown.drawn.values, [17.1, null, 900]);
  deepStrictEqual(shown.drawn.before, [500, 0, null]);
});

// @spec series.small-amounts
Deno.test("readableYears() keeps larger amounts, months, weeks and gas in the unit of the series", () => {
  const month: PeriodRange = { type: "daily", year: 2026, month: 1 };
  strictEqual(readableYears(yearsOf([0.2], { range: month }), "ECSV").unit, "L");
  const left = [
    readableYears(yearsOf([0.2, 1]), "EFSV"),
    readableYears(yearsOf([0.2], { before: [1.5] }), "EFSV"),
    readableYears(yearsOf([0.2], { range: { type: "monthly", year: 2026 } }), "EFSV"),
    readableYears(yearsOf([0.2], { range: { type: "weekly", year: 2026 } }), "EFSV"),
    readableYears(yearsOf([0.2]), "GAZV"),
  ];
  for (const { unit, rows } of left) deepStrictEqual([unit, rows[0]?.value], ["m³", 0.2]);
});

// @spec series.small-amounts
Deno.test("readableYears() leaves a meter that counts in litres: half a litre is not 500", () => {
  const shown = readableYears({ ...yearsOf([0.5, 0]), unit: "L" }, "ECSV");
  deepStrictEqual([shown.unit, shown.rows.map(({ value }) => value)], ["L", [0.5, 0]]);
});

// @spec series.small-amounts
Deno.test("readableYears() converts days of energy under a MWh to kWh", () => {
  const month: PeriodRange = { type: "daily", year: 2026, month: 1 };
  const shown = readableYears(
    { ...yearsOf([0.06, 0.114], { range: month, before: [0.9, null] }), unit: "MWh" },
    "CHAE",
  );
  // 1 MWh is 1 000 kWh.
  deepStrictEqual([shown.unit, shown.drawn.values], ["kWh", [60, 114]]);
  deepStrictEqual(shown.rows.map(({ before }) => before), [900, null]);
  const larger = readableYears(
    { ...yearsOf([0.06, 1.2], { range: month }), unit: "MWh" },
    "CHAE",
  );
  strictEqual(larger.unit, "MWh");
});

function annotation(id: string, from: string, to: string): Annotation {
  return { id, from, to, text: id, author: "anne@bailleur.fr", writtenAt: "2026-04-01T08:00:00Z" };
}

const ALL = [
  annotation("march", "2026-03-12", "2026-03-20"),
  annotation("across", "2026-03-31", "2026-04-01"),
  annotation("new year", "2025-12-29", "2026-01-04"),
];

function touching(slot: string): string[] {
  return annotationsOfSlot(ALL, slot).map(({ id }) => id);
}

Deno.test("annotationsOfSlot() marks every month that an annotation includes a day of", () => {
  deepStrictEqual(touching("2026-02"), []);
  deepStrictEqual(touching("2026-03"), ["march", "across"]);
  deepStrictEqual(touching("2026-04"), ["across"]);
  deepStrictEqual(touching("2025-12"), ["new year"]);
  deepStrictEqual(touching("2026-01"), ["new year"]);
});

Deno.test("annotationsOfSlot() marks ISO weeks, including that of New Year", () => {
  // Monday 29 December 2025 to Sunday 4 January 2026 is the first week of 2026.
  deepStrictEqual(touching("2026-W01"), ["new year"]);
  deepStrictEqual(touching("2025-W52"), []);
  deepStrictEqual(touching("2026-W02"), []);
  // 12 March is the Thursday of week 11, 20 March the Friday of week 12.
  deepStrictEqual(["2026-W10", "2026-W11", "2026-W12", "2026-W13"].map(touching), [
    [],
    ["march"],
    ["march"],
    [],
  ]);
});

Deno.test("annotationsOfSlot() marks the parts of a day as their day", () => {
  const parts = ["2026-03-12T08", "2026-03-12T08:30", "2026-03-20T23:55", "2026-03-21T00"];
  deepStrictEqual(parts.map(touching), [["march"], ["march"], ["march"], []]);
  deepStrictEqual(touching("elsewhere"), []);
});

Deno.test("annotationsWithin() returns those that touch the days, in order", () => {
  const ids = (from: string, to: string) =>
    annotationsWithin(ALL, { from, to }).map(({ id }) => id);
  deepStrictEqual(ids("2026-01-01", "2026-12-31"), ["march", "across", "new year"]);
  deepStrictEqual(ids("2026-04-01", "2026-06-30"), ["across"]);
  deepStrictEqual(ids("2026-03-14", "2026-03-15"), ["march"]);
  deepStrictEqual(ids("2026-04-02", "2026-06-30"), []);
});

Deno.test("annotationErrors() requires days in order and within a year", () => {
  const errors = (from: string, to: string) => annotationErrors({ from, to });
  deepStrictEqual(errors("2026-03-12", "2026-03-12"), {});
  deepStrictEqual(errors("2026-03-12", "2026-03-11"), { to: { code: "date-order" } });
  deepStrictEqual(errors("2026-03-12", "2027-03-12"), {});
  deepStrictEqual(errors("2026-03-12", "2027-03-13"), { to: { code: "max-days", maxDays: 366 } });
  deepStrictEqual([errors("", "2027-03-13"), errors("2026-02-30", "x")], [{}, {}]);
});

Deno.test("isAnnotationPeriod() allows one day to a leap year of them", () => {
  // The whole of 2024 is 366 days.
  strictEqual(isAnnotationPeriod({ from: "2024-01-01", to: "2024-12-31" }), true);
  strictEqual(isAnnotationPeriod({ from: "2024-01-01", to: "2025-01-01" }), false);
  strictEqual(isAnnotationPeriod({ from: "2024-01-01", to: "2024-01-01" }), true);
  strictEqual(isAnnotationPeriod({ from: "2024-01-02", to: "2024-01-01" }), false);
});

const TYPED = { from: "2026-03-12", to: "2026-03-20", text: " Panne du brûleur " };

Deno.test("ANNOTATION_FORM trims the text, and shows it again", () => {
  const draft = { ...TYPED, text: "Panne du brûleur" };
  deepStrictEqual(ANNOTATION_FORM.read(TYPED), { ...draft, signature: null });
  deepStrictEqual(ANNOTATION_FORM.typed(draft), { ...draft, signature: "" });
  const typed = { ...TYPED, signature: "closed" };
  deepStrictEqual(ANNOTATION_FORM.read(typed), { ...draft, signature: "closed" });
});

Deno.test("ANNOTATION_FORM reports missing, reversed and too long values", () => {
  const errors = (over: Partial<typeof TYPED>) => ANNOTATION_FORM.errors({ ...TYPED, ...over });
  deepStrictEqual(errors({ from: "", to: "", text: " " }), {
    from: { code: "required" },
    to: { code: "required" },
    text: { code: "required" },
  });
  deepStrictEqual(errors({ from: "2026-02-30" }), { from: { code: "date" } });
  deepStrictEqual(errors({ to: "2026-03-11" }), { to: { code: "date-order" } });
  deepStrictEqual(errors({ to: "2027-03-13" }), { to: { code: "max-days", maxDays: 366 } });
  deepStrictEqual(errors({ text: "x".repeat(201) }), {
    text: { code: "maxlength", allowedLength: 200 },
  });
  strictEqual(Object.keys(errors({ to: "2026-03-12", text: "x".repeat(200) })).length, 0);
});

const DAY_TEXTS: [from: string, to: string, says: string][] = [
  ["2026-03-12", "2026-03-12", "le 12 mars 2026"],
  ["2026-03-12", "2026-03-20", "du 12 au 20 mars 2026"],
  ["2026-03-01", "2026-03-20", "du 1er au 20 mars 2026"],
  ["2026-03-28", "2026-04-03", "du 28 mars au 3 avril 2026"],
  ["2025-12-28", "2026-01-01", "du 28 décembre 2025 au 1er janvier 2026"],
];

for (const [from, to, says] of DAY_TEXTS) {
  Deno.test(`annotationDaysText() is ${says}`, () => {
    strictEqual(annotationDaysText({ from, to }), says);
  });
}

export const BREAKDOWN: Annotation = {
  id: "a",
  from: "2026-03-30",
  to: "2026-04-02",
  text: "Panne",
  author: "ada@bailleur.fr",
  writtenAt: "2026-04-03T08:00:00Z",
};
