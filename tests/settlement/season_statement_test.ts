import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Terms } from "@/lib/settlement/schema.ts";
import {
  type SeasonQuery,
  type SeasonStatement,
  seasonStatement,
  type SettlementFault,
  type StatementTerms,
} from "@/lib/settlement/season_statement.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const TERMS: StatementTerms = {
  from: "2025-07-01",
  nbKWh: 600_000,
  djuContract: 2_400,
  saving: [{ upTo: null, operator: "1/2" }],
  excess: [{ upTo: "15", operator: "2/3" }, { upTo: null, operator: "1" }],
  neutralPct: 0,
  neutralMode: "deductible",
  bonusHT: null,
  malusHT: null,
  priceBasis: "consumed",
  vatPercent: "20",
};

type Row = readonly [from: string, dju: string, nc: string, djuOfSeason?: string];

const OCTOBER = "2025-10-01";
const JANUARY = "2026-01-01";
const PRICE = { from: "2025-07-01", price: "0.07850" };

/** A season of 2 280 DJU: N'B is 570 000 kWh. */
function aSeason(nc: number, changes: Partial<SeasonQuery> = {}): SeasonQuery {
  const rows = [{ from: OCTOBER, dju: 2_280, nc }];
  return { kind: "MCI", rows, terms: [TERMS], prices: [PRICE], ...changes };
}

function settled(query: SeasonQuery): SeasonStatement {
  const outcome = seasonStatement(query);
  ok(outcome.ok, outcome.ok ? "" : outcome.fault);
  return outcome.statement;
}

const neutral = (neutralPct: number, neutralMode: Terms["neutralMode"] = "deductible") => ({
  neutralPct,
  neutralMode,
});

interface Case {
  readonly what: string;
  readonly kind?: Terms["kind"];
  readonly rows: readonly Row[];
  readonly terms?: Partial<StatementTerms>;
  readonly later?: Partial<StatementTerms>;
  readonly prices?: SeasonQuery["prices"];
  readonly is: readonly [reference: number, gap: number, percent: number | null];
  readonly slices: readonly (readonly [kWh: number, operatorPart: string])[];
  readonly price?: string;
  readonly owed: readonly [ht: string, vat: string, ttc: string];
  readonly also?: Partial<SeasonStatement>;
}

const MID_SEASON = {
  rows: [[OCTOBER, "1000", "230000"], [JANUARY, "1280", "294000"]],
  prices: [PRICE, { from: JANUARY, price: "0.08120", isProvisional: true }],
} as const;

