import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { addDays, daysBetween } from "@/lib/base/civil_dates.ts";
import type { Terms } from "@/lib/settlement/schema.ts";
import { seasonParts, uncoveredDays } from "@/lib/settlement/season_parts.ts";
import { statementName } from "@/lib/settlement/text.ts";
import { links } from "@/lib/ui/links.ts";
import { at, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import {
  act,
  addTerms,
  aHeatedRoom,
  anOperator,
  aSeason,
  send,
  SETTLER,
  sheetOf,
  wholeMonths,
} from "./builders.ts";

function partsOf(terms: readonly Terms[], over: Partial<Parameters<typeof seasonParts>[1]> = {}) {
  const parts = seasonParts(terms, { yearStart: 2025, seasons: [], today: "2026-08-01", ...over });
  return parts.map(({ from, to, terms: versions, isPart }) => [from, to, versions.length, isPart]);
}

const WHOLE = ["2025-10-01", "2026-05-20", 1, false];

// @spec settlement.parts
Deno.test("seasonParts() cuts a season where a contract begins and ends", () => {
  deepStrictEqual(partsOf([someTerms()]), [WHOLE]);
  deepStrictEqual(partsOf([someTerms({ to: "2026-05-20" })]), [WHOLE]);
  // It ends in mid-season, and nobody follows.
  const ended = someTerms({ to: "2025-12-31" });
  const first = ["2025-10-01", "2025-12-31", 1, true];
  deepStrictEqual(partsOf([ended]), [first]);
  deepStrictEqual(partsOf([someTerms({ to: "2025-09-30" })]), []);
  // Two follow each other, of the same operator too once the first one has ended.
  const second = ["2026-01-01", "2026-05-20", 1, true];
  deepStrictEqual(partsOf([someTerms({ from: "2026-01-01" }), ended]), [first, second]);
  // The last one is open; a day between them is of nobody.
  deepStrictEqual(partsOf([ended, someTerms({ from: "2026-01-03" })]), [
    first,
    ["2026-01-03", "2026-05-20", 1, true],
  ]);
  for (const over of [{ operator: "Dalkia" }, { kind: "PFI" }, { energyBasis: "PCI" }] as const) {
    const later = someTerms({ from: "2026-01-01", ...over });
    deepStrictEqual(partsOf([someTerms(), later]), [first, second]);
    // The typed end of the first one reaches into the second.
    deepStrictEqual(partsOf([someTerms({ to: "2026-02-28" }), later]), [first, second]);
  }
  // An amendment continues its contract, and says its end.
  deepStrictEqual(
    partsOf([someTerms({ to: "2028-06-30" }), someTerms({ from: "2026-01-01", to: "2026-02-28" })]),
    [["2025-10-01", "2026-02-28", 2, true]],
  );
});

// @spec settlement.parts
Deno.test("seasonParts() follows the recorded season, and leaves out what has not begun", () => {
  const terms = [someTerms({ to: "2025-12-31" }), someTerms({ from: "2026-01-01" })];
  const seasons = [{ yearStart: 2025, dateStart: "2025-10-14", dateStop: "2026-05-02" }];
  deepStrictEqual(partsOf(terms, { seasons }).map(([from, to]) => [from, to]), [
    ["2025-10-14", "2025-12-31"],
    ["2026-01-01", "2026-05-02"],
  ]);
  strictEqual(partsOf(terms, { today: "2026-01-01" }).length, 1);
  strictEqual(partsOf(terms, { today: "2026-01-02" }).length, 2);
  // Each contract has its own season.
  const short = someTerms({ from: "2026-01-01", seasonStop: "04-30" });
  strictEqual(partsOf([someTerms({ to: "2025-12-31" }), short])[1]?.[1], "2026-04-30");
});

// @spec settlement.parts, settlement.rows
Deno.test("a season split at a day where no version changes has the same N'B and NC", () => {
  const whole = aSeason();
  for (let day = "2025-10-02"; day <= "2026-05-20"; day = addDays(day, 7)) {
    const parts = [
      aSeason({ to: addDays(day, -1), isPart: true }),
      aSeason({ from: day, terms: [someTerms({ from: day })], isPart: true }),
    ].map(({ statement }) => statement);
    const sumOf = (figure: "reference" | "nc" | "operatorPart") =>
      parts.reduce((sum, statement) => sum + Number(statement?.[figure]), 0);
    strictEqual(sumOf("nc"), whole.statement?.nc, day);
    const days = daysBetween("2025-10-01", day);
    // 250 kWh a DJU, of 10 a day.
    strictEqual(parts[0]?.reference, days * 2_500);
    strictEqual(sumOf("reference"), whole.statement?.reference, day);
    ok(Math.abs(sumOf("operatorPart") - 910.6) < 0.0101, day);
  }
});

// @spec settlement.parts
Deno.test("a fixed price of a season settles no part of it", () => {
  const part = { terms: [someTerms({ kind: "MFI", from: "2026-01-01" })], from: "2026-01-01" };
  strictEqual(aSeason({ ...part, isPart: true }).fault, "forfait-of-part");
  strictEqual(aSeason({ terms: [someTerms({ kind: "MFI" })] }).fault, null);
});

// @spec settlement.parts
Deno.test("a month known only as a whole is of the contract of its first day", () => {
  const input = { series: { source: wholeMonths(2_400) } };
  const before = aSeason({ to: "2026-01-10", isPart: true, input });
  deepStrictEqual([before.rows.at(-1)?.from, before.rows.at(-1)?.nc], ["2026-01-01", 74_400]);
  const from = "2026-01-11";
  const after = aSeason({ from, terms: [someTerms({ from })], isPart: true, input });
  strictEqual(after.rows[0]?.from, "2026-02-01");
  strictEqual((before.statement?.nc ?? 0) + (after.statement?.nc ?? 0), 583_200);
});

// @spec settlement.uncovered
Deno.test("uncoveredDays() are those of the season before, between and after its contracts, until today", () => {
  const daysOf = (
    terms: readonly Terms[],
    over: Partial<Parameters<typeof uncoveredDays>[1]> = {},
  ) =>
    uncoveredDays(terms, { yearStart: 2025, seasons: [], today: "2026-08-01", ...over })
      .map(({ from, to }) => [from, to]);
  const ended = someTerms({ to: "2026-01-11" });
  const later = someTerms({ from: "2026-02-01", to: "2026-04-30" });
  deepStrictEqual(daysOf([later, ended]), [
    ["2026-01-12", "2026-01-31"],
    ["2026-05-01", "2026-05-20"],
  ]);
  deepStrictEqual(daysOf([later]), [["2025-10-01", "2026-01-31"], ["2026-05-01", "2026-05-20"]]);
  // What is to come may still be covered.
  deepStrictEqual(daysOf([later, ended], { today: "2026-01-20" }), [["2026-01-12", "2026-01-31"]]);
  // The recorded season is over before the last contract ends.
  const seasons = [{ yearStart: 2025, dateStart: "2025-10-15", dateStop: "2026-04-20" }];
  deepStrictEqual(daysOf([later, ended], { seasons }), [["2026-01-12", "2026-01-31"]]);
  deepStrictEqual([daysOf([someTerms()]), daysOf([])], [[], []]);
  deepStrictEqual(daysOf([ended, someTerms({ from: "2026-01-12" })]), []);
});

// @spec settlement.parts
Deno.test("the statement of a part of a season is named by its days", () => {
  const sheet = sheetOf(aSeason());
  const named = { yearStart: 2025, number: 2, corrects: null };
  strictEqual(statementName({ ...named, sheet }), "Décompte 2025-2026, version 2");
  strictEqual(
    statementName({ ...named, corrects: 1, sheet: { ...sheet, isPart: true } }),
    "Rectificatif du décompte 2025-2026, du 01/10/2025 au 20/05/2026, version 2",
  );
});

// @spec settlement.parts, settlement.table, settlement.run
Deno.test("two contracts of a season are sent, answered and listed apart", () =>
  withMember(SETTLER, async ({ ask, built }) => {
    const boilerRoomId = await aHeatedRoom(built, ask);
    const place = { ...at, boilerRoomId };
    const contractId = await anOperator(built, ask);
    await addTerms(ask, place, { to: "2024-12-31", operator: "Dalkia", contractId });
    await addTerms(ask, place, { from: "2025-01-01", kind: "PFI" });
    const read = async (contract?: string) =>
      await answerOf(
        ask("getSettlement", { ...place, year: "2024", ...contract && { contract } }),
      );
    const first = await read();
    deepStrictEqual(first.parts, [
      { from: "2024-10-01", to: "2024-12-31", operator: "Dalkia" },
      { from: "2025-01-01", to: "2025-05-20", operator: "Thermalia" },
    ]);
    // 92 days of 10 DJU, then 140.
    deepStrictEqual([first.draft.statement?.reference, first.draft.isPart], [230_000, true]);
    const later = await read("2025-03-15");
    deepStrictEqual([later.draft.from, later.draft.statement?.reference], ["2025-01-01", 350_000]);
    // The run sends the one whose operator has an address; the other one is sent by hand, once.
    const run = { orgId: ORG, year: "2024", body: { after: null } };
    strictEqual((await answerOf(ask("sendSettlements", run))).sentCount, 1);
    strictEqual((await answerOf(ask("sendSettlements", run))).sentCount, 0);
    await answerOf(send(ask, place, "2025-01-01"));
    strictEqual(await codeOfCall(send(ask, place, "2025-01-01")), "statement-not-ready");
    const [one, two] = [(await read()).sent, (await read("2025-01-01")).sent];
    deepStrictEqual(
      [...one, ...two].map(({ id, number, sheet: { terms } }) => [id, number, terms?.operator]),
      [["2024-1", 1, "Dalkia"], ["2024-2", 1, "Thermalia"]],
    );
    await answerOf(act(ask, { ...place, statementId: "2024-2" }, "accept"));
    const lines = await answerOf(ask("listSettlements", { orgId: ORG, year: "2024" }));
    deepStrictEqual(lines.map(({ operator, state, part }) => [operator, state, part?.from]), [
      ["Dalkia", "sent", "2024-10-01"],
      ["Thermalia", "accepted", "2025-01-01"],
    ]);
    const pdf = (version: string) =>
      ask("getSettlementPdf", { ...place, year: "2024", contract: "2025-01-01", version });
    strictEqual(
      (await answerOf(pdf("1"))).fileName,
      "Décompte 2024-2025, du 01/01/2025 au 20/05/2025, Chaufferie.pdf",
    );
    strictEqual(await codeOfCall(pdf("2")), "not-found");
  }));

// @spec settlement.uncovered, settlement.several-rooms
Deno.test("the season's table lists the days of no contract, and the rooms of one contract together", () =>
  withVisitor(SETTLER, async ({ ask, site, visitor }) => {
    const boilerRoomId = await aHeatedRoom(site, ask);
    const place = { ...at, boilerRoomId };
    await addTerms(ask, place, { to: "2025-01-11", reference: "Marché A" });
    await addTerms(ask, place, { from: "2025-02-01", reference: "Marché B" });
    const annexe = { ...at, boilerRoomId: await aHeatedRoom(site, ask, "Annexe") };
    await addTerms(ask, annexe, { reference: "Marché B" });
    await aHeatedRoom(site, ask, "Sans conditions");
    const contract = "2025-02-01";
    await answerOf(send(ask, place, contract));
    const season = { ...place, year: "2024", contract };
    const { sent: [statement] } = await answerOf(ask("getSettlement", season));
    match(statement?.sheet.djuSource ?? "", /^Nancy, Chaufferie, /);
    const lines = await answerOf(ask("listSettlements", { orgId: ORG, year: "2024" }));
    deepStrictEqual(
      lines.map(({ boilerRoomName, part, reference, isCovered }) => [
        boilerRoomName,
        part?.from,
        reference,
        isCovered,
      ]),
      [
        ["Annexe", undefined, "Marché B", true],
        ["Chaufferie", "2024-10-01", "Marché A", true],
        ["Chaufferie", "2025-02-01", "Marché B", true],
        ["Chaufferie", "2025-01-12", "", false],
        ["Sans conditions", undefined, "", false],
      ],
    );
    const path = links.settlements(2024);
    // Three boiler rooms, of which one has three lines.
    match((await visitor.get(path)).text, /5\slignes/);
    const gap = /Chaufferie du 12\/01\/2025 au 31\/01\/2025 Sans contrat/;
    match((await visitor.get(`${path}?filter:state=Sans+contrat`)).text, gap);
    const uncovered = /Aucun contrat ne couvre les jours du 12\/01\/2025 au 31\/01\/2025/;
    match((await visitor.get(links.settlement(PROJECT, boilerRoomId, 2024))).text, uncovered);
    const file = await visitor.get(`${path}?csv=semicolon`);
    match(file.html, /;Chaufferie;du 12\/01\/2025 au 31\/01\/2025;;;Sans contrat;/);
    // The rooms of one contract, with what it makes together.
    const { text } = await visitor.get(`${path}?filter:search=March%C3%A9+B`);
    match(text, /1\sdécompte envoyé, 1 sans réponse.*Annexe/);
    ok(!text.includes("Marché A") && !text.includes("Sans conditions"));
    match((await visitor.get(`${path}?filter:search=Annexe`)).text, /0\sdécompte envoyé, 0 sans/);
  }));
