import type { Context } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { StockForm, StockTemplates } from "@/components/projects/StockForm.tsx";
import { STOCK_FORM } from "@/lib/forms/projects/stock_form.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { stockTemplate } from "@/lib/pages/projects/stock_template.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { takesFile } from "@/lib/web/forms/import_file.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type State } from "@/lib/web/state.ts";

/** Maximum size of a file, bytes: more than five thousand lines of text. */
const MAX_FILE_BYTES = 8 * 1_048_576;

export const handler = define.handlers(formHandlers(readPage, pageForms, {
  guard: ({ state }) => administered(state),
  maxBytes: MAX_FILE_BYTES,
}));

export default define.page<typeof handler>(({ data: { shown }, state }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.stockImports}
      subtitle={administered(state).name}
      back={{ href: links.residences(), label: PAGE_NAMES.residences }}
    />
    <Section
      id="try"
      title="Essayer un fichier"
      intro="Chaque ligne est d’abord essayée&nbsp;: rien n’est enregistré avant votre confirmation. Un élément déjà connu par son code est mis à jour&nbsp;; une cellule vide laisse ce qui est là."
    >
      {shown && <Refusal {...shown} />}
      <StockForm action={links.stockImports()} shown={shown} />
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

function pageForms(ctx: Context<State>) {
  const { id: orgId } = administered(ctx.state);
  return {
    try: takesFile(
      STOCK_FORM,
      ctx,
      ({ name, text: body }, { kind }) => {
        const file = { orgId, kind, fileName: name.slice(0, 200), body };
        return ctx.state.api.call("createStockImport", file);
      },
      ({ id }) => links.stockImport(id),
    ),
  };
}

async function readPage(ctx: Context<State>) {
  const template = await stockTemplate(ctx);
  if (template !== null) return template;
  ctx.state.title = windowTitle(PAGE_NAMES.stockImports, administered(ctx.state).name);
  return {};
}
