import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import {
  calculatedSeason,
  isHeatingDay,
  seasonByWeather,
  seasonYearOf,
} from "@/lib/energy_balance/heating_season.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anOutdoorSource, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { settingsDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

const SEASON = { yearStart: 2023, dateStart: "2023-10-16", dateStop: "2024-05-12" };
const AFTER = "2024-07-01";

/** The days of 2023-2024, all read: some are cold. */
function coldDays(...firstDays: readonly (readonly [string, number])[]): Record<string, number> {
  const warm = daysFrom("2023-08-01", 335, 1);
  return Object.assign(warm, ...firstDays.map(([first, count]) => daysFrom(first, count, 3.1)));
}

function daysFrom(first: IsoDate, count: number, dju: number): Record<IsoDate, number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [addDays(first, index), dju]),
  );
}

Deno.test("seasonYearOf() is the year before from January to June", () => {
  deepStrictEqual(
    ["2023-12", "2024-01", "2024-06", "2024-07"].map(seasonYearOf),
    [2023, 2023, 2023, 2024],
  );
});

Deno.test("calculatedSeason() runs from the first three cold days in a row to the last of the last three", () => {
  const daily = coldDays(["2023-09-20", 2], ["2023-10-05", 3], ["2024-04-20", 5], [
    "2024-05-30",
    2,
  ]);
  deepStrictEqual(calculatedSeason(2023, daily, AFTER), {
    yearStart: 2023,
    dateStart: "2023-10-05",
    dateStop: "2024-04-24",
  });
});

Deno.test("calculatedSeason() does not count a day of exactly 3 DJU as cold", () => {
  const daily = { ...coldDays(["2023-10-05", 3]), "2023-10-06": 3 };
  deepStrictEqual(calculatedSeason(2023, daily, AFTER), {
    yearStart: 2023,
    dateStart: null,
    dateStop: null,
  });
});

// @spec degree-days.seasons
Deno.test("calculatedSeason() counts days after 1 September and before 30 June", () => {
  const daily = coldDays(["2023-08-30", 4], ["2023-11-01", 3], ["2024-06-28", 3]);
  const season = calculatedSeason(2023, daily, AFTER);
  // 30 August to 2 September: only the 2nd is after the 1st, so no three days in a row.
  strictEqual(season.dateStart, "2023-11-01");
  // 28 and 29 June are two, the 30th is not before the 30th.
  strictEqual(season.dateStop, "2023-11-03");
  strictEqual(calculatedSeason(2023, coldDays(["2023-09-02", 3]), AFTER).dateStart, "2023-09-02");
  strictEqual(calculatedSeason(2023, coldDays(["2023-09-01", 3]), AFTER).dateStart, null);
  strictEqual(calculatedSeason(2023, coldDays(["2024-06-27", 3]), AFTER).dateStop, "2024-06-29");
});

Deno.test("calculatedSeason() breaks a run on a day without reading", () => {
  const daily = { ...coldDays(["2023-10-05", 5]), "2023-10-07": null };
  strictEqual(calculatedSeason(2023, daily, AFTER).dateStart, null);
});

// @spec degree-days.seasons
Deno.test("calculatedSeason() does not start or end where the readings do", () => {
  const season = (first: IsoDate, count: number) =>
    calculatedSeason(2023, daysFrom(first, count, 8), AFTER);
  const none = { yearStart: 2023, dateStart: null, dateStop: null };
  // 1 November to 29 March: 30 + 31 + 31 + 29 + 29 = 150 days, all cold.
  deepStrictEqual(season("2023-11-01", 150), none);
  deepStrictEqual(season("2023-10-15", 150), none);
  deepStrictEqual(season("2023-09-03", 150), none);
  // Nothing before 2 September, or after 29 June, counts.
  strictEqual(season("2023-09-02", 150).dateStart, "2023-09-02");
  strictEqual(season("2024-05-01", 60).dateStop, "2024-06-29");
  strictEqual(season("2024-05-01", 59).dateStop, null);
  // One warm day before, and one after.
  const between = { ...daysFrom("2023-11-01", 150, 8), "2023-10-31": 1, "2024-03-30": 1 };
  deepStrictEqual(calculatedSeason(2023, between, AFTER), {
    yearStart: 2023,
    dateStart: "2023-11-01",
    dateStop: "2024-03-29",
  });
});

