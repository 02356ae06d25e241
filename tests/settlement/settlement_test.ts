import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { TERMS_FORM, TERMS_TEMPLATES } from "@/lib/settlement/forms.ts";
import { termsRecord } from "@/lib/settlement/records.ts";
import type { Terms } from "@/lib/settlement/season_sheet.ts";
import type { StatementSheet } from "@/lib/settlement/schema.ts";
import { mayFollow, stateAfter, tacitlyAcceptedMs } from "@/lib/settlement/states.ts";
import { statementTables } from "@/components/settlement/statement_tables.tsx";
import { tableFiles } from "@/lib/web/downloads.ts";
import { differenceText, djuSourceText, statementLines } from "@/lib/settlement/statement_text.ts";
import { DJU_METHOD_LABELS } from "@/lib/weather/forms.ts";
import {
  bandLines,
  componentLines,
  indexLines,
  readBands,
  readComponents,
  readIndexValues,
} from "@/lib/settlement/typed_terms.ts";
import { nbOfArea, temperatureHelp } from "@/lib/settlement/nb_changes.ts";
import { vatPercentOn } from "@/lib/energy_prices/vat_rates.ts";
import { links } from "@/lib/ui/links.ts";
import { aBoilerRoom as aStoredRoom, at, withMember } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Visitor } from "@/tests/helpers/a_site.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { aSeason, daily, MONTHS, sheetOf, TARIFF, wholeMonths } from "./a_season.ts";

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

const CLAUSE = someTerms({
  components: [
    { p0: "0.062", a: "0.15", terms: [{ b: "0.85", indexName: "PEG", index0: "95.0" }] },
    { fixed: "0.0164", label: "Accise" },
  ],
});
const PEG = (month: string, value: string) => ({
  indexName: "PEG",
  month,
  value,
  origin: "",
  publishedOn: null,
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

// @spec settlement.typed, settlement.indexes
Deno.test("bands, prices and indexes are written as they are read", () => {
  const bands = readBands("jusqu’à 15 % : 2/3\n\nau-delà : 1");
  deepStrictEqual(bands, {
    ok: true,
    items: [{ upTo: "15", operator: "2/3" }, { upTo: null, operator: "1" }],
  });
  for (const text of ["tout : 1/2", "jusqu’à 12,5 % : 0,5\nau-delà : 1"]) {
    const read = readBands(text);
    ok(read.ok);
    deepStrictEqual(readBands(bandLines(read.items)), read);
  }
  deepStrictEqual(readBands("tout : 50 %"), {
    ok: true,
    items: [{ upTo: null, operator: "50/100" }],
  });
  deepStrictEqual(readBands("moitié"), { ok: false, line: "moitié" });
  const parts = readComponents("0,062 × (0,15 + 0,85 PEG/95,0)\n0,0164 Accise");
  deepStrictEqual(parts, {
    ok: true,
    items: [
      ...CLAUSE.components.slice(0, 1).map((one) =>
        "p0" in one ? { ...one, terms: one.terms.map((term) => ({ ...term, index0: "95" })) } : one
      ),
      { fixed: "0.0164", label: "Accise" },
    ],
  });
  ok(parts.ok);
  deepStrictEqual(readComponents(componentLines(parts.items)), parts);
  strictEqual(readComponents("0,062 × (0,15 + PEG)").ok, false);
  strictEqual(readComponents("0,062 × (0,15 + 0,85 PEG/0)").ok, false);
  const values = readIndexValues("index;month;value;source\nPEG;2026-01;108,3;Powernext");
  deepStrictEqual(values, {
    ok: true,
    items: [{ ...PEG("2026-01", "108.3"), origin: "Powernext" }],
  });
  ok(values.ok);
  deepStrictEqual(readIndexValues(indexLines(values.items)), values);
  for (const day of ["03/02/2026", "2026-02-03"]) {
    const dated = readIndexValues(`PEG;2026-01;108,3;Powernext;${day}`);
    ok(dated.ok);
    strictEqual(dated.items[0]?.publishedOn, "2026-02-03");
    deepStrictEqual(readIndexValues(indexLines(dated.items)), dated);
  }
  strictEqual(readIndexValues("PEG;2026-01;108,3;Powernext;31/02/2026").ok, false);
  deepStrictEqual(readIndexValues("PEG;janvier;108"), { ok: false, line: "PEG;janvier;108" });
});

// @spec settlement.terms
Deno.test("the form of terms proposes no share, and names a fault of bands", () => {
  deepStrictEqual([TERMS_FORM.typed(null).saving, TERMS_FORM.typed(null).kind], ["", ""]);
  const typed = TERMS_FORM.typed(someTerms());
  // Stored before they were asked for.
  const { areaM2: _area, targetTemp: _temp, ...old } = someTerms();
  deepStrictEqual(TERMS_FORM.typed(termsRecord.parse(old)), typed);
  deepStrictEqual(TERMS_FORM.read(typed), someTerms());
  deepStrictEqual(
    TERMS_FORM.read({ ...typed, seasonStart: "15/10", seasonStop: "1/5" })?.seasonStop,
    "05-01",
  );
  ok(TERMS_FORM.errors({ ...typed, seasonStart: "31/02" }).seasonStart);
  const wrong = TERMS_FORM.errors({ ...typed, saving: "jusqu’à 15 % : 1/2" });
  deepStrictEqual(wrong.saving, { code: "message", message: "La dernière tranche est bornée." });
  for (const { values } of Object.values(TERMS_TEMPLATES)) {
    deepStrictEqual(TERMS_FORM.errors({ ...typed, ...values }), {});
  }
});

// @spec settlement.terms, settlement.contract
Deno.test("terms are refused by the name of the fault of their bands, and two of one day", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ ask }) => {
    const boilerRoomId = await aStoredRoom(ask);
    const create = async (over: Partial<Terms>) =>
      await ask("createEnergyTerms", { ...at, boilerRoomId, body: someTerms(over) });
    const refused = await create({ saving: [{ upTo: null, operator: "3/2" }] });
    ok(!refused.ok && refused.code === "invalid-input");
    ok(JSON.stringify(refused.issues).includes("share-outside-0-1"));
    ok((await create({})).ok);
    const twice = await create({ kind: "PFI" });
    strictEqual(twice.ok || twice.code, "terms-taken");
    const tied = await create({ from: "2021-07-01", contractId: "gone" });
    strictEqual(tied.ok || tied.code, "unknown-reference");
  }));

