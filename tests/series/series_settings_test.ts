import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import {
  aBoilerRoom,
  anEquipment,
  aSeries,
  type Belonging,
  PROJECT,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { type Page, withVisitor } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

const LIST = `/collect/${PROJECT}/series`;

const WRITER: Belonging = { roles: ["collect"] };

/** Fields of the form as the page shows them, to send back. */
function formOf(page: Page): Record<string, string> {
  const names = ["renamed", "dataUnitId", "importedUnit", "equipmentId", "version"];
  const fields = names.map((name) => [name, page.value(name) ?? ""]);
  return { form: "settings", dataSourceOptions: "", ...Object.fromEntries(fields) };
}

Deno.test("residence without series says what to do; later, each series shows its place and its last value", () =>
  withVisitor(WRITER, async ({ site, visitor, ask }) => {
    match((await visitor.get(LIST)).text, /Aucune série Créez une série/);
    const room = await aBoilerRoom(ask, "Chaufferie nord");
    const series = await aSeries(ask, "TEMP", room);
    const epochS = Math.floor(site.clock.now() / 1_000);
    await storedSeries(site).append([{
      seriesId: series,
      kind: "instant",
      readings: [{ epochS, value: 19.46 }],
    }]);
    const page = await visitor.get(LIST);
    match(page.text, /1\u00A0série .*Température Température Chaufferie nord 19,5 °C/);
    ok(page.html.includes(`/collect/${PROJECT}/facilities/${series}`));
    match((await visitor.get(`${LIST}?filter:quantity=GAZV`)).text, /Aucune série trouvée/);
    const csv = await visitor.get(`/collect/${PROJECT}/series?csv=comma`);
    match(csv.html, /\nTempérature,Température,°C,Chaufferie nord,,,19\.46,/);
  }));

// @spec series.list
Deno.test("series of circuits with one name say which boiler room each is in: in lists, in their forms and in that of a new one", () =>
  withVisitor(WRITER, async ({ visitor, ask }) => {
    const ids = [];
    for (const room of ["Chaufferie Est", "Chaufferie Ouest"]) {
      const parentId = await aBoilerRoom(ask, room);
      const circuitId = await anEquipment(ask, "boilerroom-circuit", { name: "ECS", parentId });
      ids.push({ circuitId, seriesId: await aSeries(ask, "TDEP", circuitId) });
    }
    match((await visitor.get(LIST)).text, /Chaufferie Est, ECS.*Chaufferie Ouest, ECS/);
    match((await visitor.get(`${LIST}?csv=comma`)).html, /"Chaufferie Ouest, ECS"/);
    const sensors = `/collect/${PROJECT}/sensors`;
    const table = (await visitor.get(sensors)).html;
    match(table, /<td[^>]*>Chaufferie Est, ECS</);
    match(table, /<td[^>]*>Chaufferie Ouest, ECS</);
    for (const path of [sensors, `${LIST}/${ids[0]?.seriesId}`]) {
      const { html } = await visitor.get(path);
      deepStrictEqual(
        ids.map(({ circuitId }) =>
          new RegExp(`<option[^>]*value="${circuitId}"[^>]*>([^<]*)<`).exec(html)?.[1]
        ),
        ["Chaufferie Est, ECS", "Chaufferie Ouest, ECS"],
        path,
      );
    }
  }));

// @spec series.registers
Deno.test("settings of a meter hint its default rate by quantity, place and unit, and save its own rate and capacity", () =>
  withVisitor(WRITER, async ({ visitor, ask }) => {
    const room = await aBoilerRoom(ask, "Chaufferie nord");
    const parentId = await anEquipment(ask, "boilerroom-circuit", { name: "ECS", parentId: room });
    // R, default of r: ECSV 32 m³ in a building or a boiler room, in litres × 1,000; GAZV 400 and 1,000 m³.
    const hints = [
      [await aSeries(ask, "ECSV"), /Vide\u00A0: 32\u00A0m³/],
      [await aSeries(ask, "GAZV"), /Vide\u00A0: 400\u00A0m³/],
      [await aSeries(ask, "GAZV", parentId), /Vide\u00A0: 1\u202F000\u00A0m³/],
    ] as const;
    for (const [series, hint] of hints) match((await visitor.get(`${LIST}/${series}`)).text, hint);
    const [[series]] = hints;
    const path = `${LIST}/${series}`;
    const shown = formOf(await visitor.get(path));
    const wrong = await visitor.refused(path, { ...shown, maxRatePerHour: "-1", rollsOverAt: "0" });
    match(wrong.message("maxRatePerHour") ?? "", /0,001/);
    match(wrong.message("rollsOverAt") ?? "", /1/);
    const typed = { ...shown, importedUnit: "L", maxRatePerHour: "2500,5", rollsOverAt: "100000" };
    strictEqual((await visitor.post(path, typed)).status, 303);
    const saved = (await answerOf(ask("listDataseries", { projectId: PROJECT })))
      .find(({ id }) => id === series);
    deepStrictEqual([saved?.maxRatePerHour, saved?.rollsOverAt], [2500.5, 100_000]);
    const again = await visitor.get(path);
    strictEqual(again.value("maxRatePerHour"), "2500,5");
    match(again.text, /Vide\u00A0: 32\u202F000\u00A0L/);
    const state = await visitor.get(`${LIST}/${await aSeries(ask, "TEMP")}`);
    strictEqual(state.value("maxRatePerHour"), null);
  }));

// @spec series.fields
Deno.test("series is renamed, given a unit of its quantity and options; another unit is refused", () =>
  withVisitor(WRITER, async ({ visitor, ask }) => {
    const series = await aSeries(ask, "ECSV");
    const path = `${LIST}/${series}`;
    const shown = formOf(await visitor.get(path));
    const wrong = await visitor.refused(path, {
      ...shown,
      importedUnit: "Wh",
      dataSourceOptions: "sans deux-points",
    });
    strictEqual(
      wrong.message("importedUnit"),
      "Cette unité ne mesure pas cette grandeur",
    );
    match(wrong.message("dataSourceOptions") ?? "", /Un champ par ligne/);
    const typed = {
      ...shown,
      renamed: " Compteur ECS ",
      importedUnit: "L",
      dataSourceOptions: "canal : 2",
      manualIndex: "on",
    };
    const saved = await visitor.post(path, typed);
    strictEqual(saved.headers.get("location"), `${path}?saved=settings#settings`);
    const page = await visitor.get(`${path}?saved=settings`);
    match(page.text, /Compteur ECS .*Modifications enregistrées/);
    const [kept] = await answerOf(ask("listDataseries", { projectId: PROJECT }));
    deepStrictEqual(
      [kept?.renamed, kept?.unit.unit, kept?.manualIndex, kept?.dataSourceOptions],
      ["Compteur ECS", "L", true, { canal: "2" }],
    );
    const late = await visitor.post(path, { ...typed, renamed: "Autre nom" });
    match(late.text, /Nom Autre nom Compteur ECS/);
  }));

Deno.test("a call gives a series no unit of another quantity, and a form keeps the unit given by a call", () =>
  withVisitor(WRITER, async ({ visitor, ask }) => {
    const made = async (importedUnit: string) => {
      const body = seriesDraft({ dataUnitId: "BOIM", importedUnit });
      return await ask("createDataseries", { projectId: PROJECT, body });
    };
    strictEqual(await codeOfCall(made("MWh")), "invalid-input");
    const series = await answerOf(made("t"));
    const path = `${LIST}/${series.id}`;
    const typed = { ...formOf(await visitor.get(path)), renamed: "Granulés" };
    strictEqual((await visitor.post(path, typed)).status, 303);
    const read = await answerOf(ask("listDataseries", { projectId: PROJECT }));
    deepStrictEqual(read.map(({ renamed, unit }) => [renamed, unit.unit]), [
      ["Granulés", "t"],
    ]);
  }));

Deno.test("series in use keeps its kind; a source is detached, then the series deleted", () =>
  withVisitor(WRITER, async ({ visitor, ask }) => {
    const series = await aSeries(ask, "GAZV");
    const path = `${LIST}/${series}`;
    const source = { source: "serial=7", houseId: null };
    ok((await ask("attachSource", { projectId: PROJECT, series, body: source })).ok);
    const kind = await visitor.post(path, {
      ...formOf(await visitor.get(path)),
      dataUnitId: "TEMP",
    });
    strictEqual(kind.status, 409);
    match(kind.text, /sert encore ailleurs. Retirez-le d’abord de là où il sert\./);
    strictEqual((await visitor.post(path, { form: "removal" })).status, 409);
    match((await visitor.get(path)).text, /Ce qui l’alimente .*serial=7/);
    const detached = await visitor.post(path, { form: "detach", source: "serial=7" });
    strictEqual(detached.headers.get("location"), `${path}?saved=sources#sources`);
    strictEqual((await visitor.post(path, { form: "removal" })).headers.get("location"), LIST);
    strictEqual((await visitor.get(path)).status, 404);
  }));

/** A series with sources s1, s2… of the facilities. */
async function withSources(ask: CallFunction, count: number): Promise<string> {
  const series = await aSeries(ask, "GAZV");
  for (let rank = 1; rank <= count; rank++) {
    const body = { source: `serial=s${rank}`, houseId: null };
    ok((await ask("attachSource", { projectId: PROJECT, series, body })).ok);
  }
  return series;
}

async function sourcesOf(ask: CallFunction, series: string): Promise<string[]> {
  const listed = await answerOf(ask("listSeriesSources", { projectId: PROJECT, series }));
  return listed.map(({ source }) => source.replace("serial=", ""));
}

// @spec collectors.detaching
Deno.test("sources of a series are detached together: those selected, then all that the list shows", () =>
  withVisitor(WRITER, async ({ visitor, ask }) => {
    const series = await withSources(ask, 25);
    const beside = await aSeries(ask, "GAZE");
    const other = { source: "serial=other", houseId: null };
    ok((await ask("attachSource", { projectId: PROJECT, series: beside, body: other })).ok);
    const path = `${LIST}/${series}`;
    match((await visitor.get(path)).text, /Lesquelles détacher.\? .*toute la liste \(25.sources\)/);
    const form = "detach-many";
    const none = await visitor.refused(path, { form });
    match(none.text, /Cochez au moins une source dans la liste/);
    const some = new FormData();
    some.append("form", form);
    for (const one of ["s1", "s2", "other"]) some.append("sources", `serial=${one}`);
    const chosen = await visitor.post(path, some);
    strictEqual(chosen.headers.get("location"), `${path}?saved=sources#sources`);
    deepStrictEqual((await sourcesOf(ask, series)).length, 23);
    deepStrictEqual(await sourcesOf(ask, beside), ["other"]);
    // The other tab, which still shows them.
    strictEqual((await visitor.post(path, some)).status, 404);
    const filtered = `${path}?filter:search=s2`;
    match((await visitor.get(filtered)).text, /toute la liste \(6.sources\)/);
    const every = { form, intent: "every" };
    strictEqual((await visitor.post(filtered, every)).status, 303);
    // s20 to s25 are gone.
    strictEqual((await sourcesOf(ask, series)).length, 17);
    strictEqual((await visitor.post(path, every)).status, 303);
    deepStrictEqual(await sourcesOf(ask, series), []);
    match((await visitor.get(`${path}?saved=sources`)).text, /Aucune source/);
  }));

Deno.test("meter's replacement is dated, marks its month, and is deleted with its consumption", () =>
  withVisitor(WRITER, async ({ site, visitor, ask }) => {
    const series = await aSeries(ask, "EFSV");
    const path = `${LIST}/${series}`;
    const day = (date: number) => Date.UTC(2026, 0, date, 11) / 1_000;
    await storedSeries(site).append([{
      seriesId: series,
      kind: "index",
      readings: [{ epochS: day(1), value: 100 }, { epochS: day(11), value: 4 }],
    }]);
    const page = await visitor.get(path);
    const sent = (over: Record<string, string>) => ({
      form: "event",
      what: "replacement",
      date: "2026-01-06",
      time: "12:00",
      finalIndex: "",
      firstIndex: "0",
      comment: "",
      version: page.version("meter"),
      ...over,
    });
    const wrong = await visitor.refused(path, sent({ firstIndex: "" }));
    strictEqual(wrong.message("firstIndex"), "Ce champ est obligatoire");
    match((await visitor.post(path, sent({ finalIndex: "99" }))).text, /plus bas que le relevé/);
    const saved = await visitor.post(path, sent({ finalIndex: "110" }));
    strictEqual(saved.headers.get("location"), `${path}?saved=meter#meter`);
    // (110 − 100) + (4 − 0)
    const listed = await visitor.get(path);
    match(
      listed.text,
      /06\/01\/2026 à 12:00 Compteur remplacé 110 0 14 .*passera de 14\u00A0m³ à 0/,
    );
    const range = `/collect/${PROJECT}/facilities/${series}`;
    match((await visitor.get(`${range}/monthly/2026`)).text, /compteur remplacé le 06\/01/);
    match(
      (await visitor.get(`${range}/monthly/2026?csv=semicolon`)).html,
      /;compteur remplacé le 06\/01/,
    );
    strictEqual((await visitor.post(path, sent({ time: "13:00" }))).status, 409);
    const removal = {
      form: "event-removal",
      intent: "remove",
      eventId: listed.value("eventId") ?? "",
      version: listed.version("meter"),
    };
    for (let time = 0; time < 2; time++) {
      strictEqual((await visitor.post(path, removal)).status, 303);
    }
    ok(!(await visitor.get(path)).text.includes("Compteur remplacé 110"));
  }));

Deno.test("an annotation is beside its months, in the file and under the table, until it is deleted", () =>
  withVisitor(WRITER, async ({ site, visitor, ask }) => {
    const series = await aSeries(ask, "TEMP");
    const path = `${LIST}/${series}`;
    const range = `/collect/${PROJECT}/facilities/${series}`;
    const epochS = Date.UTC(2026, 0, 15, 11) / 1_000;
    await storedSeries(site).append([{
      seriesId: series,
      kind: "instant",
      readings: [{ epochS, value: 19 }],
    }]);
    match((await visitor.get(`${range}/monthly/2026`)).text, /Aucune sur cette période/);
    const row = { grid: "annotations", from: "2026-01-12", to: "2026-01-20", text: "Panne" };
    const wrong = await visitor.refused(path, { ...row, to: "2026-01-11", text: "" });
    match(wrong.text, /La fin doit suivre le début/);
    match(wrong.text, /Ce champ est obligatoire/);
    const added = await visitor.post(path, row);
    strictEqual(added.headers.get("location"), `${path}?saved=annotations#annotations`);
    const sheet = await visitor.get(path);
    match(sheet.text, /Du 12 au 20 janvier 2026, ada@bailleur\.fr/);
    const version = sheet.version("annotations");
    const key = sheet.value("key", "annotations") ?? "";
    const changed = await visitor.post(path, { ...row, key, version, text: "Panne du brûleur" });
    strictEqual(changed.status, 303);
    const page = await visitor.get(`${range}/monthly/2026`);
    // Beside January, then in the list with its author.
    match(page.text, /Incomplet Panne du brûleur, du 12 au 20 janvier 2026 /);
    match(page.text, /Du 12 au 20 janvier 2026\s*: Panne du brûleur ada@bailleur\.fr, \d/);
    const file = await visitor.get(`${range}/monthly/2026?csv=semicolon`);
    match(file.html, /^2026-01;.*;"?Panne du brûleur, du 12 au 20 janvier 2026"?\r?$/m);
    ok(!(await visitor.get(`${range}/monthly/2025`)).html.includes("Panne du brûleur"));
    const late = await visitor.post(path, { ...row, key, version, text: "Autre" });
    match(late.text, /Autre Panne du brûleur/);
    const removal = { grid: "annotations", key, intent: "remove" };
    strictEqual((await visitor.post(path, { ...removal, version })).status, 409);
    const current = (await visitor.get(path)).version("annotations");
    // The second is of another window, where it is still shown.
    for (let time = 0; time < 2; time++) {
      strictEqual((await visitor.post(path, { ...removal, version: current })).status, 303);
    }
    ok(!(await visitor.get(path)).html.includes("Panne"));
  }));