/** Computed by hand with fractions, by the order of E §1.3; W1 to W6 are those of E §1.4. */
const CASES: readonly Case[] = [
  {
    what: "W1: a saving of an MCI is halved, and the landlord pays the operator's half",
    rows: [[OCTOBER, "2280", "541500"]],
    is: [570_000, 28_500, -5],
    slices: [[28_500, "1118.63"]],
    owed: ["1118.63", "223.73", "1342.36"],
    also: { basis: "metered", landlordPart: "1118.62", payer: "landlord" },
  },
  {
    what: "W2: the operator of an MTI, paid on the target, returns the landlord's half",
    kind: "MTI",
    rows: [[OCTOBER, "2280", "541500"]],
    is: [570_000, 28_500, -5],
    slices: [[28_500, "1118.63"]],
    owed: ["-1118.62", "-223.72", "-1342.34"],
    also: { basis: "target", payer: "operator" },
  },
  {
    what: "W3: an excess of a PFI is shared by bands, to 15 % and beyond",
    kind: "PFI",
    rows: [[OCTOBER, "2280", "672600"]],
    terms: { vatPercent: "10" },
    is: [570_000, -102_600, 18],
    slices: [[85_500, "4474.50"], [17_100, "1342.35"]],
    owed: ["-5816.85", "-581.69", "-6398.54"],
    also: { payer: "operator" },
  },
  {
    what: "W4: within the neutral zone nobody owes",
    rows: [[OCTOBER, "2280", "592800"]],
    terms: neutral(4),
    is: [570_000, -22_800, 4],
    slices: [],
    owed: ["0.00", "0.00", "0.00"],
    also: { neutral: 22_800, payer: null },
  },
  {
    what: "W4: beyond, the neutral zone is deducted",
    rows: [[OCTOBER, "2280", "598500"]],
    terms: neutral(4),
    is: [570_000, -28_500, 5],
    slices: [[5_700, "298.30"]],
    owed: ["-298.30", "-59.66", "-357.96"],
  },
  {
    what: "W4: or it is a threshold",
    rows: [[OCTOBER, "2280", "598500"]],
    terms: neutral(4, "threshold"),
    is: [570_000, -28_500, 5],
    slices: [[28_500, "1491.50"]],
    owed: ["-1491.50", "-298.30", "-1789.80"],
  },
  {
    what: "W5: a price revised in mid-season is weighted by what was consumed",
    ...MID_SEASON,
    is: [570_000, 46_000, -8.1],
    slices: [[46_000, "1840.23"]],
    price: "0.08001",
    owed: ["1840.23", "368.05", "2208.28"],
    also: { isProvisional: true },
  },
  {
    what: "a price revised in mid-season is weighted by the target",
    ...MID_SEASON,
    terms: { priceBasis: "target" },
    is: [570_000, 46_000, -8.1],
    slices: [[46_000, "1840.46"]],
    price: "0.08002",
    owed: ["1840.46", "368.09", "2208.55"],
    also: { isProvisional: true },
  },
  {
    what: "a price revised in mid-season is that of the last month",
    ...MID_SEASON,
    terms: { priceBasis: "last" },
    is: [570_000, 46_000, -8.1],
    slices: [[46_000, "1867.60"]],
    price: "0.08120",
    owed: ["1867.60", "373.52", "2241.12"],
    also: { isProvisional: true },
  },
  {
    what: "W6: days without energy leave both sides",
    rows: [[OCTOBER, "2172", "550000", "2310"]],
    is: [543_000, -7_000, 1.3],
    slices: [[7_000, "366.33"]],
    owed: ["-366.33", "-73.27", "-439.60"],
    also: { coveragePercent: 94 },
  },
  {
    what: "without « intéressement » the gap is shown, and nobody owes",
    kind: "MC",
    rows: [[OCTOBER, "2280", "541500"]],
    prices: [],
    is: [570_000, 28_500, -5],
    slices: [],
    owed: ["0.00", "0.00", "0.00"],
    also: { payer: null },
  },
  {
    what: "a saving is cut at its ceiling",
    rows: [[OCTOBER, "2280", "541500"]],
    terms: { bonusHT: "1000", malusHT: "2000" },
    is: [570_000, 28_500, -5],
    slices: [[28_500, "1118.63"]],
    owed: ["1000.00", "200.00", "1200.00"],
    also: { operatorPart: "1000.00", landlordPart: "1237.25", isCapped: true },
  },
  {
    what: "a saving on the target leaves the landlord what is beyond the ceiling",
    kind: "MTI",
    rows: [[OCTOBER, "2280", "541500"]],
    terms: { bonusHT: "1000", malusHT: "2000" },
    is: [570_000, 28_500, -5],
    slices: [[28_500, "1118.63"]],
    owed: ["-1237.25", "-247.45", "-1484.70"],
  },
  {
    what: "an excess is cut at its ceiling",
    rows: [[OCTOBER, "2280", "627000"]],
    terms: { bonusHT: "1000", malusHT: "2000" },
    is: [570_000, -57_000, 10],
    slices: [[57_000, "2983.00"]],
    owed: ["-2000.00", "-400.00", "-2400.00"],
  },
  {
    what: "N'B is a half of a kWh whose months are thirds: it rounds up",
    rows: [[OCTOBER, "800", "300000"], [JANUARY, "800", "300000"], [
      "2026-03-01",
      "2000",
      "300000",
    ]],
    terms: { nbKWh: 600_001 },
    is: [900_002, 2, 0],
    slices: [[2, "0.08"]],
    owed: ["0.08", "0.02", "0.10"],
  },
  {
    what: "NC is a half of a kWh: it rounds up",
    rows: [[OCTOBER, "2280", "270750.25"], [JANUARY, "0", "270750.25"]],
    is: [570_000, 28_499, -5],
    slices: [[28_499, "1118.59"]],
    owed: ["1118.59", "223.72", "1342.31"],
  },
  {
    what: "a month of hot water beyond the energy has an NC below 0: the price is weighted by N'B",
    rows: [[OCTOBER, "1000", "-120.5"], [JANUARY, "1280", "500000"]],
    prices: [PRICE, { from: JANUARY, price: "0.08120" }],
    is: [570_000, 70_120, -12.3],
    slices: [[70_120, "2805.50"]],
    price: "0.08002",
    owed: ["2805.50", "561.10", "3366.60"],
  },
  {
    what: "a price weighted by sixths of kWh is a half: it rounds up",
    rows: [[OCTOBER, "400", "-1"], [JANUARY, "2000", "500000"]],
    prices: [{ from: OCTOBER, price: "0.08003" }, { from: JANUARY, price: "0.08000" }],
    is: [600_000, 100_001, -16.7],
    slices: [[100_001, "4000.54"]],
    price: "0.08001",
    owed: ["4000.54", "800.11", "4800.65"],
  },
  {
    what: "an excess of exactly 15 % stays in its band",
    kind: "PFI",
    rows: [[OCTOBER, "2280", "655500"]],
    terms: { vatPercent: "10" },
    is: [570_000, -85_500, 15],
    slices: [[85_500, "4474.50"]],
    owed: ["-4474.50", "-447.45", "-4921.95"],
  },
  {
    what: "a kWh beyond 15 % is in the next band",
    kind: "PFI",
    rows: [[OCTOBER, "2280", "655501"]],
    terms: { vatPercent: "10" },
    is: [570_000, -85_501, 15],
    slices: [[85_500, "4474.50"], [1, "0.08"]],
    owed: ["-4474.58", "-447.46", "-4922.04"],
  },
  {
    what: "a gap of the neutral zone is owed by nobody",
    rows: [[OCTOBER, "2280", "547200"]],
    terms: neutral(4),
    is: [570_000, 22_800, -4],
    slices: [],
    owed: ["0.00", "0.00", "0.00"],
  },
  {
    what: "a kWh beyond a deducted neutral zone is shared alone",
    rows: [[OCTOBER, "2280", "547199"]],
    terms: neutral(4),
    is: [570_000, 22_801, -4],
    slices: [[1, "0.04"]],
    owed: ["0.04", "0.01", "0.05"],
  },
  {
    what: "a kWh beyond a threshold has all of the gap shared",
    kind: "MTI",
    rows: [[OCTOBER, "2280", "547199"]],
    terms: neutral(4, "threshold"),
    is: [570_000, 22_801, -4],
    slices: [[22_801, "894.94"]],
    owed: ["-894.94", "-178.99", "-1073.93"],
  },
  {
    what: "a neutral zone wider than the first band leaves no slice of it",
    rows: [[OCTOBER, "2280", "684000"]],
    terms: {
      ...neutral(5),
      excess: [
        { upTo: "3", operator: "1" },
        { upTo: "10", operator: "1/3" },
        { upTo: null, operator: "2/3" },
      ],
    },
    is: [570_000, -114_000, 20],
    slices: [[28_500, "745.75"], [57_000, "2983.00"]],
    owed: ["-3728.75", "-745.75", "-4474.50"],
  },
  {
    what: "NB, its DJU and VAT change in mid-season: each month has its NB, the end its VAT",
    rows: [[OCTOBER, "1000.4", "250000"], ["2026-02-01", "1279.6", "290000"]],
    later: { from: "2026-02-01", nbKWh: 540_000, djuContract: 2_310, vatPercent: "5.5" },
    is: [549_227, 9_227, -1.7],
    slices: [[9_227, "362.16"]],
    owed: ["362.16", "19.92", "382.08"],
  },
  {
    what: "a season without DJU has no reference, no percent and nothing covered",
    rows: [[OCTOBER, "0", "1200"]],
    is: [0, -1_200, null],
    slices: [[1_200, "94.20"]],
    owed: ["-94.20", "-18.84", "-113.04"],
    also: { coveragePercent: 0, needsAgreement: true },
  },
  {
    what: "a ceiling of half a cent rounds up",
    rows: [[OCTOBER, "2280", "450000"]],
    terms: { bonusHT: "1500.005" },
    is: [570_000, 120_000, -21.1],
    slices: [[120_000, "4710.00"]],
    owed: ["1500.01", "300.00", "1800.01"],
  },
  {
    what: "beyond its ceiling, an excess on the target is paid by the landlord",
    kind: "MTI",
    rows: [[OCTOBER, "2280", "700000"]],
    terms: { malusHT: "2500" },
    is: [570_000, -130_000, 22.8],
    slices: [[85_500, "4474.50"], [44_500, "3493.25"]],
    owed: ["7705.00", "1541.00", "9246.00"],
  },
  {
    what: "an MFI refers to NB, with the mean price of what was consumed",
    kind: "MFI",
    rows: [[OCTOBER, "2280", "571500"], [JANUARY, "0", "50000"]],
    prices: [PRICE, { from: JANUARY, price: "0.08125" }],
    is: [600_000, -21_500, 3.6],
    slices: [[21_500, "1128.32"]],
    price: "0.07872",
    owed: ["564.16", "112.83", "676.99"],
  },
  {
    what: "thirds of two bands are exact",
    kind: "CPI",
    rows: [[OCTOBER, "2280", "541501"]],
    terms: { saving: [{ upTo: "2", operator: "1/3" }, { upTo: null, operator: "2/3" }] },
    is: [570_000, 28_499, -5],
    slices: [[11_400, "298.30"], [17_099, "894.85"]],
    owed: ["1193.15", "238.63", "1431.78"],
  },
  {
    what: "90 % of the cold settles",
    rows: [[OCTOBER, "2079", "500000", "2310"]],
    is: [519_750, 19_750, -3.8],
    slices: [[19_750, "775.19"]],
    owed: ["775.19", "155.04", "930.23"],
    also: { coveragePercent: 90 },
  },
  {
    what: "90.0 % after rounding, but less before, must be agreed",
    rows: [[OCTOBER, "2078.9", "500000", "2310"]],
    is: [519_725, 19_725, -3.8],
    slices: [[19_725, "774.21"]],
    owed: ["774.21", "154.84", "929.05"],
    also: { coveragePercent: 90, needsAgreement: true },
  },
];

