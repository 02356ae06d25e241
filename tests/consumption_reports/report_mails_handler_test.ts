import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { OccupancyRecord } from "@/lib/housing/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { ADA, type ReportedPlace, withReports } from "./reported_place.ts";

async function mailsOf({ ask }: Pick<ReportedPlace, "ask">) {
  return await answerOf(ask("getConsumptionReportMails", at));
}

// @spec reports.mails
Deno.test("the monthly mail starts with the running month of the residence, and once started keeps its first month", () =>
  withReports(async (place) => {
    const { ask, built: { clock } } = place;
    const put = (isOn: boolean) => ask("putConsumptionReportMails", { ...at, body: { isOn } });
    const firstMonth = async () => {
      const { isOn, firstMonth } = await mailsOf(place);
      strictEqual(isOn, firstMonth !== null);
      return firstMonth;
    };
    strictEqual(await firstMonth(), null);
    // 23:30 UTC on 28 February is 1 March in Paris.
    clock.goTo("2026-02-28T23:30:00Z");
    strictEqual(codeOf(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-03");
    clock.advance(40 * 24 * 3_600_000);
    strictEqual(codeOf(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-03");
    strictEqual(codeOf(await put(false)), "ok");
    strictEqual(await firstMonth(), null);
    strictEqual(codeOf(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-04");
  }));

// @spec reports.mails
Deno.test("mailed dwellings have a current address; the last mails are those of the last month", () =>
  withReports(async (place) => {
    const { ask, built: { store, platform: { own: { versions } } } } = place;
    const said = async () => {
      // The answer is cached until a call writes something of the residence.
      await versions.bump([{ kind: "project", id: PROJECT }]);
      return await mailsOf(place);
    };
    const lives: readonly (readonly OccupancyRecord[])[] = [
      [ADA],
      [{ ...ADA, to: "2026-02-10" }],
      [{ ...ADA, email: "" }],
      [{ ...ADA, to: "2026-02-09" }],
      [{ ...ADA, from: "2026-02-11" }],
      [],
    ];
    const houses: string[] = [];
    for (const [rank, records] of lives.entries()) {
      const houseId = await aHouse(ask, { name: `A${rank}` });
      houses.push(houseId);
      await store.atomic().set(keys.occupancies(PROJECT, houseId), [...records]).commit();
    }
    const [first = "", second = "", third = ""] = houses;
    const mailed = (houseId: string, month: string, [day, count]: readonly [number, number]) =>
      store.atomic().set(keys.reportMailed(PROJECT, houseId), {
        month,
        occupancyIds: Array.from({ length: count }, (_, rank) => `o${rank}`),
        at: `2026-02-0${day}T11:00:00.000Z`,
      }).commit();
    strictEqual((await said()).last, null);
    await mailed(first, "2026-01", [5, 2]);
    await mailed(second, "2025-12", [6, 4]);
    const january = { month: "2026-01", at: "2026-02-05T11:00:00.000Z" };
    deepStrictEqual((await said()).last, { ...january, mailCount: 2 });
    await mailed(third, "2026-01", [4, 1]);
    const { houseCount, last } = await said();
    // Today is 10 February 2026: the first two.
    strictEqual(houseCount, 2);
    deepStrictEqual(last, { ...january, mailCount: 3 });
  }));
