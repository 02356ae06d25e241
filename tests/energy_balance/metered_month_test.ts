import { deepStrictEqual } from "node:assert/strict";
import { monthsToSplit, withDaysOf } from "@/lib/energy_balance/metered_months.ts";
import { read } from "./builders.ts";

Deno.test("monthsToSplit() finds the months for which any series lacks a day", () => {
  const split = monthsToSplit({
    gas: {
      "2023-01": read(31, { days: [31, null] }),
      "2023-02": read(28, { days: [14, 14] }),
      "2023-03": read(31),
    },
    dju: { "2023-04": read(30, { days: [null, 30] }) },
  });
  deepStrictEqual([...split], ["2023-01", "2023-04"]);
});

Deno.test("monthsToSplit() leaves whole a month that was not read, and one known only as a whole", () => {
  const split = monthsToSplit({
    gas: { "2023-01": read(null, { days: [null, null] }) },
    dju: { "2023-02": read(400, { days: [null], wholeMonth: true }) },
  });
  deepStrictEqual([...split], []);
});

Deno.test("withDaysOf() keeps the daily values of the months to split only", () => {
  const january = read(31, { days: [15, 16] });
  const february = read(28, { days: [14, 14] });
  const march = read(31);
  deepStrictEqual(
    withDaysOf(
      { gas: { "2023-01": january, "2023-02": february, "2023-03": march } },
      new Set(["2023-01", "2023-03"]),
    ),
    { gas: { "2023-01": january, "2023-02": read(28), "2023-03": march } },
  );
});
