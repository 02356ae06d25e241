import { deepStrictEqual, ok } from "node:assert/strict";
import {
  type ContractKind,
  type EnergyTerms,
  type SeasonQuery,
  seasonStatement,
} from "@/lib/settlement/season_statement.ts";

const TERMS: EnergyTerms = {
  from: "2025-07-01",
  nbKWh: 600_000,
  djuContract: 2_400,
  saving: [{ upTo: null, operator: "1/2" }],
  excess: [{ upTo: 15, operator: "2/3" }, { upTo: null, operator: "1" }],
  neutral: { pct: 0, mode: "deductible" },
  caps: { bonusHT: null, malusHT: null },
  priceBasis: "consumed",
  vatRate: "0.20",
};

type Row = readonly [from: string, dju: string, nc: string, djuOfSeason?: string];

const OCTOBER = "2025-10-01";
const JANUARY = "2026-01-01";
const PRICE = { from: "2025-07-01", price: "0.07850" };

const neutral = (pct: number, mode: EnergyTerms["neutral"]["mode"] = "deductible") => ({
  neutral: { pct, mode },
});

interface Case {
  readonly what: string;
  readonly kind?: ContractKind;
  readonly rows: readonly Row[];
  readonly terms?: Partial<EnergyTerms>;
  readonly later?: Partial<EnergyTerms>;
  readonly prices?: SeasonQuery["prices"];
  /** Reference, gap and its percent; kWh and operator's part of each slice; price; HT, VAT and TTC; coverage. */
  readonly is: readonly [
    reference: number,
    gap: number,
    percent: number | null,
    slices: readonly (readonly [kWh: number, operatorPart: string])[],
    price: string | null,
    ht: string,
    vat: string,
    ttc: string,
    coverage?: number,
    needsAgreement?: boolean,
  ];
}

