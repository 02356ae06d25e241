import { FileField } from "@/components/forms/Field.tsx";
import { FormControl } from "@/components/forms/FormFields.tsx";
import { PostForm, SubmitBar } from "@/components/forms/PostForm.tsx";
import { DataTable } from "@/components/tables/DataTable.tsx";
import { STOCK_KINDS, type StockKind } from "@/lib/domain/projects/stock.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { STOCK_FORM } from "@/lib/forms/projects/stock_form.ts";
import { links } from "@/lib/links/links.ts";
import { tableFileLinks } from "@/lib/links/table_files.ts";
import { STOCK_COLUMNS, STOCK_KIND_LABELS } from "@/lib/text/projects/stock.ts";

/** Import of a file of the landlord's stock: nothing is written before it is confirmed. */
export function StockForm({ action, shown }: { action: string; shown: ShownForm<unknown> | null }) {
  const content = {
    values: { ...STOCK_FORM.typed(null), ...shown?.values },
    errors: shown?.errors ?? {},
  };
  return (
    <PostForm class="form" action={action} encType="multipart/form-data" noValidate>
      <div class="form-columns">
        {STOCK_FORM.fields.map((field) => (
          <FormControl key={field.name} field={field} {...content} />
        ))}
        <FileField
          label="Fichier CSV"
          hint="Point-virgule, virgule ou tabulation ; UTF-8 ou Windows ; 5 000 lignes au plus"
          accept=".csv,.txt,text/csv"
          error={content.errors.file}
          isAgain={shown !== null}
        />
      </div>
      <SubmitBar label="Essayer le fichier" />
    </PostForm>
  );
}

/** Content of each kind of file, with a template to fill in. */
export function StockTemplates() {
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
