import { NumberField, TextField } from "@/components/ui/TextField.tsx";
import type { FieldError } from "@/lib/base/validators.ts";
import type { TypedocValue } from "@/lib/documents/schema.ts";
import { boundsText } from "@/lib/documents/text.ts";

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
