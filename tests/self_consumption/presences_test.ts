import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isPresent, nextStatus, presencesAfter } from "@/lib/self_consumption/participation.ts";

const MARCH = "2026-03-01";
const MAY = "2026-05-01";
const JULY = "2026-07-01";
const SINCE_MARCH = [{ fromDate: MARCH, toDate: null }];
const MARCH_TO_MAY = [{ fromDate: MARCH, toDate: MAY }];

Deno.test("presencesAfter() starts a presence on a day, and ends it on a day", () => {
  deepStrictEqual(presencesAfter([], "active", MARCH), SINCE_MARCH);
  deepStrictEqual(presencesAfter(SINCE_MARCH, "left", MAY), MARCH_TO_MAY);
});

Deno.test("presencesAfter() keeps earlier presences of a consumer who returns", () => {
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "active", JULY), [
    ...MARCH_TO_MAY,
    { fromDate: JULY, toDate: null },
  ]);
});

// @spec autoconsumption.presences
Deno.test("presencesAfter() continues the presence of a consumer who returns on the day of leaving, or before", () => {
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "active", MAY), SINCE_MARCH);
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "active", "2026-04-01"), SINCE_MARCH);
});

Deno.test("presencesAfter() replaces a day entered again", () => {
  deepStrictEqual(presencesAfter(SINCE_MARCH, "active", MAY), [{ fromDate: MAY, toDate: null }]);
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "left", JULY), [{ fromDate: MARCH, toDate: JULY }]);
});

Deno.test("presencesAfter() has no presence for a consumer who leaves before joining, or refuses", () => {
  deepStrictEqual(presencesAfter(SINCE_MARCH, "left", MARCH), []);
  deepStrictEqual(presencesAfter([], "left", MARCH), []);
});

Deno.test("presencesAfter() of a new invitation removes the current presence, not the past ones", () => {
  deepStrictEqual(presencesAfter(SINCE_MARCH, "invited", MAY), []);
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "invited", JULY), MARCH_TO_MAY);
});

Deno.test("isPresent() is true from the first day to the day before leaving", () => {
  strictEqual(isPresent(MARCH_TO_MAY, "2026-02-28"), false);
  strictEqual(isPresent(MARCH_TO_MAY, MARCH), true);
  strictEqual(isPresent(MARCH_TO_MAY, "2026-04-30"), true);
  strictEqual(isPresent(MARCH_TO_MAY, MAY), false);
  strictEqual(isPresent(SINCE_MARCH, "2030-01-01"), true);
});

Deno.test("nextStatus() goes from invited to active, to left and back to active", () => {
  strictEqual(nextStatus("invited"), "active");
  strictEqual(nextStatus("active"), "left");
  strictEqual(nextStatus("left"), "active");
});
