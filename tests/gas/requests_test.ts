import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { gasSpan, isGasRequestDue, type LastGasRequest } from "@/lib/gas/grdf.ts";

const TODAY = "2026-02-10";

Deno.test("gasSpan() first requests all that GRDF stores: five years of published lines, three of gas days", () => {
  const first = { pulledTo: null, today: TODAY };
  deepStrictEqual(gasSpan("published", first), { from: "2021-02-10", to: TODAY });
  deepStrictEqual(gasSpan("informative", first), { from: "2023-02-10", to: TODAY });
});

Deno.test("gasSpan() then requests new lines and those that may have been corrected", () => {
  const next = { pulledTo: "2026-02-09", today: TODAY };
  // 400 days before 9 February 2026: 365 to 9 February 2025, 35 more to 5 January.
  deepStrictEqual(gasSpan("published", next), { from: "2025-01-05", to: TODAY });
  // 40 days before 9 February: 9 in February, 31 in January, so 31 December.
  deepStrictEqual(gasSpan("informative", next), { from: "2025-12-31", to: TODAY });
});

Deno.test("gasSpan() requests every missed day that GRDF still stores", () => {
  const late = { pulledTo: "2020-06-01", today: TODAY };
  deepStrictEqual(gasSpan("published", late).from, "2021-02-10");
  deepStrictEqual(gasSpan("informative", { ...late, pulledTo: "2025-06-01" }).from, "2025-04-22");
});

const AT = "2026-02-10T05:17:00.000Z";
const asked = (over: Partial<LastGasRequest>): LastGasRequest => ({
  askedAt: AT,
  fault: null,
  failureCount: 0,
  ...over,
});
const hoursLater = (hours: number) => Date.parse(AT) + hours * 3_600_000;

Deno.test("isGasRequestDue() is true at once, then once a day", () => {
  strictEqual(isGasRequestDue(asked({ askedAt: null }), 0), true);
  strictEqual(isGasRequestDue(asked({}), hoursLater(20) - 1), false);
  strictEqual(isGasRequestDue(asked({}), hoursLater(20)), true);
});

Deno.test("isGasRequestDue() is true where the clock was set back before the last request", () => {
  strictEqual(isGasRequestDue(asked({}), hoursLater(0)), false);
  strictEqual(isGasRequestDue(asked({}), hoursLater(0) - 1), true);
});

Deno.test("isGasRequestDue() retries after a temporary fault, later each time", () => {
  const waits = [[1, 1], [2, 2], [3, 4], [4, 8], [5, 20], [50, 20]] as const;
  for (const [failureCount, hours] of waits) {
    for (const fault of ["unreachable", "too-many-requests", "unreadable"] as const) {
      const failed = asked({ fault, failureCount });
      strictEqual(isGasRequestDue(failed, hoursLater(hours) - 1), false);
      strictEqual(isGasRequestDue(failed, hoursLater(hours)), true);
    }
  }
});

Deno.test("isGasRequestDue() waits a day after a permanent fault", () => {
  for (const fault of ["refused", "elsewhere"] as const) {
    strictEqual(isGasRequestDue(asked({ fault, failureCount: 1 }), hoursLater(19)), false);
    strictEqual(isGasRequestDue(asked({ fault, failureCount: 1 }), hoursLater(20)), true);
  }
});