// @spec settlement.nb-area, settlement.nb-degrees
Deno.test("NB of another area is exact, and the help on temperature is that of E §1.5", () => {
  strictEqual(nbOfArea(600_000, { before: 1_000, after: 1_100 }), 660_000);
  // A half is away from zero: 2.5 kWh; 0.1 m² is one tenth.
  strictEqual(nbOfArea(5, { before: 2, after: 1 }), 3);
  strictEqual(nbOfArea(3, { before: 0.3, after: 0.1 }), 1);
  const help = { days: 232, ademePercent: 7, djuPercent: 9.7 };
  deepStrictEqual(temperatureHelp(someTerms(), 1), help);
  deepStrictEqual(temperatureHelp(someTerms(), "-1.5"), {
    ...help,
    ademePercent: -10.5,
    djuPercent: -14.5,
  });
  const short = someTerms({ seasonStart: "11-01", seasonStop: "04-30" });
  deepStrictEqual(temperatureHelp(short, 1), { ...help, days: 181, djuPercent: 7.5 });
});

// @spec settlement.nb-area, settlement.nb-degrees
Deno.test("a version that keeps NB with another area or temperature is confirmed first", () =>
  asLandlord(async (landlord) => {
    const path = links.energyTerms("p01", "p01-c1");
    const send = (over: Partial<Terms>, confirmed = "") =>
      landlord.post(path, {
        form: TERMS_FORM.name,
        ...TERMS_FORM.typed(
          someTerms({ from: "2025-06-01", areaM2: 1_000, targetTemp: 19, ...over }),
        ),
        confirmed,
      });
    // The version before is of another contract.
    strictEqual((await send({})).status, 303);
    const form = await landlord.get(path);
    match(
      form.text,
      /Depuis le 01\/06\/2025\s: 1\s000\sm². Si elle change, NB × A′\/A est proposé/,
    );
    match(form.text, /par K\s: 7\s% \(ADEME\), ou 9,7\s% \(232 jours, 2\s400 DJU\)/);
    match(
      form.text,
      /comptable. D’usage\s: .*gaz 20\s%, électricité 20\s%, .*pour PFI, 10\s% comme le P2, 20\s% avec un P3\s; 0\s%/,
    );
    const later = { from: "2025-07-01", areaM2: 1_100.5, targetTemp: 20 };
    const asked = await send(later);
    strictEqual(asked.status, 409);
    match(
      asked.text,
      /garde NB à 600\s000\skWh, pour 1\s100,5\sm² au lieu de 1\s000\sm²\s: NB × A′\/A serait 660\s300\skWh/,
    );
    match(
      asked.text,
      /pour repère seulement, \+7\s% \(ADEME\), ou \+9,7\s% \(232 jours, 2\s400 DJU\)/,
    );
    ok(!(await landlord.get(path)).text.includes("01/07/2025"));
    // Confirmed, it is written as it was typed.
    const value = /name="confirmed" value="([^"]+)"/.exec(asked.html)?.[1] ?? "";
    strictEqual((await send(later, value)).status, 303);
    match((await landlord.get(path)).text, /01\/07\/2025 .*Thermalia 600\s000 2\s400 1\s100,5 20/);
    // With the NB that was proposed, an area that is not known, or another contract, nothing is asked.
    strictEqual(
      (await send({ ...later, from: "2025-08-01", areaM2: 1_200, nbKWh: 654_298 })).status,
      303,
    );
    strictEqual(
      (await send({ from: "2025-09-01", nbKWh: 654_298, areaM2: null, targetTemp: null })).status,
      303,
    );
    strictEqual((await send({ from: "2025-10-01", operator: "Dalkia", areaM2: 5 })).status, 303);
  }));