// @spec degree-days.seasons
Deno.test("calculatedSeason() is unknown after three unread days, not after two", () => {
  const read = coldDays(["2023-10-10", 60]);
  const holes = { ...read, "2023-10-09": null, "2023-10-08": null };
  strictEqual(calculatedSeason(2023, holes, AFTER).dateStart, "2023-10-10");
  strictEqual(calculatedSeason(2023, { ...holes, "2023-10-07": null }, AFTER).dateStart, null);
  // 10 October and 60 days: the last one is 8 December.
  const after = { ...read, "2023-12-09": null, "2023-12-10": null };
  strictEqual(calculatedSeason(2023, after, AFTER).dateStop, "2023-12-08");
  strictEqual(calculatedSeason(2023, { ...after, "2023-12-11": null }, AFTER).dateStop, null);
});

Deno.test("calculatedSeason() has no end while the season may still continue", () => {
  const daily = coldDays(["2023-10-05", 60]);
  strictEqual(calculatedSeason(2023, daily, "2024-06-29").dateStop, null);
  strictEqual(calculatedSeason(2023, daily, "2024-06-30").dateStop, "2023-12-03");
});

// @spec alarms.season
Deno.test("isHeatingDay() is true from the first day of a season to the last", () => {
  const isHeating = (day: string) => isHeatingDay([SEASON], day);
  deepStrictEqual(["2023-10-15", "2023-10-16"].map(isHeating), [false, true]);
  deepStrictEqual(["2024-05-12", "2024-05-13"].map(isHeating), [true, false]);
});

// @spec alarms.season
Deno.test("isHeatingDay() uses 1 October and 31 May for an unknown date or season", () => {
  const days = ["2023-09-30", "2023-10-01", "2024-02-29", "2024-05-31", "2024-06-01", "2024-07-01"];
  const expected = [false, true, true, true, false, false];
  deepStrictEqual(days.map((day) => isHeatingDay([], day)), expected);
  const open = { yearStart: 2023, dateStart: null, dateStop: null };
  deepStrictEqual(days.map((day) => isHeatingDay([open], day)), expected);
  strictEqual(isHeatingDay([{ ...open, dateStop: "2024-06-20" }], "2024-06-20"), true);
  strictEqual(isHeatingDay([{ ...open, dateStart: "2023-09-20" }], "2023-09-20"), true);
});

interface Room {
  readonly built: TestPlatform;
  readonly ask: CallFunction;
  readonly boilerRoomId: string;
  readonly outdoorSourceId: string;
}

/** A boiler room of a residence with calculated seasons, on a given day. */
function withRoom(today: IsoDate, test: (room: Room) => Promise<void>): Promise<void> {
  const residence = { features: { calculatedHeatingSeason: true } };
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const outdoorSourceId = await anOutdoorSource(ask);
    await test({ built, ask, boilerRoomId: await aBoilerRoom(ask), outdoorSourceId });
  }, { residence, now: `${today}T11:00:00Z` });
}

/** Imports days: 20 °C from a day on, and 10 °C (8 DJU) between the days of each pair. */
async function importDays(
  { ask, outdoorSourceId }: Room,
  { from, to }: { from: IsoDate; to: IsoDate },
  ...cold: readonly (readonly [IsoDate, IsoDate])[]
): Promise<void> {
  const lines = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX"];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const isCold = cold.some(([first, last]) => first <= day && day <= last);
    lines.push(`1;NANCY;${day.replaceAll("-", "")};${isCold ? "8;12" : "18;22"}`);
  }
  const body = lines.join("\n");
  ok((await ask("importOutdoorDays", { projectId: PROJECT, outdoorSourceId, body })).ok);
}

