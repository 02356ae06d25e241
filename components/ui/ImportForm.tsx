/** The form of an import, and the summary of its result. @module */

import type { ComponentChildren } from "preact";
import type { Form, ShownForm } from "@/lib/ui/form.ts";
import { FileField } from "./Field.tsx";
import { type FormContent, FormControl } from "./FormFields.tsx";
import { Notice } from "./Page.tsx";
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
      <input type="hidden" name="form" value={form.name} />
      <div class="form-columns">
        <FileField
          label="Fichier CSV ou Excel"
          hint={hint}
          accept=".csv,.txt,.gz,.xlsx,text/csv,application/gzip"
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

interface ImportSummaryProps {
  /** True for a dry run: nothing was written. */
  isDry: boolean;
  /** True when some of the file was, or would be, written. */
  isUseful: boolean;
  /** Lines of the file, without its heading. */
  lineCount: number;
  /** True when only the start of the file was sent. */
  isCut?: boolean;
  /** Counts of read, added, replaced, skipped: "12 lignes lues". */
  counts: readonly string[];
  errors: readonly FileLine[];
  children?: ComponentChildren;
}

/** Result of an import, or of its dry run, with the skipped lines. */
export function ImportSummary(
  { isDry, isUseful, lineCount, isCut = false, counts, errors, children }: ImportSummaryProps,
) {
  const isWell = errors.length === 0 && lineCount > 0;
  const isUseless = !isWell && !isUseful;
  const end = isCut ? "Import interrompu" : "Import terminé";
  const done = isUseless ? "Rien n’a été importé" : end;
  return (
    <Notice
      tone={isWell && !isCut ? "good" : "bad"}
      live
      title={isDry ? "Essai\u00A0: rien n’a été enregistré" : done}
    >
      {lineCount === 0 && errors.length === 0 && !isCut && (
        <p>Le fichier n’a aucune ligne sous son en-tête.</p>
      )}
      {counts.length > 0 && <p>{counts.join(", ")}.</p>}
      {children}
      <FileLines errors={errors} />
    </Notice>
  );
}

export interface FileLine {
  readonly line: number;
  /** Column of the error; null for the whole line. */
  readonly column: string | null;
  readonly message: string;
}

/** The unusable lines of a file, with their numbers; nothing without any. */
function FileLines({ errors }: { errors: readonly FileLine[] }) {
  if (errors.length === 0) return null;
  return (
    <ul>
      {errors.map(({ line, column, message }) => (
        <li key={`${line}-${column}-${message}`}>
          {`Ligne ${line}${column === null ? "" : `, ${column}`}\u00A0: ${message}`}
        </li>
      ))}
    </ul>
  );
}
