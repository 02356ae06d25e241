import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  boardReport,
  gasSourceChoice,
  readSimulation,
  simulatedSettings,
  type SimulationChoices,
  simulationErrors,
  type SimulationForm,
  simulationOverrides,
  simulationPrefill,
  writeSimulation,
} from "@/lib/energy_balance/simulation.ts";
import { savedSettingsText } from "@/lib/energy_balance/text.ts";
import { boardYear } from "@/lib/energy_balance/year_report.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aBoard, aBoilerRoom, aYear, SIMULATION, someSettings } from "./builders.ts";

const FORM = SIMULATION;

const EMPTY: SimulationForm = {
  area: null,
  peopleNb: null,
  djuSource: "",
  q: null,
  target: null,
  threshold: null,
  gasSource: null,
};

const VERSIONS = [
  someSettings({ fromDate: "2022-01-01", target: 50 }),
  someSettings({ fromDate: "2023-07-01", target: 37.5 }),
];

// @spec balance.simulation
Deno.test("simulationPrefill() takes the settings in force on the first day of the year, or is empty with a threshold of 5 %", () => {
  const prefilled = (year: number, shifted: boolean) =>
    simulationPrefill(VERSIONS, { year, shifted });
  deepStrictEqual(prefilled(2023, false), { ...FORM, target: 50 });
  deepStrictEqual(prefilled(2023, true), FORM);
  deepStrictEqual(prefilled(2021, false), { ...EMPTY, threshold: 5 });
});

const REQUIRED = { code: "required" } as const;

Deno.test("simulationErrors() require six fields, within their bounds, and a whole number of people", () => {
  const cases: readonly (readonly [
    Partial<SimulationForm>,
    ReturnType<typeof simulationErrors>,
  ])[] = [
    [{}, {}],
    [{ q: 0, threshold: 0 }, {}],
    // They allow no comparison.
    [{ area: 0, target: 0 }, { area: { code: "min", min: 1 }, target: { code: "min", min: 0.1 } }],
    [EMPTY, {
      ...{ area: REQUIRED, peopleNb: REQUIRED, djuSource: REQUIRED },
      ...{ q: REQUIRED, target: REQUIRED, threshold: REQUIRED },
    }],
    [{ peopleNb: 50.5, area: 1000.5 }, { peopleNb: { code: "integer" } }],
    [{ area: -1, q: -0.1, target: 1001, threshold: 101 }, {
      area: { code: "min", min: 1 },
      q: { code: "min", min: 0 },
      target: { code: "max", max: 1000 },
      threshold: { code: "max", max: 100 },
    }],
    [{ peopleNb: 1_000_001, area: 10_000_001 }, {
      area: { code: "max", max: 10_000_000 },
      peopleNb: { code: "max", max: 1_000_000 },
    }],
  ];
  for (const [typed, errors] of cases) {
    deepStrictEqual(simulationErrors({ ...FORM, ...typed }), errors, JSON.stringify(typed));
  }
});

Deno.test("simulationOverrides() are the form's values once they are valid", () => {
  const { gasSource: _none, ...values } = FORM;
  deepStrictEqual(simulationOverrides(FORM), values);
  deepStrictEqual(simulationOverrides({ ...FORM, gasSource: "meter" }), {
    ...values,
    gasSource: "meter",
  });
  strictEqual(simulationOverrides({ ...FORM, q: null }), null);
  strictEqual(simulationOverrides({ ...FORM, q: -1 }), null);
  strictEqual(simulationOverrides({ ...FORM, djuSource: "" }), null);
});

// @spec balance.gas-meter
Deno.test("gasSourceChoice() is offered to gas with a delivery point and two gas volumes", () => {
  const meters = [{ id: "a", name: "A" }, { id: "b", name: "B" }];
  const choiceOf = (room: Parameters<typeof aBoilerRoom>[0], gasVolumeSeries = meters) => {
    const boilerRoom = aBoilerRoom({ gazPce: "21546789012345", ...room });
    return gasSourceChoice(aBoard({ input: aYear({ boilerRoom }), gasVolumeSeries }));
  };
  deepStrictEqual(choiceOf({}), { isOffered: true, seriesIds: ["a", "b"] });
  strictEqual(choiceOf({ gazPce: null }).isOffered, false);
  strictEqual(choiceOf({ gazPce: "" }).isOffered, false);
  strictEqual(choiceOf({}, meters.slice(1)).isOffered, false);
  strictEqual(choiceOf({ sourceKind: "wood-mass" }).isOffered, false);
  strictEqual(choiceOf({ sourceKind: "gaz-energy" }).isOffered, true);
});

