/** Answers a residence with its series, its installation and its providers. @module */

import { isDeepStrictEqual } from "node:util";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, organisationOf, transact, versionOf } from "@/lib/api/writes.ts";
import { CallError } from "@/lib/base/errors.ts";
import { readProjectProviders } from "@/lib/documents/document_rows.ts";
import { projectSeries } from "@/lib/facilities/equipment.ts";
import { featuresOn } from "@/lib/heating_control/features.ts";
import { newChange } from "@/lib/heating_control/module_requests.ts";
import { pilotFeaturesRecord } from "@/lib/heating_control/records.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Handler } from "@/lib/residences/calls.ts";
import { type ProjectRecord, projectRecord } from "@/lib/residences/records.ts";
import { readFeatures, readProject, summary } from "@/lib/residences/residences.ts";
import { readOperation } from "@/lib/self_consumption/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type Entry, readEntry } from "@/lib/store/store.ts";

/** Equipment of residences. @spec projects.installation */
export const getProjectInstallation: Handler<"getProjectInstallation"> = async (
  services,
  { projectId },
) => {
  const entry = await readStored(services, projectId);
  const { hasPilot, hasTempPilot, instrumented, ecotouchAdmin } = entry.value;
  const version = versionOf(entry);
  return { ok: true, answer: { hasPilot, hasTempPilot, instrumented, ecotouchAdmin, version } };
};

export const putProjectInstallation: Handler<"putProjectInstallation"> = (
  services,
  { projectId, body },
  caller,
) => {
  const { version, ...installation } = body;
  const change = { caller, action: "putProjectInstallation", projectId } as const;
  return transact(services, change, async (atomic) => {
    const entry = await readStored(services, projectId);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const [before, after] = [entry.value, { ...entry.value, ...installation }];
    await askFeaturesAgain(services, atomic, { projectId, caller, before, after });
    atomic.set(entry.key, after);
    const also = [{ kind: "org", id: entry.value.orgId }] as const;
    return { ok: true, answer: null, subject: "", also };
  });
};

async function readStored(services: Services, projectId: string): Promise<Entry<ProjectRecord>> {
  const { key, value, versionstamp } = await readEntry(
    services.store,
    keys.project(projectId),
    projectRecord,
  );
  if (value === null || versionstamp === null) throw new CallError("not-found");
  return { key, value, versionstamp };
}

/**
 * Adds to a commit a new revision of the features of a residence whose installation changes which of them are on: what
 * is asked of its modules changes too, and none has applied it.
 *
 * @spec pilot.wishes
 */
async function askFeaturesAgain(
  services: Services,
  atomic: Atomic,
  { projectId, caller, before, after }: {
    readonly projectId: string;
    readonly caller: Caller;
    readonly before: Pick<ProjectRecord, "hasPilot" | "hasTempPilot">;
    readonly after: Pick<ProjectRecord, "hasPilot" | "hasTempPilot">;
  },
): Promise<void> {
  const key = keys.pilotFeatures(projectId);
  const { value } = await readEntry(services.store, key, pilotFeaturesRecord);
  if (value === null) return;
  if (isDeepStrictEqual(featuresOn(before, value), featuresOn(after, value))) return;
  atomic.set(key, { ...value, change: await newChange(services, atomic, { projectId, caller }) });
}

export const listProjectProviders: Handler<"listProjectProviders"> = async (services, input) => {
  const { projectId } = input;
  const orgId = await organisationOf(services, projectId);
  const providersOf = await readProjectProviders(services, orgId);
  return { ok: true, answer: [...providersOf(projectId)] };
};

export const getProject: Handler<"getProject"> = async (services, { projectId }, caller) => {
  const [record, features, series, operation, roles] = await Promise.all([
    readProject(services, projectId),
    readFeatures(services, projectId),
    projectSeries(services, projectId),
    readOperation(services, projectId),
    services.callerRoles.of(caller).rolesOn(projectId),
  ]);
  return {
    ok: true,
    answer: {
      ...summary(projectId, record, features, roles),
      timeZone: record.timeZone,
      housesDataseries: series.filter((one) => one.scope === "housing"),
      facilitiesDataseries: series.filter((one) => one.scope === "facilities"),
      hasAutoconsumption: operation.value !== null,
    },
  };
};
