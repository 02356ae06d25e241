import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { INDEXES_FORM } from "@/lib/settlement/forms.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { aBoilerRoom, at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { SETTLER } from "./a_heated_room.ts";

const PEG = { indexName: "PEG", value: "110", origin: "EEX", publishedOn: null };

// @spec settlement.indexes
Deno.test("values of indexes keep their author until they change, and their page names both", () =>
  withVisitor(SETTLER, async ({ site, ask, visitor }) => {
    const path = links.energyTerms(PROJECT, await aBoilerRoom(ask));
    // Typed by an account that was removed since, and before authors were kept.
    const values = [
      { ...PEG, month: "2026-01", accountId: "gone" },
      { ...PEG, month: "2026-02", accountId: "gone" },
      { ...PEG, month: "2026-03" },
    ];
    await site.store.atomic().set(keys.priceIndexes(PROJECT), { values }).commit();
    const read = () => answerOf(ask("getPriceIndexes", at));
    const type = async (...lines: string[]) => {
      const { version } = await read();
      return await visitor.post(path, {
        form: INDEXES_FORM.name,
        values: lines.join("\n"),
        version,
      });
    };
    const others = ["PEG;2026-02;110;EEX", "PEG;2026-03;110;EEX"];
    strictEqual((await type("PEG;2026-01;108,3;EEX;03/02/2026", ...others)).status, 303);
    deepStrictEqual(
      (await read()).values.map(({ value, publishedOn, enteredBy }) => [
        value,
        publishedOn,
        enteredBy,
      ]),
      [["108.3", "2026-02-03", "Ada Durand"], ["110", null, "Compte supprimé"], ["110", null, ""]],
    );
    match((await visitor.get(path)).text, /PEG 2026-01 108,3 EEX 03\/02\/2026 Ada Durand PEG/);
    match(
      (await visitor.get(`${path}?csv=semicolon&table=indexes`)).html,
      /PEG;2026-01;108,3;EEX;2026-02-03;Ada Durand/,
    );
    // A day that does not exist is quoted, and nothing of the list is lost.
    const refused = await type(...others, "PEG;2026-04;111;EEX;31/02/2026");
    strictEqual(refused.status, 400);
    match(refused.text, /Ligne illisible\s: «\sPEG;2026-04;111;EEX;31\/02\/2026/);
    strictEqual((await read()).values.length, 3);
  }));