Deno.test("simulatedSettings() make a version that the next reading of the settings finds", () => {
  const overrides = simulationOverrides(FORM);
  deepStrictEqual(overrides && simulatedSettings(overrides, "2024-01-01", 2000), {
    ...someSettings(),
    fromDate: "2024-01-01",
    target: 37.5,
  });
});

const CHOICES: SimulationChoices = {
  djuSources: ["station", "roof"],
  gasSource: { isOffered: true, seriesIds: ["a", "b"] },
};

function readQuery(query: string, choices = CHOICES): SimulationForm | null {
  return readSimulation(new URLSearchParams(query), FORM, choices);
}

Deno.test("readSimulation() is off unless the query turns it on", () => {
  for (const query of ["", "area=3", "simulation=off&area=3"]) strictEqual(readQuery(query), null);
});

// @spec balance.simulation
Deno.test("readSimulation() reads each value as its control commits it", () => {
  const cases: readonly (readonly [query: string, read: Partial<SimulationForm>])[] = [
    [
      "area=1200&peopleNb=60&djuSource=roof&q=90&target=40&threshold=8&gasSource=b",
      {
        ...{ area: 1200, peopleNb: 60, djuSource: "roof", q: 90 },
        ...{ target: 40, threshold: 8, gasSource: "b" },
      },
    ],
    // Rounded to the step of 1, with a decimal comma or point.
    [
      "area=1200,5&peopleNb=60.4&q=89,6&target=40.5&threshold=7,5",
      { area: 1201, peopleNb: 60, q: 90, target: 41, threshold: 8 },
    ],
    // An unchanged prefilled number is off the step.
    ["target=37%2C5", { target: 37.5 }],
    [
      "area=-1&peopleNb=-1&q=-1&target=-1&threshold=-1",
      { area: 1, peopleNb: 0, q: 0, target: 0.1, threshold: 0 },
    ],
    ["area=-20&threshold=5000", { area: 1, threshold: 100 }],
    // An invalid number is the prefilled one; an empty field is required.
    ["threshold=abc&q=1e3&area=NaN", {}],
    ["area=", { area: null }],
    ["djuSource=", { djuSource: "" }],
    // A source that is not offered.
    ["djuSource=elsewhere", { djuSource: "" }],
    ["gasSource=zzz", { gasSource: null }],
  ];
  for (const [query, read] of cases) {
    deepStrictEqual(readQuery(`simulation=on&${query}`), { ...FORM, ...read }, query);
  }
  const closed = { ...CHOICES, gasSource: { isOffered: false, seriesIds: ["a", "b"] } };
  strictEqual(readQuery("simulation=on&gasSource=a", closed)?.gasSource, null);
  // What it clamps to is accepted.
  const low = readQuery("simulation=on&area=-1&peopleNb=-1&q=-1&target=-1&threshold=-1");
  deepStrictEqual(simulationErrors(low ?? EMPTY), {});
});

Deno.test("writeSimulation() is empty when off", () => strictEqual(writeSimulation(null), ""));

Deno.test("writeSimulation() writes what a form would send", () => {
  strictEqual(
    writeSimulation({ ...FORM, q: null, gasSource: "a b" }),
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

Deno.test("savedSettingsText() names the first month that changes", () => {
  deepStrictEqual(
    [savedSettingsText("2026-03-15", "2026-04"), savedSettingsText("2026-03-15", null)].map((
      text,
    ) => text.replaceAll(/[\u00A0\u202F]/g, " ")),
    [
      "Réglages enregistrés au 15/03/2026 : avril 2026 est le premier mois qui change.",
      "Réglages enregistrés au 15/03/2026 : aucun mois ne change, d’autres réglages les suivent avant le premier jour d’un mois.",
    ],
  );
});

Deno.test("boardYear() computes the real year of a board once, each valid simulation separately, and the real year for an invalid one", () => {
  const board = aBoard();
  const real = boardYear(board, null);
  strictEqual(boardYear(board, null), real);
  const { boilerRoom, period } = board.input;
  const prefilled = simulationPrefill(boilerRoom.settings, period);
  const overrides = simulationOverrides({ ...prefilled, target: 50 });
  strictEqual(boardYear(board, overrides).cumulative?.target.total, 20_000);
  strictEqual(boardYear(board, null), real);
  strictEqual(real.cumulative?.target.total, 16_000);
  strictEqual(boardReport(board, { ...prefilled, target: null, area: 1 }), real);
});
