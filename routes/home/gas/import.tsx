import { LinesReport } from "@/components/ingest/LinesReport.tsx";
import { ImportForm } from "@/components/ui/ImportForm.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { GAS_CALLS } from "@/lib/gas/calls.ts";
import { GAS_FILE_FORM } from "@/lib/gas/forms.ts";
import { gasOrganisation, readGasPlace } from "@/lib/gas/pages.ts";
import type { GasImport } from "@/lib/gas/schema.ts";
import { gasLineFaultText } from "@/lib/gas/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, HttpError, type PageContext } from "@/lib/web/state.ts";
import { takesFile } from "@/lib/web/uploads.ts";

/** Maximum size of a file, bytes: tens of years of gas days of tens of boiler rooms. */
const MAX_FILE_BYTES = 8 * 1_048_576;

export const handler = define.handlers(formRoute(readPage, pageForms, {
  guard: gasOrganisation,
  maxBytes: MAX_FILE_BYTES,
}));

/** Import of lines of gas delivery points: files of GRDF's site, or another platform's export. */
export default define.page<typeof handler>(({ data: { organisation, pces, page }, url }) => (
  <>
    <PageTitle subtitle={organisation.name} />
    <Section
      id="import"
      title="Fichier de relevés"
      intro="Une ligne du même type et de la même période corrige ou complète celle qui est là&nbsp;; une cellule vide n’y change rien, ni le même fichier importé une deuxième fois. Une ligne qui ne peut pas servir est nommée, les autres sont gardées."
    >
      {page.shown && <Refusal {...page.shown} />}
      {page.shown?.report && (
        <LinesReport isDry={page.shown.report.isDry} report={linesOf(page.shown.report.report)} />
      )}
      <ImportForm
        form={GAS_FILE_FORM}
        action={links.gasImport()}
        shown={page.shown}
        hint="Les colonnes de l’export d’un point de livraison, celles de GRDF, ou PCE;Date de relevé;Index (m³);Énergie (kWh)"
        options={{
          pce: pces.map(({ pce, name, projectName }) => ({
            value: pce,
            label: [pce, name, projectName].filter(Boolean).join(", "),
          })),
        }}
        initial={{ pce: url.searchParams.get("pce") ?? "" }}
      />
    </Section>
  </>
));

async function pageForms(ctx: PageContext) {
  const { id: orgId } = await gasOrganisation(ctx);
  return {
    file: takesFile(GAS_FILE_FORM, ctx, ({ text: body, dryRun }, { pce }) => {
      const file = { orgId, body, dryRun, ...pce !== null && { pce } };
      return ctx.state.api.call(GAS_CALLS.importGasLines, file);
    }),
  };
}

async function readPage(ctx: PageContext) {
  const place = await readGasPlace(ctx);
  if (!place.mayImport) throw new HttpError(403, "forbidden");
  ctx.state.title = PAGES.gasImport.title;
  return place;
}

/** A report, its faults in words. */
function linesOf({ errors, ...counts }: GasImport) {
  return {
    ...counts,
    errors: errors.map((error) => ({
      line: error.line,
      column: null,
      message: gasLineFaultText(error),
    })),
  };
}
