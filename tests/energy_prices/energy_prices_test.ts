import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { gapCostText, missingPriceText, monthCostText } from "@/lib/energy_prices/prices_text.ts";
import { readPriceFile } from "@/lib/energy_prices/price_file.ts";
import type { EnergyPriceRecord } from "@/lib/energy_prices/records.ts";
import { typedAmount } from "@/lib/energy_prices/forms.ts";
import { gapCostOf, tariffsOf, yearCostOf } from "@/lib/energy_prices/year_cost.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import {
  aBoilerRoom,
  aProject,
  at,
  ORG,
  PROJECT,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { asLandlord, withVisitor } from "@/tests/helpers/a_site.ts";
import { priceDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aHeatedRoom, SETTLER } from "@/tests/settlement/builders.ts";

const GAS: EnergyPriceRecord = priceDraft({ from: "2025-01-01", annualFixed: "1840" });
const ROOM = { boilerRoomId: "b1", fuel: "gaz" } as const;

// @spec prices.dated
Deno.test("tariffsOf() has the boiler room's own prices, and before them those of the residence", () => {
  const own = { ...GAS, boilerRoomId: "b1", from: "2026-01-01", price: "0.0812", unit: "€/kWh" };
  const prices: EnergyPriceRecord[] = [
    { ...GAS, from: "2026-02-01", price: "99" },
    { ...own, unit: "€/kWh" },
    { ...GAS, boilerRoomId: "b2", price: "1" },
    { ...GAS, fuel: "wood", price: "2" },
    GAS,
  ];
  const shown = tariffsOf(prices, ROOM).map(({ from, price }) => [from, price]);
  deepStrictEqual(shown, [["2025-01-01", "0.07850"], ["2026-01-01", "0.08120"]]);
});

const row = (month: string, energy: number | null, gap: number | null) => ({
  month,
  source: { kind: "gaz-volume" as const, volume: null, mass: null, energy },
  heating: { total: gap === null ? null : 1_000 + gap, perAreaDju: null },
  target: { total: gap === null ? null : 1_000, perAreaDju: null },
});

// @spec prices.year-cost
Deno.test("yearCostOf() of W8: February 2026 with a change inside; the gap has no subscription", () => {
  const tariffs = tariffsOf([GAS, { ...GAS, from: "2026-02-11", price: "81.20" }], ROOM);
  const { months, total } = yearCostOf([row("2026-02", 38_000, 28_000)], {
    tariffs,
    today: "2026-11-29",
  });
  // 10 000 kWh at 0.0785 and 18 000 at 0.0812: 785.00 + 1 461.60, VAT 449.32.
  deepStrictEqual(months, [{
    month: "2026-02",
    kwh: 38_000,
    ht: "3190.10",
    ttc: "3828.12",
    gapKwh: 28_000,
    gapTtc: "2695.92",
    missing: [],
  }]);
  deepStrictEqual([total.ttc, total.gapTtc], ["3828.12", "2695.92"]);
});

// @spec prices.year-cost, prices.gap-cost
Deno.test("yearCostOf() names the days without a price, and gives no total with one", () => {
  const tariffs = tariffsOf([{ ...GAS, from: "2026-02-11" }], ROOM);
  const rows = [row("2026-01", 100, 10), row("2026-02", 100, -5), row("2026-03", 100, null)];
  const { months, total } = yearCostOf(rows, { tariffs, today: "2026-03-05" });
  deepStrictEqual(total.missing, [{ from: "2026-01-01", to: "2026-02-10" }]);
  deepStrictEqual([total.ttc, total.gapTtc, total.gapKwh], [null, null, 5]);
  // 100 kWh at 0.0785, and 4 days of 1 840 € a year: 7.85 + 20.16, with VAT 33.61.
  strictEqual(months[2]?.ttc, "33.61");
  strictEqual(missingPriceText(total.missing), "prix manquant du 01/01/2026 au 10/02/2026");
});

