import { FormControl } from "@/components/forms/FormFields.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import type { Form, ShownForm } from "@/lib/forms/form.ts";

interface NameFormProps {
  form: Form<"name", unknown, never>;
  action: string;
  shown: ShownForm | null;
  /** The renamed record and its name; absent for a new one. */
  id?: string;
  name?: string;
  version?: string;
  label?: string;
  submit: string;
}

export function NameForm(
  { form, action, shown, id = "", name = "", version = "", submit, label }: NameFormProps,
) {
  const mine = shown?.form === form.name && shown.key === id ? shown : null;
  return (
    <WatchedForm
      className="name-form"
      action={action}
      unsaved={mine !== null}
      hidden={{ form: form.name, key: id, version: mine?.version ?? version }}
    >
      {form.fields.map((field) => (
        <FormControl
          key={field.name}
          field={{ ...field, id: `${form.name}-${id}`, ...label && { label } }}
          values={mine?.values ?? { name }}
          errors={mine?.errors ?? {}}
        />
      ))}
      <button type="submit" class="button">{submit}</button>
    </WatchedForm>
  );
}
