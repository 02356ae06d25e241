/** The settings of a residence's consumption reports, and their image: data of the page, and form actions. @module */
import { type Context, HttpError } from "fresh";
import type { ConsumptionReportSettingsRead } from "@/lib/domain/consumption_reports/types.ts";
import { imageRemoval } from "@/lib/forms/image_removal.ts";
import { REPORT_MAILS_FORM } from "@/lib/forms/consumption_reports/mails_form.ts";
import { REPORT_SETTINGS_FORM } from "@/lib/forms/consumption_reports/settings_form.ts";
import { refusedBy, wrongFields } from "@/lib/web/forms/refused_values.ts";
import {
  changes,
  type FormAction,
  saves,
  type SentForm,
  shownAgain,
} from "@/lib/web/forms/submit_forms.ts";
import { uploadedImage } from "@/lib/web/forms/uploaded_image.ts";
import type { State } from "@/lib/web/state.ts";
import { reportsOf } from "./reports_page.ts";

export const IMAGE_FORM = "image";

/** @throws HttpError 403 for a user who may only read the reports */
function settingsPlace(state: State) {
  const place = reportsOf(state);
  if (!place.canWrite) throw new HttpError(403, "forbidden");
  return place;
}

export async function readReportSettings(state: State) {
  const { project } = settingsPlace(state);
  const { read } = state.api;
  const [settings, mails, sources] = await Promise.all([
    read("getConsumptionReportSettings", { projectId: project.id }),
    read("getConsumptionReportMails", { projectId: project.id }),
    read("listOutdoorSources", { projectId: project.id }),
  ]);
  return { settings, mails, sources };
}

/** Each form changes its own fields of the settings; the others are not changed. */
export function settingsForms({ state }: Context<State>): Record<string, FormAction> {
  const { project: { id: projectId } } = settingsPlace(state);
  const { call, read } = state.api;
  const put = async (changes: Partial<ConsumptionReportSettingsRead>, version: string) => {
    const stored = await read("getConsumptionReportSettings", { projectId });
    const body = { ...stored, ...changes, version };
    return await call("putConsumptionReportSettings", { projectId, body });
  };
  return {
    [REPORT_SETTINGS_FORM.name]: saves(
      REPORT_SETTINGS_FORM,
      (references, { version }) => put(references, version),
    ),
    [REPORT_MAILS_FORM.name]: changes(
      REPORT_MAILS_FORM,
      (body) => call("putConsumptionReportMails", { projectId, body }),
    ),
    [IMAGE_FORM]: async (sent) => {
      const found = await imageOf(sent);
      if (!found.ok) {
        const { error, status } = found;
        return shownAgain(sent, { ...wrongFields({}, { image: error }), status });
      }
      const said = await put(found.fields, sent.version);
      return said.ok
        ? { done: true }
        : shownAgain(sent, refusedBy({ image: "" }, said, { "not-valid": "image" }));
    },
  };
}

async function imageOf({ file, has }: SentForm) {
  const chosen = file(IMAGE_FORM);
  if (chosen === null) {
    return has(imageRemoval(IMAGE_FORM))
      ? { ok: true as const, fields: { image: null, imageMimeType: null } }
      : { ok: false as const, error: { code: "required" as const }, status: 400 };
  }
  const upload = await uploadedImage(chosen);
  if (!upload.ok) return upload;
  const { bytes, mimeType } = upload.image;
  return { ok: true as const, fields: { image: bytes.toBase64(), imageMimeType: mimeType } };
}
