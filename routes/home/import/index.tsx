import { DataTable } from "@/components/ui/DataTable.tsx";
import { FileField } from "@/components/ui/Field.tsx";
import { FormControl } from "@/components/ui/FormFields.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal, SubmitBar } from "@/components/ui/PostForm.tsx";
import { firstCharacters } from "@/lib/base/strings.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { STOCK_CALLS } from "@/lib/portfolio/calls.ts";
import { STOCK_FORM } from "@/lib/portfolio/forms.ts";
import { STOCK_KINDS, type StockKind } from "@/lib/portfolio/schema.ts";
import { STOCK_COLUMNS, STOCK_KIND_LABELS, type StockColumn } from "@/lib/portfolio/text_import.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/ui/page_titles.ts";
import { TABLE_PARAMETER, tableFileLinks } from "@/lib/ui/query.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";
import { takesFile } from "@/lib/web/uploads.ts";

/** Maximum size of a file, bytes: more than five thousand lines of text. */
const MAX_FILE_BYTES = 8 * 1_048_576;

export const handler = define.handlers(formRoute(readPage, pageForms, {
  guard: ({ state }) => administered(state),
  maxBytes: MAX_FILE_BYTES,
}));

export default define.page<typeof handler>(({ data: { shown }, state }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.stockImports}
      subtitle={administered(state).name}
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

function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  return {
    try: takesFile(
      STOCK_FORM,
      ctx,
      ({ name, text: body }, { kind }) => {
        const file = { orgId, kind, fileName: firstCharacters(name, 200), body };
        return ctx.state.api.call(STOCK_CALLS.createStockImport, file);
      },
      ({ id }) => links.stockImport(id),
    ),
  };
}

async function readPage(ctx: PageContext) {
  const template = await stockTemplate(ctx);
  if (template !== null) return template;
  ctx.state.title = windowTitle(PAGE_NAMES.stockImports, administered(ctx.state).name);
  return {};
}

/**
 * A template to fill in: the headings, including the organisation's tag groups, and an example line.
 *
 * @returns null when the URL requests none
 */
async function stockTemplate({ url, state }: PageContext): Promise<Response | null> {
  const kind = STOCK_KINDS.find((one) => one === url.searchParams.get(TABLE_PARAMETER));
  if (kind === undefined) return null;
  const { id: orgId } = administered(state);
  const groups = kind === "residences"
    ? await state.api.read(ORGANISATIONS_CALLS.listTags, { orgId })
    : [];
  const tags = groups.map(({ name, values }) => ({
    header: name,
    value: () => values[0]?.label ?? "",
  }));
  return tableFile(url, {
    table: kind,
    fileName: `modele-${STOCK_KIND_LABELS[kind].toLowerCase()}.csv`,
    columns: [...STOCK_COLUMNS[kind].map(templateColumn), ...tags],
    rows: [kind],
  });
}

/** A column whose decimal example is written in the dialect's number format. */
function templateColumn({ heading, example }: StockColumn) {
  const isDecimal = /^\d+,\d+$/.test(example);
  const value = isDecimal ? Number(example.replace(",", ".")) : example;
  return { header: heading, value: () => value };
}

/** Import of a file of the landlord's stock: nothing is written before it is confirmed. */
function StockForm({ action, shown }: { action: string; shown: ShownForm<unknown> | null }) {
  const content = {
    values: { ...STOCK_FORM.typed(null), ...shown?.values },
    errors: shown?.errors ?? {},
  };
  return (
    <PostForm class="form" action={action} encType="multipart/form-data" noValidate>
      <div class="form-columns">
        <FileField
          label="Fichier CSV ou Excel"
          hint="Excel (.xlsx), ou CSV : point-virgule, virgule ou tabulation ; UTF-8 ou Windows ; 5 000 lignes au plus"
          accept=".csv,.txt,.xlsx,text/csv"
          error={content.errors.file}
          isAgain={shown !== null}
        />
        {STOCK_FORM.fields.map((field) => (
          <FormControl key={field.name} field={field} {...content} />
        ))}
      </div>
      <SubmitBar label="Essayer le fichier" />
    </PostForm>
  );
}

/** Content of each kind of file, with a template to fill in. */
function StockTemplates() {
  return (
    <DataTable
      caption="Modèles à remplir"
      columns={[
        { field: "kind", label: "Contenu", cell: (kind: StockKind) => STOCK_KIND_LABELS[kind] },
        { field: "columns", label: "Colonnes (* obligatoires)", cell: headings },
        { field: "file", label: "Modèle", cell: TemplateLinks },
      ]}
      rows={STOCK_KINDS}
    />
  );
}

function TemplateLinks(kind: StockKind) {
  const { semicolon, comma } = tableFileLinks(links.stockImports(), kind);
  return (
    <>
      <a href={semicolon} aria-current="false" download>Point-virgule</a>
      {" · "}
      <a href={comma} aria-current="false" download>Virgule</a>
    </>
  );
}

function headings(kind: StockKind): string {
  const known = STOCK_COLUMNS[kind].map(({ heading, required }) => heading + (required ? "*" : ""));
  return (kind === "residences" ? [...known, "une colonne par catégorie"] : known).join(", ");
}