async function typeSeasons({ ask, boilerRoomId }: Room, ...body: HeatingSeason[]): Promise<void> {
  ok((await ask("putHeatingSeasons", { projectId: PROJECT, boilerRoomId, body })).ok);
}

/** The seasons that a year's balance uses. */
async function seasonsOf({ ask, boilerRoomId }: Room, segment: string) {
  const read = await answerOf(
    ask("getBalanceReadings", { projectId: PROJECT, boilerRoomId, segment }),
  );
  return read.seasons.map(({ yearStart, dateStart, dateStop }) =>
    [yearStart, dateStart, dateStop] as const
  );
}

const AUTUMN = { from: "2025-09-01", to: "2026-06-29" };

Deno.test("year without a typed row has its calculated season, also beside typed rows of other years", () =>
  withRoom("2026-07-15", async (room) => {
    await importDays(room, AUTUMN, ["2025-11-05", "2026-04-20"]);
    await typeSeasons(room, { yearStart: 2023, dateStart: "2023-10-01", dateStop: "2024-05-20" });
    deepStrictEqual(await seasonsOf(room, "monthly-shifted-2025"), [
      [2025, "2025-11-05", "2026-04-20"],
    ]);
  }));

Deno.test("putHeatingSeasons() refuses the rows based on an outdated version, and keeps those of the other user", () =>
  withRoom("2026-07-15", async (room) => {
    const { ask, boilerRoomId } = room;
    const place = { projectId: PROJECT, boilerRoomId };
    const read = async () => {
      const seasons = await ask("getHeatingSeasons", place);
      ok(seasons.ok);
      return seasons.answer;
    };
    const own = { yearStart: 2023, dateStart: "2023-10-01", dateStop: "2024-05-20" };
    const { version } = await read();
    const put = async (body: HeatingSeason[], from: string | undefined) =>
      codeOf(await ask("putHeatingSeasons", { ...place, version: from, body }));
    strictEqual(await put([own], version), "ok");
    strictEqual(await put([], version), "conflict");
    strictEqual(await put([{ ...own, dateStop: "2024-05-21" }], (await read()).version), "ok");
  }));

Deno.test("calendar year has the seasons of its two July to June years, without any row; the settings show the running one", () =>
  withRoom("2026-12-10", async (room) => {
    const { ask, boilerRoomId } = room;
    await importDays(room, AUTUMN, ["2025-11-05", "2026-04-20"]);
    await importDays(room, { from: "2026-09-01", to: "2026-12-09" }, ["2026-10-30", "2026-12-09"]);
    deepStrictEqual(await seasonsOf(room, "monthly-2026"), [
      [2025, "2025-11-05", "2026-04-20"],
      [2026, "2026-10-30", null],
    ]);
    const shown = await answerOf(ask("getHeatingSeasons", { projectId: PROJECT, boilerRoomId }));
    const running = { yearStart: 2026, dateStart: "2026-10-30", dateStop: null };
    deepStrictEqual([shown.seasons, shown.running], [[], running]);
  }));

Deno.test("typed row does not override the calculated season of its year, unless no day is known", () =>
  withRoom("2026-07-15", async (room) => {
    const typed = { yearStart: 2025, dateStart: "2025-10-01", dateStop: "2026-05-20" };
    await typeSeasons(room, typed);
    deepStrictEqual(await seasonsOf(room, "monthly-shifted-2025"), [
      [2025, "2025-10-01", "2026-05-20"],
    ]);
    await importDays(room, AUTUMN, ["2025-11-05", "2026-04-20"]);
    deepStrictEqual(await seasonsOf(room, "monthly-shifted-2025"), [
      [2025, "2025-11-05", "2026-04-20"],
    ]);
  }));

