import { deepStrictEqual } from "node:assert/strict";
import type { HybridMark } from "@/lib/facilities/equipment_kinds.ts";
import { hybridMarkTexts } from "@/lib/facilities/text.ts";

const replaced = (meter: HybridMark["meter"], day: number): HybridMark => ({
  slot: "2026-03",
  date: `2026-03-${day}`,
  what: "replacement",
  meter,
});

// @spec facilities.machines
Deno.test("hybridMarkTexts() names the meters that changed, grouped by column", () => {
  const marks = [replaced("boiler", 12), replaced("heat-pump", 10), replaced("heat-pump", 14)];
  deepStrictEqual(hybridMarkTexts(marks).map((text) => text.replaceAll("\u00A0", " ")), [
    "Production PAC : 2 remplacements de compteur, du 10/03 au 14/03",
    "Chaudières : compteur remplacé le 12/03",
  ]);
});
