import { useLayoutEffect, useRef, useState } from "react";
import { controlAttributes, Field, type FieldFacts } from "@/components/ui/Field.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import type { FieldError } from "@/lib/base/validators.ts";
import { emailListError, emailsOfText, removeEmail, takeEmails } from "@/lib/ui/email_list.ts";
import { keepFocus } from "@/lib/ui/focus.ts";
import { useLive } from "@/lib/ui/hydration.ts";

interface EmailListProps extends FieldFacts {
  /** Addresses separated by lines, blanks, commas or semicolons. */
  value: string;
}

/**
 * A list of e-mail addresses, added one by one or pasted together; each must be valid and new (F §5). The form sends
 * the text area, which is the whole field without JavaScript, and which the browser restores on Back.
 */
export default function EmailList({ value, ...field }: EmailListProps) {
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
