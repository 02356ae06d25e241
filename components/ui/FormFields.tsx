import type { FieldErrors } from "@/lib/base/validators.ts";
import type { NamedField } from "@/lib/ui/form.ts";
import { CheckField } from "./CheckField.tsx";
import { ChoiceField, SelectField, type SelectOption } from "./SelectField.tsx";
import { TextAreaField } from "./Field.tsx";
import { NumberField, TextField } from "./TextField.tsx";

export interface FormContent<Name extends string = string> {
  fields: readonly NamedField<Name>[];
  values: Readonly<Record<Name, string>>;
  errors: FieldErrors<Name>;
  /** Options from the page, by field. */
  options?: Readonly<Partial<Record<Name, readonly SelectOption[]>>> | undefined;
}

interface FormFieldsProps extends FormContent {
  columns?: string | undefined;
}

/** The fields of a form in columns, boxes to tick in a row of their own, wide ones by themselves, groups under their legend. */
export function FormFields({ fields, columns = "form-columns", ...content }: FormFieldsProps) {
  return (
    <>
      {runsOf(fields).map((run) => {
        const [first] = run;
        const controls = run.map((field) => (
          <FormControl key={field.name} field={field} {...content} />
        ));
        if (first?.isWide) return controls;
        if (first?.control === "check" && first.hint) {
          return <TickList key={first.name} fields={run} {...content} />;
        }
        const row = (
          <div key={first?.name} class={first?.control === "check" ? "row" : columns}>
            {controls}
          </div>
        );
        if (first?.group === undefined) return row;
        return (
          <fieldset key={first.name}>
            <legend>{first.group}</legend>
            {row}
          </fieldset>
        );
      })}
    </>
  );
}

function runsOf(fields: readonly NamedField[]): NamedField[][] {
  const runs: NamedField[][] = [];
  for (const field of fields) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    const isTogether = !first?.isWide && !field.isWide && first?.group === field.group &&
      (first?.control === "check") === (field.control === "check");
    if (run !== undefined && isTogether) run.push(field);
    else runs.push([field]);
  }
  return runs;
}

function TickList({ fields, ...content }: FormContent) {
  return (
    <ul class="feature-list">
      {fields.map((field) => (
        <li key={field.name}>
          <FormControl field={field} {...content} />
          <p class="soft small">{field.hint}</p>
        </li>
      ))}
    </ul>
  );
}

export function FormControl(
  { field, values, errors, options }: Omit<FormContent, "fields"> & { field: NamedField },
) {
  const { kind, control = kind, initial: _, group: _g, isKey: _k, isWide: _w, ...facts } = field;
  const shown = { ...facts, value: values[field.name] ?? "", error: errors[field.name] };
  switch (control) {
    case "check":
      return <CheckField {...shown} value="on" checked={shown.value !== ""} />;
    case "select":
      return <SelectField {...shown} options={options?.[field.name] ?? facts.options ?? []} />;
    case "named":
      return <ChoiceField {...shown} options={options?.[field.name] ?? []} />;
    case "area":
      return <TextAreaField {...shown} />;
    case "number":
      return <NumberField {...shown} />;
    case "date":
      return <TextField {...shown} type="date" />;
  }
  return <TextField {...shown} {...facts.type === "password" && { value: "" }} />;
}
