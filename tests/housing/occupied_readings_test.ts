import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import type { Consent } from "@/lib/housing/schema.ts";
import { readOccupiedYears } from "@/lib/housing/series_pages.ts";
import { type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import type { OccupancyPeriod } from "@/lib/series/day_spans.ts";
import type { RangeData } from "@/lib/series/schema.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import {
  aHouse,
  aHousingSeries,
  everyHouseQuestion,
  numbersIn,
  type Place,
  withHousing,
} from "@/tests/helpers/a_dwelling.ts";
import {
  at,
  type Belonging,
  PROJECT,
  type ResidenceChoices,
  someone,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";
import { type Site, type Visitor, withWriter } from "@/tests/helpers/a_site.ts";

const AGREED: Consent = { givenOn: "2026-01-01", source: "annexe au bail", withdrawnOn: null };

/**
 * Consumption of the first occupant, who leaves on 15 January, and of the next one, who arrives on
 * the 18th: m³.
 */
const FIRST = 1_000;
const NEXT = 30_000;

interface Home {
  houseId: string;
  /** The series, in the residence. */
  all: { projectId: string; series: string };
  /** The series, in the dwelling. */
  of: { projectId: string; series: string; houseId: string };
}

/**
 * A dwelling whose occupant changes in January 2026: water is drawn at 7 h on the 5th and on the
 * 20th, in Paris.
 */
async function aChangedHome(
  { ask, series, built }: Place,
  { first = null, next = null }: { first?: Consent | null; next?: Consent | null } = {},
): Promise<Home> {
  const houseId = await aHouse(ask, { name: "Z1" });
  const second = (date: string) => Date.parse(`${date}T06:00:00Z`) / 1_000;
  const readings = [
    { epochS: second("2026-01-05"), value: 0 },
    { epochS: second("2026-01-05") + 3_600, value: FIRST },
    { epochS: second("2026-01-20"), value: FIRST },
    { epochS: second("2026-01-20") + 3_600, value: FIRST + NEXT },
  ];
  const stored = storedSeries(built);
  await stored.append([{ seriesId: storedSeriesId(series, houseId), kind: "index", readings }]);
  const person = (from: string, to: string | null, consent: Consent | null) =>
    ask("createOccupancy", {
      ...at,
      houseId,
      body: { name: "Occupant", email: "", from, to, consent },
    });
  ok((await person("2024-09-01", "2026-01-15", first)).ok);
  ok((await person("2026-01-18", null, next)).ok);
  const all = { ...at, series };
  return { houseId, all, of: { ...all, houseId } };
}

async function months(ask: CallFunction, { of }: Home, segment: string, on?: string) {
  const result = await answerOf(ask("getHouseRangeData", { ...of, segment, on }));
  return result.slots.filter(({ value }) => value !== null && value > 0)
    .map(({ slot, value }) => [slot, value]);
}

Deno.test("range with two occupancies shows one at a time, the last one first", () =>
  withHousing({}, async (place) => {
    const home = await aChangedHome(place);
    const { ask } = place;
    for (const segment of ["monthly-2026", "monthly-shifted-2025"]) {
      deepStrictEqual(await months(ask, home, segment), [["2026-01", NEXT]]);
      deepStrictEqual(await months(ask, home, segment, "2026-01-10"), [["2026-01", FIRST]]);
      deepStrictEqual(await months(ask, home, segment, "2026-01-16"), []);
    }
    deepStrictEqual(await months(ask, home, "daily-2026-01"), [["2026-01-20", NEXT]]);
    deepStrictEqual(await months(ask, home, "weekly-2026", "2025-12-31"), [["2026-W02", FIRST]]);
    const cut = await ask("getHouseRangeData", { ...home.of, segment: "monthly-2026" });
    const [january] = cut.ok ? cut.answer.slots : [];
    ok(january && january.completeness < 0.5, "a month cut is read in part");
  }));

Deno.test("the figures of a range are of one occupancy, without the year before of another", () =>
  withHousing({}, async (place) => {
    const { of, all } = await aChangedHome(place);
    const { ask } = place;
    const figures = async (segment: string, on?: string) => {
      const stats = await answerOf(ask("getHouseStats", { ...of, segment, on }));
      return [stats.sum, stats.previousYear];
    };
    deepStrictEqual(await figures("monthly-2026"), [NEXT, null]);
    deepStrictEqual(await figures("monthly-2026", "2026-01-01"), [FIRST, null]);
    // All of 2026 but its first days belongs to the next occupant: 2027 is not compared with it.
    deepStrictEqual(await figures("monthly-2027"), [null, null]);
    const spread = await answerOf(ask("getHouseRangeStats", { ...of, segment: "monthly-2026" }));
    strictEqual(spread.slots[0]?.mean, NEXT);
    const each = async (on?: string) => {
      const month = await answerOf(
        ask("getSeriesDetailedData", { ...all, instant: "2026-01", on }),
      );
      return month.houses.map(({ value }) => value);
    };
    deepStrictEqual(await each(), [NEXT]);
    deepStrictEqual(await each("2026-01-10"), [FIRST]);
    // The dwelling was vacant on the 16th, without consumption.
    deepStrictEqual(await each("2026-01-16"), [0]);
  }));

Deno.test("running month, or one in which the occupant leaves, is not compared with a whole month of the year before", () =>
  withHousing({}, async ({ ask, built, series, house }) => {
    const houseId = await house(2);
    const of = { projectId: PROJECT, series, houseId };
    const previous = async (segment: string) => {
      return (await answerOf(ask("getHouseStats", { ...of, segment }))).previousYear;
    };
    // 2 m³ were drawn in January 2026: a year later that month is running, then has ended.
    built.clock.goTo("2027-01-20T11:00:00Z");
    strictEqual(await previous("daily-2027-01"), null);
    const all = { projectId: PROJECT, series, instant: "2027-01" };
    const running = await answerOf(ask("getSeriesStats", all));
    strictEqual(running.previousYear, null);
    built.clock.advance(20 * 86_400_000);
    strictEqual(await previous("daily-2027-01"), 2);
    const ended = await answerOf(ask("getSeriesStats", all));
    strictEqual(ended.previousYear, 2);
    const body = { name: "Ada", email: "", from: "2025-01-01", to: "2027-01-15", consent: null };
    ok((await ask("createOccupancy", { projectId: PROJECT, houseId, body })).ok);
    const left = await answerOf(
      ask("getHouseStats", { ...of, segment: "daily-2027-01", on: "2027-01-01" }),
    );
    strictEqual(left.previousYear, null);
  }));

Deno.test("the lowest and the highest dwelling of a month exclude those whose occupant changed in it", () =>
  withHousing({}, async (place) => {
    const { all } = await aChangedHome(place);
    const { ask, house } = place;
    await house(7);
    const stats = async (instant: string) => {
      const result = await answerOf(ask("getSeriesStats", { ...all, instant }));
      return [result.min, result.max, result.sum];
    };
    // The residence's total counts dwellings, not occupancies.
    deepStrictEqual(await stats("2026-01"), [7, 7, FIRST + NEXT + 7]);
    deepStrictEqual((await stats("2026-01-20"))[1], NEXT);
  }));

Deno.test("hours are shown only of the days an occupant consented to", () =>
  withHousing({ houseHourly: 3 }, async (place) => {
    const { of, all } = await aChangedHome(place, { first: AGREED });
    const { ask } = place;
    const asked = async (segment: string) =>
      codeOf(await ask("getHouseRangeData", { ...of, segment }));
    strictEqual(await asked("hourly-2026-01-05"), "ok");
    strictEqual(await asked("fivemin-2026-01-05"), "ok");
    strictEqual(await asked("hourly-2025-12-31"), "forbidden");
    strictEqual(await asked("hourly-2026-01-16"), "forbidden");
    strictEqual(await asked("hourly-2026-01-20"), "forbidden");
    strictEqual(await asked("daily-2026-01"), "ok");
    const together = async (segment: string) =>
      codeOf(await ask("getSeriesRangeData", { ...all, segment }));
    strictEqual(await together("hourly-2026-01-05"), "ok");
    strictEqual(await together("hourly-2026-01-20"), "forbidden");
  }));

Deno.test("single readings are those of the consented days of one occupancy", () =>
  withHousing({ houseHourly: 3 }, async (place) => {
    const given = { ...AGREED, givenOn: "2026-01-20" };
    const { of } = await aChangedHome(place, { first: AGREED, next: given });
    const { ask } = place;
    const read = async (on?: string) => {
      const result = await ask("getHouseDetailedData", { ...of, segment: "daily-2026-01", on });
      return result.ok ? result.answer.values.map(({ value }) => value) : [result.code];
    };
    deepStrictEqual(await read(), [FIRST, FIRST + NEXT]);
    deepStrictEqual(await read("2026-01-10"), [0, FIRST]);
    deepStrictEqual(await read("2026-01-17"), ["forbidden"]);
  }));

Deno.test("the last value of a dwelling is never one of its former occupant", () =>
  withHousing({}, async (place) => {
    const { of } = await aChangedHome(place);
    const last = async (instant: string) => {
      const result = await place.ask("getHouseLastSensorData", { ...of, instant });
      return result.ok ? result.answer.value : result.code;
    };
    strictEqual(await last("2026-01-15"), FIRST);
    strictEqual(await last("2026-01-19"), "not-found");
    strictEqual(await last("2026-01-20"), FIRST + NEXT);
  }));

Deno.test("no answer about a dwelling contains figures of two occupants, or sums of both, for any role", () =>
  withHousing({ houseMode: 1, houseHourly: 3 }, async (place) => {
    const { built, series } = place;
    const { houseId } = await aChangedHome(place, { first: AGREED, next: AGREED });
    let visibleCount = 0;
    for (const [rank, role] of ROLE_NAMES.entries()) {
      const roles: Role[] = [role];
      const reader = await someone(built, { email: `r${rank}@bailleur.fr`, roles });
      for (const on of [undefined, "2026-01-05", "2026-01-16", "2026-01-20"]) {
        for (const question of everyHouseQuestion(reader, { series, houseId, on })) {
          const result = await question();
          const visible = result.ok ? numbersIn(result.answer) : [];
          visibleCount += visible.length;
          // A meter's index is not a consumption: it continues from one occupant to the next.
          const isRegister = result.ok && !("slots" in result.answer || "sum" in result.answer);
          ok(isRegister || !visible.includes(FIRST + NEXT), role);
          ok(!(visible.includes(FIRST) && visible.includes(NEXT)), role);
        }
      }
    }
    ok(visibleCount > 10_000, `${visibleCount} numbers`);
  }));

/** The tenth of February 2026. */
const NOW = { now: "2026-02-10T11:00:00Z", home: null };

/** A year whose months consumed 1, 2, 3… and 100 more in 2025. */
function read({ year, type }: PeriodRange): Promise<RangeData> {
  const slots = slotsOf({ year, type }).map(({ segment }, rank) =>
    aSlot(segment, rank + 1 + (year === 2025 ? 100 : 0))
  );
  return Promise.resolve({ seriesId: "s", unit: "m³", slots, events: [] });
}

/** The months that have begun, with their comparison; and the year before in the chart. */
async function compared(occupancyPeriod: Partial<OccupancyPeriod>) {
  const whole: OccupancyPeriod = {
    from: null,
    to: null,
    kind: "occupied",
    fineFrom: null,
    ...occupancyPeriod,
  };
  const range = { type: "monthly", year: 2026 } as const;
  const years = await readOccupiedYears(NOW, { range, occupancyPeriod: whole }, read);
  return {
    rows: years?.rows.map(({ slot, before }) => [slot, before]),
    drawn: years?.drawn.before.slice(0, 4),
  };
}

// @spec series.compared-slots
Deno.test("readOccupiedYears() does not compare the running month with a whole one", async () => {
  deepStrictEqual(await compared({}), {
    rows: [["2026-01", 101], ["2026-02", null]],
    drawn: [101, null, 103, 104],
  });
});

Deno.test("readOccupiedYears() compares nothing with the month an occupant leaves in, nor with later ones", async () => {
  deepStrictEqual(await compared({ to: "2026-01-20" }), {
    rows: [["2026-01", null], ["2026-02", null]],
    drawn: [null, null, null, null],
  });
  deepStrictEqual((await compared({ to: "2026-03-20" })).drawn, [101, null, null, null]);
});

// @spec housing.one-occupancy
Deno.test("readOccupiedYears() compares nothing with the month of an arrival, nor a year later", async () => {
  deepStrictEqual((await compared({ from: "2025-01-10" })).rows, [["2026-01", null], [
    "2026-02",
    null,
  ]]);
  deepStrictEqual((await compared({ from: "2025-01-01" })).rows?.[0], ["2026-01", 101]);
  // A year before the current occupancy is not read.
  strictEqual((await compared({ from: "2026-01-10" })).rows?.[0]?.[1], null);
});

interface SeriesPlace {
  site: Site;
  visitor: Visitor;
  /** Address of the series, all dwellings together. */
  all: string;
  /** Of a dwelling that drew 2 m³ on 5 January 2026, and shows it. */
  visible: string;
  /** Of an anonymous one that drew 5 m³. */
  hidden: string;
}

function withSeries(
  test: (place: SeriesPlace) => Promise<void>,
  { roles = ["collect:read"], features = {} }: Belonging & ResidenceChoices = {},
): Promise<void> {
  return withWriter({ roles }, async ({ site, ask: writer, stored, visitor }) => {
    const series = await aHousingSeries(writer, "EFSV");
    const dwelling = async (ask: CallFunction, name: string, m3: number, collectMode: 0 | 1) => {
      const id = await aHouse(ask, { name, collectMode });
      const readings = [0, m3].map((value, hours) => ({
        epochS: Date.parse("2026-01-05T06:00:00Z") / 1_000 + 3_600 * hours,
        value,
      }));
      await stored.append([{ seriesId: storedSeriesId(series, id), kind: "index", readings }]);
      return `/collect/${PROJECT}/houses/${id}/${series}`;
    };
    const visible = await dwelling(writer, "A1", 2, 1);
    const hidden = await dwelling(writer, "A2", 5, 0);
    await test({ site, visitor, all: `/collect/${PROJECT}/houses/all/${series}`, visible, hidden });
  }, {
    residence: {
      features: { houseMode: 3, houseHourly: 1, houseOnConnection: true, ...features },
    },
  });
}

Deno.test("a series of the dwellings is shown by month first, and by any period", () =>
  withSeries(async ({ visitor, all, visible }) => {
    const first = await visitor.get(all);
    strictEqual(first.headers.get("location"), `${all}/monthly/2026`);
    const year = await visitor.get(`${all}/monthly/2026`);
    strictEqual(year.title, "Les Lilas | Eau froide");
    // One of the two dwellings is the only anonymous one: just the other counts.
    match(year.text, /tous les logements ensemble/);
    match(year.text, /janvier 2026 2 /);
    match(year.text, /Complétude/);
    for (const period of ["monthly-shifted/2025", "weekly/2026", "daily/2026/01"]) {
      strictEqual((await visitor.get(`${all}/${period}`)).status, 200, period);
    }
    const own = await visitor.get(`${visible}/daily/2026/01`);
    strictEqual(own.title, "A1 | Eau froide");
    match(own.text, /5 janvier 2026 2 /);
    match((await visitor.get(`${visible}/hourly/2026/01/05`)).text, /07:00 2 /);
  }));

Deno.test("the two hours called 2 o'clock are distinguished in the table, the chart and the file", () =>
  withSeries(async ({ site, visitor, visible }) => {
    const [series = "", id = ""] = visible.split("/").reverse();
    // The last one makes the readings last a day: the meter of January 2026 is another one.
    const values = [[0, 0], [1, 1], [2, 11], [3, 111], [30, 112]] as const;
    const readings = values.map(([hour, value]) => ({
      epochS: Date.parse("2024-10-27T00:00:00Z") / 1_000 + hour * 3_600,
      value,
    }));
    await storedSeries(site).append([{
      seriesId: storedSeriesId(series, id),
      kind: "index",
      readings,
    }]);
    const page = await visitor.get(`${visible}/hourly/2024/10/27`);
    match(page.text, /02:00 \(heure d’été\) 1 .*02:00 \(heure d’hiver\) 10 .*03:00 100 /);
    strictEqual(page.html.split("02:00 (heure d’hiver)").length, 3, "in the table and the chart");
    const file = await visitor.get(`${visible}/hourly/2024/10/27?csv=semicolon`);
    match(file.html, /2024-10-27T02\+02:00;1;[^]*2024-10-27T02\+01:00;10;[^]*2024-10-27T03;100;/);
    const next = await visitor.get(`${visible}/hourly/2025/10/27`);
    match(next.text, /02:00 1 [^]*03:00 100 /);
  }));

Deno.test("an anonymous dwelling has no page or file of readings, and its own page says why", () =>
  withSeries(async ({ visitor, hidden }) => {
    strictEqual((await visitor.get(`${hidden}/monthly/2026`)).status, 403);
    strictEqual((await visitor.get(`${hidden}/monthly/2026?csv=semicolon`)).status, 403);
    const house = await visitor.get(hidden.slice(0, hidden.lastIndexOf("/")));
    match(house.text, /Ce logement est anonyme\u00A0: ses relevés ne se voient qu’avec/);
  }));

Deno.test("the page of a dwelling shows the last value of each series, with its time", () =>
  withSeries(async ({ site, visitor, visible }) => {
    const [houseId = "", series = ""] = visible.split("/").slice(-2);
    const hourAgo = { epochS: site.clock.now() / 1_000 - 3_600, value: 7.5 };
    await storedSeries(site).append([{
      seriesId: storedSeriesId(series, houseId),
      kind: "index",
      readings: [hourAgo],
    }]);
    const { text, html } = await visitor.get(visible.slice(0, visible.lastIndexOf("/")));
    match(text, /Eau froide 7,5\s+m³ Index, 10\/02\/2026 à 11:00/);
    ok(html.includes(`href="${visible}"`));
  }));

Deno.test("the page of a dwelling shows no value older than a day, and none for a series without readings", () =>
  withSeries(async ({ site, visitor, visible }) => {
    const writer = await someone(site, { email: "tom@bailleur.fr", roles: ["collect"] });
    await aHousingSeries(writer, "ECSV");
    const { text } = await visitor.get(visible.slice(0, visible.lastIndexOf("/")));
    match(text, /Eau froide Pas de valeur récente/);
    match(text, /Eau chaude Pas de valeur récente/);
  }));

Deno.test("the files have the lines of the pages, and are named after their content", () =>
  withSeries(async ({ visitor, all, visible }) => {
    const file = await visitor.get(`${visible}/monthly/2026?csv=semicolon`);
    match(
      file.html,
      /^\uFEFFPériode;Total \(m³\);Un an avant \(m³\);Complétude \(%\);État;Compteur;Annotations\r\n/,
    );
    match(file.html, /\r\n2026-01;2;;\d+;Incomplet;;\r\n/);
    const name = file.headers.get("content-disposition") ?? "";
    match(name, /filename="A1 Eau froide monthly-2026.csv"/);
    const together = await visitor.get(`${all}/monthly/2026?csv=comma`);
    match(together.html, /\n2026-01,2,,\d+,Incomplet,,\n/);
    strictEqual((await visitor.get(`${all}/x?csv=semicolon`)).status, 400);
  }));

Deno.test("the list links to each series and shows the dwellings' connectivity, where the residence shows it", async () => {
  await withSeries(async ({ visitor, all }) => {
    const list = await visitor.get(`/collect/${PROJECT}/houses`);
    ok(list.html.includes(`href="${all}"`));
    match(list.text, /A1 .*Détail Hors ligne/);
    const kept = await visitor.get(`/collect/${PROJECT}/houses?filter:connectivity=online`);
    match(kept.text, /Aucun logement trouvé/);
    const file = await visitor.get(`/collect/${PROJECT}/houses?csv=semicolon`);
    match(file.html, /;Connexion\r\n/);
  });
  await withSeries(async ({ visitor }) => {
    const list = await visitor.get(`/collect/${PROJECT}/houses`);
    ok(!list.text.includes("Connexion"));
  }, { features: { houseOnConnection: false } });
});
