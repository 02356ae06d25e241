import { controlAttributes, Field } from "@/components/forms/Field.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { RequiredNote } from "@/components/page/Page.tsx";
import { valueField } from "@/lib/domain/contracting/deposit.ts";
import { mostSets } from "@/lib/domain/contracting/limits.ts";
import type { DocumentInfo, TypedocValue } from "@/lib/domain/contracting/types.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { type DocumentAddress, links } from "@/lib/links/links.ts";
import { COMPLETION_DATE } from "@/lib/text/contracting/portal.ts";
import { megabytesText } from "@/lib/text/forms.ts";
import { DEPOSIT_SCRIPT } from "./deposit_script.ts";
import { ValueField } from "./ValueField.tsx";

/** Entered values, by field; empty at first. */
interface TypedDeposit {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
}

interface DepositFormProps {
  readonly at: DocumentAddress;
  readonly typedoc: DocumentInfo["typedoc"];
  readonly sets: number;
  readonly typed: TypedDeposit;
  readonly today: string;
  readonly maxBytes: number;
}

/** Form of a deposit: the PDF, the day of the work, the values. */
export function DepositForm({ at, typedoc, sets, typed, today, maxBytes }: DepositFormProps) {
  const { values, errors } = typed;
  const file = {
    name: "file",
    label: "Document PDF",
    hint: `${megabytesText(maxBytes)} au plus`,
    error: errors.file,
    required: true,
  };
  const ranks = Array.from({ length: sets }, (_, rank) => rank);
  return (
    <>
      <RequiredNote />
      {typedoc.multiple && sets < mostSets(typedoc.values.length) && (
        <p>
          <a href={links.providerDocument(at, sets + 1)} aria-current="false">
            Ajouter une série de valeurs
          </a>{" "}
          <span class="soft">(avant de remplir le formulaire)</span>
        </p>
      )}
      <PostForm
        class="form"
        action={links.providerDocument(at, sets > 1 ? sets : undefined)}
        encType="multipart/form-data"
        data-deposit={links.providerParts(at)}
      >
        <Field {...file}>
          <input type="file" accept="application/pdf,.pdf" required {...controlAttributes(file)} />
        </Field>
        <TextField
          name="completionDate"
          label={COMPLETION_DATE}
          type="date"
          value={values.completionDate ?? today}
          error={errors.completionDate}
          required
        />
        {ranks.map((rank) => (
          <ValueSet
            key={rank}
            rank={sets > 1 ? rank : null}
            typed={typed}
            values={typedoc.values}
          />
        ))}
        <div>
          <button type="submit">Déposer le document</button>
        </div>
        <progress id="sending" max={1} value={0} hidden aria-label="Envoi du document" />
        <p id="said" role="status"></p>
      </PostForm>
      <script type="module" dangerouslySetInnerHTML={{ __html: DEPOSIT_SCRIPT }} />
    </>
  );
}

/** @param rank null when there is only one set */
function ValueSet(
  { rank, values, typed }: {
    rank: number | null;
    values: readonly TypedocValue[];
    typed: TypedDeposit;
  },
) {
  if (values.length === 0) return null;
  const fields = values.map((value) => {
    const name = valueField(rank ?? 0, value.id);
    return (
      <ValueField
        key={name}
        name={name}
        asked={value}
        value={typed.values[name]}
        error={typed.errors[name]}
      />
    );
  });
  if (rank === null) return <>{fields}</>;
  return (
    <fieldset>
      <legend>Valeurs, série {rank + 1}</legend>
      {fields}
    </fieldset>
  );
}
