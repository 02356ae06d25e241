/** Forms of a page or a section, their removal, and the guard of unsaved values. @module */

import type { ComponentChildren } from "preact";
import {
  type Form,
  type FormPage,
  type NamedField,
  type ShownForm,
  storedOffStep,
} from "@/lib/ui/form.ts";
import { PASSWORD_AGAIN } from "@/lib/ui/text.ts";
import { type FormContent, FormFields } from "./FormFields.tsx";
import { conflictLines } from "./grid_rows.ts";
import { Section } from "./Page.tsx";
import {
  type ConflictLine,
  formId,
  ownEntry,
  PostForm,
  Refusal,
  Removal,
  type RemovalProps,
  sectionEntry,
  SubmitBar,
} from "./PostForm.tsx";

interface WatchedFormProps {
  /** Id for a button outside the form that sends it. */
  id?: string | undefined;
  action?: string;
  /** True when the values shown were refused, so are not stored yet. */
  unsaved: boolean;
  /** Hidden fields: name of the form, version it is based on; null omits one. */
  hidden?: Readonly<Record<string, string | null>>;
  isCard?: boolean;
  /** Layout class; a column of fields by default. */
  className?: string;
  children: ComponentChildren;
}

/**
 * A form of a page: it asks before unsaved values are lost (F §2), and only the server validates it, so that the errors
 * are the same without JavaScript.
 */
export function WatchedForm(props: WatchedFormProps) {
  const { id, action, unsaved, hidden = {}, isCard, className = "form", children } = props;
  return (
    <PostForm
      id={id}
      class={isCard ? `card ${className}` : className}
      action={action && ownEntry(action)}
      noValidate
      data-guard={unsaved ? "unsaved" : "watched"}
    >
      {Object.entries(hidden).map(([name, value]) =>
        value !== null && <input key={name} type="hidden" name={name} value={value} />
      )}
      {children}
    </PostForm>
  );
}

interface FormBoxProps<Name extends string, Stored> {
  form: Form<Name, unknown, Stored>;
  /** The edited record; none for a new one. */
  stored?: Stored | null;
  page: FormPage;
  /** Version the edit is based on; that of the record by default. */
  version?: string;
  options?: FormContent<Name>["options"];
  /** True for fields that the page shows; all by default. */
  shows?(name: Name): boolean;
  /** Hints from the page, by field. */
  hints?: Readonly<Partial<Record<Name, string>>> | undefined;
  /** Initial values of a new record, from the page. */
  initial?: Readonly<Partial<Record<Name, string>>>;
  columns?: string;
  isCard?: boolean;
  submit?: string;
  cancel?: string;
  /** True when it cannot be undone. */
  isDanger?: boolean;
  /** True when its control sends it: the button is for pages whose script has not come. */
  sendsItself?: boolean;
  /** The two versions of a conflict, when they are not those of the fields. */
  lines?(values: Readonly<Record<Name, string>>): readonly ConflictLine[];
  buttons?: ComponentChildren;
  /** Renders the form; columns of fields by default. */
  children?: (content: FormContent<Name>) => ComponentChildren;
}

export function withHint<Field extends NamedField>(field: Field, hint: string | undefined): Field {
  return hint === undefined ? field : { ...field, hint };
}

/** Hint of a password field whose value must be entered again, when it has no other message. */
export function hintAgain(shown: ShownForm<unknown> | null, name: string): string | undefined {
  const isLost = shown?.lost?.includes(name) && shown.errors[name] === undefined;
  return isLost ? PASSWORD_AGAIN : undefined;
}

