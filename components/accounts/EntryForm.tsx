import { hintAgain, withHint } from "@/components/ui/FormBox.tsx";
import { FormControl } from "@/components/ui/FormFields.tsx";
import { Notice, RequiredNote } from "@/components/ui/Page.tsx";
import { PostForm, SubmitBar } from "@/components/ui/PostForm.tsx";
import type { FieldError } from "@/lib/base/validators.ts";
import type { Form, ShownForm } from "@/lib/ui/form.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";

interface EntryFormProps<Name extends string> {
  form: Form<Name, unknown, never>;
  shown: ShownForm | null;
  initial?: Readonly<Partial<Record<NoInfer<Name>, string>>>;
  focus?: NoInfer<Name> | undefined;
  /** True to list the errors above a form of several fields. */
  hasSummary?: boolean;
  submit: string;
  cancel?: string;
  /** The page's own URL by default. */
  action?: string;
  repeatable?: boolean;
}

/** The only form of a page before sign-in. */
export function EntryForm<Name extends string>(props: EntryFormProps<Name>) {
  const { form, shown, focus, submit, cancel, action, repeatable = false } = props;
  const values = { ...form.typed(null), ...props.initial, ...shown?.values };
  const errors = shown?.errors ?? {};
  const wrong = form.fields.flatMap(({ name, label }) => {
    const error = errors[name];
    return error === undefined ? [] : [{ id: name, label, error }];
  });
  return (
    <>
      <RequiredNote />
      {props.hasSummary && <FieldErrors fields={wrong} />}
      <PostForm class="form" action={action} noValidate repeatable={repeatable}>
        {form.fields.map((field) => (
          <FormControl
            key={field.name}
            field={{
              ...withHint(field, hintAgain(shown, field.name)),
              focused: wrong.length === 0 && field.name === focus,
            }}
            values={values}
            errors={errors}
          />
        ))}
        <SubmitBar label={submit} {...cancel && { cancel }} />
      </PostForm>
    </>
  );
}

interface WrongField {
  id: string;
  label: string;
  error: FieldError;
}

/** Summary of a refused form, each line a link to its field; nothing without errors. */
function FieldErrors({ fields }: { fields: readonly WrongField[] }) {
  if (fields.length === 0) return null;
  return (
    <Notice
      tone="very-bad"
      live
      title={fields.length === 1 ? "Un champ est à corriger" : "Des champs sont à corriger"}
    >
      <ul>
        {fields.map(({ id, label, error }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
            {`\u00A0: ${fieldErrorText(error)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
