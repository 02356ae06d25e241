import { deepStrictEqual, ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { setpointRequestsFor, takeReports } from "@/lib/heating_control/gateway.ts";
import type { PilotFeaturesRecord } from "@/lib/heating_control/records.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import type { KnownReport } from "@/lib/heating_control/telemetry.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import {
  anAccount,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { at, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

/** Every feature, on and off. */
export const ON = { house_status: true, ch_pilot: true, clim_pilot: true, watertank_pilot: true };
export const OFF = {
  house_status: false,
  ch_pilot: false,
  clim_pilot: false,
  watertank_pilot: false,
};

/** Every feature on; occupants may go two degrees up and down. */
export const ALL_ON: PilotFeaturesRecord = {
  ...ON,
  occupantRangeC: 2,
  change: { revision: 0, epochS: 0, accountId: null },
};

/** A report that its gateway has sent of a module that has applied no wish. */
export const REPORT: KnownReport = {
  appliedRevision: 0,
  appliedS: null,
  heardS: null,
  reportedS: 0,
  temperatureC: 20.5,
  setpointC: 21,
  isHeating: true,
  isCooling: null,
  isWaterHeating: false,
  house_status: "absent",
};

/** Writes a residence with a pilot, whose dwellings are shown. */
export async function writePilot(
  built: TestPlatform,
  features: Partial<PilotFeaturesRecord> = {},
): Promise<void> {
  await writeResidence(built, {
    project: { hasPilot: true, hasTempPilot: true, ecotouchAdmin: 2 },
    features: { houseMode: 1, houseHourly: 3 },
  });
  await built.store.atomic()
    .set(keys.pilotFeatures(PROJECT), { ...ALL_ON, ...features })
    .commit();
}

/** Adds a dwelling with a module, and returns its id. */
export function aModule(ask: CallFunction, name: string, serial: string): Promise<string> {
  return aHouse(ask, { name }, serial);
}

/** Drives every feature of the residence, or its heating alone. */
export async function install(ask: CallFunction, hasPilot: boolean): Promise<void> {
  const read = await answerOf(ask("getProjectInstallation", at));
  const body = { ...read, hasTempPilot: true, hasPilot };
  ok((await ask("putProjectInstallation", { ...at, body })).ok);
}

/** Creates the token of a gateway; returns a function that gives its collector at the present time. */
export async function aGateway({ platform }: TestPlatform, ask: CallFunction) {
  const { token } = await answerOf(
    ask("createIngestToken", { ...at, body: { name: "Passerelle" } }),
  );
  return async () => {
    const collector = await platform.collectorOf(token);
    ok(collector !== null);
    return collector;
  };
}

/** Runs a test on a residence with a pilot, for its administrator. */
export function withPilot(
  test: (place: { built: TestPlatform; ask: CallFunction }) => Promise<void>,
): Promise<void> {
  return withPlatform(async (built) => {
    await writePilot(built);
    await test({ built, ask: await someone(built, { isAdmin: true, roles: ["pilot"] }) });
  });
}

/** An earlier occupancy. */
const BEFORE_LEA = {
  id: "o0",
  name: "Noé",
  email: "noe@demo.example",
  from: "2023-01-01",
  to: "2024-12-31",
  consent: null,
  accountId: null,
};

/** The occupant of the dwelling. */
export const LEA = "lea@demo.example";

/** A dwelling, its occupant until a day, and the wishes sent to its gateway. */
export async function anOccupant(
  built: TestPlatform,
  to: string | null,
  { access = 2, ch_pilot = true } = {},
) {
  await writePilot(built, { ch_pilot });
  const ask = await someone(built, { isAdmin: true, roles: ["pilot"] });
  const houseId = await aModule(ask, "A1", "M1");
  const accountId = await anAccount(built, { email: LEA });
  const record = {
    id: "o1",
    name: "Léa",
    email: LEA,
    from: "2025-01-01",
    to,
    consent: null,
    accountId,
  };
  await built.store.atomic()
    .set(keys.occupancies(PROJECT, houseId), [BEFORE_LEA, record])
    .set(keys.homeOfAccount(accountId, PROJECT, houseId), { occupancyId: "o1", isOpen: true })
    .set(keys.moduleRights(PROJECT, houseId), { access })
    .commit();
  ok((await ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, temp_conf: 19 } })).ok);
  const collectorOf = await aGateway(built, ask);
  const sent = async () => {
    const answer = await setpointRequestsFor(await collectorOf(), { after: "", isAll: true });
    const [wish] = answer?.wishes ?? [];
    return [wish?.config?.temp_conf, wish?.revision];
  };
  const acknowledge = async () => {
    const [tempC, revision = 0] = await sent();
    const report = { serial: "M1", revision, status: null };
    const taken = await takeReports(await collectorOf(), [report], 1);
    deepStrictEqual(taken?.applied, ["M1"]);
    return [tempC, revision];
  };
  const own = { ...at, houseId };
  const { ask: asOccupant } = await signedIn(built, LEA);
  const choose = (tempC: number | null) => asOccupant("putOwnPilot", { ...own, body: { tempC } });
  return { ask, own, asOccupant, choose, sent, acknowledge };
}
