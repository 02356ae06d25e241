import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { DATA_UNIT_IDS, type DataUnitId } from "@/lib/timeseries/units.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  at,
  PROJECT,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Page, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { gzip } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";

interface Place {
  visitor: Visitor;
  ask: CallFunction;
  /** Address of the list. */
  list: string;
}

function withPlace(test: (place: Place) => Promise<void>): Promise<void> {
  return withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ ask, visitor }) => {
    await test({ visitor, ask, list: `/collect/${PROJECT}/outdoor-sources` });
  });
}

const SOURCE = { name: "Nancy-Ochey", method: "meteo", station: "54473001", seriesId: "" };

/** Creates a source by the page and returns its address. */
async function aSource({ visitor, list }: Place): Promise<string> {
  const made = await visitor.post(list, SOURCE);
  strictEqual(made.status, 303);
  return made.headers.get("location") ?? "";
}

/** DJU of a month, as the page of a year shows them. */
function djuOf(page: Page, month: string): string | undefined {
  const row = new RegExp(`>${month}</a></th>\\s*<td[^>]*>([^<]*)<`).exec(page.html);
  return row?.[1];
}

// Two days of January: (18 − (−1 + 5) / 2) + (18 − (0 + 8) / 2) = 16 + 14 = 30 DJU; a third of another station.
const FILE = [
  "NUM_POSTE;NOM_USUEL;LAT;LON;ALTI;AAAAMMJJ;RR;QRR;TN;QTN;HTN;QHTN;TX;QTX",
  "54473001;NANCY-OCHEY;48.58;5.96;336;20240101;0;1;-1.0;1;;9;5.0;1",
  "54473001;NANCY-OCHEY;48.58;5.96;336;20240102;0;1;0.0;1;;9;8.0;1",
  "54405001;NANCY-ESSEY;48.69;6.22;212;20240101;0;1;-9.0;1;;9;0.0;1",
].join("\n");

function fileForm(content: BlobPart, intent: string): FormData {
  const form = new FormData();
  form.set("form", "file");
  form.set("intent", intent);
  form.set("file", new File([content], "Q_54.csv"));
  return form;
}

Deno.test("residence without a source explains what it is for; one is added, changed and deleted", () =>
  withPlace(async (place) => {
    const empty = await place.visitor.get(place.list);
    match(empty.text, /Aucune source extérieure/);
    const refused = await place.visitor.post(place.list, { ...SOURCE, name: " ", method: "x" });
    strictEqual(refused.message("name"), "Ce champ est obligatoire");
    strictEqual(refused.message("method"), "Ce champ est obligatoire");
    const path = await aSource(place);
    const page = await place.visitor.get(path);
    strictEqual(page.title, "Nancy-Ochey | Sources extérieures et DJU");
    const again = await place.visitor.post(place.list, { ...SOURCE, name: "nancy-ochey" });
    strictEqual(again.message("name"), "Doit être unique");
    const edit = { ...SOURCE, form: "source", version: page.version(), name: "Nancy" };
    strictEqual((await place.visitor.post(path, edit)).status, 303);
    strictEqual((await place.visitor.get(path)).value("name"), "Nancy");
    const gone = await place.visitor.post(path, { form: "source", intent: "remove" });
    strictEqual(gone.headers.get("location"), place.list);
    strictEqual((await place.visitor.get(path)).status, 404);
  }));

Deno.test("Météo-France file is checked without writing, then imported, compressed or not", () =>
  withPlace(async (place) => {
    const path = `${await aSource(place)}?period=monthly-2024`;
    const tried = await place.visitor.post(path, fileForm(FILE, "try"));
    strictEqual(tried.status, 200);
    match(
      tried.text,
      /Essai\u00A0: rien n’a été enregistré 3\u00A0lignes lues, 2\u00A0ajoutées/,
    );
    strictEqual(djuOf(tried, "janvier 2024"), "");
    const done = await place.visitor.post(path, fileForm(await gzip(FILE), "import"));
    match(
      done.text,
      /Import terminé 3\u00A0lignes lues, 2\u00A0ajoutées, 0\u00A0remplacée, 0\u00A0identique, 1\u00A0laissée de côté, 0\u00A0refusée/,
    );
    strictEqual(djuOf(done, "janvier 2024"), "30");
  }));

