import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { aSeries, at, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";

// @spec imports.units
Deno.test("attachSource() refuses a series whose unit the source does not convert to; what it sent waits", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const second = Math.floor(built.clock.now() / 1_000) - 60;
    const lines = `power,serial=1,unit_of_measurement=W value=600 ${second}`;
    ok((await sendLines(built.platform, await aCollector(ask), lines)).kind === "stored");
    const [energy, heat] = [await aSeries(ask, "ELEC"), await aSeries(ask, "TEMP")];
    const body = { source: "power,serial=1 value", houseId: null };
    for (const series of [energy, heat]) {
      strictEqual(await codeOfCall(ask("attachSource", { ...at, series, body })), "unit-mismatch");
    }
    const [waiting] = await answerOf(ask("listUnknownSources", at));
    deepStrictEqual([waiting?.source, waiting?.unit, waiting?.readingCount], [
      "power,serial=1 value",
      "W",
      1,
    ]);
    strictEqual(waiting !== undefined && "droppedCount" in waiting, false);
  }));
