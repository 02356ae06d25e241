import { z } from "zod";
import type { Caller } from "../../contract/caller.ts";
import type { Backend, Input, Outcome } from "../../contract/catalogue.ts";
import { MOST_ALERTS } from "../../domain/housing/limits.ts";
import type { HousingAlert } from "../../domain/housing/types.ts";
import { newId } from "../accounts/secrets.ts";
import { getAll, readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { listStored } from "../kv/lists.ts";
import {
  isCurrent,
  readProjectVersion,
  retried,
  saveInProject,
  unchanged,
  versioned,
} from "./saving.ts";
import type { Services } from "./services.ts";

/** A message to tenants, as the store keeps it. */
export type HousingAlertRecord = Omit<HousingAlert, "id" | "version">;

export const housingAlertRecord: z.ZodType<HousingAlertRecord> = z.object({
  from: z.string(),
  to: z.string().nullable(),
  message: z.string(),
  houseIds: z.array(z.string()),
});

/** Messages to the tenants of a residence. */
export function housingAlertsArea(services: Services) {
  return {
    listHousingAlerts: ({ projectId }) => listHousingAlerts(services, projectId),
    createHousingAlert: (input, caller) => createHousingAlert(services, input, caller),
    putHousingAlert: (input, caller) => putHousingAlert(services, input, caller),
    deleteHousingAlert: (input, caller) => deleteHousingAlert(services, input, caller),
  } satisfies Partial<Backend>;
}

/** The messages of a residence, the latest first. */
export async function listHousingAlerts(
  { store }: Services,
  projectId: string,
): Promise<Outcome<"listHousingAlerts">> {
  const prefix = keys.housingAlert.under(projectId);
  const answer = (await listStored(store, prefix, housingAlertRecord))
    .map(versioned)
    .sort((left, right) => left.from < right.from ? 1 : -1);
  return { ok: true, answer };
}

function createHousingAlert(
  services: Services,
  { projectId, body }: Input<"createHousingAlert">,
  caller: Caller,
): Promise<Outcome<"createHousingAlert">> {
  const { version: _, ...record } = body;
  return retried(async () => {
    const version = await readProjectVersion(services, projectId);
    const known = await listHousingAlerts(services, projectId);
    if (known.ok && known.answer.length >= MOST_ALERTS) return { ok: false, code: "limit-reached" };
    if (!await areHouses(services, projectId, record.houseIds)) {
      return { ok: false, code: "unknown-reference" };
    }
    const id = newId();
    const change = {
      caller,
      action: "createHousingAlert",
      projectId,
      subject: record.message,
    } as const;
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(version)).set(keys.housingAlert(projectId, id), record);
    });
    return saved.ok ? { ok: true, answer: { id } } : null;
  });
}

function putHousingAlert(
  services: Services,
  { projectId, alertId, body }: Input<"putHousingAlert">,
  caller: Caller,
): Promise<Outcome<"putHousingAlert">> {
  const { version: quoted, ...record } = body;
  const key = keys.housingAlert(projectId, alertId);
  return retried(async () => {
    const version = await readProjectVersion(services, projectId);
    const entry = await readEntry(services.store, key, housingAlertRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    if (!isCurrent(quoted, entry)) return { ok: false, code: "conflict" };
    if (!await areHouses(services, projectId, record.houseIds)) {
      return { ok: false, code: "unknown-reference" };
    }
    const change = {
      caller,
      action: "putHousingAlert",
      projectId,
      subject: record.message,
    } as const;
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(version), unchanged(entry)).set(key, record);
    });
    return saved.ok ? { ok: true, answer: null } : null;
  });
}

function deleteHousingAlert(
  services: Services,
  { projectId, alertId }: Input<"deleteHousingAlert">,
  caller: Caller,
): Promise<Outcome<"deleteHousingAlert">> {
  const key = keys.housingAlert(projectId, alertId);
  return retried(async () => {
    const entry = await readEntry(services.store, key, housingAlertRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    const subject = entry.value.message;
    const change = { caller, action: "deleteHousingAlert", projectId, subject } as const;
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(entry)).delete(key);
    });
    return saved.ok ? { ok: true, answer: null } : null;
  });
}

async function areHouses(
  { store }: Services,
  projectId: string,
  houseIds: readonly string[],
): Promise<boolean> {
  const houses = await getAll(store, houseIds.map((id) => keys.house(projectId, id)));
  return houses.every(({ versionstamp }) => versionstamp !== null);
}
