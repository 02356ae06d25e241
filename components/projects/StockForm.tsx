import { controlAttributes, Field } from "@/components/forms/Field.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { SelectField } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import { DataTable } from "@/components/tables/DataTable.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { STOCK_KINDS, type StockKind } from "@/lib/domain/projects/stock.ts";
import { links } from "@/lib/links/links.ts";
import { tableFileLinks } from "@/lib/links/table_files.ts";
import { STOCK_COLUMNS, STOCK_KIND_LABELS } from "@/lib/text/projects/stock.ts";

interface StockFormProps {
  action: string;
  kind: string;
  errors: FieldErrors;
}

/** A file of the landlord's stock, to try: nothing is written before it is confirmed. */
export function StockForm({ action, kind, errors }: StockFormProps) {
  const file = {
    name: "file",
    label: "Fichier CSV",
    hint:
      "Point-virgule, virgule ou tabulation\u00A0; UTF-8 ou Windows\u00A0; 5\u202F000 lignes au plus",
    error: errors.file,
    required: true,
  };
  return (
    <PostForm class="form" action={action} encType="multipart/form-data" noValidate>
      <div class="form-columns">
        <SelectField
          name="kind"
          label="Contenu du fichier"
          value={kind}
          options={labelledOptions(STOCK_KINDS, STOCK_KIND_LABELS)}
          error={errors.kind}
          required
        />
        <Field {...file}>
          <input
            class="input"
            type="file"
            accept=".csv,.txt,text/csv"
            {...controlAttributes(file)}
          />
        </Field>
      </div>
      <SubmitBar label="Essayer le fichier" />
    </PostForm>
  );
}

/** What each kind of file holds, with a template to fill in. */
export function StockTemplates() {
  return (
    <DataTable
      caption="Modèles à remplir"
      columns={[
        { field: "kind", label: "Contenu", cell: (kind: StockKind) => STOCK_KIND_LABELS[kind] },
        { field: "columns", label: "Colonnes (* obligatoires)", cell: headings },
        {
          field: "file",
          label: "Modèle",
          cell: TemplateLinks,
        },
      ]}
      rows={STOCK_KINDS}
      rowKey={(kind) => kind}
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
