import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isClockTime } from "@/lib/base/validators.ts";
import {
  countedAround,
  eventFault,
  indexLines,
  manualIndexSecond,
  meterEventOf,
  registersFrom,
} from "@/lib/ingest/meter_rules.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { NO_LIMITS } from "@/lib/timeseries/register_rules.ts";

function event(epochS: number, finalIndex: number | null, firstIndex: number): MeterEvent {
  return { epochS, what: "replacement", finalIndex, firstIndex, comment: "" };
}

function counted(before: Point, after: Point, events: readonly MeterEvent[]): number | null {
  return countedAround({ before, at: null, after }, { ...NO_LIMITS, events, verdicts: [] });
}

// @spec series.meter-events
Deno.test("countedAround() adds the consumption of the old meter and of the new one", () => {
  const [before, after] = [{ epochS: 100, value: 1000 }, { epochS: 900, value: 12.5 }];
  // (1004.25 − 1000) + (12.5 − 2)
  strictEqual(counted(before, after, [event(500, 1004.25, 2)]), 14.75);
  // The old meter was not read: only the new one counts.
  strictEqual(counted(before, after, [event(500, null, 2)]), 10.5);
  // Twice in a row: (1004 − 1000) + (30 − 0) + (12.5 − 10)
  strictEqual(counted(before, after, [event(300, 1004, 0), event(600, 30, 10)]), 36.5);
});

Deno.test("countedAround() counts a register of five digits past its overflow", () => {
  // (100 000 − 99 990) + (15 − 0)
  const passed: MeterEvent = { ...event(500, 100_000, 0), what: "reset" };
  strictEqual(counted({ epochS: 0, value: 99_990 }, { epochS: 900, value: 15 }, [passed]), 25);
});

Deno.test("countedAround() counts nothing when the register falls without an event", () => {
  const [before, after] = [{ epochS: 100, value: 1000 }, { epochS: 900, value: 12 }];
  strictEqual(counted(before, after, []), null);
  strictEqual(counted(before, { ...after, value: 1012 }, []), 12);
  // An event after the second reading is not between them.
  strictEqual(counted(before, after, [event(901, 1004, 0)]), null);
});

Deno.test("eventFault() requires registers that increase up to the event, and from it on", () => {
  const around = { before: { epochS: 100, value: 1000 }, after: { epochS: 900, value: 12 } };
  strictEqual(eventFault(event(500, 1000, 12), [], around), null);
  strictEqual(eventFault(event(500, 999.9, 0), [], around), "final-index-too-low");
  strictEqual(eventFault(event(500, 1001, 12.1), [], around), "first-index-too-high");
  strictEqual(eventFault(event(500, null, 0), [], around), null);
  strictEqual(eventFault(event(500, 5, 7), [], { before: null, after: null }), null);
});

Deno.test("eventFault() checks the other events before the readings beyond them", () => {
  const around = { before: { epochS: 100, value: 1000 }, after: { epochS: 900, value: 12 } };
  const others = [event(300, 1010, 40), event(700, 60, 0)];
  strictEqual(eventFault(event(500, 55, 50), others, around), null);
  strictEqual(eventFault(event(500, 39, 50), others, around), "final-index-too-low");
  strictEqual(eventFault(event(500, 55, 61), others, around), "first-index-too-high");
  strictEqual(eventFault(event(300, 1010, 0), others, around), "event-taken");
});

Deno.test("meterEventOf() is at the time of the residence's clock, in winter and in summer", () => {
  const draft = {
    what: "reset" as const,
    houseId: null,
    date: "2026-03-12",
    time: "14:30",
    finalIndex: null,
    firstIndex: 0,
    comment: "",
  };
  const at = (date: string, zone: string) =>
    new Date(meterEventOf({ ...draft, date }, zone).epochS * 1_000).toISOString();
  strictEqual(at("2026-03-12", "Europe/Paris"), "2026-03-12T13:30:00.000Z");
  strictEqual(at("2026-07-12", "Europe/Paris"), "2026-07-12T12:30:00.000Z");
  strictEqual(at("2026-07-12", "Indian/Reunion"), "2026-07-12T10:30:00.000Z");
});