// @spec prices.gap-cost
Deno.test("a gap costs its kWh at the variable price, tax included", () => {
  const gap = { from: "2026-01-01", to: "2026-01-31", kwh: 45_700 };
  const { gapTtc } = gapCostOf(gap, tariffsOf([GAS], ROOM));
  // 45 700 × 0.0785 = 3 587.45; with 20 %, 4 304.94.
  strictEqual(gapTtc, "4304.94");
  strictEqual(gapCostText(gapTtc ?? ""), "environ 4\u202F300\u00A0€ au-dessus de l’objectif");
  const month = { month: "2025-01", kwh: 1, ht: "1", ttc: "8437.20", gapKwh: -1, missing: [] };
  deepStrictEqual(
    ["-498.10", "421", "-99"].map((gapTtc) => monthCostText({ ...month, gapTtc })),
    ["écart -500\u00A0€", "écart +420\u00A0€", "écart moins de 100\u00A0€"].map((gap) =>
      `janvier 2025\u00A0: 8\u202F400\u00A0€, ${gap}`
    ),
  );
  strictEqual(gapCostText("-99.99"), "moins de 100\u00A0€ au-dessous de l’objectif");
});

const HEAD =
  "Énergie;Chaufferie;À partir du;Prix HT;Unité;TVA (%);Abonnement HT (€/an);TVA de l’abonnement (%);Fournisseur;Source";

// @spec prices.units
Deno.test("typedAmount() reads an amount, or a price by kW and its kW", () => {
  deepStrictEqual(
    ["1 840", "42,5 × 300", "42.5 x 300", "1,005*3", "abc", "", "1×2×3", "-5", "9e9"].map(
      typedAmount,
    ),
    ["1840", "12750", "12750", "3.015", null, null, null, null, null],
  );
});

// @spec prices.import
Deno.test("readPriceFile() reads the lines it can, and names each of the others", async () => {
  const file = await readPriceFile(
    [
      HEAD,
      "Gaz;;01/01/2026;78,5;€/MWh;20;1 840;20;Coteaux;Marché",
      "bois;CH-01;2026-01-01;355;€/t pellets;10;;;;",
      "Gaz;CH-09;2026-01-01;78;€/MWh;20;;;;",
      "Gaz;;2026-13-01;78;€/MWh;20;;;;",
      "Gaz;;2026-02-01;abc;€/MWh;20;;;;",
      "Gaz;;2026-02-01;355;€/t pellets;20;;;;",
      "Gaz;;2026-02-01;78;€/MWh;20;500;;;",
      "Gaz;;2026-01-01;80;€/MWh;20;;;;",
    ].join("\n"),
    [{ id: "b1", name: "Chaufferie", code: "CH-01" }],
  );
  if (!file.ok) throw new Error(file.message);
  deepStrictEqual(
    file.prices.map(({ fuel, boilerRoomId, price, annualFixed }) => [
      fuel,
      boilerRoomId,
      price,
      annualFixed,
    ]),
    [["gaz", null, "78.5", "1840"], ["wood", "b1", "355", "0"]],
  );
  deepStrictEqual(file.errors.map(({ line, column }) => [line, column]), [
    [4, "Chaufferie"],
    [5, "À partir du"],
    [6, "Prix HT"],
    [7, "Unité"],
    [8, "TVA de l’abonnement (%)"],
    [9, null],
  ]);
  const other = await readPriceFile("Date;Index\n2026-01-01;4\n", []);
  match(other.ok ? "" : other.message, /«\u00A0Énergie\u00A0»/);
});

// @spec prices.import
Deno.test("a file is tried, then imported once; the same file changes nothing", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ ask }) => {
    const body = `${HEAD}\nGaz;;2026-01-01;78,5;€/MWh;20;1840;20;;\nGaz;;hier;78,5;€/MWh;20;;;;`;
    const counts = async (dryRun: "true" | "false") => {
      const { insertedCount, unchangedCount, refusedCount } = await answerOf(
        ask("importEnergyPrices", { ...at, dryRun, body }),
      );
      return [insertedCount, unchangedCount, refusedCount];
    };
    deepStrictEqual(await counts("true"), [1, 0, 1]);
    deepStrictEqual(await answerOf(ask("listEnergyPrices", at)), []);
    deepStrictEqual(await counts("false"), [1, 0, 1]);
    deepStrictEqual(await counts("false"), [0, 1, 1]);
  }));

// @spec prices.dated
Deno.test("two prices of an energy, a place and a day are refused, and one of another residence's boiler room", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const create = async (over: Partial<EnergyPriceRecord>) => {
      const created = await ask("createEnergyPrice", { ...at, body: { ...GAS, ...over } });
      return created.ok || created.code;
    };
    strictEqual(await create({}), true);
    strictEqual(await create({ boilerRoomId }), true);
    strictEqual(await create({ price: "80" }), "price-taken");
    strictEqual(await create({ boilerRoomId: "elsewhere" }), "unknown-reference");
    strictEqual(await create({ from: "2026-01-01", unit: "€/t pellets" }), "invalid-input");
  }));

