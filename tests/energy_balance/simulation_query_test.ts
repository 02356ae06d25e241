import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  readSimulation,
  type SimulationChoices,
  simulationErrors,
  type SimulationForm,
  writeSimulation,
} from "@/lib/energy_balance/simulation.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { SIMULATION } from "./builders.ts";

const PREFILL = SIMULATION;

const CHOICES: SimulationChoices = {
  djuSources: ["station", "roof"],
  gasSource: { isOffered: true, seriesIds: ["a", "b"] },
};

function readQuery(query: string, choices = CHOICES): SimulationForm | null {
  return readSimulation(new URLSearchParams(query), PREFILL, choices);
}

Deno.test("readSimulation() is off unless the query turns it on", () => {
  strictEqual(readQuery(""), null);
  strictEqual(readQuery("area=3"), null);
  strictEqual(readQuery("simulation=off&area=3"), null);
});

Deno.test("readSimulation() starts with the prefilled values", () => {
  deepStrictEqual(readQuery("simulation=on"), PREFILL);
});

Deno.test("readSimulation() reads the values of the form", () => {
  deepStrictEqual(
    readQuery(
      "simulation=on&area=1200&peopleNb=60&djuSource=roof&q=90&target=40&threshold=8&gasSource=b",
    ),
    {
      area: 1200,
      peopleNb: 60,
      djuSource: "roof",
      q: 90,
      target: 40,
      threshold: 8,
      gasSource: "b",
    },
  );
});

Deno.test("readSimulation() rounds to the step of 1, with a decimal comma or point", () => {
  deepStrictEqual(
    readQuery("simulation=on&area=1200,5&peopleNb=60.4&q=89,6&target=40.5&threshold=7,5"),
    { ...PREFILL, area: 1201, peopleNb: 60, q: 90, target: 41, threshold: 8 },
  );
});

Deno.test("readSimulation() keeps an unchanged prefilled number, off the step or not", () => {
  strictEqual(readQuery("simulation=on&target=37%2C5")?.target, 37.5);
});

// @spec balance.simulation
Deno.test("readSimulation() clamps each number to the minimum that the form accepts", () => {
  const low = readQuery("simulation=on&area=-1&peopleNb=-1&q=-1&target=-1&threshold=-1");
  deepStrictEqual(low, { ...PREFILL, area: 1, peopleNb: 0, q: 0, target: 0.1, threshold: 0 });
  deepStrictEqual(simulationErrors(low ?? PREFILL), {});
});

Deno.test("readSimulation() clamps to the bounds", () => {
  deepStrictEqual(
    readQuery("simulation=on&area=-20&threshold=5000"),
    { ...PREFILL, area: 1, threshold: 100 },
  );
});

Deno.test("readSimulation() restores the prefilled value of an invalid number", () => {
  deepStrictEqual(readQuery("simulation=on&threshold=abc&q=1e3&area=NaN"), PREFILL);
});

Deno.test("readSimulation() leaves an empty field empty, so that it is required", () => {
  strictEqual(readQuery("simulation=on&area=")?.area, null);
  strictEqual(readQuery("simulation=on&djuSource=")?.djuSource, "");
});

Deno.test("readSimulation() refuses a source that is not offered", () => {
  strictEqual(readQuery("simulation=on&djuSource=elsewhere")?.djuSource, "");
  strictEqual(readQuery("simulation=on&gasSource=zzz")?.gasSource, null);
  const closed = { ...CHOICES, gasSource: { isOffered: false, seriesIds: ["a", "b"] } };
  strictEqual(readQuery("simulation=on&gasSource=a", closed)?.gasSource, null);
});

Deno.test("writeSimulation() is empty when off", () => strictEqual(writeSimulation(null), ""));

Deno.test("writeSimulation() writes what a form would send", () => {
  strictEqual(
    writeSimulation({ ...PREFILL, q: null, gasSource: "a b" }),
    "simulation=on&area=1000&peopleNb=50&q=&target=37%2C5&threshold=5&djuSource=station&gasSource=a+b",
  );
});

Deno.test("readSimulation() reads what writeSimulation() wrote", () => {
  const whole = (max: number, min = 0) => fc.option(fc.integer({ min, max }));
  const form = fc.record({
    area: whole(10_000_000, 1),
    peopleNb: whole(1_000_000),
    djuSource: fc.constantFrom("", "station", "roof"),
    q: whole(1000),
    target: whole(1000, 1),
    threshold: whole(100),
    gasSource: fc.constantFrom(null, "a", "b"),
  }, { noNullPrototype: true });
  fc.assert(
    fc.property(form, (written) => deepStrictEqual(readQuery(writeSimulation(written)), written)),
    { numRuns: 300, seed: 20260101 },
  );
});
