import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { OccupancyRecord } from "@/lib/backend/records/occupancies.ts";
import { aHouse } from "@/tests/backend/a_dwelling.ts";
import { PROJECT } from "@/tests/backend/a_residence.ts";
import { code } from "@/tests/backend/housing_place.ts";
import { type ReportedPlace, withReports } from "@/tests/backend/reported_place.ts";

const at = { projectId: PROJECT };
const ADA: OccupancyRecord = {
  id: "o1",
  name: "Ada Morel",
  email: "ada@ici.fr",
  from: "2024-03-01",
  to: null,
  consent: null,
  accountId: null,
};

async function mailsOf({ ask }: Pick<ReportedPlace, "ask">) {
  const found = await ask("getConsumptionReportMails", at);
  ok(found.ok, JSON.stringify(found));
  return found.answer;
}

// @spec reports.mails
Deno.test("the monthly mail begins with the month that runs in the residence, and once on begins no later", () =>
  withReports(async (place) => {
    const { ask, built: { clock } } = place;
    const put = (isOn: boolean) => ask("putConsumptionReportMails", { ...at, body: { isOn } });
    const firstMonth = async () => (await mailsOf(place)).firstMonth;
    strictEqual(await firstMonth(), null);
    // Half past eleven in the evening of 28 February in UTC is 1 March in Paris.
    clock.advance(Date.parse("2026-02-28T23:30:00Z") - clock.now());
    strictEqual(code(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-03");
    clock.advance(40 * 24 * 3_600_000);
    strictEqual(code(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-03");
    strictEqual(code(await put(false)), "ok");
    strictEqual(await firstMonth(), null);
    strictEqual(code(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-04");
  }));

// @spec reports.mails
Deno.test("dwellings that are mailed have an address of today; the last mails are those of the last month", () =>
  withReports(async (place) => {
    const { ask, built: { store } } = place;
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
    await store.atomic()
      .set(keys.reportMailed(PROJECT, first), {
        month: "2026-01",
        occupancyIds: ["o1", "o2"],
        at: "2026-02-05T11:00:00.000Z",
      })
      .set(keys.reportMailed(PROJECT, second), {
        month: "2026-01",
        occupancyIds: ["o1"],
        at: "2026-02-04T11:00:00.000Z",
      })
      .set(keys.reportMailed(PROJECT, third), {
        month: "2025-12",
        occupancyIds: ["o1", "o2", "o3", "o4"],
        at: "2026-02-06T11:00:00.000Z",
      })
      .commit();
    const { houseCount, last } = await mailsOf(place);
    // Today is 10 February 2026: the first two.
    strictEqual(houseCount, 2);
    deepStrictEqual(last, { month: "2026-01", mailCount: 3, at: "2026-02-05T11:00:00.000Z" });
  }));
