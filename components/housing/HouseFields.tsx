import { type FormContent, FormControl, FormFields } from "@/components/forms/FormFields.tsx";
import type { HouseField } from "@/lib/domain/housing/shown_fields.ts";

/** The fields of a dwelling that its residence shows, the free ones under the others. */
export function HouseFields(
  { shown, ...content }: FormContent<HouseField> & { shown: ReadonlySet<HouseField> },
) {
  const fields = content.fields.filter(({ name }) => shown.has(name));
  const free = fields.filter(({ name }) => name === "config");
  return (
    <>
      <FormFields {...content} fields={fields.filter((field) => !free.includes(field))} />
      {free.map((field) => <FormControl key={field.name} {...content} field={field} />)}
    </>
  );
}