// @spec prices.copy
Deno.test("prices of the whole residence are copied to those that the user configures, all or none", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ ask, built: { store } }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    for (const body of [GAS, { ...GAS, boilerRoomId }]) {
      await answerOf(ask("createEnergyPrice", { ...at, body }));
    }
    await store.atomic()
      .set(keys.project("p2"), aProject({ name: "Les Rosiers", code: "R2" }))
      .set(keys.projectFeatures("p2"), NO_FEATURES)
      .set(keys.projectOfOrg(ORG, "p2"), true)
      .commit();
    const copy = (...projects: string[]) => ask("copyEnergyPrices", { ...at, body: { projects } });
    const refused = await copy(PROJECT, "p2");
    strictEqual(refused.ok || refused.code, "unknown-reference");
    const own = await answerOf(copy(PROJECT));
    deepStrictEqual([own.projectCount, own.insertedCount, own.unchangedCount], [1, 0, 1]);
  }));

/** A price as its form sends it. */
const TYPED = {
  ...priceDraft({ from: "2026-01-01", price: "78,5", fixedVatPercent: "0", supplier: "Coteaux" }),
  version: "",
  boilerRoomId: "",
};

// @spec prices.dated, prices.import, prices.vat
Deno.test("a price is typed, listed, corrected and deleted; its file is imported again", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ visitor }) => {
    const path = links.energyPrices(PROJECT);
    const wrong = await visitor.post(path, { ...TYPED, price: "", unit: "€/t pellets" });
    strictEqual(wrong.status, 400);
    match(wrong.text, /Unité inconnue pour cette énergie/);
    match(
      wrong.text,
      /gaz et électricité 5,5\s% jusqu’au 31\/07\/2025, 20\s% ensuite\s; R2 5,5\s%/,
    );
    const odd = await visitor.post(path, { ...TYPED, annualFixed: "300 kW" });
    match(odd.text, /comme «\s42,5 × 300\s»/);
    strictEqual((await visitor.post(path, TYPED)).status, 303);
    const twice = await visitor.post(path, TYPED);
    match(twice.text, /Doit être unique/);
    match((await visitor.get(path)).text, /Gaz Toute la résidence 01\/01\/2026 78,5 €\/MWh/);
    const file = (await visitor.get(`${path}?csv=semicolon`)).html;
    match(file, /Gaz;;2026-01-01;78,5;€\/MWh;20;0;0;Coteaux;/);
    const again = await readPriceFile(file, []);
    strictEqual(again.ok && again.prices[0]?.price, "78.5");
  }, { residence: {} }));

// @spec prices.by-area
Deno.test("listRoomCosts() costs the finished months of a year by m², or nothing when one is unknown", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    const boilerRoomId = await aHeatedRoom(built, ask);
    const costs = async (segment: string) =>
      await answerOf(ask("listRoomCosts", { orgId: ORG, segment }));
    // 120 days of 2 400 kWh at 0.0785 with VAT, on 1 000 m²: 7 008.48 + 6 330.24 + 7 008.48 + 6 782.40.
    deepStrictEqual(await costs("monthly-2025"), [{ ...at, boilerRoomId, eurosPerM2: 27.13 }]);
    deepStrictEqual(await costs("monthly-2024"), [{ ...at, boilerRoomId, eurosPerM2: null }]);
  }, { now: "2025-05-02T09:00:00Z" }));

