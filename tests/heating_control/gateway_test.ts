import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { changedOff, featuresOn } from "@/lib/heating_control/features.ts";
import { setpointRequestsFor, takeReports } from "@/lib/heating_control/gateway.ts";
import {
  FIRST_CONFIG,
  type ModuleRequests,
  NO_REQUESTS,
  occupantBounds,
  occupantChoiceC,
  type ResidenceRequests,
  setpointRequestOf,
  setpointRequestState,
} from "@/lib/heating_control/setpoints.ts";
import {
  type KnownReport,
  mergedReport,
  type ModuleReport,
  NO_REPORT,
  type ReportedStatus,
} from "@/lib/heating_control/telemetry.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { aProject, at, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aGateway, ALL_ON, aModule, install, OFF, ON, REPORT, withPilot } from "./a_pilot.ts";
import { ANY_PILOT_HISTORY, comparePilotHistories } from "./pilot_histories.ts";

const SENT: ModuleReport = {
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
    const taken = await takeReports(await collectorOf(), [SENT], 1);
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
    const report = { ...SENT, revision: wish?.revision ?? 0 };
    ok((await ask("putPilotFeatures", { ...at, body: { ...OFF, occupantRangeC: 0 } })).ok);
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
    const wished = async () => {
      const found = await setpointRequestsFor(collector, { after: "", isAll: false });
      const [wish] = found?.wishes ?? [];
      const { revision = 0, house_status = null } = wish ?? {};
      await takeReports(collector, [{ ...SENT, revision }], 1);
      return wish && house_status;
    };
    // Heating alone is driven: the presence is not.
    await install(ask, false);
    strictEqual(await wished(), null);
    strictEqual(await wished(), undefined);
    await install(ask, true);
    strictEqual(await wished(), "absent");
    strictEqual(await wished(), undefined);
    await install(ask, true);
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
    strictEqual(await takeReports(collector, [SENT], 1), null);
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

const change = (revision: number) => ({ revision, epochS: revision * 10, accountId: "ada" });

const residence: ResidenceRequests = {
  features: { change: change(1) },
  on: ON,
  occupantRangeC: 2,
  config: { config: { ...FIRST_CONFIG, temp_conf: 20 }, change: change(3) },
};

const module: ModuleRequests = {
  own: { config: { ...FIRST_CONFIG, temp_conf: 21 }, change: change(5) },
  presence: { house_status: "absent", change: change(4) },
  occupant: null,
};

// @spec pilot.features
Deno.test("featuresOn() is null without pilot, and temperatures only where only these are driven", () => {
  strictEqual(featuresOn({ hasPilot: false, hasTempPilot: false }, ON), null);
  deepStrictEqual(featuresOn({ hasPilot: true, hasTempPilot: false }, null), OFF);
  deepStrictEqual(featuresOn({ hasPilot: true, hasTempPilot: false }, ON), ON);
  deepStrictEqual(featuresOn({ hasPilot: false, hasTempPilot: true }, ON), {
    ...OFF,
    ch_pilot: true,
    clim_pilot: true,
  });
});

// @spec pilot.features
Deno.test("changedOff() names the changed values of features that are off", () => {
  const after = { ...FIRST_CONFIG, temp_conf: 22, watertank_hours: [3] };
  deepStrictEqual(changedOff({ before: FIRST_CONFIG, after, on: { ...ON, ch_pilot: false } }), [
    "temp_conf",
  ]);
  deepStrictEqual(changedOff({ before: FIRST_CONFIG, after, on: ON }), []);
  deepStrictEqual(changedOff({ before: FIRST_CONFIG, after, on: OFF }), [
    "temp_conf",
    "watertank_hours",
  ]);
});

// @spec pilot.wishes
Deno.test("setpointRequestOf() is the last change for the module, with the values of active features", () => {
  const nothing = { ...residence, config: null };
  strictEqual(setpointRequestOf(nothing, NO_REQUESTS, null), null);
  strictEqual(setpointRequestOf({ ...residence, on: OFF }, module, null), null);
  const followed = setpointRequestOf(residence, NO_REQUESTS, null);
  deepStrictEqual([followed?.change.revision, followed?.config?.temp_conf], [3, 20]);
  const own = setpointRequestOf(residence, module, null);
  deepStrictEqual([own?.change.revision, own?.config?.temp_conf, own?.house_status], [
    5,
    21,
    "absent",
  ]);
  // A later change of the residence's configuration does not affect a module that has its own.
  const later = { ...residence, config: { config: FIRST_CONFIG, change: change(9) } };
  strictEqual(setpointRequestOf(later, module, null)?.change.revision, 5);
  strictEqual(setpointRequestOf(later, NO_REQUESTS, null)?.change.revision, 9);
  const on = { ...OFF, clim_pilot: true };
  deepStrictEqual(setpointRequestOf({ ...residence, on }, module, null)?.config, {
    temp_conf_clim: 26,
    temp_conf_clim_limit: false,
  });
  strictEqual(setpointRequestOf({ ...residence, on }, module, null)?.house_status, null);
});

// @spec pilot.wishes
Deno.test("setpointRequestState() is applied for the current revision only", () => {
  const wish = setpointRequestOf(residence, module, null);
  strictEqual(setpointRequestState(null, { appliedRevision: 5 }), "none");
  strictEqual(setpointRequestState(wish, null), "pending");
  strictEqual(setpointRequestState(wish, { appliedRevision: 4 }), "pending");
  strictEqual(setpointRequestState(wish, { appliedRevision: 5 }), "applied");
});

// @spec pilot.occupant-range
Deno.test("an occupant's choice applies within the present range, during the occupancy", () => {
  deepStrictEqual(occupantBounds(residence, FIRST_CONFIG), [17, 21]);
  deepStrictEqual(occupantBounds(residence, { ...FIRST_CONFIG, temp_conf: 29 }), [27, 30]);
  // A night two degrees lower stays at 5 °C.
  deepStrictEqual(occupantBounds(residence, { ...FIRST_CONFIG, temp_conf: 8 }), [7, 10]);
  strictEqual(occupantBounds(residence, { ...FIRST_CONFIG, temp_conf_limit: true }), null);
  strictEqual(occupantBounds({ ...residence, occupantRangeC: 0 }, FIRST_CONFIG), null);
  strictEqual(occupantBounds({ ...residence, on: OFF }, FIRST_CONFIG), null);
  const occupant = { occupancyId: "o1", tempC: 23.5, change: change(7) };
  const chosen = { ...NO_REQUESTS, occupant };
  const wish = setpointRequestOf(residence, chosen, null);
  strictEqual(occupantChoiceC(chosen, null), 23.5);
  deepStrictEqual([wish?.config?.temp_conf, wish?.isOccupants, wish?.change.revision], [
    22,
    true,
    7,
  ]);
  // Its end is a separate change, sent to the module without a write.
  const ended = setpointRequestOf(residence, chosen, 86_400);
  deepStrictEqual([ended?.config?.temp_conf, ended?.isOccupants, ended?.change.revision], [
    20,
    false,
    8,
  ]);
  strictEqual(ended?.change.epochS, 86_400);
  strictEqual(occupantChoiceC(chosen, 86_400), null);
});

// @spec pilot.wishes
Deno.test("module that follows a residence without configuration again gets the first one", () => {
  const nothing = { ...residence, config: null };
  const back = setpointRequestOf(
    nothing,
    { ...NO_REQUESTS, own: { config: null, change: change(6) } },
    null,
  );
  deepStrictEqual([back?.change.revision, back?.config?.temp_conf], [6, 19]);
});

// @spec pilot.features
Deno.test("without a pilot the calls are not found; with heating only, neither presence nor water is driven", () =>
  withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    const reads = () =>
      Promise.all([
        ask("getPilotFeatures", at),
        ask("getPilotConfig", at),
        ask("listModulesConfig", at),
        ask("listModulesStatus", at),
        ask("listModulesConnectivity", at),
        ask("getModuleConfig", { ...at, moduleId }),
        ask("getModuleStatus", { ...at, moduleId }),
      ]);
    const codes = async () => (await reads()).map((one) => one.ok ? "ok" : one.code);
    deepStrictEqual(new Set(await codes()), new Set(["not-found"]));
    const { change: _change, ...features } = ALL_ON;
    const writes = await Promise.all([
      ask("putPilotFeatures", { ...at, body: features }),
      ask("putPilotConfig", { ...at, body: FIRST_CONFIG }),
      ask("putModuleConfig", { ...at, moduleId, body: { ...FIRST_CONFIG, isDefault: false } }),
      ask("putModuleStatus", { ...at, moduleId, body: { house_status: "absent" } }),
    ]);
    deepStrictEqual(writes.map(codeOf), Array(4).fill("not-found"));
    await built.store.atomic()
      .set(keys.project(PROJECT), aProject({ hasTempPilot: true }))
      .set(keys.pilotFeatures(PROJECT), ALL_ON)
      .commit();
    await built.platform.own.versions.bump([{ kind: "project", id: PROJECT }]);
    deepStrictEqual(new Set(await codes()), new Set(["ok"]));
    const { version: _, ...on } = await answerOf(ask("getPilotFeatures", at));
    deepStrictEqual(on, {
      house_status: false,
      ch_pilot: true,
      clim_pilot: true,
      watertank_pilot: false,
      occupantRangeC: 2,
    });
  }));

