import type { ComponentChildren } from "preact";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { controlAttributes, Field } from "./Field.tsx";
import { ImportBar } from "./ImportBar.tsx";
import { PostForm } from "./PostForm.tsx";

interface ImportFormProps {
  id?: string;
  action: string;
  /** What the file is to hold. */
  hint: string;
  error: FieldError | undefined;
  /** What is said of the file beside it. */
  children: ComponentChildren;
}

/** A CSV file to import, or first to try without writing anything. */
export function ImportForm({ id, action, hint, error, children }: ImportFormProps) {
  const file = { name: "file", label: "Fichier CSV", hint, error, required: true };
  return (
    <PostForm
      id={id}
      class="form"
      action={action}
      encType="multipart/form-data"
      noValidate
    >
      <div class="form-columns">
        <Field {...file}>
          <input
            class="input"
            type="file"
            accept=".csv,.txt,.gz,text/csv,application/gzip"
            {...controlAttributes(file)}
          />
        </Field>
        {children}
      </div>
      <ImportBar />
    </PostForm>
  );
}