// @spec prices.bills
Deno.test("bills are typed, listed, and summed beside the estimate of the year of their last day", () =>
  withVisitor(SETTLER, async ({ site, ask, visitor }) => {
    const boilerRoomId = await aHeatedRoom(site, ask);
    const path = links.energyBills(PROJECT);
    const typed = {
      version: "",
      boilerRoomId,
      from: "2024-12-01",
      to: "2025-01-31",
      amountTtc: "13 338,72",
      reference: "F-1",
    };
    const reversed = await visitor.post(path, { ...typed, to: "2024-11-30" });
    strictEqual(reversed.status, 400);
    strictEqual((await visitor.post(path, { ...typed, boilerRoomId: "" })).status, 400);
    strictEqual((await visitor.post(path, typed)).status, 303);
    const february = { ...typed, from: "2025-02-01", to: "2025-02-28", amountTtc: "6330,25" };
    strictEqual((await visitor.post(path, february)).status, 303);
    // A credit note; a sum beyond the bounds is refused on both sides.
    const credit = { ...typed, to: "2025-02-03", amountTtc: "-120,50", reference: "A-1" };
    strictEqual((await visitor.post(path, credit)).status, 303);
    strictEqual((await visitor.post(path, { ...credit, amountTtc: "-1000000000" })).status, 400);
    match((await visitor.get(path)).text, /Chaufferie 01\/12\/2024 31\/01\/2025 13\s338,72 F-1/);
    match(
      (await visitor.get(`${path}?csv=semicolon`)).html,
      /Chaufferie;2024-12-01;2025-02-03;-120,5;A-1\r\nChaufferie;2024-12-01;2025-01-31;13338,72;F-1/,
    );
    const cost = async (segment: string) =>
      (await answerOf(ask("getEnergyCost", { ...at, boilerRoomId, segment }))).billed;
    deepStrictEqual(await cost("monthly-2025"), { ttc: "19548.47", count: 3 });
    deepStrictEqual(await cost("monthly-2024"), null);
    const balance = await visitor.get(links.energyBalance(PROJECT, boilerRoomId, "monthly/2025"));
    match(balance.text, /Facturé\s: 19\s548,47\s€ TTC, 3\sfactures/);
  }, { now: "2025-05-02T09:00:00Z" }));

// @spec prices.electricity
Deno.test("electricity has its own prices, and that of heat pumps its cost", () =>
  asLandlord(async (landlord) => {
    const pumps = links.heatPumps("p01", "p01-c1", "daily/2026/1");
    // 0.1952 €/kWh with VAT: between 0.2 and 0.3 € a kWh of the electricity of the total row.
    match(
      (await landlord.get(pumps)).text,
      /Électricité des pompes à chaleur\s: environ [\d\s]+\s€ TTC, sans abonnement, estimation\./,
    );
    const prices = await landlord.get(links.energyPrices("p01"));
    match(prices.text, /Électricité .*0,1952 €\/kWh 20/);
    // A unit of another energy is refused.
    const wrong = {
      ...TYPED,
      fuel: "electricity",
      from: "2026-09-01",
      price: "0,2",
      unit: "€/t pellets",
    };
    strictEqual((await landlord.post(links.energyPrices("p01"), wrong)).status, 400);
  }));

// @spec prices.electricity, prices.import
Deno.test("a kWh of electricity costs its own price, and a file of prices has it", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const file = [HEAD, "Électricité;;2025-01-01;200;€/MWh;20;0;20;;"].join("\n");
    const { insertedCount } = await answerOf(
      ask("importEnergyPrices", { ...at, body: file }),
    );
    strictEqual(insertedCount, 1);
    const cost = async (fuel?: "electricity") =>
      (await answerOf(ask("getGapCost", {
        ...at,
        boilerRoomId,
        from: "2025-01-01",
        to: "2025-01-31",
        kwh: "1000",
        ...fuel && { fuel },
      }))).gapTtc;
    deepStrictEqual([await cost("electricity"), await cost()], ["240.00", null]);
  }));

// @spec prices.year-cost
Deno.test("a month in which a price changes is split by its days of reading", () =>
  withMember(SETTLER, async ({ built, ask }) => {
    const boilerRoomId = await aHeatedRoom(built, ask);
    const { sources } = await answerOf(ask("getEfficiency", { ...at, boilerRoomId }));
    // Ten cold days of 4 800 kWh, then days of 1 200 until the register reads as before.
    const index = (rank: number) =>
      92 * 2_400 + Math.min(rank, 10) * 4_800 +
      Math.max(0, rank - 10) * 1_200;
    const readings = Array.from({ length: 31 }, (_, rank) => ({
      epochS: dayBounds(addDays("2025-01-01", rank)).from / 1_000,
      value: index(rank),
    }));
    const seriesId = sources?.sourceType ?? "";
    await storedSeries(built).append([{ seriesId, kind: "index", readings }]);
    await compact(built.store, PROJECT, built.clock.now);
    const change = { ...GAS, boilerRoomId, from: "2025-01-11", price: "100", annualFixed: "0" };
    await answerOf(ask("createEnergyPrice", { ...at, body: change }));
    const { months } = await answerOf(
      ask("getEnergyCost", { ...at, boilerRoomId, segment: "monthly-2025" }),
    );
    // 48 000 kWh at 0.0785, and 26 400 at 0.1; by the number of days, 24 000 and 50 400.
    deepStrictEqual([months[0]?.kwh, months[0]?.ht], [74_400, "6408.00"]);
  }, { now: "2025-05-02T09:00:00Z" }));