for (const { what, kind = "MCI", rows, terms, later, prices = [PRICE], ...wanted } of CASES) {
  // @spec settlement.season
  Deno.test(`a statement: ${what}`, () => {
    const first = { ...TERMS, ...terms };
    const statement = settled({
      kind,
      rows: rows.map(([from, dju, nc, djuOfSeason = dju]) => ({ from, dju, nc, djuOfSeason })),
      terms: later === undefined ? [first] : [{ ...first, ...later }, first],
      prices,
    });
    const [reference, gap, gapPercent] = wanted.is;
    const [ht, vat, ttc] = wanted.owed;
    const { slices, price = slices.length === 0 ? null : "0.07850" } = wanted;
    const figures = { reference, gap, gapPercent, price, slices, ht, vat, ttc };
    const whole = { coveragePercent: 100, needsAgreement: false };
    deepStrictEqual(
      {
        ...statement,
        slices: statement.slices.map(({ kWh, operatorPart }) => [kWh, operatorPart]),
      },
      { ...statement, ...figures, ...whole, ...wanted.also },
    );
  });
}

// @spec settlement.season
Deno.test("seasonStatement() suggests to review NB after two seasons beyond 15 %", () => {
  const reviewed = (nc: number, previousGapPercent: number | null) =>
    settled(aSeason(nc, { previousGapPercent })).reviewsNb;
  deepStrictEqual(
    [
      reviewed(672_600, 16),
      reviewed(672_600, 15),
      reviewed(672_600, null),
      reviewed(480_000, -15.1),
    ],
    [true, false, false, true],
  );
});

