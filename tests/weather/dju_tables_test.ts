import { deepStrictEqual } from "node:assert/strict";
import { djuTable } from "@/components/weather/dju_tables.tsx";
import type { DjuSlot } from "@/lib/weather/schema.ts";

const OPTIONS = {
  caption: "DJU",
  fileName: "dju.csv",
  today: "2026-05-01",
  daysHref: (month: string) => month,
};

// @spec degree-days.sources
Deno.test("djuTable() says whether DJU were typed, received, or computed from temperatures", () => {
  const slot = { slot: "2026-01", dju: 400, meanC: 5, completeness: 1, typed: false };
  const slots: DjuSlot[] = [
    slot,
    { ...slot, slot: "2026-02", meanC: null },
    { ...slot, slot: "2026-03", typed: true },
    { ...slot, slot: "2026-04", dju: null },
  ];
  const table = djuTable(slots, OPTIONS);
  const origin = table.columns.find(({ field }) => field === "origin");
  deepStrictEqual(slots.map((one) => origin?.value?.(one)), [
    "Températures",
    "DJU reçus",
    "Saisie",
    "",
  ]);
});

Deno.test("djuTable() rounds the share of known days down: a month without all of them is not at 100 %", () => {
  const slot = { slot: "2026-01", dju: 400, meanC: 5, typed: false };
  const slots: DjuSlot[] = [0.58, 0.996, 1].map((completeness) => ({ ...slot, completeness }));
  const table = djuTable(slots, OPTIONS);
  const known = table.columns.find(({ field }) => field === "completeness");
  deepStrictEqual(slots.map((one) => known?.value?.(one)), [58, 99, 100]);
});
