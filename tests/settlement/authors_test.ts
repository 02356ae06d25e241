import { deepStrictEqual, match, ok } from "node:assert/strict";
import { authorLines } from "@/lib/settlement/statement_text.ts";
import { statementPdf } from "@/lib/settlement/statement_pdf.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aHeatedRoom, SETTLER } from "./a_heated_room.ts";

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
    const create = (over: Parameters<typeof someTerms>[0]) =>
      answerOf(ask("createEnergyTerms", { ...place, body: someTerms(over) }));
    await create({});
    const clause = {
      p0: "0.062",
      a: "0.15",
      terms: [{ b: "0.85", indexName: "PEG", index0: "95" }],
    };
    await create({ from: "2025-01-01", components: [clause] });
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
    const body = { contract: null };
    const { token } = await answerOf(ask("sendSettlement", { ...place, year: "2024", body }));
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
    const pdf = JSON.stringify(statementPdf(statement).page);
    for (const [name = "", by = ""] of expected) ok(pdf.includes(name) && pdf.includes(by), name);
    // An account that is removed is not named any more.
    for await (const { key } of site.store.list({ prefix: keys.account.under() })) {
      await site.store.atomic().delete(key).commit();
    }
    const gone = await site.visitor().get(link);
    match(gone.text, /01\/07\/2020 Compte supprimé/);
    ok(!gone.text.includes(ADA));
  }));
