import { Notice } from "@/components/page/Page.tsx";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { fieldErrorText } from "@/lib/text/forms.ts";

export interface WrongField {
  id: string;
  label: string;
  error: FieldError;
}

/** Summary of a refused form, each line a link to its field; nothing without errors. */
export function FieldErrors({ fields }: { fields: readonly WrongField[] }) {
  if (fields.length === 0) return null;
  return (
    <Notice
      tone="very-bad"
      live
      title={fields.length === 1 ? "Un champ est à corriger" : "Des champs sont à corriger"}
    >
      <ul>
        {fields.map(({ id, label, error }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
            {`\u00A0: ${fieldErrorText(error)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
