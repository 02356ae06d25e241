import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { USE_MISTAKE } from "@/lib/ingest/text.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { links } from "@/lib/ui/links.ts";
import { FEW_CHOICES } from "@/lib/ui/named_choices.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { aSeries, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { fieldValue, SITE, type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { replacementDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

const PATH = `/collect/${PROJECT}/sensors`;

/** Creates a token by the page and returns its secret. */
async function aToken(visitor: Visitor): Promise<string> {
  const page = await visitor.post(PATH, { form: "token", name: "Telegraf" });
  strictEqual(page.html.includes('data-guard="unsaved"'), false, "nothing is left to save");
  strictEqual(page.status, 200);
  const token = /<p class="copy-line mono">([^<]+)<\/p>/.exec(page.html)?.[1];
  ok(token);
  return token;
}

/** Sends a line as a collector does. */
async function sendLine({ handler }: Site, token: string, line: string): Promise<number> {
  const request = new Request(`${SITE}/api/v2/write?precision=s`, {
    method: "POST",
    headers: { authorization: `Token ${token}` },
    body: line,
  });
  return (await handler(request)).status;
}

Deno.test("a token is shown once, works, and stops working once revoked", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor }) => {
    strictEqual(
      (await visitor.post(PATH, { form: "token", name: " " })).message("name"),
      "Ce champ est obligatoire",
    );
    const token = await aToken(visitor);
    strictEqual(await sendLine(site, token, "gaz,serial=0101 value=18423 1735689600"), 204);
    const page = await visitor.get(PATH);
    ok(!page.html.includes(token));
    match(page.text, /Telegraf/);
    const id = /name="form" value="revoke"\/?><input type="hidden" name="id" value="([^"]+)"/
      .exec(page.html)?.[1] ?? "";
    strictEqual((await visitor.post(PATH, { form: "revoke", id })).status, 303);
    strictEqual(await sendLine(site, token, "gaz,serial=0101 value=18424 1735689900"), 401);
  }));

Deno.test("an unknown source is listed on the page, and attached to a series", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor, ask }) => {
    match((await visitor.get(PATH)).text, /Aucune source à rattacher/);
    const series = await aSeries(ask, "GAZV");
    await sendLine(site, await aToken(visitor), "gaz,serial=0101 value=18423.5 1735689600");
    const page = await visitor.get(PATH);
    match(page.text, /18\u202F423,5/);
    const source = /name="source" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
    const hurried = await visitor.post(PATH, { form: "attach", source, series: "" });
    match(hurried.text, /Choisissez d’abord la série à alimenter/);
    const attached = await visitor.post(PATH, { form: "attach", source, series });
    strictEqual(attached.headers.get("location"), `${PATH}?saved=sources#sources`);
    const after = await visitor.get(`${PATH}?saved=sources`);
    match(after.text, /Sources inconnues Modifications enregistrées Aucune source à rattacher/);
    // Its last earlier value, 18 423.5 m³, without rounding.
    match(
      after.text,
      /Gaz \(volume\) Gaz \(volume\) Résidence 18\u202F42[34]\u202Fm³ 01\/01\/2025 à 01:00/,
    );
    const sources = await answerOf(ask("listSeriesSources", { projectId: PROJECT, series }));
    deepStrictEqual(sources.map((one) => one.source), [source]);
  }));

Deno.test("source whose name no form can send is refused, and said so", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor, ask }) => {
    // A serial number read from a port with the end of its line.
    const status = await sendLine(
      site,
      await aToken(visitor),
      "gaz,serial=0101\r value=1 1735689600",
    );
    strictEqual(status, 400);
    const body = { source: "gaz,serial=0101\r value", houseId: null };
    const series = await aSeries(ask, "GAZV");
    strictEqual(
      await codeOfCall(ask("attachSource", { projectId: PROJECT, series, body })),
      "invalid-input",
    );
    const { text } = await visitor.get(PATH);
    match(text, /Nom de source inutilisable\u00A0: .*sans retour à la ligne/);
    match(text, /Aucune source à rattacher/);
  }));

Deno.test("an unknown source is deleted with its readings", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor }) => {
    await sendLine(site, await aToken(visitor), "gaz,serial=0101 value=1 1735689600");
    const source = /name="source" value="([^"]+)"/.exec((await visitor.get(PATH)).html)?.[1] ?? "";
    strictEqual((await visitor.post(PATH, { form: "forget", source })).status, 303);
    match((await visitor.get(PATH)).text, /Aucune source à rattacher/);
  }));

