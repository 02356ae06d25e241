import { Fragment } from "preact";
import { FileField } from "@/components/ui/Field.tsx";
import { FormFields } from "@/components/ui/FormFields.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal, SubmitBar } from "@/components/ui/PostForm.tsx";
import { plainName } from "@/lib/files/csv_headings.ts";
import { textWorkbook } from "@/lib/portfolio/workbook_writer.ts";
import { firstCharacters } from "@/lib/base/strings.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { STOCK_CALLS } from "@/lib/portfolio/calls.ts";
import { stockForm, type UnknownColumns } from "@/lib/portfolio/forms.ts";
import { STOCK_KINDS, type StockKind } from "@/lib/portfolio/schema.ts";
import {
  STOCK_COLUMNS,
  STOCK_EXAMPLES,
  STOCK_HEADINGS,
  STOCK_KIND_LABELS,
  STOCK_SHEETS,
} from "@/lib/portfolio/text_import.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { TABLE_PARAMETER, tableFileLinks } from "@/lib/ui/query.ts";
import { tableFile, workbookDownload } from "@/lib/web/downloads.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext, type State } from "@/lib/web/state.ts";
import { takesFile } from "@/lib/web/uploads.ts";

/** Query of the template as a workbook. */
const TEMPLATE = "template=xlsx";

/** Maximum size of a file, bytes: more than five thousand lines of text. */
const MAX_FILE_BYTES = 8 * 1_048_576;

export const handler = define.handlers(formRoute(readPage, pageForms, {
  guard: ({ state }) => administered(state),
  maxBytes: MAX_FILE_BYTES,
}));

export default define.page<typeof handler>(({ data: { form, from, page }, state }) => (
  <>
    <PageTitle subtitle={administered(state).name} />
    <Section
      id="try"
      title="Essayer un fichier"
      intro="Un classeur ou un CSV, lignes et feuilles dans n’importe quel ordre. Chaque ligne est d’abord essayée&nbsp;: rien n’est enregistré avant votre confirmation. Un élément déjà connu par son code est mis à jour&nbsp;; une cellule vide laisse ce qui est là."
    >
      <p>
        <a class="button" href={links.stockImports(TEMPLATE)} aria-current="false" download>
          Modèle Excel à remplir
        </a>
      </p>
      {page.shown && <Refusal {...page.shown} />}
      <StockForm action={links.stockImports(from)} form={form} shown={page.shown} />
      <p class="soft small">
        Modèles CSV&nbsp;:{" "}
        <TemplateLinks />. L’export CSV de la liste des résidences se lit aussi, comme
        «&nbsp;Résidences&nbsp;». Sans latitude ni longitude, la position est cherchée d’après
        l’adresse.
      </p>
    </Section>
  </>
));

async function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const { form } = await formOf(ctx);
  return {
    try: takesFile(
      form,
      ctx,
      ({ name, text: body }, chosen) => {
        const file = { orgId, ...chosen, fileName: firstCharacters(name, 200), body };
        return ctx.state.api.call(STOCK_CALLS.createStockImport, file);
      },
      ({ id }) => links.stockImport(id),
      { everySheet: true },
    ),
  };
}

async function readPage(ctx: PageContext) {
  const template = await stockTemplate(ctx) ?? await stockWorkbook(ctx);
  if (template !== null) return template;
  return await formOf(ctx);
}

/** The form, with the columns that the import named by the URL did not know. @spec stock.columns */
async function formOf({ state, url }: PageContext) {
  const importId = url.searchParams.get("from") ?? "";
  const { id: orgId } = administered(state);
  const report = importId === ""
    ? null
    : await state.api.readUnless("not-found", STOCK_CALLS.getStockImport, { orgId, importId });
  if (report === null) return { form: stockForm(), from: "" };
  const { kind, ignoredColumns: headings } = report;
  const known = [...await headingsOf(state, kind)];
  const unknown: UnknownColumns = { kind, headings, known };
  return { form: stockForm(unknown), from: `from=${encodeURIComponent(importId)}` };
}

