import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { vatPercentOn } from "@/lib/energy_prices/vat_rates.ts";
import { INDEXES_FORM, TERMS_FORM, TERMS_TEMPLATES } from "@/lib/settlement/forms.ts";
import { nbOfArea, temperatureHelp } from "@/lib/settlement/nb_changes.ts";
import { termsRecord } from "@/lib/settlement/records.ts";
import type { Terms } from "@/lib/settlement/schema.ts";
import {
  bandLines,
  componentLines,
  indexLines,
  readBands,
  readComponents,
  readIndexValues,
} from "@/lib/settlement/typed_terms.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { aBoilerRoom, at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { asLandlord, withVisitor } from "@/tests/helpers/a_site.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { CLAUSE, PEG, SETTLER } from "./builders.ts";

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
    const boilerRoomId = await aBoilerRoom(ask);
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
});

const TYPED = { indexName: "PEG", value: "110", origin: "EEX", publishedOn: null };

// @spec settlement.indexes
Deno.test("values of indexes keep their author until they change, and their page names both", () =>
  withVisitor(SETTLER, async ({ site, ask, visitor }) => {
    const path = links.energyTerms(PROJECT, await aBoilerRoom(ask));
    // Typed by an account that was removed since, and before authors were kept.
    const values = [
      { ...TYPED, month: "2026-01", accountId: "gone" },
      { ...TYPED, month: "2026-02", accountId: "gone" },
      { ...TYPED, month: "2026-03" },
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
