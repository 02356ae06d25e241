import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { at } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { anOccupant } from "./an_occupant.ts";

type Occupied = Awaited<ReturnType<typeof anOccupant>>;

/** Changes the days of the last occupancy. */
async function moveStay(
  { ask, own }: Pick<Occupied, "ask" | "own">,
  days: { readonly from: string; readonly to: string | null },
): Promise<void> {
  const [{ id = "", name = "", email = "", version = "" } = {}] = await answerOf(
    ask("listOccupancies", own),
  );
  const body = { name: name ?? "", email, ...days, consent: null, version };
  strictEqual(codeOf(await ask("putOccupancy", { ...own, occupancyId: id, body })), "ok");
}

// @spec pilot.occupant-range
Deno.test("choice that is no longer allowed is shown as chosen, with the wish applied instead", () =>
  withPlatform(async (built) => {
    const { ask, own, asOccupant, choose } = await anOccupant(built, null);
    const said = async () => {
      const [mine, landlords] = await Promise.all([
        asOccupant("getOwnPilot", own),
        ask("getModuleConfig", { ...at, moduleId: own.houseId }),
      ]);
      ok(mine.ok && landlords.ok);
      const { chosenC, askedC, maxC } = mine.answer;
      const { occupantChoiceC, occupantTempC } = landlords.answer;
      return { chosenC, askedC, maxC, occupantChoiceC, occupantTempC };
    };
    const set = async (config: { temp_conf: number; temp_conf_limit?: boolean }) =>
      ok((await ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, ...config } })).ok);
    strictEqual(codeOf(await choose(20.5)), "ok");
    await set({ temp_conf: 17 });
    deepStrictEqual(await said(), {
      chosenC: 20.5,
      askedC: 19,
      maxC: 19,
      occupantChoiceC: 20.5,
      occupantTempC: 19,
    });
    await set({ temp_conf: 17, temp_conf_limit: true });
    deepStrictEqual(await said(), {
      chosenC: 20.5,
      askedC: 17,
      maxC: null,
      occupantChoiceC: 20.5,
      occupantTempC: null,
    });
    // A value allowed again is requested again.
    await set({ temp_conf: 19 });
    strictEqual((await said()).occupantTempC, 20.5);
  }));

// @spec pilot.wishes, pilot.occupant-range
Deno.test("the wish at the end of an occupancy applies from its last day, and an occupancy ended by mistake gets its choice back", () =>
  withPlatform(async (built) => {
    // The tests' clock begins on 10 February 2026.
    const { ask, own, choose, acknowledge, sent } = await anOccupant(built, null);
    strictEqual(codeOf(await choose(21)), "ok");
    deepStrictEqual(await acknowledge(), [21, 4]);
    built.clock.advance(5 * 86_400_000);
    const move = (to: string | null) => moveStay({ ask, own }, { from: "2025-01-01", to });
    await move("2026-02-13");
    deepStrictEqual(await sent(), [19, 5]);
    const status = await answerOf(ask("getModuleStatus", { ...at, moduleId: own.houseId }));
    const { state, changedAt, changedBy } = status.wish;
    deepStrictEqual([state, changedAt, changedBy], ["pending", "2026-02-13T23:00:00Z", null]);
    deepStrictEqual(await acknowledge(), [19, 5]);
    await move(null);
    deepStrictEqual(await acknowledge(), [21, 6]);
    const again = await answerOf(ask("getModuleStatus", { ...at, moduleId: own.houseId }));
    strictEqual(again.wish.state, "applied");
    // A continuing occupancy does not cause a second wish.
    await move("2026-12-31");
    deepStrictEqual(await sent(), [21, 6]);
  }));

// @spec pilot.wishes, pilot.occupant-range
Deno.test("an occupant's choice ends with the occupancy, although its module applied a later change of the landlord", () =>
  withPlatform(async (built) => {
    // The tests' clock begins on 10 February 2026.
    const { ask, own, choose, acknowledge, sent } = await anOccupant(built, "2026-02-11");
    const wish = async () =>
      (await answerOf(ask("getModuleStatus", { ...at, moduleId: own.houseId }))).wish;
    strictEqual(codeOf(await choose(21)), "ok");
    const config = { ...FIRST_CONFIG, temp_conf: 19, night_decrease: 3 };
    ok((await ask("putPilotConfig", { ...at, body: config })).ok);
    const [tempC, applied = 0] = await acknowledge();
    deepStrictEqual([tempC, (await wish()).state], [21, "applied"]);
    built.clock.advance(2 * 86_400_000);
    const [lastTempC, last = 0] = await sent();
    strictEqual(lastTempC, 19);
    ok(last > applied, `${last} after ${applied}`);
    const { state, changedAt, changedBy } = await wish();
    deepStrictEqual([state, changedAt, changedBy], ["pending", "2026-02-11T23:00:00Z", null]);
    await acknowledge();
    strictEqual((await wish()).state, "applied");
    // A change after the end is the landlord's, and is sent once.
    ok((await ask("putPilotConfig", { ...at, body: { ...config, temp_conf: 18 } })).ok);
    strictEqual((await wish()).changedBy, "Ada Durand");
    const [next, revision = 0] = await acknowledge();
    strictEqual(next, 18);
    ok(revision > last);
    strictEqual((await wish()).state, "applied");
  }));

for (const to of [null, "2026-02-13"]) {
  const name = to === null ? "lasts" : "has ended";
  // @spec pilot.wishes, pilot.occupant-range
  Deno.test(`an occupancy that ${name}, moved to later days, withdraws its choice, and its start asks for nothing`, () =>
    withPlatform(async (built) => {
      // The tests' clock begins on 10 February 2026.
      const { ask, own, asOccupant, choose, acknowledge, sent } = await anOccupant(built, to);
      const state = async () =>
        (await answerOf(ask("getModuleStatus", { ...at, moduleId: own.houseId }))).wish.state;
      strictEqual(codeOf(await choose(21)), "ok");
      await acknowledge();
      built.clock.advance(5 * 86_400_000);
      await acknowledge();
      await moveStay({ ask, own }, { from: "2026-03-01", to: null });
      const [tempC, revision] = await acknowledge();
      deepStrictEqual([tempC, await state()], [19, "applied"]);
      built.clock.advance(30 * 86_400_000);
      deepStrictEqual([await sent(), await state()], [[19, revision], "applied"]);
      strictEqual((await answerOf(asOccupant("getOwnPilot", own))).chosenC, null);
      strictEqual(codeOf(await choose(20)), "ok");
      deepStrictEqual([(await acknowledge())[0], await state()], [20, "applied"]);
    }));
}