Deno.test("file of another kind is refused; wrong lines are named, right ones imported; a file without any right line changes nothing", () =>
  withPlace(async (place) => {
    const path = `${await aSource(place)}?period=monthly-2024`;
    const other = await place.visitor.post(path, fileForm("a;b\n1;2\n", "import"));
    strictEqual(other.status, 400);
    match(other.text, /Le fichier n’a pas pu être lu/);
    const binary = new Uint8Array([0x1f, 0x8b, 1, 2, 3]);
    match((await place.visitor.post(path, fileForm(binary, "import"))).text, /n’a pas pu être lu/);
    const missing = await place.visitor.post(path, { form: "file", intent: "import" });
    strictEqual(missing.message("file"), "Ce champ est obligatoire");
    const [heading = "", first = "", second = ""] = FILE.split("\n");
    const wrong = second.replace("0.0;1", "abc;1");
    const mixed = await place.visitor.post(
      path,
      fileForm([heading, first, wrong].join("\n"), "import"),
    );
    match(mixed.text, /Import terminé 2\u00A0lignes lues, 1\u00A0ajoutée/);
    match(mixed.text, /Ligne 3, TN\u00A0: Température illisible/);
    // The first of January alone: 18 − (−1 + 5) / 2.
    strictEqual(djuOf(mixed, "janvier 2024"), "16");
    const none = await place.visitor.post(path, fileForm([heading, wrong].join("\n"), "import"));
    match(none.text, /Rien n’a été importé/);
    strictEqual(djuOf(none, "janvier 2024"), "16");
  }));

Deno.test("DJU are typed by month, shown again, and emptied one by one or together", () =>
  withPlace(async (place) => {
    const path = `${await aSource(place)}?period=monthly-2024`;
    const refused = await place.visitor.post(path, { form: "months", "2024-01": "abc" });
    strictEqual(refused.message("month-2024-01"), "Doit être un nombre");
    strictEqual(refused.value("2024-01"), "abc");
    const typed = { form: "months", "2024-01": "412,5", "2024-02": "350" };
    const saved = await place.visitor.post(path, typed);
    strictEqual(saved.headers.get("location"), `${path}&saved=months#months`);
    const page = await place.visitor.get(`${path}&saved=months`);
    match(page.text, /Saisir des DJU mensuels .* Modifications enregistrées/);
    deepStrictEqual([djuOf(page, "janvier 2024"), djuOf(page, "février 2024")], ["412,5", "350,0"]);
    deepStrictEqual([page.value("2024-01"), page.value("2024-03")], [
      "412,5",
      "",
    ]);
    match(page.html, /Saisie/);
    const shown = page.value("shown") ?? "";
    const emptied = { form: "months", shown, "2024-01": "", "2024-02": "350" };
    strictEqual((await place.visitor.post(path, emptied)).status, 303);
    const after = await place.visitor.get(path);
    deepStrictEqual([djuOf(after, "janvier 2024"), djuOf(after, "février 2024")], ["", "350"]);
    await place.visitor.post(path, { form: "months", intent: "clear" });
    strictEqual(djuOf(await place.visitor.get(path), "février 2024"), "");
  }));

