import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { PublicFiles } from "@/lib/weather/public_files.ts";
import { departmentOf, departmentsAround, distanceKm } from "@/lib/weather/public_stations.ts";
import { fetchStations } from "@/lib/weather/station_job.ts";
import { stationChoices, stationText } from "@/lib/weather/text.ts";
import { aBoilerRoom, aProject, at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Site, withVisitor } from "@/tests/helpers/a_site.ts";
import { LOCATION } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import {
  daysCsv,
  type WeatherFilesServer,
  withWeatherFiles,
} from "@/tests/tools/weather_files_server.ts";
import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";

const DAY_MS = 24 * 3_600_000;
const RECENT = { from: "2025-12-01", to: "2026-02-08" };
const LATEST = "Q_54_latest-2025-2026";
const PREVIOUS = "Q_54_previous-1950-2024";

function aStation(number: string, name: string, at: string, minMax: [number, number] | null) {
  return { number, name, at, minMax, ...RECENT };
}

/** 3, 20 and 98 km from the residence; the rain gauge is the nearest. */
const ESSEY = aStation("54602001", "ESSEY", "48.6900;6.2200;212", [2, 8]);
const OCHEY = aStation("54526001", "OCHEY", "48.5800;5.9600;336", [0, 6]);
const LONGWY = aStation("54314001", "LONGWY", "49.5200;5.7500;380", [-1, 5]);
const GAUGE = aStation("54395001", "NANCY", "48.6900;6.1800;210", null);

const NANCY = { ...LOCATION, latitude: 48.69, longitude: 6.18 };

interface Fetching {
  readonly built: Site;
  readonly server: WeatherFilesServer;
  readonly ask: CallFunction;
  fetchAll(): ReturnType<typeof fetchStations>;
}

/** A residence of Nancy with a boiler room, and a server with the files of its department. */
function withFetching(test: (fetching: Fetching) => Promise<void>): Promise<void> {
  const residence = { project: { location: NANCY } };
  return withWeatherFiles((server) =>
    withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ site: built, ask }) => {
      await aBoilerRoom(ask);
      server.files.set(LATEST, daysCsv(OCHEY, LONGWY, GAUGE, ESSEY));
      const past = { ...ESSEY, from: "2015-12-30", to: "2016-01-02" };
      server.files.set(PREVIOUS, daysCsv(past, OCHEY));
      const { services } = built.platform.own;
      const fetchAll = () => fetchStations({ services, files: new PublicFiles(server.api) });
      await test({ built, server, ask, fetchAll });
    }, { residence })
  );
}

async function onlySource(ask: CallFunction) {
  const [source, ...others] = await answerOf(ask("listOutdoorSources", at));
  ok(source);
  deepStrictEqual(others, []);
  return source;
}

/** DJU of each day of a month, and the station they come from. */
async function received(ask: CallFunction, day: string) {
  const { id: outdoorSourceId } = await onlySource(ask);
  const month = `daily-${day.slice(0, 7)}`;
  const { slots } = await answerOf(ask("getDju", { ...at, outdoorSourceId, segment: month }));
  const station = await answerOf(ask("getPublicStation", { ...at, outdoorSourceId }));
  return { dju: slots.find(({ slot }) => slot === day)?.dju, station };
}

/** Chooses another station, or none. */
async function choose(ask: CallFunction, publicStation: string | null) {
  const { id: outdoorSourceId, ...source } = await onlySource(ask);
  await answerOf(
    ask("putOutdoorSource", { ...at, outdoorSourceId, body: { ...source, publicStation } }),
  );
  return { ...at, outdoorSourceId };
}

// @spec degree-days.public-station, degree-days.public-files
Deno.test("fetchStations() gives a residence the days of the nearest station that measures, without a form", () =>
  withFetching(async ({ server, ask, fetchAll }) => {
    deepStrictEqual(await fetchAll(), { askedCount: 1 });
    // 18 − (2 + 8) / 2.
    const { dju, station } = await received(ask, "2026-02-08");
    strictEqual(dju, 13);
    const { name, distanceKm } = station.station ?? {};
    deepStrictEqual([name, Math.round(distanceKm ?? 0)], ["ESSEY", 3]);
    deepStrictEqual(station.nearby.map(({ name }) => name), ["ESSEY", "OCHEY"]);
    strictEqual(station.lastDay, "2026-02-08");
    strictEqual((await onlySource(ask)).name, "Météo-France");
    // Ten years, of the chosen station only.
    strictEqual((await received(ask, "2016-01-02")).dju, 13);
    strictEqual((await received(ask, "2015-12-31")).dju, null);
    deepStrictEqual(server.asked, [LATEST, PREVIOUS]);
  }));

