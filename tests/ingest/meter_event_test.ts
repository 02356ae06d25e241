import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isClockTime } from "@/lib/base/validators.ts";
import { countedAround, eventFault, meterEventOf } from "@/lib/ingest/meter_rules.ts";
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
