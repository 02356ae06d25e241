import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { inChargeOn, overlapsCharge } from "@/lib/documents/register_rules.ts";

const charge = (startDate: string, endDate: string | null) => ({ startDate, endDate });

// @spec contracting.contracts
Deno.test("overlapsCharge() counts both the first and the last day", () => {
  const others = [charge("2025-01-01", "2025-12-31"), charge("2027-01-01", null)];
  const cases: [string, string | null, boolean][] = [
    ["2026-01-01", "2026-12-31", false],
    ["2025-12-31", "2026-12-31", true],
    ["2026-01-01", "2027-01-01", true],
    ["2026-01-01", null, true],
    ["2024-01-01", "2024-12-31", false],
    ["2024-01-01", "2025-01-01", true],
    ["2030-01-01", "2030-01-02", true],
  ];
  for (const [from, to, expected] of cases) {
    strictEqual(overlapsCharge(charge(from, to), others), expected, `${from} ${to}`);
  }
  strictEqual(overlapsCharge(charge("2026-01-01", null), []), false);
});

// @spec contracting.contracts
Deno.test("inChargeOn() is the provider of the day, and null between two providers", () => {
  const [first, second] = [charge("2025-01-01", "2025-06-30"), charge("2025-09-01", null)];
  const days = ["2024-12-31", "2025-01-01", "2025-06-30", "2025-07-01", "2025-09-01", "2040-01-01"];
  deepStrictEqual(
    days.map((day) => inChargeOn([first, second], day)),
    [null, first, first, null, second, second],
  );
});
