import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import {
  aBoilerRoom,
  anEquipment,
  aSeries,
  at,
  PROJECT,
  someone,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import {
  asLandlord,
  type Page,
  plain,
  type VisitedSite,
  withSite,
  withVisitor,
} from "@/tests/helpers/a_site.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { MOST_ANNOTATIONS } from "@/lib/facilities/annotations.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { combinedSlot, computedSlot } from "@/lib/facilities/computed_slots.ts";
import { COMPUTED_SERIES_FORM } from "@/lib/facilities/forms.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { circuitDraft, seriesDraft } from "@/tests/helpers/drafts.ts";

const GAS = "/collect/p01/facilities/p01-c1-gaz";
const FLOW = "/collect/p01/facilities/p01-c1-dep";

function heads({ html }: Page): string[] {
  return [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)]
    .map(([, inner = ""]) => inner.replaceAll(/<[^>]+>/g, "").replaceAll("\u00A0", " ").trim());
}

function rowCount({ html }: Page): number {
  return [...html.matchAll(/<th[^>]* scope="row"/g)].length;
}

Deno.test("facility series opens on its year by month, with the year before and its completeness", () =>
  asLandlord(async (visitor) => {
    const opened = await visitor.get(GAS);
    strictEqual(opened.status, 303);
    match(opened.headers.get("location") ?? "", /\/monthly\/\d{4}$/);
    const page = await visitor.get(`${GAS}/monthly/2024`);
    strictEqual(page.title, "Chaufferie principale | Compteur gaz");
    deepStrictEqual(heads(page), ["Mois", "2024 (m³)", "2023 (m³)", "Complétude (%)", "État"]);
    // Twelve months and their total.
    strictEqual(rowCount(page), 13);
    match(page.html, /<svg[^>]*class="chart-svg"/);
    match(page.text, /Total/);
  }));

// @spec series.ranges
Deno.test("the legend names both years, and the running month is not compared with a whole one", () =>
  withSite(async ({ signIn }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const visitor = await signIn(email, password);
    const { html, text } = await visitor.get(`${GAS}/monthly/2026`);
    const [legend = ""] = /<ul class="chart-legend">.*?<\/ul>/s.exec(html) ?? [];
    match(legend.replaceAll(/<[^>]+>/g, " "), /^ +2026 +2025 /);
    // It is 10 February: 34 % of the month has readings. The register counted through the silence of January.
    match(
      plain(text),
      /janvier 2026 4 354,6 3 974,9 100 .* février 2026 1 240,0 34 Incomplet Total/,
    );
  }, { demo: true }));

Deno.test("each slot links to a finer range, where there is one", () =>
  asLandlord(async (visitor) => {
    ok((await visitor.get(`${GAS}/monthly/2024`)).html.includes(`href="${GAS}/daily/2024/07"`));
    ok(
      (await visitor.get(`${GAS}/daily/2024/07`)).html.includes(
        `href="${GAS}/hourly/2024/07/15"`,
      ),
    );
  }));

Deno.test("averages show the lowest and the highest reading, and no total", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get(`${FLOW}/daily/2024/01`);
    deepStrictEqual(heads(page).slice(0, 5), [
      "Jour",
      "Moyenne (°C)",
      "Minimum (°C)",
      "Maximum (°C)",
      "Moyenne, janvier 2023 (°C)",
    ]);
    match(page.text, /Ensemble/);
  }));

Deno.test("a day of 23 hours has 23 lines, and one of 25 has 25", () =>
  asLandlord(async (visitor) => {
    strictEqual(rowCount(await visitor.get(`${FLOW}/hourly/2024/03/31`)), 24);
    // Its last hour has no counterpart in the year before, whose day had 24; the hours of both have
    // their own lines.
    const longDay = await visitor.get(`${FLOW}/hourly/2024/10/27`);
    strictEqual(rowCount(longDay), 27);
    match(longDay.text, /Périodes comparables/);
  }));

Deno.test("five-minute slots are paginated, under the total of the day; the file has them all", () =>
  asLandlord(async (visitor) => {
    const first = await visitor.get(`${GAS}/fivemin/2024/07/15`);
    strictEqual(rowCount(first), 24 + 1);
    match(first.text, /Lignes 1 à 24 sur 288/);
    const last = await visitor.get(`${GAS}/fivemin/2024/07/15?page=12`);
    strictEqual(rowCount(last), 24 + 1);
    const file = await visitor.get(`${GAS}/fivemin/2024/07/15?csv=semicolon`);
    strictEqual(file.html.split("\r\n").length, 289);
  }));

