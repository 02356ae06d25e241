/** A form field with its label, hint, tooltip and error. @module */

import type { ComponentChildren } from "preact";
import type { FieldError } from "@/lib/base/validators.ts";
import { fieldErrorText, FILE_AGAIN, REQUIRED_MARK } from "@/lib/ui/text.ts";
import { Icon } from "./Icon.tsx";

interface TooltipProps {
  id: string;
  /** Subject of the help: « Aide : q ». */
  label: string;
  text: string;
}

/**
 * Help on hover and on focus, 350 px wide, hidden 500 ms after leaving (F §9); by the page's script,
 * Escape hides it.
 * @spec forms.tooltips
 */
export function Tooltip({ id, label, text }: TooltipProps) {
  return (
    <span class="tooltip">
      <button type="button" aria-label={label} aria-describedby={id}>
        <Icon name="info" small />
      </button>
      <span role="tooltip" id={id}>{text}</span>
    </span>
  );
}

/** Properties of every field: its name in the form, label, error and help. */
export interface FieldFacts {
  name: string;
  /** Unique in the page; the name when omitted. */
  id?: string;
  label: string;
  unit?: string | undefined;
  error?: FieldError | undefined;
  hint?: string | undefined;
  help?: string | undefined;
  required?: boolean;
  disabled?: boolean;
}

/** Where a page opens with errors, the first of them is where its reader types. */
export function focusOn(error: FieldError | undefined): { autofocus?: true } {
  return error && !error.isLater ? { autofocus: true } : {};
}

/** What a control says of its field. */
export function controlAttributes(
  { name, id = name, error, hint, required, disabled }: FieldFacts,
) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    name,
    disabled: disabled === true,
    "aria-required": required ? "true" as const : undefined,
    "aria-invalid": error ? "true" as const : undefined,
    ...focusOn(error),
    "aria-describedby": described === "" ? undefined : described,
  };
}

/**
 * Label, help, control, hint and error of one field; `children` is the control. The label of a required field has a
 * mark, without an element of its own: a page has many fields.
 *
 * @spec forms.required
 */
export function Field({ children, ...field }: FieldFacts & { children: ComponentChildren }) {
  const { name, id = name, label, unit, error, hint, help, required } = field;
  return (
    <div class={help ? "field field-helped" : "field"}>
      <label class="field-label" for={id}>
        {label}
        {required && REQUIRED_MARK}
        {unit && (
          <>
            {"\u00A0"}
            <span class="unit">({unit})</span>
          </>
        )}
      </label>
      {help && <Tooltip id={`${id}-help`} label={`Aide\u00A0: ${label}`} text={help} />}
      {children}
      {hint && <p class="field-hint" id={`${id}-hint`}>{hint}</p>}
      {error && <FieldMessage id={`${id}-error`} error={error} />}
    </div>
  );
}

/** The error message of a field (F §8), with an icon, since colour alone is not enough. */
export function FieldMessage({ id, error }: { id: string; error: FieldError }) {
  return (
    <p class="field-error" id={id}>
      <Icon name="error" small />
      {fieldErrorText(error)}
    </p>
  );
}

interface TextAreaFieldProps extends FieldFacts {
  value?: string | undefined;
  rows?: number;
}

/** Several lines of text. */
export function TextAreaField({ value = "", rows = 3, ...field }: TextAreaFieldProps) {
  return (
    <Field {...field}>
      <textarea class="input" rows={rows} {...controlAttributes(field)}>{value}</textarea>
    </Field>
  );
}

export function FileField(
  { accept, isAgain, ...facts }: Pick<FieldFacts, "label" | "hint" | "error"> & {
    /** File types offered by the browser. */
    accept: string;
    /** True when the sent form is shown again: a page cannot restore its file. */
    isAgain: boolean;
  },
) {
  const isLost = isAgain && facts.error === undefined;
  const hint = isLost ? [FILE_AGAIN, facts.hint].filter(Boolean).join(". ") : facts.hint;
  const file = { ...facts, hint, name: "file", required: true };
  return (
    <Field {...file}>
      <input class="input" type="file" accept={accept} {...controlAttributes(file)} />
    </Field>
  );
}

/** The legend of a group of boxes. @spec forms.required */
export function FieldLegend(
  { label, required = false }: { label: string; required?: boolean | undefined },
) {
  return (
    <legend class={required ? "field-label field-required" : "field-label"}>
      {label}
      {required && REQUIRED_MARK}
    </legend>
  );
}
