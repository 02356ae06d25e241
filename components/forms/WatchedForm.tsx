import type { ComponentChildren } from "preact";
import { PostForm } from "./PostForm.tsx";

interface WatchedFormProps {
  /** Where it is sent; this page without it. */
  action?: string;
  /** What it shows was refused: it is not stored yet. */
  unsaved: boolean;
  /** Hidden fields: which form it is, the version it is based on; null leaves one out. */
  hidden?: Readonly<Record<string, string | null>>;
  /** It stands by itself on the page. */
  isCard?: boolean;
  /** How it is laid out, when not as a column of fields. */
  className?: string;
  children: ComponentChildren;
}

/**
 * A form of a page: it asks before what was typed in it is lost (F §2), and the server alone says what is wrong, so
 * that it says the same without JavaScript.
 */
export function WatchedForm(props: WatchedFormProps) {
  const { action, unsaved, hidden = {}, isCard, className = "form", children } = props;
  return (
    <PostForm
      class={isCard ? `card ${className}` : className}
      action={action}
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
