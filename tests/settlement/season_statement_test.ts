import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  type Band,
  type EnergyTerms,
  type SeasonQuery,
  type SeasonStatement,
  seasonStatement,
  type SettlementFault,
  type StatementRow,
} from "@/lib/settlement/season_statement.ts";
import { fc } from "@/tests/npm/fast_check.ts";

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

/** A season of 2 280 DJU: N'B is 570 000 kWh. */
function aSeason(nc: number, changes: Partial<SeasonQuery> = {}): SeasonQuery {
  return {
    kind: "MCI",
    rows: [{ from: "2025-10-01", dju: 2_280, nc }],
    terms: [TERMS],
    prices: [{ from: "2025-07-01", price: "0.07850" }],
    ...changes,
  };
}

function settled(query: SeasonQuery): SeasonStatement {
  const outcome = seasonStatement(query);
  ok(outcome.ok, outcome.ok ? "" : outcome.fault);
  return outcome.statement;
}

function amounts({ ht, vat, ttc, payer }: SeasonStatement) {
  return [ht, vat, ttc, payer];
}

// @spec settlement.season
Deno.test("W1: a saving of an MCI is halved, and the landlord pays the operator's half", () => {
  const statement = settled(aSeason(541_500));
  deepStrictEqual(
    [statement.reference, statement.gap, statement.gapPercent],
    [570_000, 28_500, -5],
  );
  deepStrictEqual(statement.slices, [{
    kWh: 28_500,
    value: "2237.25",
    share: "1/2",
    operatorPart: "1118.63",
    landlordPart: "1118.62",
  }]);
  deepStrictEqual(amounts(statement), ["1118.63", "223.73", "1342.36", "landlord"]);
});

// @spec settlement.season
Deno.test("W2: the operator of an MTI, paid on the target, returns the landlord's half", () => {
  const statement = settled(aSeason(541_500, { kind: "MTI" }));
  strictEqual(statement.basis, "target");
  deepStrictEqual(amounts(statement), ["-1118.62", "-223.72", "-1342.34", "operator"]);
});

// @spec settlement.season
Deno.test("W3: an excess of a PFI is shared by bands, to 15 % and beyond", () => {
  const pfi = { kind: "PFI", terms: [{ ...TERMS, vatRate: "0.10" }] } as const;
  const statement = settled(aSeason(672_600, pfi));
  strictEqual(statement.gapPercent, 18);
  deepStrictEqual(
    statement.slices.map(({ kWh, value, operatorPart }) => [kWh, value, operatorPart]),
    [
      [85_500, "6711.75", "4474.50"],
      [17_100, "1342.35", "1342.35"],
    ],
  );
  deepStrictEqual(amounts(statement), ["-5816.85", "-581.69", "-6398.54", "operator"]);
  strictEqual(settled(aSeason(627_000, pfi)).ht, "-2983.00");
});

// @spec settlement.season
Deno.test("W4: within the neutral zone nobody owes; beyond, it is deducted or a threshold", () => {
  const withZone = (mode: EnergyTerms["neutral"]["mode"]) => ({
    terms: [{ ...TERMS, neutral: { pct: 4, mode } }],
  });
  const inside = settled(aSeason(592_800, withZone("deductible")));
  deepStrictEqual([inside.neutral, inside.slices, inside.ht, inside.payer], [
    22_800,
    [],
    "0.00",
    null,
  ]);
  const kWh = (mode: EnergyTerms["neutral"]["mode"]) =>
    settled(aSeason(598_500, withZone(mode))).slices.map((slice) => slice.kWh);
  deepStrictEqual([kWh("deductible"), kWh("threshold")], [[5_700], [28_500]]);
});

// @spec settlement.season
Deno.test("W5: a price revised in mid-season is weighted by what was consumed", () => {
  const rows = [
    { from: "2025-10-01", dju: 1_000, nc: 230_000 },
    { from: "2026-01-01", dju: 1_280, nc: 294_000 },
  ];
  const prices = [
    { from: "2025-07-01", price: "0.07850" },
    { from: "2026-01-01", price: "0.08120", isProvisional: true },
  ];
  const statement = settled(aSeason(0, { rows, prices }));
  deepStrictEqual(
    [statement.price, statement.gap, statement.slices[0]?.value, statement.operatorPart],
    ["0.08001", 46_000, "3680.46", "1840.23"],
  );
  strictEqual(statement.isProvisional, true);
  const priced = (priceBasis: EnergyTerms["priceBasis"], nc = 294_000) =>
    settled(aSeason(0, {
      rows: [rows[0] ?? TERMS_ROW, { from: "2026-01-01", dju: 1_280, nc }],
      prices,
      terms: [{ ...TERMS, priceBasis }],
    })).price;
  deepStrictEqual([priced("target"), priced("last")], ["0.08002", "0.08120"]);
  // A month below 0 cannot weigh a price.
  strictEqual(priced("consumed", -10), "0.08002");
});

