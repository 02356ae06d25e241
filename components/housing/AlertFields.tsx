import { ChoiceField } from "@/components/ui/SelectField.tsx";
import { Field } from "@/components/ui/Field.tsx";
import { type FormContent, FormControl } from "@/components/ui/FormFields.tsx";
import { ticked } from "@/lib/ui/fields.ts";
import { FEW_CHOICES } from "@/lib/ui/named_choices.ts";

const SHOWN_HOUSES = 6;
const SEVERAL = "Ctrl et clic (⌘ sur un Mac) pour en choisir plusieurs";

export function AlertFields(
  { fields, ...content }: FormContent<"message" | "from" | "to" | "houseIds">,
) {
  const [message, ...others] = fields;
  const houses = content.options?.houseIds ?? [];
  const houseIds = ticked(content.values.houseIds);
  return (
    <>
      {message && <FormControl field={message} {...content} />}
      <div class="form-columns">
        {others.map((field) => {
          if (field.name !== "houseIds") {
            return <FormControl key={field.name} field={field} {...content} />;
          }
          if (houses.length > FEW_CHOICES) {
            return (
              <ChoiceField
                key={field.name}
                name={field.name}
                label={field.label}
                hint={field.hint}
                value={content.values.houseIds}
                error={content.errors.houseIds}
                options={houses}
                several
              />
            );
          }
          return houses.length === 0
            ? houseIds.map((id) => <input key={id} type="hidden" name="houseIds" value={id} />)
            : (
              <Field
                key={field.name}
                name="houseIds"
                label={field.label}
                hint={`${field.hint}. ${SEVERAL}`}
              >
                <select
                  class="input"
                  id="houseIds"
                  name="houseIds"
                  multiple
                  size={Math.min(SHOWN_HOUSES, houses.length)}
                  aria-describedby="houseIds-hint"
                >
                  {houses.map(({ value, label }) => (
                    <option key={value} value={value} selected={houseIds.includes(value)}>
                      {label}
                    </option>
                  ))}
                </select>
              </Field>
            );
        })}
      </div>
    </>
  );
}
