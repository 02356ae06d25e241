import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays } from "@/lib/base/civil_dates.ts";
import {
  fineDays,
  isFineAgreed,
  isTaken,
  occupancyPeriodOf,
  occupancyPeriodsOver,
  spanOf,
} from "@/lib/housing/occupancy.ts";
import type { OccupancySpan } from "@/lib/housing/schema.ts";
import { covers, daysWithin, isWithin } from "@/lib/series/day_spans.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Ada until 14 March, a vacancy until 31 March, then Bob, who consented to hours from 1 May. */
const ADA: OccupancySpan = { from: "2024-09-01", to: "2026-03-14", fineFrom: "2024-09-01" };
const BOB: OccupancySpan = { from: "2026-04-01", to: null, fineFrom: "2026-05-01" };
const HOME = [BOB, ADA];

const PERSON = { name: "Ada", email: "", from: "2026-01-10", to: null };

Deno.test("spanOf() shows hours from the later of the consent and the arrival, and none once it is withdrawn", () => {
  const consent = (givenOn: string, withdrawnOn: string | null = null) =>
    spanOf({ ...PERSON, consent: { givenOn, source: "bail", withdrawnOn } }).fineFrom;
  strictEqual(consent("2026-01-02"), "2026-01-10");
  strictEqual(consent("2026-02-01"), "2026-02-01");
  strictEqual(consent("2026-02-01", "2026-06-01"), null);
  deepStrictEqual(spanOf({ ...PERSON, consent: null }), {
    from: "2026-01-10",
    to: null,
    fineFrom: null,
  });
});

Deno.test("isTaken() counts both ends: one occupant leaves the day before the next arrives", () => {
  const other = [{ from: "2026-03-01", to: "2026-03-10" }];
  strictEqual(isTaken({ from: "2026-03-10", to: null }, other), true);
  strictEqual(isTaken({ from: "2026-03-11", to: null }, other), false);
  strictEqual(isTaken({ from: "2026-01-01", to: "2026-03-01" }, other), true);
  strictEqual(isTaken({ from: "2026-01-01", to: "2026-02-28" }, other), false);
  strictEqual(isTaken({ from: "2026-01-01", to: null }, other), true);
  strictEqual(
    isTaken({ from: "2030-01-01", to: "2030-01-02" }, [{ from: "2026-01-01", to: null }]),
    true,
  );
});

Deno.test("occupancyPeriodOf() is the occupancy of a day, or the vacancy around it", () => {
  deepStrictEqual(occupancyPeriodOf(HOME, "2026-03-14"), { ...ADA, kind: "occupied" });
  deepStrictEqual(occupancyPeriodOf(HOME, "2026-03-15"), {
    from: "2026-03-15",
    to: "2026-03-31",
    kind: "vacant",
    fineFrom: null,
  });
  deepStrictEqual(occupancyPeriodOf(HOME, "2020-01-01"), {
    from: null,
    to: "2024-08-31",
    kind: "vacant",
    fineFrom: null,
  });
  deepStrictEqual(occupancyPeriodOf([ADA], "2026-06-01"), {
    from: "2026-03-15",
    to: null,
    kind: "vacant",
    fineFrom: null,
  });
  deepStrictEqual(occupancyPeriodOf([], "2026-06-01"), {
    from: null,
    to: null,
    kind: "unrecorded",
    fineFrom: null,
  });
});

Deno.test("occupancyPeriodsOver() splits days at each change, and does not split them without one", () => {
  const of = (from: string, to: string) =>
    occupancyPeriodsOver(HOME, { from, to }).map((one) => [one.kind, one.from, one.to]);
  deepStrictEqual(of("2026-01-01", "2026-12-31"), [
    ["occupied", "2024-09-01", "2026-03-14"],
    ["vacant", "2026-03-15", "2026-03-31"],
    ["occupied", "2026-04-01", null],
  ]);
  deepStrictEqual(of("2026-04-01", "2026-12-31"), [["occupied", "2026-04-01", null]]);
  deepStrictEqual(occupancyPeriodsOver([], { from: "2026-01-01", to: "2026-12-31" }).length, 1);
});