Deno.test("a series is created for an unknown source, then its source is detached", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor }) => {
    await sendLine(site, await aToken(visitor), "temp,serial=7 value=19.5 1735689600");
    const source = "temp,serial=7 value";
    const page = await visitor.get(`${PATH}?source=${encodeURIComponent(source)}`);
    strictEqual(
      fieldValue(page.html.replace(/<input[^>]*name="source"[^>]*>/g, ""), "source"),
      source,
    );
    const typed = { form: "series", dataUnitId: "TEXT", renamed: "Sonde nord", source };
    const made = await visitor.post(PATH, typed);
    strictEqual(made.headers.get("location"), `${PATH}?saved=series#series`);
    const after = await visitor.get(PATH);
    match(after.text, /Aucune source à rattacher/);
    match(
      after.text,
      /Sonde nord Température extérieure Résidence 19,5\u202F°C 01\/01\/2025 à 01:00/,
    );
    const series =
      /name="form" value="detach"\/?><input type="hidden" name="series" value="([^"]+)"/
        .exec(after.html)?.[1] ?? "";
    strictEqual((await visitor.post(PATH, { form: "detach", series, source })).status, 303);
    match((await visitor.get(PATH)).text, /à 01:00 Créer une série/);
    strictEqual((await visitor.post(PATH, { form: "detach", series, source })).status, 404);
  }));

Deno.test("source already attached is refused with an explanation, beside its form", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor, ask }) => {
    const [first, second] = [await aSeries(ask, "GAZV"), await aSeries(ask, "GAZV")];
    await sendLine(site, await aToken(visitor), "gaz,serial=0101 value=1 1735689600");
    const source = "gaz,serial=0101 value";
    await visitor.post(PATH, { form: "attach", source, series: first });
    const taken = await visitor.post(PATH, { form: "attach", source, series: second });
    strictEqual(taken.status, 409);
    match(taken.text, /Sources inconnues [^.]*déjà/);
  }));

Deno.test("a series whose source was attached meanwhile is not created, and its form keeps what was typed", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor, ask }) => {
    const first = await aSeries(ask, "GAZV");
    const source = "gaz,serial=0101 value";
    await sendLine(site, await aToken(visitor), `${source}=1 1735689600`);
    await visitor.post(PATH, { form: "attach", source, series: first });
    const typed = { form: "series", dataUnitId: "GAZV", renamed: "Gaz nord", source };
    const taken = await visitor.post(PATH, typed);
    strictEqual(taken.status, 409);
    strictEqual(taken.value("renamed"), "Gaz nord");
    strictEqual((await visitor.post(PATH, { ...typed, source: "" })).status, 303);
    const series = await answerOf(ask("listDataseries", { projectId: PROJECT }));
    deepStrictEqual(series.map(({ renamed }) => renamed).toSorted(), ["Gaz nord", null]);
  }));

Deno.test("an administrator without a role manages the sources and reads no value", () =>
  withVisitor({ isAdmin: true }, async ({ ask, visitor }) => {
    await aSeries(ask, "GAZV");
    const page = await visitor.get(PATH);
    strictEqual(page.status, 200);
    match(page.text, /1\u00A0série Série Grandeur Équipement Gaz/);
    ok(await aToken(visitor));
  }));

/** The page of a residence for a user who configures its dwellings. */
function withDwellings(
  test: (
    place: { site: Site; visitor: Visitor; ask: CallFunction; house: string },
  ) => Promise<void>,
): Promise<void> {
  const roles = ["collect:boilerroom:write", "collect:houseadmin"] as const;
  return withVisitor({ roles }, async (visited) => {
    const house = await aHouse(visited.ask, { name: "A12" }, "0D74A784");
    await test({ ...visited, house });
  }, { residence: { features: { houseMode: 1 } } });
}

/** The last value of a series in a dwelling. */
async function lastIn({ store, clock }: Site, series: string, houseId: string) {
  const stored = storedSeries({ store, clock });
  return (await stored.last(storedSeriesId(series, houseId)))?.value;
}

