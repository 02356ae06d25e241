import { readFeatures } from "@/lib/backend/embedded/projects/projects.ts";
import { doReferencesExist } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { reencodedImage } from "@/lib/backend/files/image_check.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type MaybeEntry, readEntry } from "@/lib/backend/kv/store.ts";
import {
  NO_REPORT_SETTINGS,
  type ReportSettingsRecord,
  reportSettingsRecord,
} from "@/lib/backend/records/consumption_reports.ts";

/** Why a residence has no consumption reports; null when it has them. */
export async function offIn(services: Services, projectId: string) {
  const { housesConsreport } = await readFeatures(services, projectId);
  return housesConsreport ? null : { ok: false, code: "consumption-reports-off" } as const;
}

export async function readReportSettings(
  services: Services,
  projectId: string,
): Promise<MaybeEntry & { value: ReportSettingsRecord }> {
  const key = keys.reportSettings(projectId);
  const entry = await readEntry(services.store, key, reportSettingsRecord);
  return { ...entry, value: entry.value ?? NO_REPORT_SETTINGS };
}

/** References, prices and image; none until set. @spec reports.settings */
export const getConsumptionReportSettings: Handler<"getConsumptionReportSettings"> = async (
  services,
  { projectId },
) => {
  const off = await offIn(services, projectId);
  if (off !== null) return off;
  const entry = await readReportSettings(services, projectId);
  const image = entry.value.image?.toBase64() ?? null;
  return { ok: true, answer: { ...entry.value, image, version: versionOf(entry) } };
};

/** The image alone, for occupants, who cannot read the settings. @spec reports.image */
export const getOwnReportImage: Handler<"getOwnReportImage"> = async (services, at, caller) => {
  const found = await getConsumptionReportSettings(services, at, caller);
  if (!found.ok) return found;
  const { image, imageMimeType } = found.answer;
  return { ok: true, answer: { image, imageMimeType } };
};

/**
 * Changes references, prices and image. An image sent back unchanged is kept; another one is decoded, encoded again
 * and stored.
 *
 * @spec reports.settings
 */
export const putConsumptionReportSettings: Handler<"putConsumptionReportSettings"> = async (
  services,
  { projectId, body: { version, image: sent, imageMimeType: _, ...settings } },
  caller,
) => {
  const known = (await readReportSettings(services, projectId)).value;
  const image = await imageToStore(sent, known);
  if (image === null) return { ok: false, code: "not-valid" };
  const change = { projectId, caller, action: "putConsumptionReportSettings" } as const;
  const key = keys.reportSettings(projectId);
  return await write(services, change, async (atomic) => {
    const record: ReportSettingsRecord = { ...settings, ...image };
    const [off, entry, areThere] = await Promise.all([
      offIn(services, projectId),
      readReportSettings(services, projectId),
      doReferencesExist(services, ENTITIES.reportSettings.refersTo, {
        placeId: projectId,
        record,
        key,
      }),
    ]);
    if (off !== null) return off;
    if (!areThere) return { ok: false, code: "unknown-reference", issues: NO_SUCH_SOURCE };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(key, record);
    return { ok: true, answer: null, subject: "" };
  });
};

const NO_SUCH_SOURCE = [{ path: "body.djuSource", message: "No such outdoor source" }];

type StoredImage = Pick<ReportSettingsRecord, "image" | "imageMimeType">;

/** @returns null when it is not an image */
async function imageToStore(sent: string | null, known: StoredImage): Promise<StoredImage | null> {
  if (sent === null) return { image: null, imageMimeType: null };
  const { image, imageMimeType } = known;
  if (sent === image?.toBase64()) return { image, imageMimeType };
  const found = await reencodedImage(Uint8Array.fromBase64(sent));
  return found && { image: found.bytes, imageMimeType: found.mimeType };
}
