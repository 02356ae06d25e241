import { ColumnChoices, ReadingsReport } from "@/components/ingest/ReadingsReport.tsx";
import { ImportForm } from "@/components/ui/ImportForm.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import ReadingsUpload from "@/islands/ingest/ReadingsUpload.tsx";
import { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import { READINGS_FILE_FORM } from "@/lib/ingest/forms.ts";
import { fileZoneChoices, REPLACED_METER_LINES } from "@/lib/ingest/import_text.ts";
import { IMPORT_PATHS, MAX_FILE_BYTES, readingsForms } from "@/lib/ingest/sensors_pages.ts";
import { writtenScopes } from "@/lib/ingest/series_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { seriesChoices } from "@/lib/series/series_names.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, HttpError, type PageContext } from "@/lib/web/state.ts";

const FORM = "readings-form";

export const handler = define.handlers(formRoute(readPage, readingsForms, {
  guard: onlyWriters,
  maxBytes: MAX_FILE_BYTES,
}));

export default define.page<typeof handler>(({ data: { page, choices }, state }) => {
  const { project } = residenceOf(state);
  const { timeZone } = project;
  const { report = null, isDry = true, sample = null } = page.shown?.report ?? {};
  const proposed = isDry ? report?.proposedTimeZone ?? null : null;
  const again = page.shown && proposed !== null
    ? { ...page.shown, values: { ...page.shown.values, timeZone: proposed } }
    : page.shown;
  return (
    <>
      <PageTitle />
      <Section
        id="import"
        title="Fichier de relevés"
        intro="Le même fichier importé deux fois ne change rien. Une ligne qui ne peut pas servir est nommée, les autres sont gardées."
      >
        {page.shown && <Refusal {...page.shown} />}
        {report && <ReadingsReport report={report} isDry={isDry} timeZone={timeZone} />}
        <ReadingsUpload
          projectId={project.id}
          timeZone={timeZone}
          path={IMPORT_PATHS.importReadings}
          form={FORM}
          sample={isDry ? sample : null}
        />
        <ImportForm
          id={FORM}
          form={READINGS_FILE_FORM}
          action={links.readings(project.id)}
          shown={again}
          hint="Colonnes date;serie;valeur, ou une colonne par série ; une colonne logement pour des logements, index de dépose si des compteurs ont été remplacés"
          options={{
            timeZone: fileZoneChoices(timeZone, Date.parse(state.now)),
            series: seriesChoices([...project.facilitiesDataseries, ...project.housesDataseries]),
          }}
        />
        <ColumnChoices choices={choices} timeZone={timeZone} />
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

async function readPage(ctx: PageContext) {
  onlyWriters(ctx);
  const { projectId = "" } = ctx.params;
  return { choices: await ctx.state.api.read(SERIES_CALLS.listColumnChoices, { projectId }) };
}

function onlyWriters({ state }: PageContext): void {
  if (writtenScopes(state).length === 0) throw new HttpError(403, "forbidden");
}