Deno.test("series of every dwelling is created for a measurement, and includes future dwellings", () =>
  withDwellings(async ({ site, visitor, ask, house }) => {
    const token = await aToken(visitor);
    await sendLine(site, token, "temp,serial=0D74A784 value=19.5 1735689600");
    const page = await visitor.get(PATH);
    match(page.text, /Mesures des logements .* temp value 1 A12 Créer une série pour elle/);
    const source = "temp,house=* value";
    match(page.html, new RegExp(`source=${encodeURIComponent(source)}`.replace("*", "\\*")));
    const wrong = await visitor.post(PATH, {
      form: "series",
      dataUnitId: "TEMP",
      equipmentId: "",
      source,
    });
    strictEqual(
      wrong.message("source"),
      "Une mesure des logements va avec une série de chaque logement",
    );
    const typed = { form: "series", dataUnitId: "TEMP", equipmentId: "every-dwelling", source };
    strictEqual((await visitor.post(PATH, typed)).status, 303);
    const after = await visitor.get(PATH);
    match(after.text, /Séries de mesure 1\u00A0série de logements Créer une série/);
    await sendLine(site, token, "temp,house=a12,dev_eui=0102 value=20.5 1735693200");
    match((await visitor.get(PATH)).text, /Aucune source à rattacher/);
    const [series] = await housingSeries(ask);
    ok(series);
    strictEqual(await lastIn(site, series, house), 20.5);
    const sheet = await visitor.get(`/collect/${PROJECT}/series/${series}`);
    match(sheet.text, /temp,dev_eui=0102 value A12 .* temp value Celui que chaque source nomme/);
  }));

// @spec reports.uses, series.editing
Deno.test("meter of every dwelling is created with the use it supplies; other series have no use", () =>
  withDwellings(async ({ visitor, ask }) => {
    match((await visitor.get(PATH)).text, /Usage .*Tout le logement .*Cuisson/);
    const typed = { form: "series", dataUnitId: "ELEC", equipmentId: "every-dwelling" };
    const wrong = await visitor.post(PATH, { ...typed, dataUnitId: "EFSV", use: "cooking" });
    strictEqual(wrong.message("use"), USE_MISTAKE);
    strictEqual((await visitor.post(PATH, { ...typed, use: "cooking" })).status, 303);
    const listed = await answerOf(ask("listDataseries", { projectId: PROJECT }));
    strictEqual(listed.find(({ scope }) => scope === "housing")?.use, "cooking");
  }));

Deno.test("source that names no dwelling is attached to the one that the user selects", () =>
  withDwellings(async ({ site, visitor, ask, house }) => {
    const series = await aHousingSeries(ask, "TEMP");
    await sendLine(site, await aToken(visitor), "°C,entity_id=salon value=19.5 1735689600");
    const source = "°C,entity_id=salon value";
    const { html } = await visitor.get(PATH);
    match(html, /<datalist id="houses"><option[^>]* value="A12"/);
    match(/<input[^>]* name="house"[^>]*>/.exec(html)?.[0] ?? "", / list="houses"/);
    const unnamed = await visitor.post(PATH, { form: "attach", source, series, house: "B1" });
    match(unnamed.text, /Dites de quel logement vient la source/);
    const attached = await visitor.post(PATH, { form: "attach", source, series, house: "a12" });
    strictEqual(attached.status, 303);
    strictEqual(await lastIn(site, series, house), 19.5);
  }));

Deno.test("the page counts the refused readings of each source, with the cause to check", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor, ask }) => {
    const token = await aToken(visitor);
    strictEqual(/Relevés refusés/.test((await visitor.get(PATH)).text), false);
    const lines = [
      "gaz,serial=77 value=1 0",
      "gaz,serial=77 value=2 60",
      "bad,serial=1 value=1e300",
    ];
    strictEqual(await sendLine(site, token, lines.join("\n")), 400);
    strictEqual(await sendLine(site, token, "gaz,serial=77 value=1 0"), 400);
    const { text } = await visitor.get(PATH);
    match(text, /4\u00A0relevés refusés depuis une semaine/);
    match(
      text,
      /Vérifiez l’horloge de la carte qui envoie ces relevés\u00A0: elle n’est pas à l’heure/,
    );
    match(
      text,
      /gaz,serial=77 value Date trop ancienne 01\/01\/1970 à 01:00 3 10\/02\/2026 à 12:00/,
    );
    match(text, /bad,serial=1 value Valeur impossible 1e\+300 1 /);
    const listed = await answerOf(ask("listRefusedSources", { projectId: PROJECT }));
    deepStrictEqual(
      listed.map(({ source, cause, count }) => [source, cause, count]).toSorted(),
      [["bad,serial=1 value", "value", 1], ["gaz,serial=77 value", "too-old", 3]],
    );
  }));