Deno.test("years and seasons are reached by links; a month links to its days, which are read-only", () =>
  withPlace(async (place) => {
    const path = await aSource(place);
    await place.visitor.post(`${path}?period=monthly-2024`, fileForm(FILE, "import"));
    const year = await place.visitor.get(`${path}?period=monthly-2024`);
    ok(year.html.includes(`href="${path}?period=daily-2024-01"`));
    ok(year.html.includes(`href="${path}?period=monthly-shifted-2023"`));
    const season = await place.visitor.get(`${path}?period=monthly-shifted-2023`);
    match(season.text, /DJU, 2023-2024/);
    strictEqual(djuOf(season, "janvier 2024"), "30");
    const days = await place.visitor.get(`${path}?period=daily-2024-01`);
    match(days.text, /DJU, janvier 2024/);
    // Means of (−1, 5) and (0, 8); the third day was not read.
    match(days.html, /1er janvier 2024<\/th><td class="number">2<\/td><td class="number">16</);
    match(days.html, /2 janvier 2024<\/th><td class="number">4<\/td><td class="number">14</);
    match(days.html, /3 janvier 2024<\/th><td class="number"><\/td>/);
    ok(!days.html.includes('<form method="post" action="/collect'));
    const typed = { form: "months", "2024-01": "1" };
    strictEqual((await place.visitor.post(`${path}?period=daily-2024-01`, typed)).status, 400);
    strictEqual((await place.visitor.get(`${path}?period=hourly-2024-01-01`)).status, 400);
  }));

Deno.test("the choice of a series lists only temperatures and DJU; another one is refused with an explanation", () =>
  withPlace(async (place) => {
    const series = {
      temperature: await aSeries(place.ask, "TEXT"),
      dju: await aSeries(place.ask, "DJU"),
      gas: await aSeries(place.ask, "GAZV"),
      indoors: await aSeries(place.ask, "TEMP"),
    };
    const page = await place.visitor.get(place.list);
    const offered = Object.entries(series)
      .filter(([, id]) => page.html.includes(` value="${id}"`))
      .map(([name]) => name);
    deepStrictEqual(offered, ["temperature", "dju"]);
    const refused = await place.visitor.post(place.list, { ...SOURCE, seriesId: series.gas });
    strictEqual(refused.status, 400);
    match(refused.text, /Cette série mesure autre chose que ce qui est lu ici/);
  }));

// @spec degree-days.months
Deno.test("future months have no share of known days", () =>
  asLandlord(async (visitor) => {
    const station = "/collect/p01/outdoor-sources/p01-meteo";
    const cells = async (year: number) => {
      const { html } = await visitor.get(`${station}?period=monthly-${year}`);
      const rows = html.slice(html.indexOf("<tbody"), html.indexOf("</table")).split("</tr>");
      const shares = rows.map((row) => /([^>]*)<\/td><td[^>]*>[^<]*<\/td>$/.exec(row)?.[1] ?? "");
      return shares.slice(0, 13);
    };
    deepStrictEqual(await cells(2098), Array.from({ length: 13 }, () => ""));
    deepStrictEqual(await cells(2024), Array.from({ length: 13 }, () => "100"));
  }));

const ADMIN = { isAdmin: true, roles: ["collect"] } as const;
const IN_MARCH = { now: "2025-03-10T11:00:00Z" };

function draft(seriesId: string | null) {
  return { name: "Sonde", method: "mean" as const, seriesId, station: "" };
}

/** Sends a value at noon UTC of each day of January 2025 to a series. */
async function sendJanuary(
  built: TestPlatform,
  { ask, series, valueOf }: { ask: CallFunction; series: string; valueOf: (day: number) => number },
): Promise<void> {
  const body = { source: "serial=outdoors", houseId: null };
  ok((await ask("attachSource", { ...at, series, body })).ok);
  const token = await answerOf(
    ask("createIngestToken", { ...at, body: { name: "test" } }),
  );
  const lines = Array.from({ length: 31 }, (_, index) => {
    const at = Date.UTC(2025, 0, index + 1, 12) / 1_000;
    return `weather,serial=outdoors value=${valueOf(index + 1)} ${at}`;
  });
  const outcome = await sendLines(built.platform, token.token, lines.join("\n"));
  ok(outcome.kind === "stored", JSON.stringify(outcome));
}

