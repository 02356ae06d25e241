import { Icon } from "@/components/icons/Icon.tsx";

interface EmailChipsProps {
  emails: readonly string[];
  label: string;
  onRemove(index: number): void;
}

/** The addresses of a list, each with a button to remove it. */
export function EmailChips({ emails, label, onRemove }: EmailChipsProps) {
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
