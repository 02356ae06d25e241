import { deepStrictEqual } from "node:assert/strict";
import { registersFrom } from "@/lib/ingest/meter_rules.ts";

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