Deno.test("isClockTime() is true from 00:00 to 23:59", () => {
  deepStrictEqual(["00:00", "23:59", "24:00", "9:30", "12:60", ""].map(isClockTime), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

const PARIS = "Europe/Paris";

function registersOf(...given: Parameters<typeof registersFrom>) {
  return [...registersFrom(...given)];
}

function second(instant: string): number {
  return Date.parse(instant) / 1_000;
}

Deno.test("registersFrom() increases from the last register of the meter, by a month a line", () => {
  const registers = registersOf([
    { epochS: second("2026-01-01T00:00+01:00"), value: 310.1 },
    { epochS: second("2026-02-01T00:00+01:00"), value: 280.2 },
  ], { stamp: "begin", timeZone: PARIS, startValue: 1_000 });
  deepStrictEqual(registers, [
    { epochS: second("2026-01-01T00:00+01:00"), value: 1_000 },
    { epochS: second("2026-02-01T00:00+01:00"), value: 1_310.1 },
    { epochS: second("2026-03-01T00:00+01:00"), value: 1_590.3 },
  ]);
});

Deno.test("registersFrom() of days that change their clock lasts 23 or 25 hours", () => {
  const days = [
    { epochS: second("2026-03-28T00:00+01:00"), value: 1 },
    { epochS: second("2026-03-29T00:00+01:00"), value: 2 },
  ];
  deepStrictEqual(
    registersOf(days, { stamp: "begin", timeZone: PARIS, startValue: 0 }).at(-1),
    { epochS: second("2026-03-30T00:00+02:00"), value: 3 },
  );
  deepStrictEqual(
    registersOf(days.slice(1), { stamp: "end", timeZone: PARIS, startValue: 0 }),
    [
      { epochS: second("2026-03-28T00:00+01:00"), value: 0 },
      { epochS: second("2026-03-29T00:00+01:00"), value: 2 },
    ],
  );
});

// @spec imports.consumptions
Deno.test("registersFrom() of half hours that end at their instant", () => {
  const at = second("2026-02-01T00:30+01:00");
  deepStrictEqual(
    registersOf([{ epochS: at, value: 1.1 }, { epochS: at + 1_800, value: 2.2 }], {
      stamp: "end",
      timeZone: PARIS,
      startValue: 0.1,
    }),
    [
      { epochS: at - 1_800, value: 0.1 },
      { epochS: at, value: 1.2 },
      { epochS: at + 1_800, value: 3.4 },
    ],
  );
});

Deno.test("registersFrom() of a single value other than a day lasts an hour, of none is empty", () => {
  const at = second("2026-02-01T08:00+01:00");
  const base = { stamp: "begin", timeZone: PARIS, startValue: 0 } as const;
  deepStrictEqual(registersOf([{ epochS: at, value: 5 }], base).map(({ epochS }) => epochS), [
    at,
    at + 3_600,
  ]);
  deepStrictEqual(registersOf([], base), []);
});

Deno.test("registersFrom() accepts more lines than a call has arguments", () => {
  const start = second("2026-01-01T00:00:30Z");
  const lines = Array.from({ length: 150_000 }, (_, n) => ({ epochS: start + 60 * n, value: 1 }));
  const registers = registersOf(lines, { stamp: "begin", timeZone: PARIS, startValue: 0 });
  deepStrictEqual(registers.at(-1), { epochS: start + 60 * 150_000, value: 150_000 });
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

Deno.test("manualIndexSecond() is noon of the residence's day, in winter, in summer and overseas", () => {
  const noon = (date: string, zone: string) =>
    new Date(manualIndexSecond(date, zone) * 1_000).toISOString();
  strictEqual(noon("2026-02-10", "Europe/Paris"), "2026-02-10T11:00:00.000Z");
  strictEqual(noon("2026-07-10", "Europe/Paris"), "2026-07-10T10:00:00.000Z");
  strictEqual(noon("2026-07-10", "Indian/Reunion"), "2026-07-10T08:00:00.000Z");
});

// @spec periods.clock-changes
Deno.test("manualIndexSecond() is noon on the clock when it changes: 11 or 13 hours after midnight", () => {
  const noon = (date: string) =>
    new Date(manualIndexSecond(date, "Europe/Paris") * 1_000).toISOString();
  strictEqual(noon("2027-03-28"), "2027-03-28T10:00:00.000Z");
  strictEqual(noon("2026-10-25"), "2026-10-25T11:00:00.000Z");
});
