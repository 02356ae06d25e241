import { Field } from "@/components/forms/Field.tsx";
import { type FormContent, FormControl } from "@/components/forms/FormFields.tsx";
import { ticked } from "@/lib/forms/fields.ts";

/** Rows of the list of dwellings that are seen at once. */
const SHOWN_HOUSES = 6;

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
          return houses.length === 0
            ? houseIds.map((id) => <input key={id} type="hidden" name="houseIds" value={id} />)
            : (
              <Field key={field.name} name="houseIds" label={field.label} hint={field.hint}>
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