/** Runs on 10 March 2025 with an outdoor source whose series had the same value each day of January. */
function withJanuary(
  { unit, value, method = "mean" }: {
    unit: DataUnitId;
    value: number;
    method?: "mean" | "meteo";
  },
  test: (given: {
    ask: CallFunction;
    place: { projectId: string; outdoorSourceId: string };
  }) => Promise<void>,
): Promise<void> {
  return withMember(ADMIN, async ({ built, ask }) => {
    const series = await aSeries(ask, unit);
    await sendJanuary(built, { ask, series, valueOf: () => value });
    const body = { ...draft(series), method };
    const made = await answerOf(ask("createOutdoorSource", { ...at, body }));
    await test({ ask, place: { ...at, outdoorSourceId: made.id } });
  }, IN_MARCH);
}

Deno.test("an outdoor source accepts a series of outdoor temperature or of DJU, and no other", () =>
  withMember(ADMIN, async ({ ask }) => {
    const outdoorSourceId = await anOutdoorSource(ask);
    const place = { ...at, outdoorSourceId };
    for (const id of DATA_UNIT_IDS) {
      const expected = id === "TEXT" || id === "DJU" ? "ok" : "unsuitable-series";
      const body = draft(await aSeries(ask, id));
      const created = { ...at, body: { ...body, name: `Sonde ${id}` } };
      strictEqual(await codeOfCall(ask("createOutdoorSource", created)), expected);
      strictEqual(await codeOfCall(ask("putOutdoorSource", { ...place, body })), expected, id);
    }
    const ofDwellings = draft(await aHousingSeries(ask, "TEXT"));
    strictEqual(
      await codeOfCall(ask("createOutdoorSource", { ...at, body: ofDwellings })),
      "unsuitable-series",
    );
    const gone = draft("nobody");
    strictEqual(
      await codeOfCall(ask("createOutdoorSource", { ...at, body: gone })),
      "unknown-reference",
    );
  }));

Deno.test("series used by an outdoor source stays one of outdoor temperature or DJU", () =>
  withMember(ADMIN, async ({ ask }) => {
    const series = await aSeries(ask, "TEXT");
    ok((await ask("createOutdoorSource", { ...at, body: draft(series) })).ok);
    const become = (dataUnitId: DataUnitId) => {
      return codeOfCall(ask("putDataseries", { ...at, series, body: seriesDraft({ dataUnitId }) }));
    };
    deepStrictEqual(
      [await become("TEMP"), await become("GAZV"), await become("DJU"), await become("TEXT")],
      ["in-use", "in-use", "ok", "ok"],
    );
  }));

Deno.test("series of DJU is used as it is: 31 days of 12 are 372, for any method", () =>
  withJanuary({ unit: "DJU", value: 12 }, async ({ ask, place }) => {
    const read = await answerOf(ask("getDju", { ...place, segment: "monthly-2025" }));
    deepStrictEqual(read.slots[0], {
      slot: "2025-01",
      dju: 372,
      meanC: null,
      completeness: 1,
      typed: false,
    });
  }));

Deno.test("DJU of a series of outdoor temperature are 18 less its mean: 31 days at 6 °C are 372", () =>
  withJanuary({ unit: "TEXT", value: 6 }, async ({ ask, place }) => {
    const read = await answerOf(ask("getDju", { ...place, segment: "monthly-2025" }));
    const [january] = read.slots;
    deepStrictEqual([january?.dju, january?.meanC], [372, 6]);
    // The balance of a boiler room shows the mean of the months with readings, and no other.
    const boilerRoomId = await aBoilerRoom(ask);
    const year = { ...at, boilerRoomId, segment: "monthly-2025" };
    const balance = await answerOf(ask("getBalanceReadings", year));
    deepStrictEqual(balance.outdoorC, {
      [place.outdoorSourceId]: { "2025-01": 6 },
    });
  }));

Deno.test("days of a file replace those of the sensor, which gives the other days", () =>
  withJanuary({ unit: "TEXT", value: 6, method: "meteo" }, async ({ ask, place }) => {
    const file = ["20250102;0;8;", "20250104;2;4;"].map((line) => `1;NANCY;${line}`);
    const body = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX;TM", ...file].join("\n");
    ok((await ask("importOutdoorDays", { ...place, body })).ok);
    const days = await answerOf(ask("getDju", { ...place, segment: "daily-2025-01" }));
    // 18 − 6 of the sensor, 18 − (0 + 8) / 2 and 18 − (2 + 4) / 2 of the file.
    deepStrictEqual(days.slots.slice(0, 5).map(({ dju }) => dju), [
      12,
      14,
      12,
      15,
      12,
    ]);
  }));

