import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { confirmingAs, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aSeries, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { replacementDraft, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";

const AT = { projectId: PROJECT };
const BEFORE = "2026-01-10T11:00:00Z";
const FELL = "2026-01-12T11:00:00Z";

const READER = { roles: ["collect"] } as const;

/** Registers of a meter that was replaced: those of the new one last for over a day. */
const SENT = [
  ["2026-01-09T11:00:00Z", 5742],
  [BEFORE, 5742.8],
  [FELL, 5],
  ["2026-01-12T23:00:00Z", 5.2],
  ["2026-01-13T12:00:00Z", 5.4],
] as const;

/** Sends the registers through ingest. */
async function streamed(
  { platform }: TestPlatform,
  ask: CallFunction,
  houseId: string | null,
  series: string,
) {
  const body = { source: "gaz value", houseId };
  ok((await ask("attachSource", { ...AT, series, body })).ok);
  const token = await answerOf(ask("createIngestToken", { ...AT, body: { name: "Carte" } }));
  const lines = SENT.map(([at, value]) => `gaz value=${value} ${Date.parse(at) / 1_000}`);
  await sendLines(platform, token.token, lines.join("\n"));
}

async function falls(ask: CallFunction) {
  const read = await ask("listRegisterFalls", AT);
  return read.ok ? read.answer : read.code;
}

const FALL = {
  houseId: null,
  beforeAt: BEFORE,
  at: FELL,
  before: 5742.8,
  value: 5,
  cause: "replacement",
};

Deno.test("register that falls is listed and marked beside its figures, from a collector", () =>
  withMember(READER, async ({ built, ask }) => {
    const seriesId = await aSeries(ask, "GAZV");
    await streamed(built, ask, null, seriesId);
    deepStrictEqual(await falls(ask), [{ seriesId, ...FALL }]);
    const range = { ...AT, series: seriesId };
    const { before, value, cause } = FALL;
    const mark = { date: "2026-01-12", what: "fall", fall: { before, value, cause } };
    const months = await answerOf(
      ask("getFacilityRangeData", { ...range, segment: "monthly-2026" }),
    );
    deepStrictEqual(months.events, [{ slot: "2026-01", ...mark }]);
    // Nothing is counted from the one reading to the other, on three days.
    const days = await answerOf(
      ask("getFacilityRangeData", { ...range, segment: "daily-2026-01" }),
    );
    deepStrictEqual(
      days.events,
      ["2026-01-10", "2026-01-11", "2026-01-12"].map((slot) => ({ slot, ...mark })),
    );
  }));

Deno.test("register that falls is listed from a file, and no longer once its replacement is dated", () =>
  withMember(READER, async ({ ask }) => {
    const seriesId = await aSeries(ask, "GAZV");
    const body = "date;valeur\n09/01/2026 12:00;5742\n10/01/2026 12:00;5742,8\n" +
      "12/01/2026 12:00;5\n20/01/2026 12:00;6";
    ok((await ask("importReadings", { ...AT, series: seriesId, body })).ok);
    deepStrictEqual(await falls(ask), [{ seriesId, ...FALL }]);
    const event = replacementDraft("2026-01-12", { finalIndex: 5742.8, firstIndex: 5 });
    ok((await ask("addMeterEvent", { ...AT, series: seriesId, body: event })).ok);
    deepStrictEqual(await falls(ask), []);
  }));

// @spec series.meter-events
Deno.test("a fall and a later replacement of the register are marked in the order of their days", () =>
  withMember(READER, async ({ ask }) => {
    const series = await aSeries(ask, "GAZV");
    const registers = "09/01/2026 12:00;5742\n10/01/2026 12:00;5742,8\n12/01/2026 12:00;5\n" +
      "20/01/2026 12:00;50";
    ok((await ask("importReadings", { ...AT, series, body: `date;valeur\n${registers}` })).ok);
    const event = replacementDraft("2026-01-21", { finalIndex: 60, firstIndex: 1 });
    ok((await ask("addMeterEvent", { ...AT, series, body: event })).ok);
    const year = await answerOf(
      ask("getFacilityRangeData", { ...AT, series, segment: "monthly-2026" }),
    );
    deepStrictEqual(year.events?.map(({ date, what }) => [date, what]), [
      ["2026-01-12", "fall"],
      ["2026-01-21", "replacement"],
    ]);
  }));

const TYPED = [
  ["2026-01-05", 15],
  ["2026-01-10", 15.5],
  ["2026-01-12", 12],
  ["2026-01-20", 13],
] as const;

Deno.test("typed index that falls is listed, and marked beside the index", () =>
  withMember(READER, async ({ built, ask }) => {
    const made = await answerOf(ask("createDataseries", {
      ...AT,
      body: seriesDraft({ dataUnitId: "EFSV", manualIndex: true }),
    }));
    const seriesId = made.id;
    const confirming = await confirmingAs(built);
    for (const [date, value] of TYPED) {
      const body = { seriesId, houseId: null, date, value };
      ok((await confirming("addManualIndex", { ...AT, body })).ok);
    }
    const [fall] = await falls(ask);
    ok(typeof fall === "object");
    deepStrictEqual([fall.before, fall.value, fall.cause], [15.5, 12, "mistake"]);
    const typed = await answerOf(ask("listManualIndexes", AT));
    deepStrictEqual(typed.map(({ counted }) => counted), [1, null, 0.5, null]);
    deepStrictEqual(typed[1]?.events, [{
      date: "2026-01-12",
      what: "fall",
      fall: { before: 15.5, value: 12, cause: "mistake" },
    }]);
  }));

Deno.test("typed index beyond the maximum of its unit is refused, as from a collector", () =>
  withMember(READER, async ({ ask }) => {
    const made = await answerOf(ask("createDataseries", {
      ...AT,
      body: seriesDraft({ dataUnitId: "CHAE", importedUnit: "MWh", manualIndex: true }),
    }));
    const typed = async (value: number) => {
      const body = { seriesId: made.id, houseId: null, date: "2026-01-10", value };
      const result = await ask("addManualIndex", { ...AT, body });
      return result.ok || result.code;
    };
    // A thousand million kWh.
    strictEqual(await typed(1_000_001), "implausible-value");
    strictEqual(await typed(1_000_000), true);
  }));

Deno.test("falls of dwellings are shown to those who may change their series", () =>
  withMember(READER, async ({ built, ask }) => {
    const house = await aHouse(ask);
    const series = await aHousingSeries(ask, "EFSV");
    await streamed(built, ask, house, series);
    deepStrictEqual(await falls(ask), [{ seriesId: series, ...FALL, houseId: house }]);
    const roles = ["collect:boilerroom:write"] as const;
    const other = await someone(built, { email: "bob@bailleur.fr", roles });
    deepStrictEqual(await falls(other), []);
    // Registers of all dwellings together are not readable.
    const together = await ask("getSeriesRangeData", { ...AT, series, segment: "daily-2026-01" });
    ok(!JSON.stringify(together).includes("5742.8"));
  }));
