import { ok } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { PilotFeaturesRecord } from "@/lib/backend/records/pilot.ts";
import { NO_FEATURES } from "@/lib/backend/records/projects.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import type { TestPlatform } from "@/tests/backend/a_platform.ts";
import { aProject, PROJECT, writeResidence } from "@/tests/backend/a_residence.ts";

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
  await writeResidence(built);
  await built.store.atomic()
    .set(keys.project(PROJECT), aProject({ hasPilot: true, hasTempPilot: true, ecotouchAdmin: 2 }))
    .set(keys.projectFeatures(PROJECT), { ...NO_FEATURES, houseMode: 1, houseHourly: 3 })
    .set(keys.pilotFeatures(PROJECT), { ...ALL_ON, ...features })
    .commit();
}

/** Adds a dwelling with a module, and returns its id. */
export async function aModule(ask: Ask, name: string, serial: string): Promise<string> {
  const settings = {
    name,
    collectMode: 0 as const,
    hourlyMode: 0 as const,
    floor: null,
    buildingId: null,
    houseTypeId: null,
    anonymousGroupId: null,
  };
  const body = { kind: "module" as const, projectModuleId: null, serial, settings };
  const result = await ask("createHouse", { projectId: PROJECT, body });
  ok(result.ok, JSON.stringify(result));
  return result.answer.id;
}
