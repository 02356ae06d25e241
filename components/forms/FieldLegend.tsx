import { REQUIRED_MARK } from "@/lib/text/forms.ts";

/** The legend of a group of boxes. @spec forms.required */
export function FieldLegend(
  { label, required = false }: { label: string; required?: boolean | undefined },
) {
  return (
    <legend class={required ? "field-label field-required" : "field-label"}>
      {label}
      {required && REQUIRED_MARK}
    </legend>
  );
}
