import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  changedConsent,
  inHomeUnits,
  ownMessages,
  ownPeriod,
} from "@/lib/accounts/own_dwelling_rules.ts";
import type { Consent } from "@/lib/housing/schema.ts";

const TODAY = "2026-02-10";
const HELD: Consent = { givenOn: "2025-10-01", source: "annexe au bail", withdrawnOn: null };

Deno.test("changedConsent() gives a consent today, and keeps a valid one", () => {
  const given = { isGiven: true, today: TODAY, source: "page" };
  const fresh = { givenOn: TODAY, source: "page", withdrawnOn: null };
  deepStrictEqual(changedConsent(null, given), fresh);
  strictEqual(changedConsent(HELD, given), HELD);
  deepStrictEqual(changedConsent({ ...HELD, withdrawnOn: "2025-12-01" }, given), fresh);
});

Deno.test("changedConsent() withdraws once, and only a given consent", () => {
  const withdrawn = { isGiven: false, today: TODAY, source: "page" };
  strictEqual(changedConsent(null, withdrawn), null);
  deepStrictEqual(changedConsent(HELD, withdrawn), { ...HELD, withdrawnOn: TODAY });
  const past = { ...HELD, withdrawnOn: "2025-12-01" };
  strictEqual(changedConsent(past, withdrawn), past);
  const later = { ...HELD, givenOn: "2026-03-01" };
  deepStrictEqual(changedConsent(later, withdrawn), { ...later, withdrawnOn: "2026-03-01" });
});

Deno.test("ownMessages() returns those shown today to all, or to the dwelling since the occupant arrived", () => {
  const alert = (id: string, from: string, to: string | null, houseIds: string[]) => ({
    id,
    from,
    to,
    message: id,
    houseIds,
    version: "",
  });
  const alerts = [
    alert("tomorrow", "2026-02-11", null, []),
    alert("last day", "2026-02-01", TODAY, ["h1"]),
    alert("over", "2026-02-01", "2026-02-09", []),
    alert("another's", "2026-02-01", null, ["h2"]),
    alert("all, of before", "2024-01-01", null, []),
    alert("theirs who were there", "2026-01-17", null, ["h1"]),
    alert("of the first day", "2026-01-18", null, ["h1", "h2"]),
  ];
  const stay = ownPeriod({ from: "2026-01-18", to: null });
  const shown = ownMessages(alerts, { houseId: "h1", stay, today: TODAY });
  deepStrictEqual(shown.map(({ id }) => id), ["last day", "all, of before", "of the first day"]);
  deepStrictEqual(shown[0], { id: "last day", from: "2026-02-01", to: TODAY, message: "last day" });
});

Deno.test("ownPeriod() is the user's whole occupancy, with hours", () => {
  deepStrictEqual(ownPeriod({ from: "2026-01-18", to: "2026-03-01" }), {
    from: "2026-01-18",
    to: "2026-03-01",
    kind: "occupied",
    fineFrom: "2026-01-18",
  });
});

Deno.test("inHomeUnits() converts daily water to litres, and nothing else", () => {
  const slot = { slot: "2026-01-20", min: null, max: null, completeness: 1, estimated: false };
  const water = { seriesId: "s", unit: "m³", slots: [{ ...slot, value: 0.182 }] };
  deepStrictEqual(inHomeUnits(water, { type: "daily", dataUnitId: "EFSV" }), {
    ...water,
    unit: "L",
    slots: [{ ...slot, value: 182 }],
  });
  const unread = { ...water, slots: [{ ...slot, value: null }] };
  deepStrictEqual(
    inHomeUnits(unread, { type: "hourly", dataUnitId: "ECSV" }).slots,
    unread.slots,
  );
  strictEqual(inHomeUnits(water, { type: "monthly", dataUnitId: "EFSV" }), water);
  strictEqual(inHomeUnits(water, { type: "weekly-shifted", dataUnitId: "EFSV" }), water);
  strictEqual(inHomeUnits(water, { type: "daily", dataUnitId: "GAZV" }), water);
  const heat = { ...water, unit: "kWh" };
  strictEqual(inHomeUnits(heat, { type: "daily", dataUnitId: "CHAE" }), heat);
});
