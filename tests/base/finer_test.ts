import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { finerRange } from "@/lib/base/period_selector.ts";

const ALL = { isHourlyAllowed: true, isFiveMinuteAllowed: true };

Deno.test("finerRange() is a month by days, a day by hours, an hour by five minutes", () => {
  deepStrictEqual(finerRange({ type: "monthly", month: "2024-07" }, {}), {
    type: "daily",
    year: 2024,
    month: 7,
  });
  deepStrictEqual(finerRange({ type: "daily", date: "2024-07-15" }, ALL), {
    type: "hourly",
    year: 2024,
    month: 7,
    day: 15,
  });
  deepStrictEqual(finerRange({ type: "hourly", date: "2024-07-15", hour: 8 }, ALL), {
    type: "fivemin",
    year: 2024,
    month: 7,
    day: 15,
  });
});

Deno.test("finerRange() is null where the page does not allow it, and inside a week or five minutes", () => {
  strictEqual(finerRange({ type: "daily", date: "2024-07-15" }, {}), null);
  strictEqual(
    finerRange({ type: "hourly", date: "2024-07-15", hour: 8 }, { isHourlyAllowed: true }),
    null,
  );
  strictEqual(finerRange({ type: "weekly", weekYear: 2024, week: 5 }, ALL), null);
  strictEqual(finerRange({ type: "fivemin", date: "2024-07-15", hour: 8, minute: 5 }, ALL), null);
});
