import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { RoomFigures } from "@/lib/energy_signature/schema.ts";
import { portfolioFigures, residenceFigures } from "@/lib/portfolio/figures.ts";

function aRoom(
  boilerRoomId: string,
  over: Partial<RoomFigures> & { readonly basis?: "PCS" | "PCI" | "useful" } = {},
): RoomFigures {
  const { basis = "PCS", ...rest } = over;
  return {
    projectId: "p1",
    projectName: "Les Tilleuls",
    boilerRoomId,
    boilerRoomName: "Chaufferie",
    season: {
      yearStart: 2026,
      energyBasis: basis,
      ncKwh: 110,
      targetKwh: 100,
      threshold: 5,
    },
    energy: { finalKwh: 100_000, areaM2: 1_000 },
    weather: { beforeKwh: 200, correctedKwh: 190, monthCount: 8 },
    gap: null,
    isDriftSought: false,
    drift: null,
    ...rest,
  };
}

function figuresOf(...rooms: readonly RoomFigures[]) {
  return residenceFigures({ rooms, silences: null, documents: null })("p1");
}

// @spec projects.figures
Deno.test("the gap of a residence is of its boiler rooms together, within one basis of energy only", () => {
  const good = { yearStart: 2026, energyBasis: "PCS", ncKwh: 280, targetKwh: 300 } as const;
  const two = figuresOf(aRoom("a"), aRoom("b", { season: { ...good, threshold: 10 } }));
  // 390 of 400, not the mean of +10 % and −6,7 %.
  deepStrictEqual([two.gapPercent, two.gapStatus], [-2.5, "good"]);
  const mixed = figuresOf(aRoom("a"), aRoom("b", { basis: "PCI" }));
  deepStrictEqual([mixed.gapPercent, mixed.gapStatus], [null, null]);
  // A boiler room stopped since another season is left out.
  const old = { ...good, yearStart: 2025, energyBasis: "PCI" as const, threshold: null };
  strictEqual(figuresOf(aRoom("a"), aRoom("b", { season: old })).gapStatus, "very-bad");
});

// @spec projects.figures
Deno.test("kWh/m² are of all the boiler rooms of a residence, or unknown", () => {
  const small = aRoom("b", { energy: { finalKwh: 20_000, areaM2: 500 } });
  strictEqual(figuresOf(aRoom("a"), small).kwhPerM2, 80);
  strictEqual(figuresOf(aRoom("a"), aRoom("b", { energy: null })).kwhPerM2, null);
  strictEqual(figuresOf().kwhPerM2, null);
});

// @spec projects.figures
Deno.test("what waits in a residence is counted: silent series, those that never sent too, late documents", () => {
  const silence = { projectName: "", expectedCount: 4, silentCount: 1, silentRhythms: [] };
  const late = (projectId: string, count: number) => ({
    ...{ projectId, count, projectName: "", providerName: "", emails: [], since: "2026-01-01" },
  });
  const of = residenceFigures({
    rooms: null,
    silences: [
      { ...silence, projectId: "p1", lastAt: "2026-01-01T00:00:00Z" },
      { ...silence, projectId: "p2", lastAt: null },
    ],
    documents: {
      ...{ running: 0, late: 5, refused: 0, toValidate: 0, again: 0 },
      lateOf: [late("p1", 2), late("p2", 1), late("p1", 2)],
    },
  });
  deepStrictEqual([of("p1").silentCount, of("p1").lateCount], [1, 4]);
  deepStrictEqual([of("p2").silentCount, of("p2").lateCount], [4, 1]);
  deepStrictEqual([of("p3").silentCount, of("p3").lateCount], [0, 0]);
});

// @spec projects.figures
Deno.test("the portfolio is compared as a whole, its gap by basis of energy", () => {
  const years = [
    aRoom("a"),
    aRoom("b", { weather: { beforeKwh: 100, correctedKwh: 140, monthCount: 8 } }),
    aRoom("c", { basis: "PCI", weather: null }),
    aRoom("d", { season: null, weather: null }),
  ];
  deepStrictEqual(portfolioFigures(years, [{ gapStatus: "very-bad" }, { gapStatus: null }]), {
    weather: { percent: 10, roomCount: 2 },
    gaps: [
      { energyBasis: "PCS", percent: 10, roomCount: 2 },
      { energyBasis: "PCI", percent: 10, roomCount: 1 },
    ],
    aboveCount: 1,
  });
  deepStrictEqual(portfolioFigures([], []), { weather: null, gaps: [], aboveCount: 0 });
});
