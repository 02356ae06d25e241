import type { Form, ShownForm } from "@/lib/forms/form.ts";
import { FileField } from "./FileField.tsx";
import { type FormContent, FormControl } from "./FormFields.tsx";
import { ImportBar } from "./ImportBar.tsx";
import { PostForm } from "./PostForm.tsx";

interface ImportFormProps<Name extends string> {
  id?: string;
  form: Form<Name, unknown, never>;
  action: string;
  shown: ShownForm<unknown> | null;
  /** What the file is to hold. */
  hint: string;
  options: FormContent<Name>["options"];
  /** What it begins with, where the page knows. */
  initial?: Readonly<Partial<Record<Name, string>>>;
}

/** A CSV file to import, or first to try without writing anything. */
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
