import { type Context, page } from "fresh";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { StockForm, StockTemplates } from "@/components/projects/StockForm.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { STOCK_KINDS, type StockKind } from "@/lib/domain/projects/stock.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { stockTemplate } from "@/lib/pages/projects/stock_template.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import { uploadedText } from "@/lib/web/forms/uploaded_text.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { State } from "@/lib/web/state.ts";

/** A file that could not be tried: why. */
interface Refused {
  kind: string;
  errors: FieldErrors;
  failure: string | null;
  status: number;
}

/** Five thousand lines of text, with room to spare, bytes. */
const MAX_FILE_BYTES = 8 * 1_048_576;

export const handler = define.handlers({
  GET: async (ctx) => await stockTemplate(ctx) ?? await showPage(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const sent = await readSubmission(ctx, ["kind"], MAX_FILE_BYTES);
    const kind = STOCK_KINDS.find((one) => one === sent.values.kind);
    const file = sent.file("file");
    const errors: FieldErrors = {};
    if (kind === undefined) errors.kind = { code: "required" };
    if (file === null) errors.file = { code: "required" };
    if (kind === undefined || file === null) {
      return await showPage(ctx, {
        kind: kind ?? "residences",
        errors,
        failure: null,
        status: 400,
      });
    }
    const body = await uploadedText(file, heldBy(ctx.req));
    const fileName = file.name.slice(0, 200);
    const result = await tried(ctx, { orgId, kind, fileName, body: body ?? "" });
    if (result.ok) return seeOther(ctx, links.stockImport(result.answer.id));
    const { status, code } = result;
    return await showPage(ctx, { kind, errors, failure: errorText(code), status });
  },
});

export default define.page<typeof handler>(({ data: { refused }, state }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.stockImport}
      subtitle={administered(state).name}
      back={{ href: links.residences(), label: PAGE_NAMES.residences }}
    />
    <Section
      id="try"
      title="Essayer un fichier"
      intro="Chaque ligne est d’abord essayée&nbsp;: rien n’est enregistré avant votre confirmation. Un élément déjà connu par son code est mis à jour&nbsp;; une cellule vide laisse ce qui est là."
    >
      {refused?.failure && <Notice tone="very-bad" live>{refused.failure}</Notice>}
      <StockForm
        action={links.stockImports()}
        kind={refused?.kind ?? "residences"}
        errors={refused?.errors ?? {}}
      />
    </Section>
    <Section
      id="templates"
      title="Modèles"
      intro="L’export CSV de la liste des résidences se lit aussi. Sans latitude ni longitude, la position est cherchée d’après l’adresse."
    >
      <StockTemplates />
    </Section>
  </>
));

interface Tried {
  orgId: string;
  kind: StockKind;
  fileName: string;
  body: string;
}

function tried({ state }: Context<State>, input: Tried) {
  return state.api.call("createStockImport", input);
}

function showPage(ctx: Context<State>, refused: Refused | null) {
  ctx.state.title = windowTitle(PAGE_NAMES.stockImport, administered(ctx.state).name);
  return Promise.resolve(page({ refused }, { status: refused?.status ?? 200 }));
}
