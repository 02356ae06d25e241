import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { EmailChips } from "@/components/forms/EmailChips.tsx";
import { controlAttributes, Field, type FieldFacts } from "@/components/forms/Field.tsx";
import { markUnsaved, useLive } from "@/lib/browser/forms/live.ts";
import { takeTyped } from "@/lib/browser/forms/typed_before.ts";
import {
  emailListError,
  emailsOfText,
  removeEmail,
  takeEmails,
} from "@/lib/domain/forms/email_list.ts";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";

interface EmailListProps extends FieldFacts {
  /** Addresses parted by lines, blanks, commas or semicolons. */
  value: string;
}

/**
 * A list of e-mail addresses, added one by one or pasted together; each must be right and new (F §5). What is sent
 * is the text area, which is all there is without JavaScript.
 */
export default function EmailList({ value, ...field }: EmailListProps) {
  const root = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => takeArea(), []);
  const live = useLive(root);
  const [emails, setEmails] = useState<readonly string[]>(() => emailsOfText(value));
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<FieldError | null | undefined>(undefined);
  const sent = useRef<HTMLInputElement>(null);
  const entry = useRef<HTMLInputElement>(null);
  const wasIn = useRef(false);
  useLayoutEffect(() => {
    if (live && wasIn.current) entry.current?.focus();
  }, [live]);
  const text = [...emails, ...emailsOfText(typed)].join("\n");
  useEffect(() => {
    if (text !== emailsOfText(value).join("\n")) markUnsaved(sent.current);
  }, [text]);

  const put = (list: readonly string[], left = "", error = emailListError(list)) => {
    setEmails(list);
    setTyped(left);
    setWrong(error);
  };
  const takeArea = () => {
    const area = root.current;
    if (area === null) return;
    wasIn.current = document.activeElement === area;
    const [typed] = takeTyped(area);
    if (typed === undefined) return;
    const taken = takeEmails([], typed.value);
    put(taken.emails, taken.left, taken.error);
  };
  const take = () => {
    const taken = takeEmails(emails, typed);
    put(taken.emails, taken.left, taken.error);
  };
  const error = wrong === undefined ? field.error : wrong ?? undefined;
  const { name, ...visible } = controlAttributes({ ...field, error });
  if (!live) {
    return (
      <Field {...field}>
        <textarea ref={root} class="input" rows={3} name={name} {...visible}>{value}</textarea>
      </Field>
    );
  }
  return (
    <Field {...field} error={error}>
      <EmailChips
        emails={emails}
        label={field.label}
        onRemove={(index) => put(removeEmail(emails, index), typed)}
      />
      <div class="email-entry">
        <input
          ref={entry}
          class="input"
          type="text"
          inputMode="email"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          // Only looked at: a list that grew now would move what is being clicked.
          onBlur={() => setWrong(takeEmails(emails, typed).error)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || typed === "") return;
            event.preventDefault();
            take();
          }}
          {...visible}
        />
        <button type="button" class="button" onClick={take}>Ajouter</button>
      </div>
      <input type="hidden" ref={sent} name={name} value={text} />
    </Field>
  );
}
