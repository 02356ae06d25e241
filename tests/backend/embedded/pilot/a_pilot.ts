import { ok } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { PilotFeaturesRecord } from "@/lib/backend/records/pilot.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import { aHouse } from "@/tests/backend/a_dwelling.ts";
import type { TestPlatform } from "@/tests/backend/a_platform.ts";
import { at, PROJECT, writeResidence } from "@/tests/backend/a_residence.ts";
import { answerOf } from "@/tests/backend/fixtures.ts";

/** Every feature on; occupants may go two degrees up and down. */
export const ALL_ON: PilotFeaturesRecord = {
  house_status: true,
  ch_pilot: true,
  clim_pilot: true,
  watertank_pilot: true,
  occupantRangeC: 2,
  change: { revision: 0, epochS: 0, accountId: null },
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
export function aModule(ask: Ask, name: string, serial: string): Promise<string> {
  return aHouse(ask, { name }, serial);
}

/** Creates the token of a gateway; returns a function that gives its collector at the present time. */
export async function aGateway({ platform }: TestPlatform, ask: Ask) {
  const { token } = await answerOf(
    ask("createIngestToken", { ...at, body: { name: "Passerelle" } }),
  );
  return async () => {
    const collector = await platform.collectorOf(token);
    ok(collector !== null);
    return collector;
  };
}
