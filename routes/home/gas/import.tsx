import { type Context, HttpError, page } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { GasImportForm } from "@/components/gas/GasImportForm.tsx";
import { GasImportReport } from "@/components/gas/GasImportReport.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { GasImport } from "@/lib/domain/gas/types.ts";
import { links } from "@/lib/links/links.ts";
import { gasOrganisation, readGasPlace } from "@/lib/pages/gas/gas_page.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import { uploadedText } from "@/lib/web/forms/uploaded_text.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { State } from "@/lib/web/state.ts";

/** What became of a file sent with the form. */
interface ImportEnd {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  /** Why nothing could be read; null when the fields or the report say it. */
  failure: string | null;
  report: GasImport | null;
  isDry: boolean;
  status: number;
}

/** Tens of years of gas days of tens of boiler rooms, bytes. */
const MAX_FILE_BYTES = 8 * 1_048_576;

export const handler = define.handlers({
  GET: (ctx) =>
    showPage(ctx, {
      values: { pce: ctx.url.searchParams.get("pce") ?? "" },
      errors: {},
      failure: null,
      report: null,
      isDry: false,
      status: 200,
    }),
  async POST(ctx) {
    return await showPage(ctx, await importSent(ctx));
  },
});

/** Lines of gas delivery points by file: what GRDF's site gives, or another platform's export. */
export default define.page<typeof handler>(({ data: { organisation, pces, end } }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.gasImport}
      subtitle={organisation.name}
      back={{ href: links.gasPces(), label: PAGE_NAMES.gasPces }}
    />
    <Section
      id="import"
      title="Fichier de relevés"
      intro="Une ligne du même type et de la même période remplace celle qui est là&nbsp;; le même fichier importé deux fois ne change rien. Une ligne qui ne peut pas servir est nommée, les autres sont gardées."
    >
      <Refusal failure={end.failure} isConflict={false} />
      {end.report && <GasImportReport report={end.report} isDry={end.isDry} />}
      <GasImportForm
        values={end.values}
        errors={end.errors}
        pces={pces.map(({ pce, name, projectName }) => ({
          value: pce,
          label: [pce, name, projectName].filter(Boolean).join(", "),
        }))}
      />
    </Section>
  </>
));

async function showPage(ctx: Context<State>, end: ImportEnd) {
  const place = await readGasPlace(ctx);
  if (!place.mayImport) throw new HttpError(403, "forbidden");
  ctx.state.title = windowTitle(PAGE_NAMES.gasImport, place.organisation.name);
  return page({ ...place, end }, { status: end.status });
}

async function importSent(ctx: Context<State>): Promise<ImportEnd> {
  const { id: orgId } = await gasOrganisation(ctx);
  const sent = await readSubmission(ctx, ["intent", "pce"], MAX_FILE_BYTES);
  const { intent, pce } = sent.values;
  const isDry = intent === "try";
  const end = { values: sent.values, errors: {}, failure: null, report: null, isDry, status: 400 };
  const file = sent.file("file");
  if (file === null) return { ...end, errors: { file: { code: "required" } } };
  const body = await uploadedText(file, heldBy(ctx.req));
  if (body === null || body === "") return { ...end, failure: errorText("bad-file") };
  const result = await ctx.state.api.call("importGasLines", {
    orgId,
    body,
    dryRun: isDry ? "true" : "false",
    ...(pce !== "" && { pce }),
  });
  if (!result.ok) return { ...end, failure: errorText(result.code), status: result.status };
  return { ...end, report: result.answer, status: 200 };
}
