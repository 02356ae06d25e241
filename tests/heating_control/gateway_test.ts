import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { setpointRequestsFor, takeReports } from "@/lib/heating_control/gateway.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import {
  type KnownReport,
  mergedReport,
  type ModuleReport,
  NO_REPORT,
  type ReportedStatus,
} from "@/lib/heating_control/telemetry.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { aProject, at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aGateway, aModule, withPilot } from "./a_pilot.ts";
import { ANY_PILOT_HISTORY, comparePilotHistories } from "./pilot_histories.ts";

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

function aStatus(over: Partial<ReportedStatus> = {}): ReportedStatus {
  return {
    atS: 1_000,
    temperature: 19.5,
    setpoint: 20,
    heating: true,
    cooling: false,
    water_heating: null,
    house_status: "present",
    ...over,
  };
}

const KNOWN: KnownReport = {
  appliedRevision: 3,
  appliedS: 900,
  heardS: 1_000,
  reportedS: 1_000,
  temperatureC: 19.5,
  setpointC: 20,
  isHeating: true,
  isCooling: false,
  isWaterHeating: null,
  house_status: "present",
};

// @spec pilot.gateway
Deno.test("mergedReport() takes the values of a first report and the revision that it applied", () => {
  const report = { serial: "m1", revision: 3, status: aStatus() };
  deepStrictEqual(mergedReport(NO_REPORT, report, 900), KNOWN);
  // Values without a time are those of now.
  const now = mergedReport(NO_REPORT, { ...report, status: aStatus({ atS: null }) }, 1_200);
  deepStrictEqual([now.reportedS, now.heardS, now.appliedS], [1_200, 1_200, 1_200]);
});

// @spec pilot.gateway
Deno.test("mergedReport() ignores an older revision and older values, and keeps when a revision was first applied", () => {
  const merged = (revision: number, status: ReportedStatus | null) =>
    mergedReport(KNOWN, { serial: "m1", revision, status }, 2_000);
  deepStrictEqual(merged(2, aStatus({ atS: 999, temperature: 12 })), KNOWN);
  deepStrictEqual(merged(3, aStatus({ temperature: 12 })), { ...KNOWN, temperatureC: 12 });
  deepStrictEqual(merged(4, null), {
    ...KNOWN,
    appliedRevision: 4,
    appliedS: 2_000,
    heardS: 2_000,
  });
});

const HISTORIES = 300;
const SEED = 20261122;

// @spec pilot.wishes, pilot.gateway
Deno.test("after any changes, losses, repetitions and delays, a gateway has the last wish of each module", () =>
  comparePilotHistories(fc.sample(ANY_PILOT_HISTORY, { numRuns: HISTORIES, seed: SEED })));
