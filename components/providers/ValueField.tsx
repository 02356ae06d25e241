import { NumberField, TextField } from "@/components/forms/TextField.tsx";
import type { TypedocValue } from "@/lib/domain/contracting/types.ts";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { boundsText } from "@/lib/text/contracting/documents.ts";

interface ValueFieldProps {
  readonly name: string;
  readonly asked: TypedocValue;
  readonly value: string | undefined;
  readonly error: FieldError | undefined;
}

export function ValueField({ name, asked, value, error }: ValueFieldProps) {
  const bounds = boundsText({ ...asked, unit: "" });
  const facts = {
    name,
    label: asked.name,
    unit: asked.unit === "" ? undefined : asked.unit,
    hint: bounds === "" ? undefined : `Attendu ${bounds}`,
    required: asked.required,
    value,
    error,
  };
  return asked.type === "number"
    ? <NumberField {...facts} />
    : <TextField {...facts} type={asked.type === "date" ? "date" : "text"} />;
}
