import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { aBoilerRoom, anOutdoorSource, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { settingsDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

Deno.test("of many concurrent saves from the same version, exactly one succeeds", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const djuSource = await anOutdoorSource(ask);
    const place = { projectId: PROJECT, boilerRoomId };
    const read = await answerOf(ask("getEfficiency", place));
    const version = read.versions.settings;
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        ask("putEfficiencySettings", {
          ...place,
          fromDate: "2024-07-01",
          body: settingsDraft(djuSource, { area: 1000 + index, version }),
        })),
    );
    const winners = results.flatMap((result, index) => result.ok ? [index] : []);
    strictEqual(winners.length, 1);
    const refusals = new Set(results.flatMap((result) => result.ok ? [] : [result.code]));
    deepStrictEqual([...refusals], ["conflict"]);
    const after = await answerOf(ask("getEfficiency", place));
    deepStrictEqual(
      after.settings.map(({ area }) => area),
      [1000 + (winners[0] ?? NaN)],
    );
  }));
