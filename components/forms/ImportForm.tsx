import type { Form, ShownForm } from "@/lib/forms/form.ts";
import { FileField } from "./Field.tsx";
import { type FormContent, FormControl } from "./FormFields.tsx";
import { PostForm } from "./PostForm.tsx";

interface ImportFormProps<Name extends string> {
  id?: string;
  form: Form<Name, unknown, never>;
  action: string;
  shown: ShownForm<unknown> | null;
  hint: string;
  options: FormContent<Name>["options"];
  /** Initial values, from the page. */
  initial?: Readonly<Partial<Record<Name, string>>>;
}

/** Import of a CSV file, with a dry run. */
export function ImportForm<Name extends string>(props: ImportFormProps<Name>) {
  const { id, form, action, shown, hint, options, initial } = props;
  const values = { ...form.typed(null), ...initial, ...shown?.values };
  const errors = shown?.errors ?? {};
  return (
    <PostForm id={id} class="form" action={action} encType="multipart/form-data" noValidate>
      <div class="form-columns">
        <FileField
          label="Fichier CSV"
          hint={hint}
          accept=".csv,.txt,.gz,text/csv,application/gzip"
          error={errors.file}
          isAgain={shown !== null}
        />
        {form.fields.map((field) => (
          <FormControl key={field.name} {...{ field, values, errors, options }} />
        ))}
      </div>
      <ImportBar />
    </PostForm>
  );
}

/** Buttons of an import's form: dry run, or import. */
export function ImportBar() {
  return (
    <div class="submit-bar">
      <button type="submit" class="button" name="intent" value="try">
        Essayer sans enregistrer
      </button>
      <button type="submit" class="button button-primary" name="intent" value="import">
        Importer
      </button>
    </div>
  );
}
