import { cachedProject, readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import { projectSeries } from "@/lib/backend/embedded/series/series.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { idOf, readEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { pilotThresholdRecord } from "@/lib/backend/records/pilot.ts";
import type { WatchedThreshold } from "@/lib/domain/alarms/watched.ts";
import { hasThreshold } from "@/lib/domain/pilot/thresholds.ts";
import { seriesNameAmongAll } from "@/lib/text/facilities/facilities.ts";
import { thresholdChangeText } from "@/lib/text/pilot/pilot.ts";
import { UNCHANGED } from "./changes.ts";

/** The configured thresholds of a residence. */
export async function readThresholds(
  { store }: Pick<Services, "store">,
  projectId: string,
): Promise<WatchedThreshold[]> {
  const prefix = keys.pilotThreshold.under(projectId);
  const stored = await listStored(store, prefix, pilotThresholdRecord);
  return stored.map(({ id, record: { threshold } }) => ({ dataSeriesId: id, threshold }));
}

/** Every series that may have a threshold; null where none was set. @spec pilot.thresholds */
export const listPilotThresholds: Handler<"listPilotThresholds"> = async (
  services,
  { projectId },
) => {
  const { hasPilot } = await cachedProject(services, projectId);
  if (!hasPilot) return { ok: false, code: "not-found" };
  const series = (await projectSeries(services, projectId)).filter(hasThreshold);
  const entries = await readEntries(
    services.store,
    series.map(({ id }) => keys.pilotThreshold(projectId, id)),
    pilotThresholdRecord,
  );
  const answer = entries.map((entry) => ({
    dataSeriesId: idOf(entry.key),
    threshold: entry.value?.threshold ?? null,
    version: versionOf(entry),
  }));
  return { ok: true, answer };
};

/** Sets the threshold of a series, or removes it. @spec pilot.thresholds */
export const putPilotThreshold: Handler<"putPilotThreshold"> = (services, input, caller) => {
  const { projectId, dataSeriesId, body: { threshold, version } } = input;
  const change = { caller, action: "putPilotThreshold", projectId } as const;
  return write(services, change, async (atomic) => {
    const [{ hasPilot }, all, entry] = await Promise.all([
      readProject(services, projectId),
      projectSeries(services, projectId),
      readEntry(services.store, keys.pilotThreshold(projectId, dataSeriesId), pilotThresholdRecord),
    ]);
    const series = all.find(({ id }) => id === dataSeriesId);
    if (!hasPilot || series === undefined || !hasThreshold(series)) {
      return { ok: false, code: "not-found" };
    }
    if ((entry.value?.threshold ?? null) === threshold) return UNCHANGED;
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    if (threshold === null) atomic.delete(entry.key);
    else atomic.set(entry.key, { threshold });
    const changed = thresholdChangeText(entry.value?.threshold ?? null, threshold);
    return { ok: true, answer: null, subject: `${seriesNameAmongAll(series)} – ${changed}` };
  });
};