Deno.test("fetchStations() asks for a file once a day, and not again while it is unchanged", () =>
  withFetching(async ({ built: { clock }, server, ask, fetchAll }) => {
    await fetchAll();
    deepStrictEqual(await fetchAll(), { askedCount: 0 });
    server.asked.length = 0;
    clock.advance(DAY_MS);
    await fetchAll();
    deepStrictEqual(server.asked, [`=${LATEST}`]);
    clock.advance(DAY_MS);
    const corrected = { ...ESSEY, minMax: [4, 12] as [number, number], to: "2026-02-11" };
    server.files.set(LATEST, daysCsv(OCHEY, corrected));
    await fetchAll();
    // 18 − (4 + 12) / 2: corrected, with three days more.
    strictEqual((await received(ask, "2026-02-08")).dju, 10);
    strictEqual((await received(ask, "2026-02-11")).dju, 10);
  }));

Deno.test("fetchStations() finds the file of the year before until it is renamed", () =>
  withFetching(async ({ built: { clock }, server, ask, fetchAll }) => {
    clock.goTo("2027-01-03T11:00:00Z");
    await fetchAll();
    deepStrictEqual(server.asked, ["Q_54_latest-2026-2027", LATEST, PREVIOUS]);
    strictEqual((await received(ask, "2026-02-08")).dju, 13);
  }));

Deno.test("a chosen station replaces the days of the other one, and none leaves them out", () =>
  withFetching(async ({ ask, fetchAll }) => {
    await fetchAll();
    await choose(ask, OCHEY.number);
    await fetchAll();
    // 18 − (0 + 6) / 2.
    strictEqual((await received(ask, "2026-02-08")).dju, 15);
    strictEqual((await received(ask, "2016-01-02")).dju, null);
    await choose(ask, null);
    deepStrictEqual(await fetchAll(), { askedCount: 0 });
    strictEqual((await received(ask, "2026-02-08")).dju, null);
  }));

Deno.test("the station found stays when it is silent, until another one is chosen", () =>
  withFetching(async ({ built: { clock }, server, ask, fetchAll }) => {
    await fetchAll();
    clock.goTo("2026-05-03T11:00:00Z");
    server.files.set(LATEST, daysCsv({ ...OCHEY, to: "2026-05-02" }, ESSEY));
    await fetchAll();
    const { station, nearby, lastDay } = (await received(ask, "2026-02-08")).station;
    deepStrictEqual([station?.name, lastDay], ["ESSEY", "2026-02-08"]);
    deepStrictEqual(nearby.map(({ name }) => name), ["OCHEY"]);
    deepStrictEqual(
      stationChoices({ nearby, station }).map(({ label }) => label.split(" ")[0]),
      ["Station", "OCHEY", "ESSEY"],
    );
  }));

Deno.test("an imported day passes before that of the station, and a deleted source does not come back", () =>
  withFetching(async ({ built: { store }, ask, fetchAll }) => {
    await fetchAll();
    const place = await choose(ask, "nearest");
    const body = daysCsv({ ...OCHEY, from: "2026-02-08" });
    await answerOf(ask("importOutdoorDays", { ...place, body }));
    strictEqual((await received(ask, "2026-02-08")).dju, 15);
    strictEqual((await received(ask, "2026-02-07")).dju, 13);
    await answerOf(ask("deleteOutdoorSource", place));
    for (const family of [keys.stationDays, keys.stationFetch]) {
      deepStrictEqual(await Array.fromAsync(store.list({ prefix: family.under() })), []);
    }
    await fetchAll();
    deepStrictEqual(await answerOf(ask("listOutdoorSources", at)), []);
  }));

Deno.test("fetchStations() names the department whose file is refused or malformed, and asks again", () =>
  withFetching(async ({ server, ask, fetchAll }) => {
    const good = server.files.get(LATEST) ?? "";
    const failing = async (says: RegExp) =>
      await rejects(fetchAll(), (fault: Error) => {
        strictEqual(fault.message.startsWith("1 of the departments failed: 54: "), true);
        return says.test(fault.message);
      });
    server.status = 403;
    await failing(/status 403/);
    server.status = 503;
    await failing(/status 503/);
    server.status = null;
    for (
      const [body, says] of [
        ["<html>Maintenance</html>", /not a file of days/],
        ["", /empty/],
        [`${daysCsv()}12;NANCY;48;6;2;20260101;0;1;2;1;;8;1;;;\n`, /a line has no station/],
        [`${daysCsv()}${"x".repeat(200_000)}`, /a line is too long/],
        [new TextEncoder().encode(daysCsv(ESSEY)), /not gzip/],
      ] as const
    ) {
      server.files.set(LATEST, body);
      await failing(says);
    }
    server.files.set(LATEST, good);
    deepStrictEqual(await fetchAll(), { askedCount: 1 });
    strictEqual((await received(ask, "2026-02-08")).dju, 13);
  }));

