/** The islands of the page of a report, in one file: each file is a script, and they share most of their code. @module */

import { useLayoutEffect, useRef, useState } from "react";
import { SelectionList, type SelectionListProps } from "@/components/alarms/SelectionList.tsx";
import { controlAttributes, Field, type FieldFacts } from "@/components/ui/Field.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { NumberField } from "@/components/ui/TextField.tsx";
import ProjectPicker, { type ProjectPickerProps } from "@/islands/residences/ProjectPicker.tsx";
import NumberControl from "@/islands/ui/NumberControl.tsx";
import {
  EVERY_RULE,
  EVERY_UNIT_LABELS,
  EVERY_UNITS,
  type EveryUnit,
  everyUnitOf,
  reminderText,
  writeEvery,
} from "@/lib/alarms/report_settings.ts";
import type { AlarmSelection } from "@/lib/alarms/schema.ts";
import {
  selectionsError,
  withFilter,
  withoutSelection,
  withSelection,
} from "@/lib/alarms/selections.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { emailListError, emailsOfText, removeEmail, takeEmails } from "@/lib/ui/email_list.ts";
import { keepFocus } from "@/lib/ui/focus.ts";
import { markUnsaved, useLive } from "@/lib/ui/hydration.ts";
import { readNumber } from "@/lib/ui/number_input.ts";

/**
 * Editor of a report's selections. Without JavaScript the same buttons send the form, and the page returns with one
 * selection more or less.
 */
export function SelectionEditor(
  { available, error, ...field }: Omit<SelectionListProps, "events">,
) {
  const [selections, setSelections] = useState(field.selections);
  const [isTouched, setTouched] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const live = useLive(root);
  const change = (next: readonly AlarmSelection[]) => {
    if (next !== selections) markUnsaved(root.current);
    keepFocus(root.current, () => {
      setTouched(true);
      setSelections(next);
    });
  };
  const events = {
    onAdd: (handler: string) => change(withSelection(selections, handler)),
    onRemove: (handler: string) => change(withoutSelection(selections, handler)),
    onFilter: (
      handler: AlarmSelection["handler"],
      name: string,
      values: readonly string[],
    ) => change(withFilter(selections, handler, [name, values])),
  };
  const shown = isTouched ? selectionsError(selections) ?? undefined : error;
  return (
    <div ref={root}>
      <SelectionList
        label={field.label}
        required={field.required}
        available={available}
        selections={selections}
        picked={field.picked}
        error={shown}
        events={live ? events : undefined}
      />
    </div>
  );
}

/** The residences of a report. */
export function ReportProjects(props: ProjectPickerProps) {
  return <ProjectPicker {...props} />;
}

interface EmailListProps extends FieldFacts {
  /** Addresses separated by lines, blanks, commas or semicolons. */
  value: string;
}

/**
 * A list of e-mail addresses, added one by one or pasted together; each must be valid and new (F §5). The form sends
 * the text area, which is the whole field without JavaScript, and which the browser restores on Back.
 */
export function EmailList({ value, ...field }: EmailListProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const entry = useRef<HTMLInputElement>(null);
  const wasIn = useRef(false);
  useLayoutEffect(() => {
    wasIn.current ||= document.activeElement === area.current;
  }, []);
  const live = useLive(area);
  // A refused entry is shown for correction.
  const [initial] = useState(() => takeEmails([], value));
  const [emails, setEmails] = useState(initial.emails);
  const [typed, setTyped] = useState(initial.left);
  const [wrong, setWrong] = useState<FieldError | null | undefined>(undefined);
  useLayoutEffect(() => {
    if (live && wasIn.current) entry.current?.focus();
  }, [live]);

  const put = (list: readonly string[], left = "", error = emailListError(list)) => {
    setEmails(list);
    setTyped(left);
    setWrong(error);
  };
  const take = (list: readonly string[], text: string) => {
    const entered = takeEmails(list, text);
    put(entered.emails, entered.left, entered.error);
  };
  const error = wrong === undefined ? field.error : wrong ?? undefined;
  const { name, ...visible } = controlAttributes({ ...field, error });
  const shown = live
    ? {
      hidden: true,
      id: `${visible.id}-sent`,
      // The same addresses with other separators are not a change.
      defaultValue: emailsOfText(value).join("\n"),
      value: [...emails, ...emailsOfText(typed)].join("\n"),
    }
    : { class: "input", ...visible };
  return (
    <Field {...field} error={error}>
      <textarea
        ref={area}
        name={name}
        rows={3}
        onInput={(event) => take([], event.currentTarget.value)}
        {...shown}
      >
        {value}
      </textarea>
      {live && (
        <>
          <EmailChips
            emails={emails}
            label={field.label}
            onRemove={(index) =>
              keepFocus(area.current?.parentElement, () => put(removeEmail(emails, index), typed))}
          />
          <div class="email-entry">
            <input
              ref={entry}
              class="input"
              type="text"
              inputMode="email"
              autocomplete="off"
              defaultValue={initial.left}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onBlur={({ relatedTarget }) => {
                // A list or an error displayed now would move the button being clicked.
                if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit") {
                  return;
                }
                setWrong(takeEmails(emails, typed).error);
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || typed === "") return;
                event.preventDefault();
                take(emails, typed);
              }}
              {...visible}
            />
            <button type="button" class="button" onClick={() => take(emails, typed)}>
              Ajouter
            </button>
          </div>
        </>
      )}
    </Field>
  );
}

interface EmailChipsProps {
  emails: readonly string[];
  label: string;
  onRemove(index: number): void;
}

/** The addresses of a list, each with a button to remove it. */
function EmailChips({ emails, label, onRemove }: EmailChipsProps) {
  if (emails.length === 0) return null;
  return (
    <ul class="chips" aria-label={label}>
      {emails.map((email, index) => (
        <li key={email} class="chip">
          {email}
          <button type="button" aria-label={`Retirer ${email}`} onClick={() => onRemove(index)}>
            <Icon name="error" small />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface EveryFieldProps {
  label: string;
  count: string;
  unit: EveryUnit;
  error?: FieldError | undefined;
}

/** Repetition interval: a number of hours or days, none when empty or zero. Without JavaScript, two plain fields. @spec forms.durations */
export function EveryField(props: EveryFieldProps) {
  const { label, error, ...at } = props;
  const [count, setCount] = useState(readNumber(at.count));
  const [unit, setUnit] = useState(at.unit);
  const box = useRef<HTMLDivElement>(null);
  useLive(box);
  const { min, max, step } = EVERY_RULE;
  const field = { name: EVERY_RULE.name, label, error };
  return (
    <div ref={box} class="every-field">
      {isTyped(at.count) ? <NumberField {...field} value={at.count} /> : (
        <NumberControl
          {...field}
          value={count}
          rules={{ min, max, step, isNullable: true }}
          onValue={setCount}
        />
      )}
      <div class="field">
        <div class="field-label">
          <label for="everyUnit">Unité</label>
        </div>
        <select
          class="input"
          id="everyUnit"
          name="everyUnit"
          onChange={(event) => setUnit(everyUnitOf(event.currentTarget.value))}
        >
          {EVERY_UNITS.map((one) => (
            <option key={one} value={one} selected={one === unit}>{EVERY_UNIT_LABELS[one]}</option>
          ))}
        </select>
      </div>
      <p class="field-hint" role="status">{reminderText(writeEvery({ count, unit }))}</p>
    </div>
  );
}

/** Whether the text of a refused form, sent without JavaScript, is not a number: it is shown again to be corrected. */
function isTyped(count: string): boolean {
  return count.trim() !== "" && readNumber(count) === null;
}