Deno.test("period without readings says so, and what to do, or that they may have been deleted", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ ask, visitor }) => {
    const path = `/collect/${PROJECT}/facilities/${await aSeries(ask, "TDEP")}`;
    for (const period of ["monthly/2025", "daily/2025/06", "hourly/2025/06/15"]) {
      const page = await visitor.get(`${path}/${period}`);
      strictEqual(page.status, 200);
      match(
        page.text,
        /Aucun relevé sur cette période .* vérifiez que le capteur envoie ses relevés/,
      );
    }
    for (const period of ["monthly/1975", "daily/2023/06", "hourly/2024/06/15"]) {
      const page = await visitor.get(`${path}/${period}`);
      match(
        page.text,
        /Aucun relevé sur cette période .* supprimés à la fin de leur durée de conservation/,
      );
      doesNotMatch(page.text, /vérifiez que le capteur/);
    }
  }));

Deno.test("state has a page of intervals, thirty at a time, and a file of all of them", () =>
  asLandlord(async (visitor) => {
    const gate = "/collect/p01/facilities/p01-ba-portail-etat";
    // It opens twice a day: four intervals on each of 31 days, and the initial one.
    const page = await visitor.get(`${gate}/daily/2024/10`);
    match(page.text, /Lignes 1 à 30 sur 125/);
    strictEqual(rowCount(await visitor.get(`${gate}/daily/2024/10?page=5`)), 5);
    const file = await visitor.get(`${gate}/daily/2024/10?csv=semicolon`);
    strictEqual(file.html.split("\r\n").length, 126);
    match(file.html, /\r\n2024-10-31T17:00:00Z;2024-10-31T18:00:00Z;ouvert;60;\r\n/);
  }));

interface Place {
  built: TestPlatform;
  ask: CallFunction;
  /** A boiler room and its gas meter. */
  room: string;
  series: string;
}

const BREAKDOWN = { from: "2026-01-12", to: "2026-01-20", text: "Panne du brûleur" };

function withPlace(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({ email: "anne@b.fr", roles: ["collect"] }, async ({ built, ask }) => {
    const room = await aBoilerRoom(ask, "Chaufferie nord");
    const series = await aSeries(ask, "GAZV");
    await test({ built, ask, room, series });
  });
}

function annotated(annotatedId: string) {
  return { projectId: PROJECT, annotatedId };
}

async function listed(ask: CallFunction, annotatedId: string) {
  return await answerOf(ask("listAnnotations", annotated(annotatedId)));
}

async function added(ask: CallFunction, annotatedId: string, body = BREAKDOWN): Promise<string> {
  return (await answerOf(ask("addAnnotation", { ...annotated(annotatedId), body }))).id;
}

// @spec series.annotations
Deno.test("series and a boiler room each have their annotations, with author and date", () =>
  withPlace(async ({ built, ask, room, series }) => {
    const writtenAt = new Date(built.clock.now()).toISOString();
    const id = await added(ask, room);
    deepStrictEqual((await listed(ask, room)).annotations, [
      { id, ...BREAKDOWN, author: "anne@b.fr", writtenAt },
    ]);
    deepStrictEqual(await listed(ask, series), { version: "0", annotations: [] });
    await added(ask, series);
    await added(ask, series, { ...BREAKDOWN, from: "2026-01-15", text: "Essai" });
    deepStrictEqual(
      (await listed(ask, series)).annotations.map(({ text }) => text),
      ["Essai", "Panne du brûleur"],
    );
  }));

Deno.test("reversed dates, more than a year, no text: refused, as is one annotation too many", () =>
  withPlace(async ({ ask, series }) => {
    const refused = (over: Partial<typeof BREAKDOWN>) =>
      codeOfCall(ask("addAnnotation", { ...annotated(series), body: { ...BREAKDOWN, ...over } }));
    strictEqual(await refused({ to: "2026-01-11" }), "invalid-input");
    strictEqual(await refused({ to: "2027-01-13" }), "invalid-input");
    strictEqual(await refused({ text: " " }), "invalid-input");
    for (let count = 0; count < MOST_ANNOTATIONS; count++) await added(ask, series);
    strictEqual(await refused({}), "limit-reached");
  }));

