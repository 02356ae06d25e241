/** Shows the name form and the order buttons of tags. @module */

import { WatchedForm } from "@/components/ui/FormBox.tsx";
import { FormControl } from "@/components/ui/FormFields.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import type { Form, ShownForm } from "@/lib/ui/form.ts";

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

interface OrderButtonsProps {
  action: string;
  /** Id and name of the record. */
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
}

/** Two buttons that move a record one place up or down its list. */
export function OrderButtons({ action, id, name, isFirst, isLast }: OrderButtonsProps) {
  return (
    <PostForm action={action} class="order-buttons">
      <input type="hidden" name="form" value="move" />
      <input type="hidden" name="key" value={id} />
      {!isFirst && <StepButton step="up" label={`Monter «\u00A0${name}\u00A0»`} />}
      {!isLast && <StepButton step="down" label={`Descendre «\u00A0${name}\u00A0»`} />}
    </PostForm>
  );
}

function StepButton({ step, label }: { step: "up" | "down"; label: string }) {
  return (
    <button
      type="submit"
      name="step"
      value={step}
      class="button button-plain button-small"
      aria-label={label}
      title={label}
    >
      <Icon name={step === "up" ? "arrow-up" : "arrow-down"} small />
    </button>
  );
}