Deno.test("isFineAgreed() requires a consent valid that day; a vacancy has none", () => {
  const agreed = (day: string) => isFineAgreed(occupancyPeriodOf(HOME, day), day);
  strictEqual(agreed("2026-03-14"), true);
  strictEqual(agreed("2026-03-20"), false);
  strictEqual(agreed("2026-04-30"), false);
  strictEqual(agreed("2026-05-01"), true);
  strictEqual(isFineAgreed(occupancyPeriodOf([], "2026-05-01"), "2026-05-01"), true);
});

Deno.test("daysWithin() limits a span to the first and the last day of a period, where there are any", () => {
  const march = { from: "2026-03-01", to: "2026-03-31" };
  deepStrictEqual(daysWithin({ from: "2026-03-10", to: "2026-03-20" }, march), {
    from: "2026-03-10",
    to: "2026-03-20",
  });
  deepStrictEqual(daysWithin({ from: "2026-01-01", to: "2026-03-01" }, march), {
    from: "2026-03-01",
    to: "2026-03-01",
  });
  deepStrictEqual(daysWithin({ from: null, to: null }, march), march);
});

Deno.test("fineDays() are the days of an occupancy period that its occupant consented to", () => {
  const year = { from: "2026-01-01", to: "2026-12-31" };
  deepStrictEqual(fineDays(occupancyPeriodOf(HOME, "2026-06-01"), year), {
    from: "2026-05-01",
    to: "2026-12-31",
  });
  deepStrictEqual(fineDays(occupancyPeriodOf(HOME, "2026-02-01"), year), {
    from: "2026-01-01",
    to: "2026-03-14",
  });
  strictEqual(fineDays(occupancyPeriodOf(HOME, "2026-03-20"), year), null);
  strictEqual(
    fineDays(occupancyPeriodOf(HOME, "2026-02-01"), { from: "2026-04-01", to: "2026-04-30" }),
    null,
  );
  deepStrictEqual(fineDays(occupancyPeriodOf([], "2026-02-01"), year), year);
});

/** Consecutive occupancies, with or without days between. */
const homes = fc.array(
  fc.record({ gap: fc.nat(40), days: fc.integer({ min: 1, max: 60 }), agrees: fc.boolean() }),
  { maxLength: 6 },
).map((stays) => {
  let day = "2025-01-01";
  return stays.map(({ gap, days, agrees }) => {
    const from = addDays(day, gap);
    const to = addDays(from, days - 1);
    day = addDays(to, 1);
    return { from, to, fineFrom: agrees ? from : null };
  });
});

Deno.test("occupancyPeriodsOver() contains every day once, in its occupancyPeriodOf()", () => {
  fc.assert(
    fc.property(homes, fc.nat(300), fc.nat(120), (spans, start, count) => {
      const from = addDays("2025-01-01", start);
      const to = addDays(from, count);
      const occupancyPeriods = occupancyPeriodsOver(spans, { from, to });
      for (let day = from; day <= to; day = addDays(day, 1)) {
        const own = occupancyPeriods.filter((occupancyPeriod) => isWithin(occupancyPeriod, day));
        deepStrictEqual(own, [occupancyPeriodOf(spans, day)]);
      }
      ok(occupancyPeriods.length === 1 || !covers(occupancyPeriodOf(spans, from), { from, to }));
    }),
    { seed: 20260101 },
  );
});

Deno.test("occupancyPeriodsOver() ends an open occupancy on the last day of the calendar", () => {
  const stay = { from: "2026-01-01", to: "9999-12-31", fineFrom: null };
  const periods = occupancyPeriodsOver([stay], { from: "2026-02-01", to: "2026-02-28" });
  deepStrictEqual(periods.map(({ kind, to }) => [kind, to]), [["occupied", "9999-12-31"]]);
});
