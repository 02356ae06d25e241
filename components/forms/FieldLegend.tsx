/** The legend of a group of boxes; its mark is read, since a group has no `aria-required`. @spec forms.required */
export function FieldLegend(
  { label, required = false }: { label: string; required?: boolean | undefined },
) {
  return (
    <legend class="field-label">
      {label}
      {required && <span>&nbsp;*</span>}
    </legend>
  );
}
