import { ImportForm } from "@/components/forms/ImportForm.tsx";
import { Refusal } from "@/components/forms/PostForm.tsx";
import { ReadingsReport } from "@/components/ingest/ReadingsReport.tsx";
import { Section } from "@/components/page/Page.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import ReadingsUpload from "@/islands/ingest/ReadingsUpload.tsx";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { READINGS_FILE_FORM } from "@/lib/forms/series/readings_file_form.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { IMPORT_PATHS, MAX_FILE_BYTES, readingsForms } from "@/lib/pages/series/readings_page.ts";
import { seriesChoices } from "@/lib/text/facilities/facilities.ts";
import { REPLACED_METER_LINES } from "@/lib/text/series/readings_file.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, HttpError, type PageContext, residenceOf } from "@/lib/web/state.ts";

const FORM = "readings-form";

export const handler = define.handlers(formHandlers(readPage, readingsForms, {
  guard: onlyWriters,
  maxBytes: MAX_FILE_BYTES,
}));

export default define.page<typeof handler>(({ data: { shown }, state }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.readings} of={project} under="sensors" />
      <Section
        id="import"
        title="Fichier de relevés"
        intro="Le même fichier importé deux fois ne change rien. Une ligne qui ne peut pas servir est nommée, les autres sont gardées."
      >
        {shown && <Refusal {...shown} />}
        {shown?.report && <ReadingsReport {...shown.report} />}
        <ImportForm
          id={FORM}
          form={READINGS_FILE_FORM}
          action={links.readings(project.id)}
          shown={shown}
          hint="Colonnes date;serie;valeur, ou une colonne par série ; une colonne logement pour des logements, index de dépose si des compteurs ont été remplacés"
          options={{
            series: seriesChoices([...project.facilitiesDataseries, ...project.housesDataseries]),
          }}
        />
        <ReadingsUpload projectId={project.id} path={IMPORT_PATHS.importReadings} form={FORM} />
        <details>
          <summary>Un compteur remplacé dans le fichier</summary>
          <p>
            Ajoutez une colonne «&nbsp;Index de dépose&nbsp;». Sur la ligne du premier index du
            nouveau compteur, elle donne le dernier index de l’ancien, ou «&nbsp;?&nbsp;» si
            personne ne l’a relevé&nbsp;; elle reste vide sur les autres lignes. La consommation se
            compte alors de part et d’autre, et le remplacement se lit à côté des chiffres. Dans un
            fichier qui a une colonne par série, elle suit celle du compteur remplacé.
          </p>
          <pre>{REPLACED_METER_LINES}</pre>
        </details>
      </Section>
    </>
  );
});

function readPage(ctx: PageContext) {
  onlyWriters(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.readings, residenceOf(ctx.state).project.name);
  return {};
}

function onlyWriters({ state }: PageContext): void {
  const { roles, isAdmin } = residenceOf(state);
  const mayWrite = isAdmin || opensScreen("boiler-room-settings", roles) ||
    opensScreen("building-settings", roles) || opensScreen("house-settings", roles);
  if (!mayWrite) throw new HttpError(403, "forbidden");
}