Deno.test("annotations of dwellings are read with their figures, and written with their settings", () =>
  withPlace(async ({ built, ask, room, series }) => {
    const dwellings = await aHousingSeries(ask, "EFSV");
    const annotationId = await added(ask, dwellings);
    const reader = await someone(built, { email: "lea@b.fr", roles: ["collect:agg:daily"] });
    deepStrictEqual((await listed(reader, dwellings)).annotations.map(({ id }) => id), [
      annotationId,
    ]);
    for (const annotatedId of [series, room]) {
      strictEqual(await codeOfCall(reader("listAnnotations", annotated(annotatedId))), "forbidden");
    }
    const add = (one: CallFunction, annotatedId: string) =>
      codeOfCall(one("addAnnotation", { ...annotated(annotatedId), body: BREAKDOWN }));
    strictEqual(await add(reader, dwellings), "forbidden");
    const keeper = await someone(built, { email: "tom@b.fr", roles: ["collect:houseadmin"] });
    strictEqual(await add(keeper, dwellings), "ok");
    strictEqual(await add(keeper, series), "forbidden");
    const plant = await someone(built, { email: "zoe@b.fr", roles: ["collect:boilerroom:write"] });
    strictEqual(await codeOfCall(plant("listAnnotations", annotated(dwellings))), "forbidden");
    strictEqual(await add(plant, dwellings), "forbidden");
  }));

Deno.test("user who reads only buildings neither reads nor writes annotations of a boiler room", () =>
  withPlace(async ({ built, ask, room, series }) => {
    await added(ask, room);
    await added(ask, series);
    const building = await someone(built, { email: "b@b.fr", roles: ["collect:building:write"] });
    strictEqual(await codeOfCall(building("listAnnotations", annotated(room))), "forbidden");
    const written = building("addAnnotation", { ...annotated(room), body: BREAKDOWN });
    strictEqual(await codeOfCall(written), "forbidden");
    strictEqual((await listed(building, series)).annotations.length, 1);
    await added(building, series);
    const reader = await someone(built, { email: "r@b.fr", roles: ["collect:boilerroom:read"] });
    strictEqual((await listed(reader, room)).annotations.length, 1);
    const body = { ...annotated(room), body: BREAKDOWN };
    strictEqual(await codeOfCall(reader("addAnnotation", body)), "forbidden");
    const administrator = await someone(built, { email: "c@b.fr", isAdmin: true });
    await added(administrator, room);
  }));

Deno.test("annotations are deleted with their series or boiler room", () =>
  withPlace(async ({ built, ask, room, series }) => {
    await added(ask, room);
    await added(ask, series);
    ok((await ask("deleteDataseries", { projectId: PROJECT, series })).ok);
    ok((await ask("deleteEquipment", { projectId: PROJECT, equipmentId: room })).ok);
    const left = built.store.list({ prefix: keys.annotations.under(PROJECT) });
    deepStrictEqual(await Array.fromAsync(left), []);
    strictEqual(await codeOfCall(ask("listAnnotations", annotated(room))), "not-found");
  }));

const HOUR_S = 3_600;
/** Midnight of 1 January in Paris. */
const NEW_YEAR_S = Date.parse("2025-12-31T23:00:00Z") / 1_000;

interface Metered extends VisitedSite {
  readonly room: string;
  readonly general: string;
  readonly pumps: string;
  readonly sum: string;
}

/**
 * A general meter of 10 kWh an hour from 1 to 4 January, and that of the pumps, 4 kWh an hour, which begins a day later;
 * what is not metered is their difference.
 */
function withMeters(test: (metered: Metered) => Promise<void>): Promise<void> {
  return withVisitor({ isAdmin: true, roles: ["collect"] }, async (visited) => {
    const { ask, site } = visited;
    const room = await aBoilerRoom(ask);
    const [general, pumps] = [await aSeries(ask, "ELEC"), await aSeries(ask, "PACC", room)];
    const meter = (seriesId: string, fromHour: number, kWhPerHour: number) => ({
      seriesId,
      kind: "index" as const,
      readings: Array.from({ length: 72 - fromHour + 1 }, (_, hour) => ({
        epochS: NEW_YEAR_S + (fromHour + hour) * HOUR_S,
        value: 500 + hour * kWhPerHour,
      })),
    });
    await storedSeries(site).append([meter(general, 0, 10), meter(pumps, 24, 4)]);
    const sum = await aComputed(ask, { plus: [general], minus: [pumps] });
    await test({ ...visited, room, general, pumps, sum });
  });
}

