import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { muteForm, mutePlace, mutePlaceIds } from "@/lib/alarms/forms.ts";

const FORM = muteForm("Europe/Paris");

function typed(from: string, to: string) {
  const [fromDate = "", fromTime = ""] = from.split(" ");
  const [toDate = "", toTime = ""] = to.split(" ");
  return { fromDate, fromTime, toDate, toTime, reason: "Travaux" };
}

const BACKWARDS = { toDate: { code: "date-order" } };

// @spec alarms.mutes
Deno.test("planned works end after they begin, in the residence's time zone", () => {
  deepStrictEqual(FORM.errors(typed("2026-11-23 08:00", "2026-11-23 08:01")), {});
  deepStrictEqual(FORM.errors(typed("2026-11-23 08:00", "2026-11-23 08:00")), BACKWARDS);
  deepStrictEqual(FORM.errors(typed("2026-11-23 08:00", "2026-11-22 18:00")), BACKWARDS);
});

// @spec alarms.mutes
Deno.test("planned works in the night when the clock skips an hour are compared by their instants", () => {
  // On 28 March 2027, 02:00 is 03:00: 02:30 is the instant 03:30, after 03:15.
  deepStrictEqual(FORM.errors(typed("2027-03-28 02:30", "2027-03-28 03:15")), BACKWARDS);
  deepStrictEqual(FORM.errors(typed("2027-03-28 02:30", "2027-03-28 03:45")), {});
  // 01:30 in UTC+1 to 03:15 in UTC+2.
  const body = FORM.read(typed("2027-03-28 01:30", "2027-03-28 03:15"));
  strictEqual(body?.from, "2027-03-28T00:30:00.000Z");
  strictEqual(body?.to, "2027-03-28T01:15:00.000Z");
});

// @spec alarms.mutes
Deno.test("planned works in the repeated hour keep their instants when their reason changes", () => {
  // On 25 October 2026, 02:30 is 00:30 and 01:30 UTC: the works take this one hour.
  const works = {
    ...{ id: "m1", version: "1", equipmentId: null, houseId: null, handler: null },
    ...{ from: "2026-10-25T00:30:00.000Z", to: "2026-10-25T01:30:00.000Z", reason: "Vannes" },
  };
  const shown = FORM.typed(works);
  deepStrictEqual([shown.fromTime, shown.toTime], ["02:30", "02:30"]);
  const body = FORM.read({ ...shown, reason: "Pompes" });
  deepStrictEqual([body?.from, body?.to, body?.reason], [works.from, works.to, "Pompes"]);
  // The first 02:30 when the time is typed again, then 04:00 in UTC+1.
  const moved = FORM.read({ ...shown, toTime: "04:00" });
  deepStrictEqual([moved?.from, moved?.to], [works.from, "2026-10-25T03:00:00.000Z"]);
  deepStrictEqual(FORM.errors(typed("2026-10-25 02:30", "2026-10-25 02:30")), BACKWARDS);
});

Deno.test("planned works accept the stored values of their form only as instants", () => {
  for (const shownFrom of ["2026", "+275760-09-13T00:00:00.000Z", "2026-99-99T00:00:00Z", "x"]) {
    const body = FORM.read({ ...typed("2026-11-23 08:00", "2026-11-23 09:00"), shownFrom });
    strictEqual(body?.from, "2026-11-23T07:00:00.000Z", shownFrom);
  }
});

Deno.test("planned works without a day or with a wrong time report it at that field only", () => {
  deepStrictEqual(Object.keys(FORM.errors(typed("2026-11-23 08:00", ""))), ["toDate", "toTime"]);
  deepStrictEqual(Object.keys(FORM.errors(typed("2026-11-23 25:00", "2026-11-22 08:00"))), [
    "fromTime",
  ]);
});

// @spec alarms.mutes
Deno.test("mutePlace() writes the equipment, the dwelling or the whole residence, which mutePlaceIds() reads", () => {
  const places = [
    [{ equipmentId: "e1", houseId: null }, "equipment:e1"],
    [{ equipmentId: null, houseId: "h1" }, "house:h1"],
    [{ equipmentId: null, houseId: null }, null],
  ] as const;
  for (const [ids, place] of places) {
    strictEqual(mutePlace(ids), place);
    deepStrictEqual(mutePlaceIds(place), ids);
  }
});
