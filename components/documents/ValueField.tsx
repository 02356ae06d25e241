import { NumberField, TextField } from "@/components/ui/TextField.tsx";
import type { FieldError } from "@/lib/base/validators.ts";
import type { TypedocValue } from "@/lib/documents/schema.ts";
import { boundsText } from "@/lib/documents/text.ts";

interface ValueFieldProps {
  readonly name: string;
  readonly requested: TypedocValue;
  readonly value: string | undefined;
  readonly error: FieldError | undefined;
}

export function ValueField({ name, requested, value, error }: ValueFieldProps) {
  const bounds = boundsText({ ...requested, unit: "" });
  const facts = {
    name,
    label: requested.name,
    unit: requested.unit === "" ? undefined : requested.unit,
    hint: bounds === "" ? undefined : `Attendu ${bounds}`,
    required: requested.required,
    value,
    error,
  };
  return requested.type === "number"
    ? <NumberField {...facts} />
    : <TextField {...facts} type={requested.type === "date" ? "date" : "text"} />;
}