async function housingSeries(ask: CallFunction): Promise<string[]> {
  const listed = await answerOf(ask("listDataseries", { projectId: PROJECT }));
  return listed.filter(({ scope }) => scope === "housing").map(({ id }) => id);
}

Deno.test("register that fell is shown with its possible causes, and dated in two clicks", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor, ask }) => {
    const gas = await aSeries(ask, "GAZV");
    // The registers of the new meter go on for over a day.
    const readings = [5742, 5742.8, 5, 5.5, 6].map((value, day) => ({
      epochS: Date.UTC(2026, 0, 9 + day, 11) / 1_000,
      value,
    }));
    await storedSeries(site).append([{ seriesId: gas, kind: "index", readings }]);
    const page = await visitor.get(PATH);
    match(page.text, /1\sindex en recul/);
    match(page.text, /5\s742,8\sm³.{1,40}5\sm³.{1,60}Compteur remplacé ou remis à zéro/);
    const href = /href="([^"]*#meter)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const form = await visitor.get(href.replace("#meter", ""));
    deepStrictEqual(
      ["date", "time", "finalIndex", "firstIndex"].map((name) => form.value(name)),
      ["2026-01-11", "12:00", "5742,8", "5"],
    );
    const body = replacementDraft("2026-01-11", { finalIndex: 5742.8, firstIndex: 5 });
    ok((await ask("addMeterEvent", { projectId: PROJECT, series: gas, body })).ok);
    ok(!(await visitor.get(PATH)).text.includes("en recul"));
  }));

Deno.test("the form of a new series offers the first of many unknown sources, and the one of the followed link", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor }) => {
    const lines = Array.from({ length: 130 }, (_, at) => `gaz,serial=${1_000 + at} value=1`);
    await sendLine(site, await aToken(visitor), lines.join("\n"));
    const asked = "gaz,serial=1129 value";
    const { html } = await visitor.get(links.newSeries(PROJECT, asked));
    const [, select = ""] = /<select[^>]*name="source"[^>]*>(.*?)<\/select>/.exec(html) ?? [];
    strictEqual(select.match(/<option/g)?.length, 1 + FEW_CHOICES + 1);
    match(select, new RegExp(`<option[^>]* selected[^>]*>${asked}`));
  }));

// @spec series.sources-without-room, series.dropped-readings
Deno.test("unattached sources are filtered by device, with what each lost; those without room are counted", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor }) => {
    const token = await aToken(visitor);
    const many = Array.from({ length: 497 }, (_, at) => `m,serial=${at} value=1 1735689600`);
    const long = Array.from({ length: 2_003 }, (_, at) => `long,serial=L a=1 ${1735689600 + at}`);
    const device = ["x,dev_eui=AB t=1 1735689600", "x,dev_eui=AB h=2 1735689600"];
    for (const lines of [many, long, device]) {
      strictEqual(await sendLine(site, token, lines.join("\n")), 204);
    }
    strictEqual(await sendLine(site, token, "late,serial=Z value=5 1735689600"), 204);
    const all = await visitor.get(PATH);
    match(all.text, /late,serial=Z value Pas de place pour une nouvelle source 5 1 /);
    match(all.text, /La résidence garde déjà 500 sources à rattacher/);
    match(all.html, /<option\s+value="dev_eui=AB"/);
    // A device of one source is no choice of the filter.
    doesNotMatch(all.html, /<option\s+value="serial=1"/);
    const chosen = await visitor.get(`${PATH}?filter:device=${encodeURIComponent("dev_eui=AB")}`);
    match(chosen.text, /2\s+sources à rattacher sur/);
    const found = await visitor.get(`${PATH}?filter:search=long`);
    // 2,003 readings were sent: the first three were dropped.
    match(found.text, /long,serial=L a 1 .* 2\u202f000 3 /);
  }));

// @spec imports.units
Deno.test("source in a unit that does not convert is not attached, and both units are named", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, visitor, ask }) => {
    const series = await aSeries(ask, "ELEC");
    const line = "power,serial=1,unit_of_measurement=W value=600 1735689600";
    strictEqual(await sendLine(site, await aToken(visitor), line), 204);
    const body = { form: "attach", source: "power,serial=1 value", series };
    const refused = await visitor.post(PATH, body);
    strictEqual(refused.status, 400);
    match(refused.text, /envoie des valeurs en W, qui ne se convertissent pas en kWh/);
  }));
