import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { anOccupant, LEA } from "./a_pilot.ts";

/** The page of Léa's dwelling, in a residence with a heating setpoint of 19 °C. */
function withOccupant(
  test: (visitor: Visitor, path: string, landlord: CallFunction) => Promise<void>,
  choices: Parameters<typeof anOccupant>[2] = {},
): Promise<void> {
  return withSite(async (site) => {
    const { ask, own } = await anOccupant(site, null, choices);
    await test(await site.signIn(LEA), links.ownHouse(own), ask);
  });
}

// @spec pilot.occupant-range
Deno.test("an occupant chooses their heating within the range, is refused outside it, and follows the landlord again", () =>
  withOccupant(async (visitor, path) => {
    match((await visitor.get(path)).text, /Mon chauffage .* à 19\u202F°C\..*De 17 à 21\u202F°C/);
    const wrong = await visitor.refused(path, { form: "heating", tempC: "22" });
    match(wrong.message("tempC") ?? "", /21/);
    strictEqual(wrong.value("tempC"), "22");
    const version = wrong.version("heating");
    const saved = await visitor.post(path, { form: "heating", version, tempC: "20,5" });
    strictEqual(saved.headers.get("location"), `${path}?saved=heating#heating`);
    const chosen = await visitor.get(path);
    match(chosen.text, /vous avez choisi 20,5\u202F°C/);
    const read = chosen.version("heating");
    const followed = { form: "heating", version: read, tempC: "" };
    strictEqual((await visitor.post(path, followed)).status, 303);
    ok(!(await visitor.get(path)).text.includes("vous avez choisi"));
  }));

// @spec pilot.occupant-range
Deno.test("an occupant without the right to choose sees the heating; where it is not driven nothing is shown", async () => {
  await withOccupant(async (visitor, path) => {
    const { text, html } = await visitor.get(path);
    match(text, /Mon chauffage .* à 19\u202F°C\. .*ne se change pas depuis cette page/);
    ok(!html.includes('name="tempC"'));
    strictEqual((await visitor.post(path, { form: "heating", tempC: "20" })).status, 403);
  }, { access: 1 });
  await withOccupant(async (visitor, path) => {
    ok(!(await visitor.get(path)).text.includes("Mon chauffage"));
    strictEqual((await visitor.post(path, { form: "heating", tempC: "20" })).status, 400);
  }, { ch_pilot: false });
});

// @spec pilot.occupant-range
Deno.test("an occupant whose choice is no longer allowed sees the setpoint applied instead, and may save it", () =>
  withOccupant(async (visitor, path, landlord) => {
    const first = (await visitor.get(path)).version("heating");
    const chosen = { form: "heating", version: first, tempC: "20,5" };
    strictEqual((await visitor.post(path, chosen)).status, 303);
    const body = { ...FIRST_CONFIG, temp_conf: 17 };
    ok((await landlord("putPilotConfig", { projectId: PROJECT, body })).ok);
    const limit = await visitor.get(path);
    match(
      limit.text,
      /à 17\u202F°C\u00A0; vous avez choisi 20,5\u202F°C, ce qui n’est plus permis\u00A0: 19\u202F°C à la place\./,
    );
    strictEqual(limit.value("tempC"), "19");
    const saved = { form: "heating", version: limit.version("heating"), tempC: "19" };
    strictEqual((await visitor.post(path, saved)).status, 303);
    match((await visitor.get(path)).text, /vous avez choisi 19\u202F°C\./);
    const limited = { ...body, temp_conf_limit: true };
    ok((await landlord("putPilotConfig", { projectId: PROJECT, body: limited })).ok);
    match(
      (await visitor.get(path)).text,
      /19\u202F°C, ce qui n’est plus permis\u00A0: 17\u202F°C à la place\./,
    );
  }));

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
