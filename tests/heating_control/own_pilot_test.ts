import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { keys } from "@/lib/store/keys.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { aModule, withPilot } from "./a_pilot.ts";
import { anOccupant } from "./an_occupant.ts";

// @spec pilot.occupant-range
Deno.test("an occupant sets their heating within the landlord's range, and the refusal gives the range", () =>
  withPlatform(async (built) => {
    const { ask, own, asOccupant, choose, sent } = await anOccupant(built, null);
    const before = await answerOf(asOccupant("getOwnPilot", own));
    deepStrictEqual(before, {
      residenceTempC: 19,
      chosenC: null,
      askedC: 19,
      minC: 17,
      maxC: 21,
      state: "pending",
      version: "0",
    });
    const refused = await choose(21.5);
    ok(!refused.ok);
    deepStrictEqual([refused.code, refused.issues], [
      "outside-range",
      [{ path: "tempC", message: "17 to 21" }],
    ]);
    strictEqual(codeOf(await choose(20.25)), "off-step");
    strictEqual(codeOf(await choose(20.5)), "ok");
    deepStrictEqual(await sent(), [20.5, 4]);
    const { temp_conf, occupantChoiceC, occupantTempC } = await answerOf(
      ask("getModuleConfig", { ...at, moduleId: own.houseId }),
    );
    deepStrictEqual([temp_conf, occupantChoiceC, occupantTempC], [19, 20.5, 20.5]);
    const status = await answerOf(ask("getModuleStatus", { ...at, moduleId: own.houseId }));
    deepStrictEqual([status.wish.isOccupants, status.wish.changedBy], [true, null]);
    // The landlord lowers the temperature by two degrees: the choice is clamped, and sent again.
    ok((await ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, temp_conf: 17 } })).ok);
    deepStrictEqual(await sent(), [19, 6]);
    strictEqual(codeOf(await choose(null)), "ok");
    deepStrictEqual(await sent(), [17, 8]);
    ok(
      (await ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, temp_conf_limit: true } })).ok,
    );
    strictEqual(codeOf(await choose(18)), "pilot-feature-off");
    await ask("putModuleRights", { ...own, body: { access: 1 } });
    strictEqual(codeOf(await choose(18)), "pilot-feature-off");
  }));

// @spec pilot.occupant-range
Deno.test("an occupant's choice ends with their occupancy, and its gateway gets another wish", () =>
  withPlatform(async (built) => {
    // The tests' clock begins on 10 February 2026.
    const { choose, sent } = await anOccupant(built, "2026-02-11");
    strictEqual(codeOf(await choose(21)), "ok");
    deepStrictEqual(await sent(), [21, 4]);
    built.clock.advance(2 * 86_400_000);
    deepStrictEqual(await sent(), [19, 5]);
    strictEqual(codeOf(await choose(20)), "not-found");
  }));

/** The stored heating choice of an occupant, in their export. */
async function exported(asOccupant: CallFunction, own: { projectId: string; houseId: string }) {
  const file = await answerOf(asOccupant("exportOwnData", own));
  const files = unzipped(new Uint8Array(file.bytes));
  return [
    JSON.parse(files.get("occupant.json") ?? "").heating,
    files.get("chauffage.csv")?.trim().split("\r\n").slice(1),
  ];
}

// @spec housing.personal-data
Deno.test("an occupant's choice is in their export, and is erased with them", () =>
  withPlatform(async (built) => {
    const { ask, own, asOccupant, choose, sent } = await anOccupant(built, null);
    deepStrictEqual(await exported(asOccupant, own), [[], []]);
    strictEqual(codeOf(await choose(20.5)), "ok");
    const [heating, lines] = await exported(asOccupant, own);
    const chosenAt = new Date(built.clock.now()).toISOString().slice(0, 19) + "Z";
    deepStrictEqual([heating, lines], [[{ chosenAt, tempC: 20.5 }], [`${chosenAt};20,5`]]);
    const stay = { ...own, occupancyId: "o1" };
    strictEqual(codeOf(await ask("eraseOccupant", stay)), "ok");
    deepStrictEqual(await sent(), [19, 6]);
    const { value } = await built.store.get(keys.pilotModule(PROJECT, own.houseId));
    ok(!JSON.stringify(value).includes("20.5"), JSON.stringify(value));
  }));

// @spec housing.personal-data
Deno.test("deleting an occupancy deletes the choice", () =>
  withPlatform(async (built) => {
    const { ask, own, choose, sent } = await anOccupant(built, null);
    strictEqual(codeOf(await choose(20.5)), "ok");
    strictEqual(codeOf(await ask("deleteOccupancy", { ...own, occupancyId: "o1" })), "ok");
    deepStrictEqual(await sent(), [19, 6]);
    const { value } = await built.store.get(keys.pilotModule(PROJECT, own.houseId));
    ok(!JSON.stringify(value).includes("20.5"), JSON.stringify(value));
  }));

// @spec pilot.occupant-range
Deno.test("an occupant's choice is refused over a newer one", () =>
  withPlatform(async (built) => {
    const { own, asOccupant } = await anOccupant(built, null);
    const put = (tempC: number, version: string) =>
      asOccupant("putOwnPilot", { ...own, body: { tempC, version } });
    strictEqual(codeOf(await put(20, "0")), "ok");
    strictEqual(codeOf(await put(18, "0")), "conflict");
    const read = await answerOf(asOccupant("getOwnPilot", own));
    deepStrictEqual([read.chosenC, read.version], [20, "4"]);
    strictEqual(codeOf(await put(18, read.version)), "ok");
  }));

// @spec pilot.occupant-range
Deno.test("an occupant neither reads nor sets the heating of a residence that does not drive it, nor once they left", () =>
  withPlatform(async (built) => {
    const { ask, own, asOccupant, choose } = await anOccupant(built, "2026-03-01");
    const codes =
      async () => [codeOf(await asOccupant("getOwnPilot", own)), codeOf(await choose(20))];
    deepStrictEqual(await codes(), ["ok", "ok"]);
    const drive = async (ch_pilot: boolean) => {
      const read = await answerOf(ask("getPilotFeatures", at));
      ok((await ask("putPilotFeatures", { ...at, body: { ...read, ch_pilot } })).ok);
    };
    await drive(false);
    deepStrictEqual(await codes(), ["not-found", "pilot-feature-off"]);
    await drive(true);
    deepStrictEqual(await codes(), ["ok", "ok"]);
    built.clock.goTo("2026-03-02T11:00:00Z");
    deepStrictEqual(await codes(), ["not-found", "not-found"]);
  }));

// @spec roles.at-home
Deno.test("an occupant to whom nobody gave access to their dwelling's module neither reads nor sets it", () =>
  withPlatform(async (built) => {
    const { own, asOccupant, choose } = await anOccupant(built, null);
    await built.store.atomic().delete(keys.moduleRights(PROJECT, own.houseId)).commit();
    const codes = [codeOf(await asOccupant("getOwnPilot", own)), codeOf(await choose(20))];
    deepStrictEqual(codes, ["not-found", "not-found"]);
  }));

// @spec pilot.changes
Deno.test("deleting a dwelling deletes the wishes and reports of its module", () =>
  withPilot(async ({ built, ask }) => {
    const houseId = await aModule(ask, "A1", "M1");
    const body = { ...FIRST_CONFIG, isDefault: false };
    ok((await ask("putModuleConfig", { ...at, moduleId: houseId, body })).ok);
    ok((await built.store.get(keys.pilotModule(PROJECT, houseId))).value !== null);
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    strictEqual((await built.store.get(keys.pilotModule(PROJECT, houseId))).value, null);
  }));
