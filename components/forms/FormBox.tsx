import type { ComponentChildren } from "preact";
import { Section } from "@/components/page/Section.tsx";
import { type Form, type NamedField, type ShownForm, storedOffStep } from "@/lib/forms/form.ts";
import { SAVED_PARAMETER } from "@/lib/links/links.ts";
import { PASSWORD_AGAIN } from "@/lib/text/forms.ts";
import type { ConflictLine } from "./Conflict.tsx";
import { type FormContent, FormFields } from "./FormFields.tsx";
import { PostForm } from "./PostForm.tsx";
import { Refusal } from "./Refusal.tsx";
import { Removal, type RemovalProps } from "./Removal.tsx";
import { SubmitBar } from "./SubmitBar.tsx";
import { WatchedForm } from "./WatchedForm.tsx";
import { conflictLines } from "./grid_rows.ts";

export interface FormPage {
  /** Where they are sent. */
  action: string;
  shown: ShownForm<unknown> | null;
  /** The one that has just been saved. */
  saved: string | null;
}

interface FormBoxProps<Name extends string, Stored> {
  form: Form<Name, unknown, Stored>;
  /** What it edits; null for a new thing. */
  stored: Stored | null;
  page: FormPage;
  /** What the edit is based on; none for a new thing. */
  version?: string;
  options?: FormContent<Name>["options"];
  /** Whether the page shows a field; it shows all when omitted. */
  shows?(name: Name): boolean;
  /** Hints that the page knows, by field. */
  hints?: Readonly<Partial<Record<Name, string>>> | undefined;
  /** What a new thing begins with, where the page knows. */
  initial?: Readonly<Partial<Record<Name, string>>>;
  columns?: string;
  isCard?: boolean;
  submit?: string;
  cancel?: string;
  /** What it does cannot be undone. */
  isDanger?: boolean;
  /** Its control sends it: the button is for those without JavaScript. */
  sendsItself?: boolean;
  /** The two versions of a conflict, where the fields do not say them. */
  lines?(values: Readonly<Record<Name, string>>): readonly ConflictLine[];
  /** Other buttons beside the one that saves. */
  buttons?: ComponentChildren;
  /** Draws the form, when not as columns of fields. */
  children?: (content: FormContent<Name>) => ComponentChildren;
}

export function withHint<Field extends NamedField>(field: Field, hint: string | undefined): Field {
  return hint === undefined ? field : { ...field, hint };
}

/** What a field says of a password that was typed in it, where nothing else is said. */
export function hintAgain(shown: ShownForm<unknown> | null, name: string): string | undefined {
  const isLost = shown?.lost?.includes(name) && shown.errors[name] === undefined;
  return isLost ? PASSWORD_AGAIN : undefined;
}

/** A form with why it was not saved: its fields hold what was typed, or what is stored. */
export function FormBox<Name extends string, Stored>(props: FormBoxProps<Name, Stored>) {
  const { form, page, options, columns, submit, cancel, isDanger = false } = props;
  const { buttons, children } = props;
  const mine = page.shown?.form === form.name ? page.shown : null;
  const stored = { ...form.typed(props.stored), ...props.initial };
  const values = { ...stored, ...mine?.values };
  const fields = form.fields
    .filter(({ name, control }) => control !== "hidden" && (props.shows?.(name) ?? true))
    .map((field) => withHint(field, hintAgain(mine, field.name) ?? props.hints?.[field.name]));
  const content = { fields, values, errors: mine?.errors ?? {}, options };
  const lines = props.stored === null
    ? []
    : props.lines?.(values) ?? conflictLines(offered(fields, options), values, stored);
  const bar = (
    <SubmitBar {...submit && { label: submit }} {...cancel && { cancel }} isDanger={isDanger}>
      {buttons}
    </SubmitBar>
  );
  return (
    <>
      {mine && <Refusal {...mine} lines={lines} />}
      <WatchedForm
        action={page.action}
        unsaved={mine !== null && isTyped(form, mine)}
        hidden={{
          form: form.name,
          version: mine?.version ?? props.version ?? null,
          ...hiddenOf(form, values),
          ...props.stored !== null && storedOffStep(form, stored),
        }}
        isCard={props.isCard === true}
      >
        {children ? children(content) : <FormFields {...content} columns={columns} />}
        {props.sendsItself && mine === null ? <noscript>{bar}</noscript> : bar}
      </WatchedForm>
    </>
  );
}

interface FormSectionProps<Name extends string, Stored> extends FormBoxProps<Name, Stored> {
  /** Id of the section; the name of the form when omitted. */
  id?: string;
  title: string;
  intro?: string;
  /** What stands between the title and the form. */
  before?: ComponentChildren;
  /** What stands under the form. */
  after?: ComponentChildren;
}

/** Whether a page has a form: for a user who may send it, and for one who lost that right while they typed. */
export function hasForm(maySend: boolean, shown: ShownForm<unknown> | null, form: string): boolean {
  return maySend || shown?.form === form;
}

/** What the forms of a page share, at its address. */
export function formPage(
  action: string,
  shown: ShownForm<unknown> | null,
  { searchParams }: URL,
): FormPage {
  return { action, shown, saved: shown === null ? searchParams.get(SAVED_PARAMETER) : null };
}

/** A form in a section of its page, which says that it was saved. */
export function FormSection<Name extends string, Stored>(props: FormSectionProps<Name, Stored>) {
  const { title, intro, before, after, page, ...box } = props;
  const { id = box.form.name } = props;
  return (
    <Section
      id={id}
      title={title}
      {...intro && { intro }}
      saved={page.saved === id}
      offPaper={box.stored === null}
    >
      {before}
      <FormBox {...box} page={{ ...page, action: `${page.action}#${id}` }} />
      {after}
    </Section>
  );
}

export function RemovalForm(
  { form, version, action, isCard, ...removal }: RemovalProps & {
    /** The form of the page whose removal it is. */
    form: string;
    /** What the removal is based on. */
    version?: string;
    action: string;
    isCard?: boolean;
  },
) {
  return (
    <PostForm {...isCard && { class: "card" }} action={action}>
      <input type="hidden" name="form" value={form} />
      {version && <input type="hidden" name="version" value={version} />}
      <Removal {...removal} />
    </PostForm>
  );
}

/** Whether it shows what is not stored: passwords are never shown again. */
function isTyped({ fields }: Form<string, unknown, never>, { values }: ShownForm<unknown>) {
  return fields.some(({ name, type }) => type !== "password" && values[name] !== undefined);
}

function hiddenOf<Name extends string>(
  { fields }: Form<Name, unknown, never>,
  values: Readonly<Record<Name, string>>,
) {
  return Object.fromEntries(
    fields.flatMap(({ name, control }) => control === "hidden" ? [[name, values[name]]] : []),
  );
}

/** The fields with what the page offers in each, so that a conflict says it in words. */
export function offered<Name extends string>(
  fields: FormContent<Name>["fields"],
  options: FormContent<Name>["options"],
) {
  return fields.map((field) => {
    const given = options?.[field.name];
    return given === undefined ? field : { ...field, options: given };
  });
}
