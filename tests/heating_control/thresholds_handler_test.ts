import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readThresholds } from "@/lib/heating_control/settings.ts";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, aSeries, at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { auditLines } from "@/tests/helpers/stores.ts";

async function withPilot({ store }: TestPlatform): Promise<void> {
  await store.atomic().set(keys.project(PROJECT), aProject({ hasPilot: true })).commit();
}

// @spec pilot.thresholds, pilot.changes
Deno.test("putPilotThreshold() sets and removes the threshold of a series, over the version read", () =>
  withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    await withPilot(built);
    const seriesId = await aSeries(ask, "TEMP");
    await aSeries(ask, "ELEC");
    const listed = async () => {
      return await answerOf(ask("listPilotThresholds", at));
    };
    const [first] = await listed();
    deepStrictEqual((await listed()).map(({ version: _, ...one }) => one), [
      { dataSeriesId: seriesId, threshold: null },
    ]);
    const put = (threshold: number | null, version?: string) =>
      ask("putPilotThreshold", { ...at, dataSeriesId: seriesId, body: { threshold, version } });
    strictEqual(codeOf(await put(26, first?.version)), "ok");
    strictEqual(codeOf(await put(27, first?.version)), "conflict");
    deepStrictEqual(await readThresholds(built, PROJECT), [
      { dataSeriesId: seriesId, threshold: 26 },
    ]);
    strictEqual((await listed())[0]?.threshold, 26);
    strictEqual(codeOf(await put(null)), "ok");
    deepStrictEqual(await readThresholds(built, PROJECT), []);
    const subjects = (await auditLines(built)).flatMap(({ action, subject }) =>
      action === "putPilotThreshold" ? [subject.replace(/^.+ – /, "")] : []
    );
    deepStrictEqual(subjects.toSorted(), ["26 → aucun", "aucun → 26"]);
    strictEqual(codeOf(await put(26)), "ok");
    strictEqual(codeOf(await ask("deleteDataseries", { ...at, series: seriesId })), "ok");
    deepStrictEqual(await readThresholds(built, PROJECT), []);
  }));

// @spec pilot.thresholds
Deno.test("thresholds are not found without a pilot, on a register or in another residence", () =>
  withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    const seriesId = await aSeries(ask, "TEMP");
    const registerId = await aSeries(ask, "ELEC");
    const put = async (dataSeriesId: string) =>
      codeOf(await ask("putPilotThreshold", { ...at, dataSeriesId, body: { threshold: 26 } }));
    strictEqual(codeOf(await ask("listPilotThresholds", at)), "not-found");
    strictEqual(await put(seriesId), "not-found");
    await withPilot(built);
    strictEqual(await put(registerId), "not-found");
    strictEqual(await put("gone"), "not-found");
    strictEqual(await put(seriesId), "ok");
  }));
