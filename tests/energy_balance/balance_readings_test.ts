import { ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { elsewhere, isOf, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { FED_ORG, fedResidences, sendValue } from "@/tests/helpers/some_series.ts";

Deno.test("reading of today after the others does not recompute a balance, a late one does", () =>
  withPlatform(async (built) => {
    const { residences: [residence] } = await fedResidences(built, 1);
    ok(residence);
    const { platform, ask, read } = await elsewhere(built);
    const { projectId, boilerRoomId } = residence;
    const efficiency = await answerOf(ask("getEfficiency", { projectId, boilerRoomId }));
    const seriesId = efficiency.sources?.sourceType ?? "";
    const nowS = built.clock.now() / 1_000;
    const compared = async (segment: string) => {
      read.length = 0;
      ok((await ask("compareBoilerRooms", { orgId: FED_ORG, segment })).ok);
      return read.filter(isOf(keys.seriesMonths, keys.seriesDays, keys.djuDays)).length;
    };
    const send = async (secondsAgo: number, value: number) => {
      await sendValue(platform, residence, { seriesId, epochS: nowS - secondsAgo, value });
      return await compared("monthly-2025") + await compared("monthly-2026");
    };
    await send(40 * 86_400, 100);
    await send(1_200, 110);
    await compact(platform.own.store, projectId, built.clock.now);
    ok(await send(900, 111) > 0, "the compaction");
    strictEqual(await send(600, 112), 0);
    strictEqual(await send(300, 113), 0);
    ok(await send(400 * 86_400, 90) > 0, "a reading of long ago");
  }));