Deno.test("a station named by later settings changes no season before them", () =>
  withRoom("2026-12-10", async (room) => {
    const { ask, boilerRoomId, outdoorSourceId } = room;
    await importDays(room, AUTUMN, ["2025-11-05", "2026-04-20"]);
    await importDays(room, { from: "2026-09-01", to: "2026-12-09" }, ["2026-10-30", "2026-12-09"]);
    const settingsFrom = async (fromDate: IsoDate, djuSource: string) => {
      const body = settingsDraft(djuSource);
      const at = { projectId: PROJECT, boilerRoomId, fromDate };
      ok((await ask("putEfficiencySettings", { ...at, body })).ok);
    };
    const expected = [[2025, "2025-11-05", "2026-04-20"], [2026, "2026-10-30", null]];
    await settingsFrom("2025-07-01", outdoorSourceId);
    // The next contract names a station without days yet; in its first season it has some.
    const next = await anOutdoorSource(ask, { name: "Aéroport" });
    await settingsFrom("2027-07-01", next);
    deepStrictEqual(await seasonsOf(room, "monthly-2026"), expected);
    await settingsFrom("2026-07-01", next);
    await importDays({ ...room, outdoorSourceId: next }, { from: "2026-09-01", to: "2026-12-09" }, [
      "2026-10-12",
      "2026-12-09",
    ]);
    deepStrictEqual(await seasonsOf(room, "monthly-2026"), [
      [2025, "2025-11-05", "2026-04-20"],
      [2026, "2026-10-12", null],
    ]);
  }));

/** The same DJU on each day of a period. */
function days(from: IsoDate, to: IsoDate, dju: number): Record<IsoDate, number> {
  const read: Record<IsoDate, number> = {};
  for (let day = from; day <= to; day = addDays(day, 1)) read[day] = dju;
  return read;
}

const WARM = days("2025-09-01", "2026-06-29", 1);
const WINTER = { ...WARM, ...days("2025-11-05", "2026-04-20", 8) };

Deno.test("seasonByWeather() is null when no day of the year is known", () => {
  strictEqual(seasonByWeather(2024, WINTER, "2026-07-15"), null);
});

Deno.test("seasonByWeather() excludes no month without a known day", () => {
  const fromNovember = days("2025-11-01", "2026-06-29", 1);
  const cold = days("2025-11-05", "2026-02-20", 8);
  const known = { ...fromNovember, ...cold };
  deepStrictEqual(seasonByWeather(2025, known, "2026-07-15"), {
    yearStart: 2025,
    dateStart: null,
    dateStop: "2026-02-20",
  });
  deepStrictEqual(seasonByWeather(2025, cold, "2026-07-15")?.dateStop, null);
});

Deno.test("seasonByWeather() has no end before a May without a known day", () => {
  const known = { ...days("2025-09-01", "2026-04-30", 1), ...days("2025-11-05", "2026-04-20", 8) };
  deepStrictEqual(seasonByWeather(2025, { ...known, "2026-06-01": 1 }, "2026-07-15"), {
    yearStart: 2025,
    dateStart: "2025-11-05",
    dateStop: null,
  });
  const withMay = { ...known, "2026-05-31": 1, "2026-06-01": 1 };
  strictEqual(seasonByWeather(2025, withMay, "2026-07-15")?.dateStop, "2026-04-20");
});

Deno.test("seasonByWeather() of a warm autumn starts after the running month", () => {
  deepStrictEqual(seasonByWeather(2025, WARM, "2025-10-20"), {
    yearStart: 2025,
    dateStart: "2025-11-01",
    dateStop: null,
  });
  const withHoles = { ...WARM, "2025-10-05": null, "2025-10-06": null };
  strictEqual(seasonByWeather(2025, withHoles, "2025-10-20")?.dateStart, "2025-11-01");
  const longHole = { ...withHoles, "2025-10-07": null };
  strictEqual(seasonByWeather(2025, longHole, "2025-10-20")?.dateStart, null);
  // The third unread day is the running one.
  strictEqual(seasonByWeather(2025, longHole, "2025-10-07")?.dateStart, "2025-11-01");
});