Deno.test("day of a file without what the method needs has the DJU of the sensor", () =>
  withJanuary({ unit: "TEXT", value: 6, method: "mean" }, async ({ ask, place }) => {
    const body = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX;TM", "1;NANCY;20250102;0;8;"].join("\n");
    ok((await ask("importOutdoorDays", { ...place, body })).ok);
    const read = await ask("getDju", { ...place, segment: "daily-2025-01" });
    const { dju, meanC, completeness } = (read.ok ? read.answer.slots[1] : null) ?? {};
    deepStrictEqual({ dju, meanC, completeness }, { dju: 12, meanC: 6, completeness: 1 });
  }));

Deno.test("sensor's day has DJU once three quarters of it were read, else it is missing", () =>
  withMember(ADMIN, async ({ ask, stored }) => {
    const series = await aSeries(ask, "TEXT");
    const created = await answerOf(
      ask("createOutdoorSource", { ...at, body: draft(series) }),
    );
    // January in Paris time: 6 °C each hour, for the first half of the 10th, until 18:00 on the
    // 11th.
    const last = new Map([[10, 12], [11, 18]]);
    const readings = Array.from(
      { length: 31 },
      (_, day) =>
        Array.from({ length: last.get(day + 1) ?? 24 }, (_, hour) => ({
          epochS: Date.UTC(2025, 0, day + 1, hour - 1) / 1_000,
          value: 6,
        })),
    ).flat();
    await stored.append([{ seriesId: series, kind: "instant", readings }]);
    const source = { ...at, outdoorSourceId: created.id };
    const days = await answerOf(ask("getDju", { ...source, segment: "daily-2025-01" }));
    deepStrictEqual(days.slots.slice(8, 11).map(({ dju }) => dju), [12, null, 12]);
    const months = await answerOf(ask("getDju", { ...source, segment: "monthly-2025" }));
    const [january] = months.slots;
    deepStrictEqual([january?.dju, january?.completeness], [360, 30 / 31]);
  }, IN_MARCH));

// @spec degree-days.sensor-days
Deno.test("sensor that sends every six hours gives the DJU of its days, unless a quarter of one is missing", () =>
  withMember(ADMIN, async ({ ask, stored }) => {
    const series = await aSeries(ask, "TEXT");
    const { id } = await answerOf(ask("createOutdoorSource", { ...at, body: draft(series) }));
    // In Paris time, at 1:10, 7:10, 13:10 and 19:10: 2, 0, 8 and 6 °C, whose mean is 4. Without the reading of
    // 13:10 on the 10th; every three hours until 10:10 on the 11th, which are four readings too.
    const values = [2, 0, 8, 6];
    const hoursOf = (day: number) =>
      day === 10 ? [1, 7, 19] : day === 11 ? [1, 4, 7, 10] : [1, 7, 13, 19];
    const readings = Array.from(
      { length: 31 },
      (_, rank) =>
        hoursOf(rank + 1).map((hour, at) => ({
          epochS: Date.UTC(2025, 0, rank + 1, hour - 1, 10) / 1_000,
          value: values[at] ?? 0,
        })),
    ).flat();
    await stored.append([{ seriesId: series, kind: "instant", readings }]);
    const source = { ...at, outdoorSourceId: id };
    const days = await answerOf(ask("getDju", { ...source, segment: "daily-2025-01" }));
    deepStrictEqual(
      days.slots.slice(8, 12).map(({ dju, meanC }) => [dju, meanC]),
      [[14, 4], [null, null], [null, null], [14, 4]],
    );
    const months = await answerOf(ask("getDju", { ...source, segment: "monthly-2025" }));
    // 29 days of 14 DJU.
    const [january] = months.slots;
    deepStrictEqual([january?.dju, january?.completeness], [406, 29 / 31]);
  }, IN_MARCH));
