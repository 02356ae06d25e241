import type { Context } from "fresh";
import { formPage, FormSection } from "@/components/forms/FormBox.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { namedOptions } from "@/components/forms/form_fields.ts";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import ImageUpload from "@/islands/forms/ImageUpload.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { IMAGE_MAX_BYTES } from "@/lib/domain/forms/image_kind.ts";
import { REPORT_MAILS_FORM } from "@/lib/forms/consumption_reports/mails_form.ts";
import { REPORT_SETTINGS_FORM } from "@/lib/forms/consumption_reports/settings_form.ts";
import { links } from "@/lib/links/links.ts";
import {
  IMAGE_FORM,
  readReportSettings,
  settingsForms,
} from "@/lib/pages/consumption_reports/report_settings_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import {
  REPORT_MAILS_INTRO,
  reportMailsTexts,
} from "@/lib/text/consumption_reports/report_mails.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { MAX_FORM_BYTES } from "@/lib/web/front/body_limits.ts";
import { define, type State } from "@/lib/web/state.ts";

const IMAGE_INTRO = "Votre logo, en haut de chaque bilan, sur sa page et dans son PDF. " +
  "Une photo de téléphone convient\u00A0: elle est redressée et réduite à 600 pixels.";

export const handler = define.handlers(formHandlers(readPage, settingsForms, {
  maxBytes: IMAGE_MAX_BYTES + MAX_FORM_BYTES,
}));

/** References, prices, image and monthly mail of the consumption reports (B §3). @spec reports.settings */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { settings, mails, sources, shown } = data;
  const { project } = residenceOf(state);
  const own = links.consumptionReportSettings(project.id);
  const forms = formPage(own, shown, url);
  return (
    <>
      <ResidenceTitle
        title={PAGE_NAMES.consumptionReportSettings}
        of={project}
        under="consumptionReports"
      />
      <FormSection
        title="Repères et prix"
        intro="Chaque bilan montre ce qui a un repère ou un prix. Un repère annuel compte par jour ; ceux de l’eau, par personne du type de logement."
        form={REPORT_SETTINGS_FORM}
        stored={settings}
        page={forms}
        options={{ djuSource: namedOptions(sources) }}
      />
      <Section id={IMAGE_FORM} title="Image" intro={IMAGE_INTRO} saved={forms.saved === IMAGE_FORM}>
        {shown?.form === IMAGE_FORM && <Refusal {...shown} />}
        <PostForm class="form" action={`${own}#${IMAGE_FORM}`} encType="multipart/form-data">
          <input type="hidden" name="form" value={IMAGE_FORM} />
          <input type="hidden" name="version" value={settings.version} />
          <ImageUpload
            name={IMAGE_FORM}
            id="image-field"
            label="Image"
            current={settings.image === null ? null : links.consumptionReportImage(project.id)}
            {...shown?.errors[IMAGE_FORM] && { error: shown.errors[IMAGE_FORM] }}
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
        page={forms}
      />
      <UnsavedGuard />
    </>
  );
});

async function readPage(ctx: Context<State>) {
  const read = await readReportSettings(ctx.state);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.consumptionReportSettings, project.name);
  return read;
}
