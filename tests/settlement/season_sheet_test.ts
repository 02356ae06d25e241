import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { statementTables } from "@/components/settlement/statement_tables.tsx";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import type { StatementSheet, Terms } from "@/lib/settlement/schema.ts";
import { statementPdf } from "@/lib/settlement/statement_pdf.ts";
import {
  authorLines,
  differenceText,
  djuSourceText,
  statementLines,
} from "@/lib/settlement/statement_text.ts";
import {
  mayFollow,
  stateAfter,
  tacitDeadlineMs,
  tacitlyAcceptedMs,
} from "@/lib/settlement/states.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { DJU_METHOD_LABELS } from "@/lib/weather/forms.ts";
import { tableFiles } from "@/lib/web/downloads.ts";
import { signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import {
  addTerms,
  aHeatedRoom,
  aSeason,
  CLAUSE,
  daily,
  MONTHS,
  PEG,
  send,
  SETTLER,
  sheetOf,
  TARIFF,
  wholeMonths,
} from "./builders.ts";

// @spec settlement.rows
Deno.test("seasonSheet() cuts the season at its dates, and settles its rows", () => {
  const { rows, statement, fault } = aSeason();
  strictEqual(fault, null);
  deepStrictEqual(rows.map(({ from, to, dju, nc }) => [from, to, dju, nc]).at(-1), [
    "2026-05-01",
    "2026-05-20",
    200,
    48_000,
  ]);
  // 232 days of 2 400 kWh: 556 800; N'B 600 000 × 2 320/2 400 = 580 000; half of 23 200 × 0.0785.
  deepStrictEqual(
    [statement?.reference, statement?.nc, statement?.gap, statement?.operatorPart],
    [580_000, 556_800, 23_200, "910.60"],
  );
  strictEqual(statement?.ttc, "1092.72");
});

// @spec settlement.rows, settlement.price
Deno.test("seasonSheet() cuts a month where a price or a version of the terms begins", () => {
  const later: Terms = someTerms({ from: "2026-02-10", nbKWh: 300_000 });
  const { rows, termsFrom } = aSeason({
    terms: [later, someTerms()],
    tariffs: [
      { from: "2026-01-15", price: "0.09", ...TARIFF },
      { from: "2020-01-01", price: "0.08", ...TARIFF },
    ],
  });
  deepStrictEqual(
    rows.slice(3, 7).map(({ from, to, price }) => [from, to, price]),
    [
      ["2026-01-01", "2026-01-14", "0.08000"],
      ["2026-01-15", "2026-01-31", "0.09000"],
      ["2026-02-01", "2026-02-09", "0.09000"],
      ["2026-02-10", "2026-02-28", "0.09000"],
    ],
  );
  deepStrictEqual(termsFrom, ["2020-07-01", "2026-02-10"]);
});

// @spec settlement.rows
Deno.test("days without energy leave both sides, and the coverage counts their cold", () => {
  const { statement } = aSeason({ isOut: (date) => date >= "2026-01-01" && date <= "2026-01-31" });
  // 201 of 232 days of the same DJU: 86.6 %.
  deepStrictEqual(
    [statement?.nc, statement?.reference, statement?.coveragePercent, statement?.needsAgreement],
    [482_400, 502_500, 86.6, true],
  );
});

// @spec settlement.price
Deno.test("the price of a row follows the index of its month, and is provisional without it", () => {
  const indexValues = [...MONTHS].map((month) => PEG(month, "108.3"));
  const { rows, statement } = aSeason({ terms: [CLAUSE], indexValues });
  deepStrictEqual([rows[0]?.price, rows[0]?.k], ["0.08578", ["1.1190"]]);
  strictEqual(statement?.isProvisional, false);
  const early = aSeason({ terms: [CLAUSE], indexValues: indexValues.slice(0, 3) });
  strictEqual(early.statement?.isProvisional, true);
  strictEqual(aSeason({ terms: [CLAUSE] }).fault, "no-price");
  deepStrictEqual(rows[0]?.indexes, ["PEG 10/2025\u00A0: 108,3"]);
  // It says which published value was known.
  const published = { ...PEG("2025-10", "108.3"), origin: "EEX", publishedOn: "2025-11-03" };
  const [said] = aSeason({ terms: [CLAUSE], indexValues: [published] }).rows;
  deepStrictEqual(said?.indexes, ["PEG 10/2025\u00A0: 108,3 (EEX, publié le 03/11/2025)"]);
  // A clause whose index has no value yet has no price: that of the terms before is not taken.
  const later = { ...CLAUSE, from: "2026-02-01" };
  const unknown = aSeason({ terms: [someTerms(), later] });
  deepStrictEqual([unknown.fault, unknown.rows.at(-1)?.price], ["no-price", null]);
});

// @spec settlement.price
Deno.test("only gas converts between PCS and PCI; a contract of another kWh is refused", () => {
  const pci = aSeason({ terms: [someTerms({ energyBasis: "PCI" })] });
  // 2 400/1.11 kWh a day; 0.0785 × 1.11.
  deepStrictEqual([pci.statement?.nc, pci.rows[0]?.price], [501_622, "0.08714"]);
  // A price typed by kWh PCI stays as it is: 0.07008/1.11 is 0.06314, which times 1.11 is 0.07009.
  const tariffs = [{ from: "2020-01-01", price: "0.06314", perPci: "0.07008", ...TARIFF }];
  const typed = aSeason({ terms: [someTerms({ energyBasis: "PCI" })], tariffs });
  strictEqual(typed.rows[0]?.price, "0.07008");
  // Wood is PCI already: its price and its kWh are not converted.
  const wood = aSeason({
    terms: [someTerms({ energyBasis: "PCI" })],
    input: { boilerRoom: { sourceKind: "wood-energy" } },
  });
  deepStrictEqual([wood.statement?.nc, wood.rows[0]?.price], [556_800, "0.07850"]);
  strictEqual(aSeason({ terms: [someTerms({ energyBasis: "useful" })] }).fault, "energy-basis");
  strictEqual(aSeason({ terms: [] }).fault, "no-terms");
  // Terms of another kWh that were over before the season are no fault of it.
  const before = someTerms({ from: "2015-07-01", energyBasis: "useful" });
  strictEqual(aSeason({ terms: [before, someTerms()] }).fault, null);
});

// @spec settlement.rows
Deno.test("a month known only as a whole is not cut by a price, and is counted whole at both edges", () => {
  const { rows, missing, statement } = aSeason({
    from: "2025-10-15",
    input: { series: { source: wholeMonths(2_400) } },
    tariffs: [
      { from: "2026-01-15", price: "0.09", ...TARIFF },
      { from: "2020-01-01", price: "0.08", ...TARIFF },
    ],
  });
  deepStrictEqual(rows.map(({ from, days, nc, price }) => [from, days, nc, price]), [
    ["2025-10-15", 31, 74_400, "0.08000"],
    ["2025-11-01", 30, 72_000, "0.08000"],
    ["2025-12-01", 31, 74_400, "0.08000"],
    ["2026-01-01", 31, 74_400, "0.08000"],
    ["2026-02-01", 28, 67_200, "0.09000"],
    ["2026-03-01", 31, 74_400, "0.09000"],
    ["2026-04-01", 30, 72_000, "0.09000"],
    ["2026-05-01", 31, 74_400, "0.09000"],
  ]);
  deepStrictEqual([missing, statement?.coveragePercent], [[], 100]);
});

// @spec settlement.rows, settlement.parts
Deno.test("a month without energy whose DJU are known as a whole counts once in the coverage", () => {
  const isOut = (date: string) => date.startsWith("2026-02");
  const february = { value: 280, completeness: 1, estimated: false, wholeMonth: true as const };
  const dju = { station: { ...daily(10), "2026-02": february } };
  const input = { dju, series: { source: daily(2_400, isOut) } };
  const cut = { from: "2026-02-10", price: "0.09", ...TARIFF };
  const once = aSeason({ input, tariffs: [{ ...cut, from: "2020-01-01" }, cut] });
  // 204 of 232 days, though a price begins in February.
  deepStrictEqual([once.statement?.coveragePercent, once.missing], [87.9, ["2026-02"]]);
  // A contract that begins in February leaves that month to the one before: its own 81 days were all read.
  const later = aSeason({ input, from: "2026-02-10", terms: [someTerms({ from: "2026-02-10" })] });
  deepStrictEqual([later.rows[0]?.from, later.statement?.coveragePercent], ["2026-03-01", 100]);
});

// @spec settlement.lines, settlement.price
Deno.test("hot water is deducted by the q of the contract in its kWh, and each part of NC has its line", () => {
  const hotWaterTypes = [{ hotWaterType: "water", hotWaterKind: "volume" as const }];
  const withHotWater = (over: Partial<Terms>) =>
    sheetOf(aSeason({
      terms: [someTerms({ q: 90, ...over })],
      input: {
        boilerRoom: { hotWaterTypes },
        series: { source: daily(2_400), water: daily(2) },
        units: { source: "kWh", water: "m³" },
      },
    }));
  const figures = (sheet: StatementSheet) =>
    statementLines(sheet).filter(({ name }) =>
      ["Énergie consommée", "Eau chaude", "NC"].includes(name)
    ).map(({ figure, formula }) => [plainSpaces(figure), plainSpaces(formula)]);
  // 232 days of 2 m³ at 90 kWh: 41 760 of 556 800.
  deepStrictEqual(figures(withHotWater({})), [
    ["556 800 kWh", "jours valides"],
    ["41 760 kWh", "464 m³ × q, q = 90 kWh/m³"],
    ["515 040 kWh", "énergie + solaire − eau chaude, jours valides"],
  ]);
  // 556 800/1.11 = 501 621.6, less the same 41 760 kWh PCI.
  strictEqual(figures(withHotWater({ energyBasis: "PCI" }))[2]?.[0], "459 862 kWh");
});

// @spec settlement.lines
Deno.test("each version of NB has its line, and the last line names the days left out", () => {
  const sheet = sheetOf(aSeason({
    terms: [someTerms(), someTerms({ from: "2026-02-10", nbKWh: 300_000, q: 95 })],
    isOut: (date) => date >= "2025-11-02" && date <= "2025-11-05",
  }));
  const lines = statementLines(sheet).map(({ name, figure }) => [name, plainSpaces(figure)]);
  deepStrictEqual(lines.filter(([name]) => name?.startsWith("NB")), [
    ["NB à partir du 01/07/2020", "600 000 kWh"],
    ["NB à partir du 10/02/2026", "300 000 kWh"],
  ]);
  deepStrictEqual(lines.at(-1), ["Laissé de côté", "11/2025 (4 jours)"]);
});

function plainSpaces(text: string): string {
  return text.replaceAll(/[\u00A0\u202F]/g, " ");
}

// @spec settlement.several-rooms
Deno.test("a statement has the station and the method of the contract beside those of its DJU", () => {
  const formulas = (djuMethod: "meteo" | "costic") => {
    const terms = someTerms({ djuStation: "Nancy-Essey", djuMethod });
    const djuSource = djuSourceText({ name: "Nancy", method: "meteo" }, terms);
    return statementLines({ ...sheetOf(aSeason({ terms: [terms] })), djuSource })
      .filter(({ name }) => name.startsWith("DJU")).map(({ formula }) => formula);
  };
  const { meteo, costic } = DJU_METHOD_LABELS;
  deepStrictEqual(formulas("meteo"), [
    `saison de référence, Nancy-Essey, ${meteo}`,
    `Nancy, ${meteo}`,
  ]);
  deepStrictEqual(formulas("costic"), [
    `saison de référence, Nancy-Essey, ${costic}`,
    `Nancy, ${meteo}. Le contrat dit un autre calcul`,
  ]);
});

// @spec settlement.lines, settlement.missing, settlement.difference
Deno.test("the lines of a statement say what is owed by whom, and last what is left out", () => {
  const sheet = sheetOf(aSeason());
  const figures = new Map(statementLines(sheet).map(({ name, figure }) => [name, figure]));
  const known = sheetOf(aSeason({ terms: [someTerms({ areaM2: 1_000.5, targetTemp: 19 })] }));
  deepStrictEqual(
    [sheet, known].map((one) => statementLines(one).find(({ name }) => name === "NB")?.formula),
    ["kWh PCS (gaz)", "kWh PCS (gaz), 1\u202F000,5\u202Fm², 19\u202F°C"],
  );
  strictEqual(figures.get("Montant TTC"), "1\u202F092,72\u00A0€");
  const paid = statementLines(sheet).find(({ name }) => name === "À verser");
  strictEqual(paid?.formula, "par le bailleur à l’exploitant");
  strictEqual(statementLines(sheet).at(-1)?.figure, "rien");
  const gone = sheetOf(aSeason({ isOut: (date) => date.startsWith("2026-02") }));
  strictEqual(statementLines(gone).at(-1)?.figure, "02/2026");
  match(statementLines(sheetOf(aSeason({ terms: [] }))).at(-2)?.formula ?? "", /Aucune condition/);
  // The balance takes the whole of May: 11 days more of 2 400 kWh.
  match(differenceText(sheet) ?? "", /NC -26\u202F400/);
});

// @spec settlement.lines
Deno.test("the file of a statement has numbers with their unit, also below 0", async () => {
  // An excess of 10 % by a PFI: the operator pays.
  const sheet = sheetOf(aSeason({ kWh: 2_750, terms: [someTerms({ kind: "PFI" })] }));
  const url = new URL("http://localhost/?table=lines&csv=semicolon");
  const tables = statementTables(sheet, {
    name: "Décompte",
    behind: null,
    acts: [],
    timeZone: "Europe/Paris",
    fileHref: "",
  });
  const text = await tableFiles(url, tables)?.text() ?? "";
  match(text, /^\uFEFF?Ligne;Valeur;Unité;Calcul\r\n/);
  match(text, /\r\nÉcart;-58000;kWh;/);
  match(text, /\r\nPrix P;0,0785;€\/kWh HT;/);
  match(text, /\r\nMontant HT;-3035,33;€;/);
  match(text, /\r\nMontant TTC;-3642,4;€;/);
  ok(!text.includes("'-"));
});

// @spec settlement.states
Deno.test("a statement goes from state to state as E §1.6 says, and silence accepts when it is agreed", () => {
  deepStrictEqual(
    [stateAfter("sent", "accept"), stateAfter("sent", "contest"), stateAfter("accepted", "close")],
    ["accepted", "contested", "closed"],
  );
  deepStrictEqual(
    [
      stateAfter("closed", "contest"),
      stateAfter("contested", "accept"),
      stateAfter("sent", "close"),
    ],
    [null, null, null],
  );
  deepStrictEqual(
    (["sent", "accepted", "contested", "withdrawn", "closed"] as const).map((state) =>
      mayFollow(state, true)
    ),
    [false, false, true, true, true],
  );
  strictEqual(mayFollow("closed", false), false);
  const waiting = (tacitDays: number | null, at = "2026-06-01T00:00:00Z") => ({
    state: "sent" as const,
    acts: [{ at }],
    sheet: sheetOf(aSeason({ terms: [someTerms({ tacitDays })] })),
  });
  const after = Date.parse("2026-07-01T00:00:00Z");
  deepStrictEqual(
    [waiting(30), waiting(31), waiting(null)].map((one) => tacitlyAcceptedMs(one, after)),
    [after, null, null],
  );
  // Sent at 23:30 before the clock goes forward or back: accepted at 23:30 as well.
  deepStrictEqual(
    [waiting(30, "2026-03-10T22:30:00Z"), waiting(30, "2026-10-10T21:30:00Z")].map(tacitDeadlineMs),
    [Date.parse("2026-04-09T21:30:00Z"), Date.parse("2026-11-09T22:30:00Z")],
  );
});

const ADA = "Ada Durand";

// @spec settlement.authors
Deno.test("a statement names who entered what makes it, alike on its page, in its files and by its link", () =>
  withVisitor(SETTLER, async ({ site, ask, visitor }) => {
    const boilerRoomId = await aHeatedRoom(site, ask);
    const place = { ...at, boilerRoomId };
    const peg = { indexName: "PEG", value: "108.3", origin: "EEX", publishedOn: null };
    // Typed before authors were kept; of a month whose price it does not make.
    const values = [{ ...peg, month: "2025-01" }, { ...peg, month: "2023-01" }];
    await site.store.atomic().set(keys.priceIndexes(PROJECT), { values }).commit();
    await addTerms(ask, place);
    const clause = {
      p0: "0.062",
      a: "0.15",
      terms: [{ b: "0.85", indexName: "PEG", index0: "95" }],
    };
    await addTerms(ask, place, { from: "2025-01-01", components: [clause] });
    const season = { yearStart: 2024, dateStart: "2024-10-01", dateStop: "2025-01-31" };
    await answerOf(ask("putHeatingSeasons", { ...place, body: [season] }));
    const read = () => answerOf(ask("getSettlement", { ...place, year: "2024" }));
    const expected = [
      ["Conditions, à partir du 01/07/2020", ADA],
      ["Conditions, à partir du 01/01/2025", ADA],
      ["Prix, à partir du 01/07/2024", ADA],
      ["Indice, PEG 01/2025\u00A0: 108,3 (EEX)", "non connu"],
      ["Sources d’énergie, Gaz, compté en énergie (kWh)", ADA],
      ["Réglages de la chaufferie, à partir du 01/07/2024", ADA],
      ["Saison de chauffe, 01/10/2024 au 31/01/2025", ADA],
    ];
    const shown = (sheet: Parameters<typeof authorLines>[0]) =>
      authorLines(sheet).map(({ name, figure }) => [name, figure]);
    deepStrictEqual(shown((await read()).draft), expected);
    // No list says the account.
    const lists = [
      await answerOf(ask("listEnergyTerms", place)),
      await answerOf(ask("listEnergyPrices", at)),
      await answerOf(ask("getEfficiency", place)),
      await answerOf(ask("getHeatingSeasons", place)),
      await read(),
    ];
    ok(!JSON.stringify(lists).includes("accountId"));
    const { token } = await answerOf(send(ask, place));
    // What was sent keeps its authors.
    for (const { id } of await answerOf(ask("listEnergyTerms", place))) {
      await answerOf(ask("deleteEnergyTerms", { ...place, termsId: id }));
    }
    const { sent: [statement] } = await read();
    ok(statement !== undefined);
    deepStrictEqual(shown(statement.sheet), expected);
    const said = /Conditions, à partir du 01\/07\/2020\W+Ada Durand/;
    const page = links.settlement(PROJECT, boilerRoomId, 2024);
    match((await visitor.get(page)).text, said);
    match((await visitor.get(`${page}&csv=semicolon&table=authors`)).html, said);
    const link = links.sentStatement({ ...place, statementId: statement.id }, token);
    match((await site.visitor().get(link)).text, said);
    // The annexes are on a sheet of their own: one that begins after the lines would be cut.
    const [, annexes] = statementPdf(statement).pages;
    const pdf = JSON.stringify(annexes);
    for (const [name = "", by = ""] of expected) ok(pdf.includes(name) && pdf.includes(by), name);
    // An account that is removed is not named any more.
    for await (const { key } of site.store.list({ prefix: keys.account.under() })) {
      await site.store.atomic().delete(key).commit();
    }
    const gone = await site.visitor().get(link);
    match(gone.text, /01\/07\/2020 Compte supprimé/);
    ok(!gone.text.includes(ADA));
  }));

// @spec settlement.demo
Deno.test("the demo has a saving that is closed, an excess that is contested, and one that waits", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const { ask } = await signedIn(built, email, password);
    const lines = await answerOf(ask("listSettlements", { orgId: DEMO_ORG.id, year: "2024" }));
    const sent = lines.filter(({ state }) => state !== null);
    deepStrictEqual(sent.map(({ projectId, state, payer }) => [projectId, state, payer]).sort(), [
      ["p02", "sent", "landlord"],
      ["p04", "closed", "landlord"],
      ["p10", "contested", "operator"],
    ]);
    const at = { projectId: "p10", boilerRoomId: "p10-c1", year: "2024" };
    const { sent: [statement] } = await answerOf(ask("getSettlement", at));
    deepStrictEqual(
      [...new Set(statement?.sheet.rows.map(({ price }) => price))].length,
      2,
      "a price revised in mid-season",
    );
    deepStrictEqual(statement?.acts.map(({ state }) => state), ["sent", "contested"]);
  }, { demo: true, isWholeDemo: true }));
