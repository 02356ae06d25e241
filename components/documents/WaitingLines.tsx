import { PostForm } from "@/components/ui/PostForm.tsx";
import { SelectField } from "@/components/ui/SelectField.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { DISCARD, lineField, targetKey, type WaitingLine } from "@/lib/documents/file_matching.ts";
import {
  COMPLETION_DATE,
  fileFaultText,
  matchText,
  targetText,
} from "@/lib/documents/portal_text.ts";
import { DEPOSITED } from "@/lib/documents/upload_rules.ts";
import type { WaitingFile } from "@/lib/documents/upload_schema.ts";
import { links } from "@/lib/ui/links.ts";
import { megabytesText } from "@/lib/ui/text.ts";
import { ValueField } from "./ValueField.tsx";

interface WaitingLinesProps {
  readonly lines: readonly WaitingLine[];
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
  readonly today: string;
}

/** The waiting files, each with the choice of its document. */
export function WaitingLines({ lines, ...form }: WaitingLinesProps) {
  return (
    <>
      <h2>Choisir le document de chaque fichier</h2>
      <p class="soft">
        Un choix est proposé quand le nom du fichier désigne un seul document. Ce qui reste à
        choisir est gardé un jour.
      </p>
      <PostForm class="lines" action={links.providerDeposits()}>
        <input type="hidden" name="lines" value="1" />
        {lines.map((line) => <Line key={line.file.id} line={line} {...form} />)}
        <div>
          <button type="submit">Déposer les documents choisis</button>
        </div>
      </PostForm>
    </>
  );
}

/** Minimum size shown, so that a small file does not look empty. */
const LEAST_SHOWN_BYTES = 100_000;

type LineProps = Omit<WaitingLinesProps, "lines"> & { readonly line: WaitingLine };

function Line(
  { line: { file, reasons, choices, chosen, target }, typed, errors, today }: LineProps,
) {
  const [document, date] = [lineField.document(file.id), lineField.date(file.id)];
  const options = choices.map((one) => ({ value: targetKey(one), label: targetText(one) }));
  return (
    <fieldset>
      <legend>{file.name} ({megabytesText(Math.max(file.size, LEAST_SHOWN_BYTES))})</legend>
      <SelectField
        name={document}
        label="Document"
        value={chosen}
        empty="À choisir"
        options={[...options, { value: DISCARD, label: "Ne pas déposer ce fichier" }]}
        hint={matchText(file, reasons)}
        error={errors[document]}
      />
      {choices.length > 0 && (
        <TextField
          name={date}
          label={COMPLETION_DATE}
          type="date"
          value={typed[date] ?? today}
          error={errors[date]}
          required
        />
      )}
      {target?.values.map((requested) => {
        const name = lineField.value(file.id, requested.id);
        return (
          <ValueField
            key={name}
            name={name}
            requested={requested}
            value={typed[name]}
            error={errors[name]}
          />
        );
      })}
    </fieldset>
  );
}

/** Outcomes of deposited and refused files. */
export function FileOutcomes(
  { files, maxBytes }: { files: readonly WaitingFile[]; maxBytes: number },
) {
  if (files.length === 0) return null;
  return (
    <>
      <h2>Vos derniers dépôts</h2>
      <ul class="docs">
        {files.map(({ id, name, outcome, document }) => (
          <li key={id}>
            {document === null ? name : <a href={links.providerDocument(document)}>{name}</a>}
            <p class={outcome === DEPOSITED ? "soft" : "error"}>
              {outcome === DEPOSITED
                ? "Déposé, attend sa validation"
                : fileFaultText(outcome ?? "", maxBytes)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
