import { deepStrictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { isOf } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anOutdoorSource, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const isOfDays = isOf(keys.djuDays);

Deno.test("getBalanceReadings() lists outdoor sources in the same order, whichever is read last", () => {
  let slow: string | null = null;
  const gate = Promise.withResolvers<void>();
  return withMember({
    isAdmin: true,
    roles: ["collect", "collect:boilerroom:read"],
  }, async ({ ask }) => {
    const sources = [
      await anOutdoorSource(ask, { name: "A" }),
      await anOutdoorSource(ask, { name: "B" }),
    ];
    const boilerRoomId = await aBoilerRoom(ask);
    slow = sources[0] ?? null;
    const { dju, outdoorC, outdoorSources } = await answerOf(ask("getBalanceReadings", {
      projectId: PROJECT,
      boilerRoomId,
      segment: "monthly-2025",
    }));
    const order = outdoorSources.map(({ id }) => id);
    deepStrictEqual([Object.keys(dju), Object.keys(outdoorC)], [order, order]);
  }, {
    before: (store) =>
      aroundStore(store, {
        getMany: async (wanted) => {
          if (slow !== null && wanted.some((key) => isOfDays(key))) {
            if (wanted.some((key) => key.includes(slow ?? ""))) await gate.promise;
            else gate.resolve();
          }
          return await store.getMany(wanted);
        },
      }),
  });
});
