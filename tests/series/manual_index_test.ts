import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { aMember, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { asLandlord, plain, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const PATH = `/collect/${PROJECT}/manual-index`;

/** A visitor with some roles, in a residence with a water meter of typed indexes. */
function withMeter(
  roles: Role[],
  test: (visitor: Visitor, meter: string, ask: CallFunction) => Promise<void>,
  scope: "facilities" | "housing" = "facilities",
): Promise<void> {
  return withSite(async (site) => {
    const { ask: setter } = await aMember(site, {
      email: "tom@bailleur.fr",
      roles: ["collect"],
    });
    const body = seriesDraft({
      dataUnitId: "EFSV",
      scope,
      renamed: "Eau générale",
      manualIndex: true,
    });
    const made = await answerOf(setter("createDataseries", { projectId: PROJECT, body }));
    await someone(site, { roles });
    const visitor = await site.signIn();
    await test(visitor, made.id, setter);
  });
}

const TYPIST: Role[] = ["collect:config:manualindex:write"];

Deno.test("an index is typed, listed with its consumption, exported and deleted, without any script", () =>
  withMeter(TYPIST, async (visitor, seriesId) => {
    match((await visitor.get(PATH)).text, /Aucun index saisi/);
    const typed = { form: "index", seriesId, houseId: "", date: "2026-01-01", value: "1 204,5" };
    const sent = await visitor.post(PATH, typed);
    deepStrictEqual([sent.status, sent.headers.get("location")], [303, PATH]);
    await visitor.post(PATH, { ...typed, date: "2026-02-01", value: "1300" });
    const page = await visitor.get(PATH);
    strictEqual(page.title, "Les Lilas | Index saisis à la main");
    match(page.html, /class="table-box table-box-wide"/);
    match(
      plain(page.text),
      /2 index saisis .*01\/02\/2026 Eau générale 1 300 95,5 m³ ada@bailleur.fr.*01\/01\/2026 Eau générale 1 204,5 m³ ada@bailleur.fr/,
    );
    strictEqual(
      (await visitor.get(`${PATH}?csv=semicolon`)).html.split("\r\n")[1],
      "01/02/2026;Eau générale;;1300;95,5;m³;ada@bailleur.fr;",
    );
    const [, indexId = ""] = /name="indexId" value="([^"]+)"/.exec(page.html) ?? [];
    await visitor.post(PATH, { form: "index", intent: "remove", indexId });
    await visitor.post(PATH, { form: "index", intent: "remove", indexId });
    match(plain((await visitor.get(PATH)).text), /1 index saisi .*01\/01\/2026/);
  }));

// @spec imports.formats
Deno.test("the file of typed indexes is imported as the same readings: the file stays the same", () =>
  withMeter(["collect"], async (visitor, seriesId) => {
    const typed = { form: "index", seriesId, houseId: "", date: "2026-01-01", value: "1 204,5" };
    await visitor.post(PATH, typed);
    await visitor.post(PATH, { ...typed, date: "2026-02-01", value: "1300" });
    for (const dialect of ["comma", "semicolon"]) {
      const exported = (await visitor.get(`${PATH}?csv=${dialect}`)).html;
      const data = new FormData();
      data.set("intent", "import");
      data.set("file", new File([exported], "index.csv"));
      const sent = await visitor.post(`/collect/${PROJECT}/sensors/readings`, data);
      match(plain(sent.text), /2 lignes lues, 0 ajoutée, 0 remplacée, 2 identiques/);
      strictEqual((await visitor.get(`${PATH}?csv=${dialect}`)).html, exported);
    }
  }));

Deno.test("meter replaced between two indexes is counted across it, with a notice beside the figure", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get("/collect/p02/manual-index");
    const replaced = /01\/07\/2025 Eau froide générale (\d+) (\d+) compteur remplacé le 17\/06 m³/;
    const [, index = "", counted = ""] = replaced.exec(plain(page.text)) ?? [];
    // Each meter counted about half of the month: the new one is at its own half.
    const share = Number(index) / Number(counted);
    ok(share > 0.49 && share < 0.51, `${index} of ${counted}`);
    const file = await visitor.get("/collect/p02/manual-index?csv=semicolon");
    match(
      file.html,
      new RegExp(`;${index};${counted};m³;[^;]*;compteur remplacé le 17/06\r\n`),
    );
  }));