// @spec settlement.vat
Deno.test("the usual rates of VAT are dated rows", () => {
  deepStrictEqual(
    (["gas", "wood", "districtHeat", "renewableHeat", "p2"] as const).map((subject) =>
      vatPercentOn(subject, "2026-01-01")
    ),
    [20, 10, 20, 5.5, 10],
  );
  deepStrictEqual(
    [vatPercentOn("subscription", "2025-07-31"), vatPercentOn("subscription", "2025-08-01")],
    [5.5, 20],
  );
  strictEqual(vatPercentOn("p2", "2013-12-31"), null);
  const rates = [
    { subject: "gas", from: "2014-01-01", percent: 20 },
    { subject: "gas", from: "2027-01-01", percent: 21 },
  ] as const;
  deepStrictEqual([
    vatPercentOn("gas", "2026-12-31", rates),
    vatPercentOn("gas", "2027-01-01", rates),
  ], [
    20,
    21,
  ]);
});

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
  const acts = [{ state: "sent" as const, at: "2026-06-01T00:00:00Z", by: "a", comment: "" }];
  const waiting = (tacitDays: number | null) => ({
    state: "sent" as const,
    acts,
    sheet: sheetOf(aSeason({ terms: [someTerms({ tacitDays })] })),
  });
  const after = Date.parse("2026-07-01T00:00:00Z");
  deepStrictEqual(
    [waiting(30), waiting(31), waiting(null)].map((one) => tacitlyAcceptedMs(one, after)),
    [after, null, null],
  );
});

const PAGE = links.settlement("p01", "p01-c1", 2024);
const GONE = /Ce lien n’est plus valable/;
const FORM = { form: "statement", comment: "" };

/** Sends the statement of the page; returns the address of the operator's link. */
async function sent(landlord: Visitor): Promise<string> {
  const answer = await landlord.post(PAGE, { ...FORM, key: "", intent: "send" });
  const address = /<code>[^<]*(\/statements\/[^<]+)<\/code>/.exec(answer.html)?.[1];
  ok(address !== undefined, answer.text);
  match(answer.text, /part aussi par mail à l’exploitant, 1\sadresse/);
  return address;
}