/** The headings of a file, with the organisation's tag groups among those of residences. */
async function headingsOf(state: State, kind: StockKind): Promise<readonly string[]> {
  if (kind === "dwellings" || kind === "equipments") {
    return STOCK_COLUMNS[kind].map(({ heading }) => heading);
  }
  const own = kind === "stock" ? STOCK_HEADINGS : STOCK_COLUMNS[kind].map(({ heading }) => heading);
  return [...own, ...(await tagGroups(state)).map(({ name }) => name)];
}

function tagGroups(state: State) {
  return state.api.read(ORGANISATIONS_CALLS.listTags, { orgId: administered(state).id });
}

/**
 * A template to fill in: the headings, including the organisation's tag groups, and example lines.
 *
 * @returns null when the URL requests none
 */
async function stockTemplate({ url, state }: PageContext): Promise<Response | null> {
  const kind = STOCK_KINDS.find((one) => one === url.searchParams.get(TABLE_PARAMETER));
  if (kind === undefined) return null;
  const headings = await headingsOf(state, kind);
  const tags = kind === "stock" || kind === "residences" ? await tagGroups(state) : [];
  const tagged = Object.fromEntries(tags.map(({ name, values }) => [name, values[0]?.label ?? ""]));
  const own = kind === "stock" ? STOCK_EXAMPLES : [exampleOf(kind)];
  const [first = {}, ...others] = own;
  return tableFile(url, {
    table: kind,
    fileName: `modele-${plainName(STOCK_KIND_LABELS[kind]).replaceAll(" ", "-")}.csv`,
    columns: headings.map((header) => ({
      header,
      value: (cells: Readonly<Record<string, string>>) => exampleValue(cells[header] ?? ""),
    })),
    rows: [{ ...first, ...tagged }, ...others],
  });
}

/** The template as a workbook, a sheet for each content. @spec stock.template */
async function stockWorkbook({ url, state }: PageContext): Promise<Response | null> {
  if (url.search !== `?${TEMPLATE}`) return null;
  const tags = await tagGroups(state);
  const sheets = STOCK_SHEETS.map(({ name, kind, headings, cells }) => {
    const own = kind === "residences" ? tags : [];
    const examples = headings.map((heading) => cells[heading] ?? "");
    return {
      name,
      rows: [
        [...headings, ...own.map((group) => group.name)],
        [...examples, ...own.map(({ values }) => values[0]?.label ?? "")],
      ],
    };
  });
  return workbookDownload(
    await textWorkbook(sheets, Date.parse(state.now)),
    "modele-patrimoine.xlsx",
  );
}

function exampleOf(kind: Exclude<StockKind, "stock">) {
  return Object.fromEntries(STOCK_COLUMNS[kind].map(({ heading, example }) => [heading, example]));
}

/** A decimal example is written in the number format of the file's dialect. */
function exampleValue(example: string): string | number {
  return /^\d+,\d+$/.test(example) ? Number(example.replace(",", ".")) : example;
}

interface StockFormProps {
  action: string;
  form: ReturnType<typeof stockForm>;
  shown: ShownForm<unknown> | null;
}

/** Import of a file of the landlord's stock: nothing is written before it is confirmed. */
function StockForm({ action, form, shown }: StockFormProps) {
  const content = {
    values: { ...form.typed(null), ...shown?.values },
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
      </div>
      <FormFields fields={form.fields} {...content} />
      <SubmitBar label="Essayer le fichier" />
    </PostForm>
  );
}

function TemplateLinks() {
  return STOCK_KINDS.map((kind, position) => {
    const { semicolon } = tableFileLinks(links.stockImports(), kind);
    return (
      <Fragment key={kind}>
        {position > 0 && ", "}
        <a href={semicolon} aria-current="false" download>
          {STOCK_KIND_LABELS[kind].toLowerCase()}
        </a>
      </Fragment>
    );
  });
}
