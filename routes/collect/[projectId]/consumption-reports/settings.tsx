import { FormSection } from "@/components/ui/FormBox.tsx";
import { imageRemoval } from "@/components/ui/ImageField.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal, sectionEntry, SubmitBar } from "@/components/ui/PostForm.tsx";
import { namedOptions } from "@/components/ui/SelectField.tsx";
import ImageUpload from "@/islands/ui/ImageUpload.tsx";
import { IMAGE_MAX_BYTES } from "@/lib/base/image_format.ts";
import { CONSUMPTION_REPORTS_CALLS } from "@/lib/consumption_reports/calls.ts";
import { REPORT_MAILS_FORM, REPORT_SETTINGS_FORM } from "@/lib/consumption_reports/forms.ts";
import { reportsOf } from "@/lib/consumption_reports/pages.ts";
import type { ConsumptionReportSettingsRead } from "@/lib/consumption_reports/schema.ts";
import { REPORT_MAILS_INTRO, reportMailsTexts } from "@/lib/consumption_reports/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";
import { MAX_FORM_BYTES } from "@/lib/web/body_limits.ts";
import {
  type FormActions,
  formRoute,
  save,
  type SentForm,
  shownAgain,
} from "@/lib/web/form_handlers.ts";
import { refusedBy, wrongFields } from "@/lib/web/form_values.ts";
import { define, HttpError, type PageContext, type State } from "@/lib/web/state.ts";
import { uploadedImage } from "@/lib/web/uploads.ts";

const IMAGE_INTRO = "Votre logo, en haut de chaque bilan, sur sa page et dans son PDF. " +
  "Une photo de téléphone convient\u00A0: elle est redressée et réduite à 600 pixels.";

export const handler = define.handlers(formRoute(readSettings, settingsForms, {
  maxBytes: IMAGE_MAX_BYTES + MAX_FORM_BYTES,
}));

/** References, prices, image and monthly mail of the consumption reports (B §3). @spec reports.settings */
export default define.page<typeof handler>(({ data, state }) => {
  const { settings, mails, sources, page } = data;
  const { project } = residenceOf(state);
  const own = links.consumptionReportSettings(project.id);
  return (
    <>
      <PageTitle />
      <FormSection
        title="Repères et prix"
        intro="Chaque bilan montre ce qui a un repère ou un prix. Un repère annuel compte par jour ; ceux de l’eau, par personne du type de logement."
        form={REPORT_SETTINGS_FORM}
        stored={settings}
        page={page}
        options={{ djuSource: namedOptions(sources) }}
      />
      <Section id={IMAGE_FORM} title="Image" intro={IMAGE_INTRO} saved={page.saved === IMAGE_FORM}>
        {page.shown?.form === IMAGE_FORM && <Refusal {...page.shown} />}
        <PostForm class="form" action={sectionEntry(own, IMAGE_FORM)} encType="multipart/form-data">
          <input type="hidden" name="form" value={IMAGE_FORM} />
          <input type="hidden" name="version" value={settings.version} />
          <ImageUpload
            name={IMAGE_FORM}
            id="image-field"
            label="Image"
            current={settings.image === null ? null : links.consumptionReportImage(project.id)}
            {...page.shown?.errors[IMAGE_FORM] && { error: page.shown.errors[IMAGE_FORM] }}
          />
          <SubmitBar label="Enregistrer l’image" />
        </PostForm>
      </Section>
      <FormSection
        title="Envoi aux occupants"
        intro={REPORT_MAILS_INTRO}
        before={reportMailsTexts(mails, project.timeZone).map((text) => <p key={text}>{text}</p>)}
        form={REPORT_MAILS_FORM}
        stored={mails}
        page={page}
      />
    </>
  );
});

const IMAGE_FORM = "image";

/** @throws HttpError 403 for a user who may only read the reports */
function settingsPlace(state: State) {
  const place = reportsOf(state);
  if (!place.canWrite) throw new HttpError(403, "forbidden");
  return place;
}

async function readSettings({ state }: PageContext) {
  const { project } = settingsPlace(state);
  const { read } = state.api;
  const [settings, mails, sources] = await Promise.all([
    read(CONSUMPTION_REPORTS_CALLS.getConsumptionReportSettings, { projectId: project.id }),
    read(CONSUMPTION_REPORTS_CALLS.getConsumptionReportMails, { projectId: project.id }),
    read(DEGREE_DAYS_CALLS.listOutdoorSources, { projectId: project.id }),
  ]);
  return { settings, mails, sources };
}

/** Each form changes its own fields of the settings; the others are not changed. */
function settingsForms({ state }: PageContext): FormActions {
  const { project: { id: projectId } } = settingsPlace(state);
  const { call, read, sender } = state.api;
  const put = async (changes: Partial<ConsumptionReportSettingsRead>) => {
    const stored = await read(CONSUMPTION_REPORTS_CALLS.getConsumptionReportSettings, {
      projectId,
    });
    const body = { ...stored, ...changes };
    return await call(CONSUMPTION_REPORTS_CALLS.putConsumptionReportSettings, { projectId, body });
  };
  return {
    [REPORT_SETTINGS_FORM.name]: save(REPORT_SETTINGS_FORM, put),
    [REPORT_MAILS_FORM.name]: save(
      REPORT_MAILS_FORM,
      sender(CONSUMPTION_REPORTS_CALLS.putConsumptionReportMails, { projectId }),
    ),
    [IMAGE_FORM]: async (sent) => {
      const found = await imageOf(sent);
      if (!found.ok) {
        const { error, status } = found;
        return shownAgain(sent, { ...wrongFields({}, { image: error }), status });
      }
      const outcome = await put({ ...found.fields, version: sent.version });
      return outcome.ok
        ? { done: true }
        : shownAgain(sent, refusedBy({ image: "" }, outcome, { "not-valid": "image" }));
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