async function aComputed(ask: CallFunction, parts: { plus: string[]; minus: string[] }) {
  const body = { name: "Non compté", dataUnitId: "ELEC" as const, ...parts };
  return (await answerOf(ask("createComputedSeries", { ...at, body }))).id;
}

async function figures(ask: CallFunction, computedSeriesId: string, segment: string) {
  const { slots } = await answerOf(
    ask("getComputedRangeData", { ...at, computedSeriesId, segment }),
  );
  return slots.map(({ value }) => value);
}

// @spec facilities.computed-series
Deno.test("a computed series is known where all its parts are", () =>
  withMeters(async ({ ask, sum }) => {
    // 24 × (10 − 4) from the second day on.
    const days = await figures(ask, sum, "daily-2026-01");
    deepStrictEqual(days.slice(0, 4), [null, 144, 144, null]);
    deepStrictEqual(await figures(ask, sum, "hourly-2026-01-02"), Array(24).fill(6));
    const { slots, unit } = await answerOf(
      ask("getComputedRangeData", { ...at, computedSeriesId: sum, segment: "monthly-2026" }),
    );
    deepStrictEqual([unit, slots[0]?.value, slots[0]?.completeness], ["kWh", 288, 2 / 31]);
    const weeks = await figures(ask, sum, "weekly-2026");
    strictEqual(weeks[0], 288);
    const short = { ...at, computedSeriesId: sum, segment: "fivemin-2026-01-02" };
    strictEqual(await codeOfCall(ask("getComputedRangeData", short)), "bad-period");
  }));

Deno.test("a part is of the facilities, in the unit of the quantity, and stored", () =>
  withMeters(async ({ ask, general, sum }) => {
    const refused = async (dataUnitId: DataUnitId, plus: string[]) =>
      await codeOfCall(
        ask("createComputedSeries", { ...at, body: { name: "x", dataUnitId, plus, minus: [] } }),
      );
    const gas = await aSeries(ask, "GAZV");
    const { id: inWh } = await answerOf(
      ask("createDataseries", {
        ...at,
        body: seriesDraft({ dataUnitId: "ELEC", importedUnit: "Wh" }),
      }),
    );
    strictEqual(await refused("ELEC", [await aHousingSeries(ask, "ELEC")]), "unsuitable-series");
    strictEqual(await refused("ELEC", [gas]), "unsuitable-series");
    strictEqual(await refused("ELEC", [inWh]), "unsuitable-series");
    strictEqual(await refused("TEMP", [await aSeries(ask, "TEMP")]), "unsuitable-series");
    strictEqual(await refused("ELEC", [sum]), "unknown-reference");
    strictEqual(await refused("ELEC", []), "invalid-input");
    const body = { name: "x", dataUnitId: "ELEC" as const, plus: [general], minus: [general] };
    strictEqual(await codeOfCall(ask("createComputedSeries", { ...at, body })), "invalid-input");
  }));

// @spec facilities.computed-series
Deno.test("a balance and an alarm read stored series alone", () =>
  withMeters(async ({ ask, room, sum }) => {
    const sources = { hotWaterTypes: [], solarTypes: [], gazPce: null };
    const body = { sourceKind: "urban-energy" as const, sourceType: sum, ...sources };
    const source = { ...at, boilerRoomId: room, body };
    strictEqual(await codeOfCall(ask("putEfficiencySources", source)), "unknown-reference");
    const circuitId = await anEquipment(ask, "boilerroom-circuit", { parentId: room });
    const circuit = { ...at, boilerRoomId: room, circuitId, body: circuitDraft({ outType: sum }) };
    strictEqual(await codeOfCall(ask("putCircuitSettings", circuit)), "unknown-reference");
  }));

Deno.test("a part is neither deleted nor given another unit while it is used", () =>
  withMeters(async ({ ask, general, pumps, sum }) => {
    strictEqual(await codeOfCall(ask("deleteDataseries", { ...at, series: pumps })), "in-use");
    const body = seriesDraft({ dataUnitId: "ELEC", importedUnit: "Wh" });
    strictEqual(await codeOfCall(ask("putDataseries", { ...at, series: general, body })), "in-use");
    await answerOf(ask("deleteComputedSeries", { ...at, computedSeriesId: sum }));
    await answerOf(ask("deleteDataseries", { ...at, series: pumps }));
  }));

