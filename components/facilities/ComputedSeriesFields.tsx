import { CheckField } from "@/components/ui/CheckField.tsx";
import { FieldLegend, FieldMessage } from "@/components/ui/Field.tsx";
import { type FormContent, FormFields } from "@/components/ui/FormFields.tsx";
import { ticked } from "@/lib/ui/fields.ts";

const PARTS: readonly string[] = ["plus", "minus"];

/** The fields of a computed series: the series that are added and subtracted are boxes. */
export function ComputedSeriesFields(
  { fields, ...content }: FormContent<"name" | "dataUnitId" | "plus" | "minus">,
) {
  const { values, errors, options } = content;
  return (
    <>
      <FormFields {...content} fields={fields.filter(({ name }) => !PARTS.includes(name))} />
      {fields.filter(({ name }) => PARTS.includes(name)).map(({ name, label, required }) => {
        const error = errors[name];
        const chosen = ticked(values[name]);
        return (
          <fieldset key={name} id={name} aria-describedby={error && `${name}-error`}>
            <FieldLegend label={label} required={required} />
            {error && <FieldMessage id={`${name}-error`} error={error} />}
            {options?.[name]?.map((choice) => (
              <CheckField
                key={choice.value}
                id={`${name}-${choice.value}`}
                name={name}
                value={choice.value}
                label={choice.label}
                checked={chosen.includes(choice.value)}
              />
            ))}
          </fieldset>
        );
      })}
    </>
  );
}