Deno.test("a residence without a file or a station near it says so, and one without a place has no source", () =>
  withFetching(async ({ built: { store, clock }, server, ask, fetchAll }) => {
    server.files.set(LATEST, daysCsv(LONGWY, GAUGE));
    await fetchAll();
    strictEqual((await received(ask, "2026-02-08")).station.fault, "no-station");
    server.files.clear();
    clock.advance(DAY_MS);
    await fetchAll();
    strictEqual((await received(ask, "2026-02-08")).station.fault, "no-file");
    const location = { ...LOCATION, latitude: null, longitude: null };
    await store.atomic().set(keys.project(PROJECT), aProject({ location })).commit();
    clock.advance(DAY_MS);
    deepStrictEqual(await fetchAll(), { askedCount: 0 });
  }));

// @spec degree-days.public-station
Deno.test("the station is one of the departments around where the residence's own has none near it", () =>
  withFetching(async ({ built: { clock }, server, ask, fetchAll }) => {
    server.files.set(LATEST, daysCsv(LONGWY, GAUGE));
    const metz = aStation("57463001", "METZ", "49.0800;6.1300;192", [4, 10]);
    server.files.set("Q_57_latest-2025-2026", daysCsv(metz));
    server.files.set(
      "Q_57_previous-1950-2024",
      daysCsv({ ...metz, from: "2020-01-01", to: "2020-01-01" }),
    );
    await fetchAll();
    // 18 − (4 + 10) / 2.
    const { dju, station } = await received(ask, "2026-02-08");
    deepStrictEqual([dju, station.fault, station.station?.name], [11, null, "METZ"]);
    strictEqual((await received(ask, "2020-01-01")).dju, 11);
    server.asked.length = 0;
    clock.advance(DAY_MS);
    server.files.set("Q_57_latest-2025-2026", daysCsv({ ...metz, to: "2026-02-09" }));
    await fetchAll();
    deepStrictEqual(server.asked, ["Q_57_latest-2025-2026"]);
    strictEqual((await received(ask, "2026-02-09")).dju, 11);
  }));

Deno.test("departmentsAround() are the neighbours on both sides, none of an island", () => {
  deepStrictEqual(departmentsAround("54"), ["55", "57", "67", "88"]);
  deepStrictEqual(departmentsAround("75"), ["92", "93", "94"]);
  deepStrictEqual(departmentsAround("94"), ["75", "77", "91", "92", "93"]);
  deepStrictEqual(["20", "974"].map(departmentsAround), [[], []]);
  const all = Array.from({ length: 95 }, (_, at) => String(at + 1).padStart(2, "0"));
  deepStrictEqual(all.filter((one) => departmentsAround(one).length === 0), ["20"]);
});

Deno.test("departmentOf() gives the file of a postcode", () => {
  deepStrictEqual(["54000", "01000", "20090", "97400"].map(departmentOf), [
    "54",
    "01",
    "20",
    "974",
  ]);
});

Deno.test("distanceKm() and stationText() give the distance and the altitude of a station", () => {
  // A degree of latitude is 6,371 × π / 180 km.
  const away = distanceKm({ latitude: 48, longitude: 6 }, { latitude: 49, longitude: 6 });
  strictEqual(away.toFixed(1), "111.2");
  strictEqual(
    stationText({ number: "54602001", name: "ESSEY", altitudeM: 212, distanceKm: 2.95 }),
    "ESSEY (54602001), à 3\u00A0km, altitude 212\u00A0m",
  );
});

Deno.test("the page of a source names its station, its distance and its last day, and says that it is silent", () =>
  withFetching(async ({ built: { store, clock, signIn }, ask, fetchAll }) => {
    await fetchAll();
    const { id } = await onlySource(ask);
    const says = async (...texts: readonly RegExp[]) => {
      const { text } = await (await signIn()).get(links.outdoorSource(PROJECT, id));
      for (const expected of texts) match(text, expected);
    };
    await says(
      /Station de Météo-France ESSEY \(54602001\), à 2,9.km, altitude 212.m/,
      /Dernier jour reçu.: 08\/02\/2026/,
      /OCHEY \(54526001\), à 20,3.km/,
    );
    clock.goTo("2026-02-16T11:00:00Z");
    await says(/Station muette depuis plus d’une semaine ESSEY/);
    const toDo = await (await signIn()).get(links.toDo());
    match(toDo.text, /Relevés manquants.*station météo ESSEY muette depuis le 08\/02\/2026/);
    await choose(ask, OCHEY.number);
    await store.atomic().delete(keys.stationFetch(id)).commit();
    await says(/Station pas encore cherchée/);
    const location = { ...LOCATION, latitude: null, longitude: null };
    await store.atomic().set(keys.project(PROJECT), aProject({ location })).commit();
    clock.advance(DAY_MS);
    await says(/La résidence n’a pas de coordonnées/);
  }));
