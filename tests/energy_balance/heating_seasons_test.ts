import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anOutdoorSource, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { settingsDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

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

Deno.test("calendar year has the seasons of its two July to June years, without any row", () =>
  withRoom("2026-12-10", async (room) => {
    await importDays(room, AUTUMN, ["2025-11-05", "2026-04-20"]);
    await importDays(room, { from: "2026-09-01", to: "2026-12-09" }, ["2026-10-30", "2026-12-09"]);
    deepStrictEqual(await seasonsOf(room, "monthly-2026"), [
      [2025, "2025-11-05", "2026-04-20"],
      [2026, "2026-10-30", null],
    ]);
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

Deno.test("season that has not begun excludes every month so far", () =>
  withRoom("2025-10-20", async (room) => {
    // Two cold days in a row do not start a season.
    await importDays(room, { from: "2025-09-01", to: "2025-10-19" }, ["2025-10-18", "2025-10-19"]);
    deepStrictEqual(await seasonsOf(room, "monthly-shifted-2025"), [[2025, "2025-11-01", null]]);
  }));

Deno.test("missing days may have been cold: none is excluded", () =>
  withRoom("2025-10-20", async (room) => {
    await importDays(room, { from: "2025-09-01", to: "2025-10-10" });
    deepStrictEqual(await seasonsOf(room, "monthly-shifted-2025"), [[2025, null, null]]);
    deepStrictEqual(await seasonsOf(room, "monthly-shifted-2023"), []);
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

Deno.test("the settings show the current season, without a row of its own", () =>
  withRoom("2026-12-10", async (room) => {
    await importDays(room, { from: "2026-09-01", to: "2026-12-09" }, ["2026-10-30", "2026-12-09"]);
    const { ask, boilerRoomId } = room;
    const read = await ask("getHeatingSeasons", { projectId: PROJECT, boilerRoomId });
    deepStrictEqual(read.ok && [read.answer.seasons, read.answer.running], [[], {
      yearStart: 2026,
      dateStart: "2026-10-30",
      dateStop: null,
    }]);
  }));
