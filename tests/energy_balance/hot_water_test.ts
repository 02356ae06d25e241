import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  dailyLitresPerPerson,
  energyOfVolume,
  hotWaterFigures,
} from "@/lib/energy_balance/formulas.ts";

const SETTINGS = { q: 100, peopleNb: 50 };

// @spec balance.hot-water
Deno.test("hotWaterFigures() add volumes × q to measured energies", () => {
  // (40 + 22) m³ × 100 + 500 + 300 kWh; 62,000 L / (50 × 31)
  deepStrictEqual(
    hotWaterFigures({ volumesM3: [40, 22], energiesKWh: [500, 300] }, SETTINGS, 31),
    { volume: 62, energy: 7000, dailyVolumePerPerson: 40 },
  );
});

Deno.test("hotWaterFigures() are null when the boiler room makes none", () => {
  deepStrictEqual(hotWaterFigures({ volumesM3: [], energiesKWh: [] }, SETTINGS, 31), {
    volume: null,
    energy: null,
    dailyVolumePerPerson: null,
  });
});

Deno.test("hotWaterFigures() have no energy when a series is missing", () => {
  deepStrictEqual(
    hotWaterFigures({ volumesM3: [40, null], energiesKWh: [] }, SETTINGS, 31),
    { volume: null, energy: null, dailyVolumePerPerson: null },
  );
  const { volume, energy } = hotWaterFigures(
    { volumesM3: [62], energiesKWh: [null] },
    SETTINGS,
    31,
  );
  deepStrictEqual([volume, energy], [62, null]);
});

Deno.test("hotWaterFigures() without settings have the volume, and energies that need no q", () => {
  deepStrictEqual(hotWaterFigures({ volumesM3: [62], energiesKWh: [] }, null, 31), {
    volume: 62,
    energy: null,
    dailyVolumePerPerson: null,
  });
  strictEqual(hotWaterFigures({ volumesM3: [], energiesKWh: [500] }, null, 31).energy, 500);
});

Deno.test("hotWaterFigures() of an energy meter alone have no volume", () => {
  deepStrictEqual(hotWaterFigures({ volumesM3: [], energiesKWh: [500] }, SETTINGS, 31), {
    volume: null,
    energy: 500,
    dailyVolumePerPerson: null,
  });
});

Deno.test("energyOfVolume() is q for each m³", () => {
  strictEqual(energyOfVolume({ volumeM3: 62, q: 100 }), 6200);
  strictEqual(energyOfVolume({ volumeM3: 0, q: 100 }), 0);
  strictEqual(energyOfVolume({ volumeM3: null, q: 100 }), null);
});

Deno.test("dailyLitresPerPerson() counts litres a day a person", () => {
  // 1000 × 141.23 / (118 × 31), January of the reference year
  const litres = dailyLitresPerPerson({ volumeM3: 141.23, peopleNb: 118, days: 31 });
  ok(litres !== null && Math.abs(litres - 38.608529251) < 1e-9);
});

Deno.test("dailyLitresPerPerson() is null without occupants", () => {
  strictEqual(dailyLitresPerPerson({ volumeM3: 10, peopleNb: 0, days: 31 }), null);
  strictEqual(dailyLitresPerPerson({ volumeM3: 10, peopleNb: null, days: 31 }), null);
});
