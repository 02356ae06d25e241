import { deepStrictEqual } from "node:assert/strict";
import { indexLines } from "../../../lib/domain/projects/index_lines.ts";

const NAMES = {
  meterOf: (id: string) => ({ name: `Compteur ${id}`, unit: "m³" }),
  houseOf: (id: string) => `Logement ${id}`,
};

function anIndex(date: string, value: number, houseId: string | null = null) {
  return { id: `${date}${houseId}`, seriesId: "s1", houseId, date, value, email: "a@b.fr" };
}

Deno.test("indexLines() counts since the index before on the same meter, and nothing where the register fell", () => {
  const lines = indexLines([
    anIndex("2026-04-01", 3),
    anIndex("2026-03-01", 120.35),
    anIndex("2026-02-15", 40, "h1"),
    anIndex("2026-02-01", 100.2),
    anIndex("2026-01-15", 31.5, "h1"),
  ], NAMES);
  deepStrictEqual(
    lines.map(({ date, meter, house, difference, unit }) => [date, meter, house, difference, unit]),
    [
      ["2026-04-01", "Compteur s1", null, null, "m³"],
      ["2026-03-01", "Compteur s1", null, 20.15, "m³"],
      ["2026-02-15", "Compteur s1", "Logement h1", 8.5, "m³"],
      ["2026-02-01", "Compteur s1", null, null, "m³"],
      ["2026-01-15", "Compteur s1", "Logement h1", null, "m³"],
    ],
  );
});
