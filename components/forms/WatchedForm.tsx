import type { ComponentChildren } from "preact";
import { ownEntry } from "./own_entry.ts";
import { PostForm } from "./PostForm.tsx";

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