// @spec indexes.contradiction, indexes.list, calls.to-confirm
Deno.test("an index that contradicts those typed is confirmed in a second step, and listed as doubtful", () =>
  withMeter(TYPIST, async (visitor, seriesId) => {
    const typed = (date: string, value: string) => ({
      form: "index",
      seriesId,
      houseId: "",
      date,
      value,
    });
    await visitor.post(PATH, typed("2026-01-10", "1100,5"));
    await visitor.post(PATH, typed("2026-01-20", "1300"));
    const wrong = typed("2026-01-15", "5");
    const asked = await visitor.post(PATH, wrong);
    strictEqual(asked.status, 409);
    match(asked.text, /Rien n’est encore enregistré .*enregistre l’index 5, qui contredit/);
    match(plain((await visitor.get(PATH)).text), /2 index saisis/);
    const [, confirmed = ""] = /name="confirmed" value="([^"]+)"/.exec(asked.html) ?? [];
    strictEqual((await visitor.post(PATH, { ...wrong, confirmed })).status, 303);
    // 199.5 in ten days: half until the wrong index, half after it.
    const note = "chiffre douteux : un index erroné ou à confirmer, ou un saut d’index";
    match(
      plain((await visitor.get(PATH)).text),
      new RegExp(
        `20/01/2026 Eau générale 1 300 99,75 ${note} m³.*15/01/2026 Eau générale 5 99,75 ${note} m³`,
      ),
    );
    const file = plain((await visitor.get(`${PATH}?csv=semicolon`)).html);
    match(file, new RegExp(`15/01/2026;Eau générale;;5;99,75;m³;ada@bailleur.fr;${note}`));
  }));

// @spec indexes.list, series.verdicts
Deno.test("an index that waits counts nothing, the list says so, and who types answers what it is", () =>
  withMeter(TYPIST, async (visitor, seriesId) => {
    const typed = { form: "index", seriesId, houseId: "", date: "2026-01-10", value: "1100" };
    await visitor.post(PATH, typed);
    const wrong = { ...typed, date: "2026-01-20", value: "5" };
    const { html } = await visitor.post(PATH, wrong);
    const [, confirmed = ""] = /name="confirmed" value="([^"]+)"/.exec(html) ?? [];
    await visitor.post(PATH, { ...wrong, confirmed });
    const page = await visitor.get(PATH);
    match(plain(page.text), /Eau générale 5 rien de compté chiffre douteux/);
    // Who types answers here: 5 does not follow 1 100, so nothing is counted, then the register goes on from it.
    match(
      plain(page.text),
      /1 relevé à confirmer .*Eau générale 5 m³ 20\/01\/2026 à 12:00 1 100 m³/,
    );
    const at = page.value("at") ?? "";
    const answer = { form: "verdict", series: seriesId, houseId: "", at, value: "5" };
    const said = await visitor.post(PATH, { ...answer, intent: "real" });
    strictEqual(said.headers.get("location"), `${PATH}?saved=doubts#doubts`);
    match(plain((await visitor.get(PATH)).text), /1 réponse .*Vrai ada@bailleur.fr/);
    await visitor.post(PATH, { ...typed, date: "2026-01-25", value: "7" });
    match(plain((await visitor.get(PATH)).text), /25\/01\/2026 Eau générale 7 2 m³/);
  }));

Deno.test("the page opens to those who type indexes, and is in their menu where a series has typed indexes", () =>
  withMeter(["collect:read"], async (visitor) => {
    strictEqual((await visitor.get(PATH)).status, 403);
    strictEqual(
      (await visitor.post(PATH, { form: "index", intent: "remove", indexId: "x" })).status,
      403,
    );
    ok(!(await visitor.get(`/collect/${PROJECT}`)).html.includes(PATH));
  }).then(() =>
    withMeter(TYPIST, async (visitor) => {
      ok((await visitor.get(`/collect/${PROJECT}`)).html.includes(`href="${PATH}"`));
    })
  ));

Deno.test("an old date must be confirmed, and is accepted once its box is ticked, without any script", () =>
  withMeter(TYPIST, async (visitor, seriesId) => {
    const typed = { form: "index", seriesId, houseId: "", date: "2001-01-01", value: "1" };
    strictEqual(/acceptOld/.test((await visitor.get(PATH)).html), false);
    const asked = await visitor.refused(PATH, typed);
    match(asked.text, /Cette date est très ancienne/);
    match(asked.html, /type="checkbox" id="acceptOld" name="acceptOld"/);
    strictEqual((await visitor.post(PATH, { ...typed, acceptOld: "on" })).status, 303);
    match((await visitor.get(PATH)).text, /01\/01\/2001/);
  }));
