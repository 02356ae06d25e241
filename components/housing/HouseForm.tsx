import { NumberField } from "@/components/forms/NumberField.tsx";
import { SelectField } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextAreaField } from "@/components/forms/TextAreaField.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { HouseField } from "@/lib/domain/housing/house_form.ts";
import type { HouseFormField } from "./house_fields.ts";

interface HouseFormProps {
  action: string;
  fields: readonly HouseFormField[];
  values: Readonly<Record<HouseField, string>>;
  errors: FieldErrors<HouseField>;
  /** Version of what is edited; null for a dwelling to add. */
  version: string | null;
  submit: string;
  cancel: string;
  unsaved: boolean;
}

/** A dwelling: where it is, what it is, and what it shows. */
export function HouseForm(props: HouseFormProps) {
  const { action, fields, values, errors, version, submit, cancel, unsaved } = props;
  const inRows = fields.filter(({ name }) => name !== "config");
  const free = fields.filter(({ name }) => name === "config");
  const facts = (field: HouseFormField) => ({
    ...field,
    value: values[field.name],
    error: errors[field.name],
  });
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "house", version }}>
      <div class="form-columns">
        {inRows.map((field) => <HouseControl key={field.name} {...facts(field)} />)}
      </div>
      {free.map((field) => <TextAreaField key={field.name} {...facts(field)} />)}
      <SubmitBar label={submit} cancel={cancel} />
    </WatchedForm>
  );
}

type HouseControlProps = HouseFormField & {
  value: string;
  error: FieldErrors<HouseField>[HouseField];
};

function HouseControl({ kind, options, empty, ...field }: HouseControlProps) {
  if (options !== undefined) {
    return <SelectField {...field} options={options} {...(empty !== undefined && { empty })} />;
  }
  return kind === "number" ? <NumberField {...field} /> : <TextField {...field} />;
}