// @spec settlement.season
Deno.test("seasonStatement() refuses a wrong contract by the name of its fault", () => {
  const terms = (changes: Partial<StatementTerms>) => ({ terms: [{ ...TERMS, ...changes }] });
  const saving = (...bands: StatementTerms["saving"]) => terms({ saving: bands });
  const cases: readonly (readonly [SettlementFault, Partial<SeasonQuery>])[] = [
    ["no-rows", { rows: [] }],
    ["no-terms", { terms: [] }],
    ["no-terms", terms({ from: "2026-01-01" })],
    ["no-price", { prices: [] }],
    ["no-dju", terms({ djuContract: 0 })],
    ["overlapping-terms", { terms: [TERMS, TERMS] }],
    ["overlapping-prices", { prices: ["1", "2"].map((price) => ({ from: "2025-07-01", price })) }],
    [
      "bands-not-increasing",
      saving({ upTo: "5", operator: "1" }, { upTo: "5", operator: "1" }, {
        upTo: null,
        operator: "1",
      }),
    ],
    ["share-outside-0-1", saving({ upTo: null, operator: "3/2" })],
    ["share-outside-0-1", saving({ upTo: null, operator: "-1/2" })],
    ["share-outside-0-1", saving({ upTo: null, operator: "1/0" })],
    ["last-band-bounded", saving({ upTo: "5", operator: "1" })],
    ["several-terms-of-mfi", {
      kind: "MFI",
      rows: [{ from: "2025-10-01", dju: 1, nc: 1 }, { from: "2026-01-01", dju: 1, nc: 1 }],
      terms: [TERMS, { ...TERMS, from: "2026-01-01" }],
    }],
  ];
  for (const [fault, changes] of cases) {
    deepStrictEqual(seasonStatement(aSeason(541_500, changes)), { ok: false, fault }, fault);
  }
});

