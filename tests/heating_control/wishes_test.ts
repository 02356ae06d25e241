import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { changedOff, featuresOn } from "@/lib/heating_control/features.ts";
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

const ON = { house_status: true, ch_pilot: true, clim_pilot: true, watertank_pilot: true };
const OFF = { house_status: false, ch_pilot: false, clim_pilot: false, watertank_pilot: false };

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