// @spec pilot.config
Deno.test("modules follow the residence's configuration until they have their own, and show who changed it", () =>
  withPilot(async ({ built, ask }) => {
    const first = await aModule(ask, "A1", "M1");
    const second = await aModule(ask, "A2", "M2");
    const accountId = await anAccount(built, { email: "noe@bailleur.fr", forename: "Noé" });
    const change = { revision: 4, epochS: 1_768_464_000, accountId };
    await built.store.atomic()
      .set(keys.pilotConfig(PROJECT), { config: { ...FIRST_CONFIG, temp_conf: 20 }, change })
      .set(keys.pilotModule(PROJECT, second), {
        own: { config: { ...FIRST_CONFIG, temp_conf: 21 }, change: { ...change, revision: 5 } },
        presence: null,
        occupant: null,
      })
      .commit();
    const listed = await answerOf(ask("listModulesConfig", at));
    const shown = listed.map((
      { moduleId, name, isDefault, temp_conf, changedBy, version },
    ) => [moduleId, name, isDefault, temp_conf, changedBy, version]);
    deepStrictEqual(shown, [
      [first, "A1", true, 20, "Noé Durand", "0"],
      [second, "A2", false, 21, "Noé Durand", "5"],
    ]);
    const config = await answerOf(ask("getPilotConfig", at));
    strictEqual(config.changedAt, "2026-01-15T08:00:00Z");
    const status = await answerOf(ask("getModuleStatus", { ...at, moduleId: second }));
    deepStrictEqual(status.wish, {
      state: "pending",
      revision: 5,
      changedAt: "2026-01-15T08:00:00Z",
      changedBy: "Noé Durand",
      isOccupants: false,
      appliedAt: null,
    });
    strictEqual(await codeOfCall(ask("getModuleStatus", { ...at, moduleId: "gone" })), "not-found");
  }));

