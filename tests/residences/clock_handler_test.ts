import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, withMember } from "@/tests/helpers/a_residence.ts";
import { LOCATION, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

function settings(zipCode: string) {
  return { name: "Les Flamboyants", code: "", location: { ...LOCATION, zipCode }, tags: [] };
}

async function created(ask: CallFunction, zipCode: string): Promise<string> {
  return (await answerOf(ask("createProject", { orgId: ORG, body: settings(zipCode) }))).id;
}

async function clockOf(ask: CallFunction, projectId: string): Promise<string> {
  return (await answerOf(ask("getProject", { projectId }))).timeZone;
}

/** One cubic metre an hour on 10 January 2026 in La Réunion: from 20:00 UTC the day before. */
async function drawOneDay({ store, clock }: TestPlatform, ask: CallFunction, projectId: string) {
  const body = seriesDraft({ dataUnitId: "EFSV" });
  const made = await answerOf(ask("createDataseries", { projectId, body }));
  const seriesId = made.id;
  const fromS = Date.UTC(2026, 0, 8, 20) / 1_000;
  const readings = Array.from({ length: 73 }, (_, hour) => ({
    epochS: fromS + hour * 3_600,
    value: Math.min(Math.max(hour - 24, 0), 24),
  }));
  await new StoredSeries(store, projectId, clock.now).append([{
    seriesId,
    kind: "index",
    readings,
  }]);
  return seriesId;
}

async function daysOf(ask: CallFunction, projectId: string, series: string) {
  const at = { projectId, series, segment: "daily-2026-01" };
  const read = await answerOf(ask("getFacilityRangeData", at));
  return read.slots.slice(8, 11).map(({ value }) => value);
}

// @spec projects.clock
Deno.test("residence of La Réunion counts its days in its own time zone, compacted or not", () =>
  withMember({ isAdmin: true }, async ({ built, ask }) => {
    for (const [zipCode, days] of [["97400", [0, 24, 0]], ["54000", [3, 21, 0]]] as const) {
      const projectId = await created(ask, zipCode);
      const series = await drawOneDay(built, ask, projectId);
      deepStrictEqual(await daysOf(ask, projectId, series), days);
      strictEqual(await compact(built.store, projectId, built.clock.now), "done");
      deepStrictEqual(await daysOf(ask, projectId, series), days);
    }
  }));

// @spec projects.clock
Deno.test("corrected address changes the time zone until the first reading", () =>
  withMember({ isAdmin: true }, async ({ built, ask }) => {
    const projectId = await created(ask, "54000");
    const save = async (zipCode: string) => {
      await answerOf(ask("putProjectSettings", { projectId, body: settings(zipCode) }));
      return await clockOf(ask, projectId);
    };
    strictEqual(await save("97200"), "America/Martinique");
    strictEqual(await save("97400"), "Indian/Reunion");
    const series = await drawOneDay(built, ask, projectId);
    strictEqual(await save("54000"), "Indian/Reunion");
    strictEqual(await compact(built.store, projectId, built.clock.now), "done");
    strictEqual(await save("54000"), "Indian/Reunion");
    deepStrictEqual(await daysOf(ask, projectId, series), [0, 24, 0]);
    const stored = await answerOf(ask("getProjectSettings", { projectId }));
    strictEqual(stored.location.zipCode, "54000");
  }));