/** A form with its errors: its fields have the entered values, or the stored ones. */
export function FormBox<Name extends string, Stored>(props: FormBoxProps<Name, Stored>) {
  const { form, stored: record = null, page, options, columns, submit, cancel } = props;
  const { isDanger = false, buttons, children } = props;
  const mine = page.shown?.form === form.name ? page.shown : null;
  const stored = { ...form.typed(record), ...props.initial };
  const values = { ...stored, ...mine?.values };
  const fields = form.fields
    .filter(({ name, control }) => control !== "hidden" && (props.shows?.(name) ?? true))
    .map((field) => withHint(field, hintAgain(mine, field.name) ?? props.hints?.[field.name]));
  const content = { fields, values, errors: mine?.errors ?? {}, options };
  const lines = record === null
    ? []
    : props.lines?.(values) ?? conflictLines(withOptions(fields, options), values, stored);
  const bar = (
    <SubmitBar {...submit && { label: submit }} {...cancel && { cancel }} isDanger={isDanger}>
      {buttons}
    </SubmitBar>
  );
  return (
    <>
      {mine && <Refusal {...mine} lines={lines} />}
      <WatchedForm
        id={mine?.toConfirm && formId(mine.form, mine.key)}
        action={page.action}
        unsaved={mine !== null && isTyped(form, mine)}
        hidden={{
          form: form.name,
          version: mine?.version ?? props.version ?? versionOf(record),
          ...hiddenOf(form, values),
          ...record !== null && storedOffStep(form, stored),
        }}
        isCard={props.isCard === true}
      >
        {children ? children(content) : <FormFields {...content} columns={columns} />}
        {props.sendsItself && mine === null ? <div class="without-script">{bar}</div> : bar}
      </WatchedForm>
    </>
  );
}

export interface FormSectionProps<Name extends string, Stored> extends FormBoxProps<Name, Stored> {
  /** Id of the section; the name of the form by default. */
  id?: string;
  title: string;
  intro?: string;
  before?: ComponentChildren;
  after?: ComponentChildren;
}

/** True when a page shows a form: to a user who may send it, or who lost that right while typing. */
export function hasForm(maySend: boolean, shown: ShownForm<unknown> | null, form: string): boolean {
  return maySend || shown?.form === form;
}

/** A form in a section of its page, with a message after saving. */
export function FormSection<Name extends string, Stored>(props: FormSectionProps<Name, Stored>) {
  const { title, intro, before, after, page, ...box } = props;
  const { id = box.form.name } = props;
  return (
    <Section
      id={id}
      title={title}
      {...intro && { intro }}
      saved={page.saved === id}
      offPaper={(box.stored ?? null) === null}
    >
      {before}
      <FormBox {...box} page={{ ...page, action: sectionEntry(page.action, id) }} />
      {after}
    </Section>
  );
}

export function RemovalForm(
  { form, version, id, action, isCard, ...removal }: RemovalProps & {
    /** The form of the page that handles the removal; its only one by default. */
    form?: string;
    /** Version the removal is based on. */
    version?: string;
    /** The field with the id of the removed record, when it is not in the address. */
    id?: { readonly name: string; readonly value: string };
    action: string;
    isCard?: boolean;
  },
) {
  return (
    <PostForm {...isCard && { class: "card" }} action={action}>
      {form && <input type="hidden" name="form" value={form} />}
      {version && <input type="hidden" name="version" value={version} />}
      {id && <input type="hidden" name={id.name} value={id.value} />}
      <Removal {...removal} />
    </PostForm>
  );
}

function versionOf(record: unknown): string | null {
  if (typeof record !== "object" || record === null || !("version" in record)) return null;
  return typeof record.version === "string" ? record.version : null;
}

/** True when it shows values that are not stored: passwords are never shown again. */
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

/** The fields with the options of the page, so that a conflict shows their labels. */
export function withOptions<Name extends string>(
  fields: FormContent<Name>["fields"],
  options: FormContent<Name>["options"],
) {
  return fields.map((field) => {
    const choices = options?.[field.name];
    return choices === undefined ? field : { ...field, options: choices };
  });
}

/** Erasure of a person's data, in two steps. */
export function ErasureForm({ action, text }: { action: string; text: string }) {
  return (
    <RemovalForm
      form="erasure"
      action={action}
      label="Effacer la personne"
      text={text}
      confirm="Confirmer l’effacement"
    />
  );
}