/** Computed by hand with fractions, by the order of E §1.3. */
const CASES: readonly Case[] = [
  {
    what: "N'B is a half of a kWh whose months are thirds: it rounds up",
    rows: [[OCTOBER, "800", "300000"], [JANUARY, "800", "300000"], [
      "2026-03-01",
      "2000",
      "300000",
    ]],
    terms: { nbKWh: 600_001 },
    is: [900_002, 2, 0, [[2, "0.08"]], "0.07850", "0.08", "0.02", "0.10"],
  },
  {
    what: "NC is a half of a kWh: it rounds up",
    rows: [[OCTOBER, "2280", "270750.25"], [JANUARY, "0", "270750.25"]],
    is: [570_000, 28_499, -5, [[28_499, "1118.59"]], "0.07850", "1118.59", "223.72", "1342.31"],
  },
  {
    what: "a month of hot water beyond the energy has an NC below 0: the price is weighted by N'B",
    rows: [[OCTOBER, "1000", "-120.5"], [JANUARY, "1280", "500000"]],
    prices: [PRICE, { from: JANUARY, price: "0.08120" }],
    is: [570_000, 70_120, -12.3, [[70_120, "2805.50"]], "0.08002", "2805.50", "561.10", "3366.60"],
  },
  {
    what: "a price weighted by sixths of kWh is a half: it rounds up",
    rows: [[OCTOBER, "400", "-1"], [JANUARY, "2000", "500000"]],
    prices: [{ from: OCTOBER, price: "0.08003" }, { from: JANUARY, price: "0.08000" }],
    is: [
      600_000,
      100_001,
      -16.7,
      [[100_001, "4000.54"]],
      "0.08001",
      "4000.54",
      "800.11",
      "4800.65",
    ],
  },
  {
    what: "an excess of exactly 15 % stays in its band",
    kind: "PFI",
    rows: [[OCTOBER, "2280", "655500"]],
    terms: { vatRate: "0.10" },
    is: [
      570_000,
      -85_500,
      15,
      [[85_500, "4474.50"]],
      "0.07850",
      "-4474.50",
      "-447.45",
      "-4921.95",
    ],
  },
  {
    what: "a kWh beyond 15 % is in the next band",
    kind: "PFI",
    rows: [[OCTOBER, "2280", "655501"]],
    terms: { vatRate: "0.10" },
    is: [
      570_000,
      -85_501,
      15,
      [[85_500, "4474.50"], [1, "0.08"]],
      "0.07850",
      "-4474.58",
      "-447.46",
      "-4922.04",
    ],
  },
  {
    what: "a gap of the neutral zone is owed by nobody",
    rows: [[OCTOBER, "2280", "547200"]],
    terms: neutral(4),
    is: [570_000, 22_800, -4, [], null, "0.00", "0.00", "0.00"],
  },
  {
    what: "a kWh beyond a deducted neutral zone is shared alone",
    rows: [[OCTOBER, "2280", "547199"]],
    terms: neutral(4),
    is: [570_000, 22_801, -4, [[1, "0.04"]], "0.07850", "0.04", "0.01", "0.05"],
  },
  {
    what: "a kWh beyond a threshold has all of the gap shared",
    kind: "MTI",
    rows: [[OCTOBER, "2280", "547199"]],
    terms: neutral(4, "threshold"),
    is: [570_000, 22_801, -4, [[22_801, "894.94"]], "0.07850", "-894.94", "-178.99", "-1073.93"],
  },
  {
    what: "a neutral zone wider than the first band leaves no slice of it",
    rows: [[OCTOBER, "2280", "684000"]],
    terms: {
      ...neutral(5),
      excess: [
        { upTo: 3, operator: "1" },
        { upTo: 10, operator: "1/3" },
        { upTo: null, operator: "2/3" },
      ],
    },
    is: [
      570_000,
      -114_000,
      20,
      [[28_500, "745.75"], [57_000, "2983.00"]],
      "0.07850",
      "-3728.75",
      "-745.75",
      "-4474.50",
    ],
  },
  {
    what: "NB, its DJU and VAT change in mid-season: each month has its NB, the end its VAT",
    rows: [[OCTOBER, "1000.4", "250000"], ["2026-02-01", "1279.6", "290000"]],
    later: { from: "2026-02-01", nbKWh: 540_000, djuContract: 2_310, vatRate: "0.055" },
    is: [549_227, 9_227, -1.7, [[9_227, "362.16"]], "0.07850", "362.16", "19.92", "382.08"],
  },
  {
    what: "a season without DJU has no reference, no percent and nothing covered",
    rows: [[OCTOBER, "0", "1200"]],
    is: [
      0,
      -1_200,
      null,
      [[1_200, "94.20"]],
      "0.07850",
      "-94.20",
      "-18.84",
      "-113.04",
      0,
      true,
    ],
  },
  {
    what: "a ceiling of half a cent rounds up",
    rows: [[OCTOBER, "2280", "450000"]],
    terms: { caps: { bonusHT: "1500.005", malusHT: null } },
    is: [
      570_000,
      120_000,
      -21.1,
      [[120_000, "4710.00"]],
      "0.07850",
      "1500.01",
      "300.00",
      "1800.01",
    ],
  },
  {
    what: "beyond its ceiling, an excess on the target is paid by the landlord",
    kind: "MTI",
    rows: [[OCTOBER, "2280", "700000"]],
    terms: { caps: { bonusHT: null, malusHT: 2_500 } },
    is: [
      570_000,
      -130_000,
      22.8,
      [[85_500, "4474.50"], [44_500, "3493.25"]],
      "0.07850",
      "7705.00",
      "1541.00",
      "9246.00",
    ],
  },
  {
    what: "an MFI refers to NB, with the mean price of what was consumed",
    kind: "MFI",
    rows: [[OCTOBER, "2280", "571500"], [JANUARY, "0", "50000"]],
    prices: [PRICE, { from: JANUARY, price: "0.08125" }],
    is: [600_000, -21_500, 3.6, [[21_500, "1128.32"]], "0.07872", "564.16", "112.83", "676.99"],
  },
  {
    what: "thirds of two bands are exact",
    kind: "CPI",
    rows: [[OCTOBER, "2280", "541501"]],
    terms: { saving: [{ upTo: 2, operator: "1/3" }, { upTo: null, operator: "2/3" }] },
    is: [
      570_000,
      28_499,
      -5,
      [[11_400, "298.30"], [17_099, "894.85"]],
      "0.07850",
      "1193.15",
      "238.63",
      "1431.78",
    ],
  },
  {
    what: "90 % of the cold settles",
    rows: [[OCTOBER, "2079", "500000", "2310"]],
    is: [519_750, 19_750, -3.8, [[19_750, "775.19"]], "0.07850", "775.19", "155.04", "930.23", 90],
  },
  {
    what: "90.0 % after rounding, but less before, must be agreed",
    rows: [[OCTOBER, "2078.9", "500000", "2310"]],
    is: [
      519_725,
      19_725,
      -3.8,
      [[19_725, "774.21"]],
      "0.07850",
      "774.21",
      "154.84",
      "929.05",
      90,
      true,
    ],
  },
];

for (const { what, kind = "MCI", rows, terms = {}, later, prices = [PRICE], is } of CASES) {
  // @spec settlement.season
  Deno.test(`a statement: ${what}`, () => {
    const first = { ...TERMS, ...terms };
    const outcome = seasonStatement({
      kind,
      rows: rows.map(([from, dju, nc, djuOfSeason = dju]) => ({ from, dju, nc, djuOfSeason })),
      terms: later === undefined ? [first] : [{ ...first, ...later }, first],
      prices,
    });
    ok(outcome.ok, outcome.ok ? "" : outcome.fault);
    const { statement } = outcome;
    const [reference, gap, percent, slices, price, ht, vat, ttc, coverage = 100, agreed = false] =
      is;
    deepStrictEqual(
      [statement.reference, statement.gap, statement.gapPercent, statement.price],
      [reference, gap, percent, price],
    );
    deepStrictEqual(
      statement.slices.map(({ kWh, operatorPart }) => [kWh, operatorPart]),
      slices,
    );
    deepStrictEqual([statement.ht, statement.vat, statement.ttc], [ht, vat, ttc]);
    deepStrictEqual([statement.coveragePercent, statement.needsAgreement], [coverage, agreed]);
  });
}