Deno.test("a computed series is shown to those who may read every part, and written by those who write series", () =>
  withMeters(async ({ site, ask, general, sum }) => {
    const reader = await someone(site, {
      email: "bob@bailleur.fr",
      roles: ["collect:building:read"],
    });
    deepStrictEqual(await answerOf(reader("listComputedSeries", at)), []);
    const segment = "daily-2026-01";
    strictEqual(
      await codeOfCall(reader("getComputedRangeData", { ...at, computedSeriesId: sum, segment })),
      "not-found",
    );
    strictEqual((await answerOf(ask("listComputedSeries", at))).length, 1);
    const houses = await someone(site, { email: "eve@bailleur.fr", roles: ["collect:houseadmin"] });
    const body = { name: "x", dataUnitId: "ELEC" as const, plus: [general], minus: [] };
    strictEqual(await codeOfCall(houses("createComputedSeries", { ...at, body })), "forbidden");
  }));

Deno.test("the pages of computed series show, add, change and delete one", () =>
  withMeters(async ({ visitor, general, pumps, sum }) => {
    const list = links.computedSeries(PROJECT);
    match((await visitor.get(list)).text, /Non compté Électricité.* − Consommation de PAC/);
    const path = links.computedRange(PROJECT, sum, "daily/2026/01");
    match((await visitor.get(path)).text, /2 janvier 2026 144/);
    const file = await visitor.get(`${path}?format=csv`);
    match(file.text, /144/);
    const typed = { form: "computed", name: "Autres usages", dataUnitId: "ELEC", plus: general };
    const none = await visitor.post(list, { ...typed, plus: "" });
    match(none.text, /Séries ajoutées.\* Ce champ est obligatoire/);
    const twice = await visitor.post(list, { ...typed, minus: general });
    match(twice.text, /Séries soustraites.Doit être unique/);
    const made = await visitor.post(list, { ...typed, minus: pumps });
    strictEqual(made.status, 303);
    const removed = await visitor.post(path, { form: "computed", intent: "remove" });
    strictEqual(removed.status, 303);
  }));

const slot = (value: number | null, over: Partial<RangeSlot> = {}): RangeSlot => ({
  slot: "2026-01-02",
  value,
  min: null,
  max: null,
  completeness: 1,
  estimated: false,
  ...over,
});

Deno.test("computedSlot() is unknown when a part is partial, and estimated or doubtful as its parts are", () => {
  const of = (...parts: RangeSlot[]) =>
    computedSlot("2026-01-02", parts.map((one, at) => ({ sign: at === 0 ? 1 : -1, slot: one })));
  deepStrictEqual(of(slot(0.3), slot(0.1)), slot(0.2));
  deepStrictEqual(of(slot(5), slot(2, { completeness: 0.9 })), slot(null, { completeness: 0 }));
  deepStrictEqual(of(slot(5), slot(null)), slot(null, { completeness: 0 }));
  deepStrictEqual(
    of(slot(5, { estimated: true }), slot(2, { doubtful: true })),
    slot(3, { estimated: true, doubtful: true }),
  );
});

Deno.test("combinedSlot() is the sum of the known days", () => {
  const month = combinedSlot("2026-01", [slot(3), slot(4), computedSlot("2026-01-04", [])]);
  deepStrictEqual(month, slot(7, { slot: "2026-01", completeness: 2 / 3 }));
  strictEqual(combinedSlot("2026-02", []).value, null);
});

Deno.test("COMPUTED_SERIES_FORM requires a series, and refuses one on both sides", () => {
  const typed = { name: "x", dataUnitId: "ELEC", plus: "a\nb", minus: "c" };
  deepStrictEqual(COMPUTED_SERIES_FORM.errors(typed), {});
  deepStrictEqual(COMPUTED_SERIES_FORM.errors({ ...typed, plus: "", minus: "" }), {
    plus: { code: "required" },
  });
  deepStrictEqual(COMPUTED_SERIES_FORM.errors({ ...typed, minus: "b" }), {
    minus: { code: "unique" },
  });
});
