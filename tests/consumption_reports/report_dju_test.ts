import { deepStrictEqual, ok } from "node:assert/strict";
import { datesOfMonth, type IsoDate } from "@/lib/base/civil_dates.ts";
import { readReportDju } from "@/lib/consumption_reports/month_readings.ts";
import { anOutdoorSource, aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const JANUARY = datesOfMonth("2026-01");
const WHOLE = { from: "2026-01-01", to: "2026-01-31" };

// @spec reports.analysis
Deno.test("readReportDju() gives the DJU typed for a month and for the same one a year before", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const outdoorSourceId = await anOutdoorSource(ask);
    const months = [{ month: "2025-01", dju: 300 }, { month: "2026-01", dju: 250.5 }];
    ok((await ask("putMonthlyDju", { projectId: PROJECT, outdoorSourceId, body: { months } })).ok);
    const { services } = built.platform.own;
    const read = async (djuSource: string | null) => {
      const asked = { projectId: PROJECT, djuSource, month: "2026-01" };
      const { of, yearBefore } = await readReportDju(services, asked);
      return [of(WHOLE), yearBefore];
    };
    deepStrictEqual(await read(outdoorSourceId), [250.5, 300]);
    deepStrictEqual(await read(null), [null, null]);
    deepStrictEqual(await read("gone"), [null, null]);
  }));

Deno.test("readReportDju() adds the days of an occupancy, when at most one in twenty lacks", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    // 4 DJU each day, but on the 31st, and until yesterday, 9 February.
    const seriesId = await aSeries(ask, "DJU");
    const dates = [...JANUARY.slice(0, 30), ...datesOfMonth("2026-02").slice(0, 9)];
    const readings = dates.map((date) => (
      { epochS: Date.parse(`${date}T12:00:00Z`) / 1_000, value: 4 }
    ));
    await stored.append([{ seriesId, kind: "consumption", readings }]);
    const body = { name: "Station", method: "mean" as const, seriesId, station: "" };
    const created = await answerOf(ask("createOutdoorSource", { projectId: PROJECT, body }));
    const djuOf = async (from: IsoDate, to: IsoDate) => {
      const asked = { projectId: PROJECT, djuSource: created.id, month: from.slice(0, 7) };
      return (await readReportDju(built.platform.own.services, asked)).of({ from, to });
    };
    deepStrictEqual(await djuOf("2026-01-11", "2026-01-20"), 40);
    // 30 days of 31; 19 of 20; 18 of 19.
    deepStrictEqual(await djuOf("2026-01-01", "2026-01-31"), 120);
    deepStrictEqual(await djuOf("2026-01-12", "2026-01-31"), 76);
    deepStrictEqual(await djuOf("2026-01-13", "2026-01-31"), null);
    // The running month is not over.
    deepStrictEqual(await djuOf("2026-02-01", "2026-02-28"), null);
  }));