const cents = (amount: string) => Math.round(Number(amount) * 100);

// @spec settlement.season
Deno.test("the slices make up the shared gap, and the parts the whole, whatever the bands", () => {
  fc.assert(fc.property(
    fc.integer({ min: 0, max: 1_200_000 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
    fc.integer({ min: 0, max: 10 }),
    fc.constantFrom("1/2", "1/3", "2/3", "0", "1", "0.35"),
    fc.constantFrom<SeasonQuery["kind"]>("MCI", "MTI", "PFI"),
    (nc, bounds, neutralPct, operator, kind) => {
      const sorted = bounds.toSorted((a, b) => a - b).map(String);
      const bands = [...sorted, null].map((upTo) => ({ upTo, operator }));
      const terms = [{ ...TERMS, saving: bands, excess: bands, neutralPct }];
      const query = aSeason(nc, { kind, terms });
      const { slices, gap, operatorPart, landlordPart, ...rest } = settled(query);
      const shared = Math.max(0, Math.abs(gap) - rest.neutral);
      strictEqual(slices.reduce((sum, { kWh }) => sum + kWh, 0), shared);
      ok(slices.every(({ share }) => share === operator));
      const value = slices.reduce((sum, slice) => sum + cents(slice.value), 0);
      strictEqual(cents(operatorPart) + cents(landlordPart), value);
      strictEqual(cents(rest.ht) + cents(rest.vat), cents(rest.ttc));
    },
  ));
});

// @spec settlement.season
Deno.test("a season cut at a day where nothing changes is settled alike, in any order of its rows and prices", () => {
  fc.assert(fc.property(
    fc.integer({ min: 0, max: 700_000 }),
    fc.integer({ min: 0, max: 700_000 }),
    fc.integer({ min: 1, max: 2_279 }),
    (nc, part, dju) => {
      const cut = [
        { from: "2025-10-01", dju, nc: Math.min(part, nc) },
        { from: "2025-12-01", dju: 2_280 - dju, nc: nc - Math.min(part, nc) },
      ];
      const prices = [PRICE, { from: "2024-07-01", price: "9" }];
      const whole = settled(aSeason(nc));
      deepStrictEqual(settled(aSeason(nc, { rows: cut })), whole);
      deepStrictEqual(settled(aSeason(nc, { rows: cut.toReversed(), prices })), whole);
    },
  ));
});