// @spec pilot.connectivity, pilot.temperatures
Deno.test("module's temperature is the newer of its report and its sensor's; its report makes it online", () =>
  withPilot(async ({ built, ask }) => {
    const moduleId = await aModule(ask, "A1", "M1");
    const other = await aModule(ask, "A2", "M2");
    const series = await aHousingSeries(ask, "TEMP");
    const body = { source: "serial=M1", houseId: moduleId };
    ok((await ask("attachSource", { ...at, series, body })).ok);
    const nowS = Math.floor(built.clock.now() / 1_000);
    const day = new Date(nowS * 1_000).toISOString().slice(0, 10);
    const [year, month, date] = day.split("-");
    const csv = `date;serie;valeur\n${date}/${month}/${year} 00:30;serial=M1;19,5`;
    ok((await ask("importReadings", { ...at, body: csv })).ok);
    const seen = async () => {
      built.clock.advance(61_000);
      const [status, connectivity] = await Promise.all([
        ask("getModuleStatus", { ...at, moduleId }),
        ask("listModulesConnectivity", at),
      ]);
      ok(status.ok && connectivity.ok);
      const { temperatureC, temperatureFrom, setpointC, reportedHouseStatus } = status.answer;
      const states = connectivity.answer.map(({ state }) => state);
      return { temperatureC, temperatureFrom, setpointC, reportedHouseStatus, states };
    };
    deepStrictEqual(await seen(), {
      temperatureC: 19.5,
      temperatureFrom: "sensor",
      setpointC: null,
      reportedHouseStatus: null,
      states: ["online", "offline"],
    });
    await built.store.atomic()
      .set(keys.pilotReport(PROJECT, moduleId), { ...REPORT, reportedS: nowS })
      .commit();
    deepStrictEqual(await seen(), {
      temperatureC: 20.5,
      temperatureFrom: "module",
      setpointC: 21,
      reportedHouseStatus: "absent",
      states: ["online", "reachable"],
    });
    const before = await answerOf(ask("getModuleStatus", { ...at, moduleId: other }));
    strictEqual(before.temperatureC, null);
    // A dwelling that chose to be anonymous shows its settings, never its temperature.
    const house = (await answerOf(ask("listHouses", at))).find(({ id }) => id === other);
    ok(house !== undefined);
    const settings = { ...house.settings, collectMode: 2 as const };
    await built.store.atomic()
      .set(keys.pilotReport(PROJECT, other), { ...REPORT, reportedS: nowS })
      .commit();
    ok((await ask("putHouseSettings", { ...at, houseId: other, body: settings })).ok);
    const hidden = await answerOf(ask("getModuleStatus", { ...at, moduleId: other }));
    deepStrictEqual([hidden.temperatureC, hidden.setpointC], [null, 21]);
  }));
