import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { setpointRequestsFor, takeReports } from "@/lib/heating_control/gateway.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import type { ModuleReport } from "@/lib/heating_control/telemetry.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { aProject, at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aGateway, aModule, withPilot } from "./a_pilot.ts";

const REPORT: ModuleReport = {
  serial: "M1",
  revision: 1,
  status: {
    atS: null,
    temperature: 20,
    setpoint: null,
    heating: null,
    cooling: null,
    water_heating: null,
    house_status: null,
  },
};

/** Adds modules copied from one, `M0001` and so on. */
async function addModules(store: Store, likeId: string, count: number): Promise<void> {
  const { value } = await store.get(keys.house(PROJECT, likeId));
  const atomic = store.atomic();
  for (let rank = 1; rank <= count; rank++) {
    const serial = `M${String(rank).padStart(4, "0")}`;
    atomic.set(keys.house(PROJECT, `h${rank}`), { ...Object(value), serial });
  }
  await atomic.commit();
}

// @spec pilot.gateway
Deno.test("setpointRequestsFor() returns five hundred wishes at once, by serial, and the start of the next page", () =>
  withPilot(async ({ built, ask }) => {
    await addModules(built.store, await aModule(ask, "A0", "M0000"), 501);
    ok((await ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, temp_conf: 20 } })).ok);
    const collectorOf = await aGateway(built, ask);
    const collector = await collectorOf();
    const page = async (after: string) => {
      const found = await setpointRequestsFor(collector, { after, isAll: false });
      ok(found !== null);
      const serials = found.wishes.map(({ serial }) => serial);
      return [serials.length, serials[0], serials.at(-1), found.next];
    };
    deepStrictEqual(await page(""), [500, "M0000", "M0499", "M0499"]);
    deepStrictEqual(await page("M0499"), [2, "M0500", "M0501", null]);
    // Exactly one page: nothing is left.
    deepStrictEqual(await page("M0001"), [500, "M0002", "M0501", null]);
    deepStrictEqual(await page("M0501"), [0, undefined, undefined, null]);
  }));

// @spec pilot.gateway
Deno.test("takeReports() returns modules with a revision that was never requested, including a first one", () =>
  withPilot(async ({ built, ask }) => {
    await aModule(ask, "A1", "M1");
    const collectorOf = await aGateway(built, ask);
    const taken = await takeReports(await collectorOf(), [REPORT], 1);
    deepStrictEqual(taken, { applied: [], pending: [], unknown: [], neverAsked: ["M1"] });
  }));

// @spec pilot.gateway
Deno.test("takeReports() hears a module that reports the revision it applied before every feature was turned off", () =>
  withPilot(async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    ok((await ask("putPilotConfig", { ...at, body: FIRST_CONFIG })).ok);
    const collector = await (await aGateway(built, ask))();
    const [wish] = (await setpointRequestsFor(collector, { after: "", isAll: false }))?.wishes ??
      [];
    const report = { ...REPORT, revision: wish?.revision ?? 0 };
    const isOff = { ch_pilot: false, clim_pilot: false, watertank_pilot: false };
    const features = { house_status: false, ...isOff, occupantRangeC: 0 };
    ok((await ask("putPilotFeatures", { ...at, body: features })).ok);
    deepStrictEqual(await setpointRequestsFor(collector, { after: "", isAll: true }), {
      wishes: [],
      next: null,
    });
    deepStrictEqual(await takeReports(collector, [report], 1), {
      applied: [],
      pending: [],
      unknown: [],
      neverAsked: [],
    });
    const { temperatureC } = await answerOf(ask("getModuleStatus", { ...at, moduleId }));
    strictEqual(temperatureC, 20);
    const taken = await takeReports(collector, [{ ...report, revision: 1_000 }], 1);
    deepStrictEqual(taken?.neverAsked, ["M1"]);
  }));

// @spec pilot.wishes
Deno.test("setpointRequestsFor() requests what a new installation drives, though its modules applied the last change", () =>
  withPilot(async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    ok((await ask("putPilotConfig", { ...at, body: FIRST_CONFIG })).ok);
    const absent = { house_status: "absent" } as const;
    ok((await ask("putModuleStatus", { ...at, moduleId, body: absent })).ok);
    const collectorOf = await aGateway(built, ask);
    const collector = await collectorOf();
    const install = async (hasPilot: boolean) => {
      const read = await answerOf(ask("getProjectInstallation", at));
      ok((await ask("putProjectInstallation", { ...at, body: { ...read, hasPilot } })).ok);
    };
    const wished = async () => {
      const found = await setpointRequestsFor(collector, { after: "", isAll: false });
      const [wish] = found?.wishes ?? [];
      const { revision = 0, house_status = null } = wish ?? {};
      await takeReports(collector, [{ ...REPORT, revision }], 1);
      return wish && house_status;
    };
    // Heating alone is driven: the presence is not.
    await install(false);
    strictEqual(await wished(), null);
    strictEqual(await wished(), undefined);
    await install(true);
    strictEqual(await wished(), "absent");
    strictEqual(await wished(), undefined);
    await install(true);
    strictEqual(await wished(), undefined);
  }));

// @spec pilot.gateway
Deno.test("takeReports() stores nothing of a gateway's reports for a residence without pilot", () =>
  withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    const { store } = built;
    await store.atomic().set(keys.project(PROJECT), aProject()).commit();
    const collectorOf = await aGateway(built, ask);
    const collector = await collectorOf();
    const stored = async () =>
      (await Array.fromAsync(store.list({ prefix: [] }))).map(({ versionstamp }) => versionstamp);
    const before = await stored();
    strictEqual(await takeReports(collector, [REPORT], 1), null);
    deepStrictEqual(await stored(), before);
  }));
