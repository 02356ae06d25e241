import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays } from "@/lib/base/civil_dates.ts";
import {
  bandKwh,
  expectedKwh,
  fitSignature,
  type SignatureDay,
} from "@/lib/energy_signature/signature.ts";
import { aSeason, EXACT } from "./seasons.ts";

// @spec signature.fit
Deno.test("fitSignature() finds the parameters of a season without noise, for each balance temperature", () => {
  for (const balanceC of [10, 13.4, 17]) {
    const { status, signature } = fitSignature(aSeason(7, { balanceC, noise: 0 }));
    strictEqual(status, "ok");
    ok(signature !== null);
    strictEqual(signature.balanceC, balanceC);
    ok(Math.abs(signature.baseKwh - EXACT.baseKwh) < 1e-6, String(signature.baseKwh));
    ok(Math.abs(signature.slopeKwhPerK - EXACT.slopeKwhPerK) < 1e-6);
    ok(signature.r2 > 1 - 1e-9);
  }
});

// @spec signature.fit
Deno.test("fitSignature() gives the statuses in their order", () => {
  const days = aSeason(3, { noise: 0.02 });
  const withC = (outdoorC: (day: SignatureDay) => number) =>
    days.map((day) => ({ ...day, outdoorC: outdoorC(day) }));
  strictEqual(fitSignature(days.slice(0, 89)).status, "tooFewDays");
  strictEqual(fitSignature(days.slice(0, 90)).status === "tooFewDays", false);
  strictEqual(fitSignature(withC(({ outdoorC }) => outdoorC / 4)).status, "narrowTemperatures");
  strictEqual(fitSignature(withC(({ outdoorC }) => 20 - outdoorC)).status, "noHeating");
  strictEqual(fitSignature(aSeason(3, { noise: 0.5 })).status, "tooScattered");
  deepStrictEqual(fitSignature(days.slice(0, 89)).signature, null);
});

// @spec signature.fit
Deno.test("the base load is unknown without ten days above the balance temperature", () => {
  const days = aSeason(5, { noise: 0.01 });
  const warm = days.filter(({ outdoorC }) => outdoorC > 17);
  const nine = days.filter((day) => !warm.slice(9).includes(day));
  strictEqual(fitSignature(days).signature?.baseIdentified, true);
  strictEqual(fitSignature(nine).signature?.baseIdentified, false);
});

// @spec signature.fit
Deno.test("bandKwh() contains about 95 % of other days of the same season", () => {
  const fit = fitSignature(aSeason(11, { noise: 0.03, correlation: 0 }));
  const { signature } = fit;
  ok(signature !== null);
  let [inside, count] = [0, 0];
  for (let seed = 100; seed < 120; seed++) {
    for (const { outdoorC, energyKwh } of aSeason(seed, { noise: 0.03, correlation: 0 })) {
      const away = Math.abs(energyKwh - expectedKwh(signature, outdoorC));
      if (away <= bandKwh(fit, signature, outdoorC)) inside++;
      count++;
    }
  }
  ok(inside / count > 0.9 && inside / count < 0.98, String(inside / count));
});

Deno.test("a season has one day after another", () => {
  const days = aSeason(1, {});
  strictEqual(days[1]?.date, addDays(days[0]?.date ?? "", 1));
});
