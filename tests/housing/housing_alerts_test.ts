import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { at, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

function withAlerts(test: (ask: CallFunction) => Promise<void>): Promise<void> {
  const roles = ["collect", "collect:housing:alerts:write"] as const;
  return withMember({ roles }, ({ ask }) => test(ask));
}

const body = {
  from: "2026-02-10",
  to: "2026-02-12",
  message: "Coupure",
  houseIds: new Array<string>(),
};

Deno.test("messages to tenants are written, listed, changed and deleted", () =>
  withAlerts(async (ask) => {
    const houseIds = [await aHouse(ask)];
    const made = await answerOf(ask("createHousingAlert", { ...at, body: { ...body, houseIds } }));
    const later = { ...body, from: "2026-03-01", to: null };
    ok((await ask("createHousingAlert", { ...at, body: later })).ok);
    const listed = await answerOf(ask("listHousingAlerts", at));
    deepStrictEqual(listed.map(({ id: _, version: __, ...one }) => one), [
      later,
      { ...body, houseIds },
    ]);
    const alert = { ...at, alertId: made.id };
    const version = listed[1]?.version;
    const put = { ...alert, body: { ...body, message: "Coupure reportée", version } };
    strictEqual(codeOf(await ask("putHousingAlert", put)), "ok");
    strictEqual(codeOf(await ask("putHousingAlert", put)), "ok");
    const other = { ...put, body: { ...put.body, message: "Coupure annulée" } };
    strictEqual(codeOf(await ask("putHousingAlert", other)), "conflict");
    strictEqual(codeOf(await ask("deleteHousingAlert", alert)), "ok");
    strictEqual(codeOf(await ask("deleteHousingAlert", alert)), "not-found");
    strictEqual(codeOf(await ask("putHousingAlert", { ...alert, body })), "not-found");
  }));

// @spec housing.messages
Deno.test("message is for existing dwellings, and keeps them when they are deleted", () =>
  withAlerts(async (ask) => {
    const houseId = await aHouse(ask);
    const wrong = { ...at, body: { ...body, houseIds: ["none"] } };
    strictEqual(codeOf(await ask("createHousingAlert", wrong)), "unknown-reference");
    const made = await answerOf(
      ask("createHousingAlert", { ...at, body: { ...body, houseIds: [houseId] } }),
    );
    const put = { ...wrong, alertId: made.id };
    strictEqual(codeOf(await ask("putHousingAlert", put)), "unknown-reference");
    await ask("deleteHouse", { ...at, houseId });
    const listed = await answerOf(ask("listHousingAlerts", at));
    deepStrictEqual(listed[0]?.houseIds, [houseId]);
    const alert = { ...at, alertId: made.id };
    const later = { ...body, to: "2026-02-13", houseIds: [houseId] };
    strictEqual(codeOf(await ask("putHousingAlert", { ...alert, body: later })), "ok");
    strictEqual(
      codeOf(await ask("createHousingAlert", { ...at, body: later })),
      "unknown-reference",
    );
  }));

Deno.test("of eight concurrent edits of one message, one succeeds", () =>
  withAlerts(async (ask) => {
    const made = await answerOf(ask("createHousingAlert", { ...at, body }));
    const listed = await answerOf(ask("listHousingAlerts", at));
    const version = listed[0]?.version;
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, rank) =>
        ask("putHousingAlert", {
          ...at,
          alertId: made.id,
          body: { ...body, message: `Message ${rank}`, version },
        })),
    );
    strictEqual(results.filter((result) => result.ok).length, 1);
    deepStrictEqual(new Set(results.map(codeOf)), new Set(["ok", "conflict"]));
  }));