const TERMS_ROW: StatementRow = { from: "2025-10-01", dju: 0, nc: 0 };

// @spec settlement.season
Deno.test("W6: days without energy leave both sides; under 90 % of the cold both must agree", () => {
  const season = (dju: number, nc: number) =>
    settled(aSeason(0, { rows: [{ from: "2025-10-01", dju, djuOfSeason: 2_310, nc }] }));
  const statement = season(2_172, 550_000);
  deepStrictEqual(
    [statement.reference, statement.gap, statement.coveragePercent, statement.needsAgreement],
    [543_000, -7_000, 94, false],
  );
  strictEqual(season(2_078, 550_000).needsAgreement, true);
  strictEqual(season(2_079, 550_000).needsAgreement, false);
});

// @spec settlement.season
Deno.test("seasonStatement() without « intéressement » shows the gap, and nobody owes", () => {
  const statement = settled(aSeason(541_500, { kind: "MC", prices: [] }));
  deepStrictEqual([statement.gap, statement.slices, ...amounts(statement)], [
    28_500,
    [],
    "0.00",
    "0.00",
    "0.00",
    null,
  ]);
});

// @spec settlement.season
Deno.test("seasonStatement() of an MFI refers to NB, whatever the weather", () => {
  const statement = settled(aSeason(571_500, { kind: "MFI" }));
  deepStrictEqual([statement.reference, statement.gap, statement.ht], [
    600_000,
    28_500,
    "-1118.62",
  ]);
});

// @spec settlement.season
Deno.test("seasonStatement() cuts the operator's part at its ceiling of a saving or an excess", () => {
  const terms = [{ ...TERMS, caps: { bonusHT: 1_000, malusHT: 2_000 } }];
  const saving = settled(aSeason(541_500, { terms }));
  deepStrictEqual([saving.operatorPart, saving.landlordPart, saving.isCapped], [
    "1000.00",
    "1237.25",
    true,
  ]);
  strictEqual(settled(aSeason(541_500, { terms, kind: "MTI" })).ht, "-1237.25");
  strictEqual(settled(aSeason(627_000, { terms })).ht, "-2000.00");
  // Of an excess on the target, the landlord pays what the ceiling leaves.
  strictEqual(settled(aSeason(627_000, { terms, kind: "MTI" })).ht, "2474.50");
});

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
  const terms = (changes: Partial<EnergyTerms>) => ({ terms: [{ ...TERMS, ...changes }] });
  const saving = (...bands: Band[]) => terms({ saving: bands });
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
      saving({ upTo: 5, operator: "1" }, { upTo: 5, operator: "1" }, { upTo: null, operator: "1" }),
    ],
    ["share-outside-0-1", saving({ upTo: null, operator: "3/2" })],
    ["share-outside-0-1", saving({ upTo: null, operator: "-1/2" })],
    ["share-outside-0-1", saving({ upTo: null, operator: "1/0" })],
    ["last-band-bounded", saving({ upTo: 5, operator: "1" })],
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
    (nc, bounds, pct, operator, kind) => {
      const bands = [...bounds.toSorted((a, b) => a - b), null].map((upTo) => ({ upTo, operator }));
      const neutral = { pct, mode: "deductible" } as const;
      const query = aSeason(nc, {
        kind,
        terms: [{ ...TERMS, saving: bands, excess: bands, neutral }],
      });
      const { slices, gap, operatorPart, landlordPart, ...rest } = settled(query);
      const shared = Math.max(0, Math.abs(gap) - rest.neutral);
      strictEqual(slices.reduce((sum, { kWh }) => sum + kWh, 0), shared);
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
      const prices = [{ from: "2025-07-01", price: "0.07850" }, { from: "2024-07-01", price: "9" }];
      const whole = settled(aSeason(nc));
      deepStrictEqual(settled(aSeason(nc, { rows: cut })), whole);
      deepStrictEqual(settled(aSeason(nc, { rows: cut.toReversed(), prices })), whole);
    },
  ));
});