// @spec settlement.frozen, settlement.link, settlement.states, settlement.pdf, settlement.table
// @spec settlement.contest, settlement.settled
Deno.test("a statement is sent, contested, sent again, accepted and closed; its link is revoked", () =>
  asLandlord(async (landlord) => {
    match((await landlord.get(PAGE)).text, /Brouillon, calculé à l’instant/);
    const first = await sent(landlord);
    const [path = "", token = ""] = first.split("?token=");
    // Opening the link changes nothing, however often.
    for (let times = 0; times < 3; times++) {
      match((await landlord.get(first)).text, /Décompte 2024-2025\s: Envoyé/);
    }
    match((await landlord.get(PAGE)).text, /Décompte 2024-2025\s: Envoyé/);
    match((await landlord.get(`${path}?token=${token.replace(/./, "!")}`)).text, GONE);
    match((await landlord.get(path)).text, GONE);
    const other = path.replace("p01-c1", "p02-c1");
    match((await landlord.get(`${other}?token=${token}`)).text, GONE);
    const wrong = `${path}?token=${"x".repeat(43)}`;
    strictEqual((await landlord.post(wrong, { accept: "on", comment: "" })).status, 404);
    // Another statement waits for the answer to this one.
    const twice = await landlord.post(PAGE, { ...FORM, key: "", intent: "send" });
    match(twice.text, /pourra être envoyé ensuite/);
    match(
      (await landlord.post(first, { contest: "on", comment: " " })).text,
      /se conteste avec un commentaire/,
    );
    const contest = (file: File) => {
      const form = new FormData();
      form.set("contest", "on");
      form.set("comment", "Compteur faux");
      form.set("file", file);
      return landlord.post(first, form);
    };
    // The rules of a provider's deposit; nothing is contested by a wrong file.
    const refused = await contest(new File(["<html>"], "relevé.html"));
    strictEqual(refused.status, 400);
    match(refused.text, /PDF/);
    match((await landlord.get(PAGE)).text, /Décompte 2024-2025\s: Envoyé/);
    const contested = await contest(new File([aPdf()], "relevé/../du compteur.pdf"));
    strictEqual(contested.status, 303);
    const answered = await landlord.get(PAGE);
    match(answered.text, /Contesté \d.* lien de l’exploitant Compteur faux du compteur.pdf/);
    const file = /href="([^"]*settlement\/file\/2024-1)"/.exec(answered.html)?.[1] ?? "";
    const joined = await landlord.get(file);
    deepStrictEqual(
      [joined.status, joined.headers.get("content-type")],
      [200, "application/pdf"],
    );
    match(joined.headers.get("content-disposition") ?? "", /attachment/);
    strictEqual((await landlord.get(file.replace("2024-1", "2024-9"))).status, 404);
    const second = await sent(landlord);
    match(second, /2024-2\?token=/);
    // The version that was contested is kept; only the latest is answered.
    const old = await landlord.get(`${PAGE}&version=1`);
    match(old.text, /Décompte 2024-2025\s: Contesté .*Compteur faux/);
    ok(!old.text.includes("Suite à donner"));
    strictEqual((await landlord.post(second, { accept: "on", comment: "" })).status, 303);
    const act = (intent: string) => landlord.post(PAGE, { ...FORM, key: "2024-2", intent });
    const season = links.energyBalance("p01", "p01-c1", "monthly-shifted/2024");
    match((await landlord.get(season)).text, /Coût de l’écart\s: environ/);
    strictEqual((await act("close")).status, 303);
    // What is settled stands in place of its estimate.
    const settled = await landlord.get(season);
    match(
      settled.text,
      /Décompté\s: [\d\s]+,\d\d\s€ TTC à verser par .*, Décompte 2024-2025, version 2 \./,
    );
    ok(!settled.text.includes("Coût de l’écart"));
    ok(settled.html.includes("season=2024&amp;version=2"));
    match((await landlord.get(PAGE)).text, /version 2\s: Clos/);
    match((await act("contest")).text, /l’état du décompte a changé/);
    strictEqual((await act("revoke-link")).status, 303);
    match((await landlord.get(second)).text, GONE);
    const table = await landlord.get(`${links.settlements(2024)}?filter:state=Clos`);
    match(table.text, /1\sdécompte envoyé, 0 sans réponse, à verser par le bailleur/);
    match(
      table.text,
      /Les Tilleuls Chaufferie principale Marché 2019-01 Thermalia Exploitation Clos/,
    );
    match((await landlord.get(`${links.settlements(2024)}?csv=semicolon`)).html, /;Clos;/);
    // Each version that was sent has its PDF.
    match(
      (await landlord.get(`${PAGE}&version=1`)).html,
      /settlement\/pdf\?season=2024&amp;version=1"/,
    );
    for (const query of ["season=2024", "season=2024&version=1"]) {
      const pdf = await landlord.get(links.settlementPdf("p01", "p01-c1", query));
      strictEqual(pdf.headers.get("content-type"), "application/pdf");
    }
    const gone = links.settlementPdf("p01", "p01-c1", "season=2024&version=9");
    strictEqual((await landlord.get(gone)).status, 404);
  }));
