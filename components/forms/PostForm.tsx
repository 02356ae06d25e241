import type { ComponentChildren, JSX, Ref } from "preact";
import { markField, markOfDocument, NO_MARK } from "../../lib/domain/forms/page_mark.ts";

type PostFormProps = Omit<JSX.HTMLAttributes<HTMLFormElement>, "ref"> & {
  action?: string | undefined;
  encType?: string;
  noValidate?: boolean;
  class?: string;
  "data-guard"?: string;
  /** An island judges its fields as they are typed. */
  "data-own-errors"?: boolean;
  /** The form itself, for an island. */
  box?: Ref<HTMLFormElement>;
  /** The mark to send, for a form that goes back to another page than its own. */
  mark?: string;
  children?: ComponentChildren;
};

/**
 * Every form that writes: it says whose page it stands on, so that it writes nothing under another account or into
 * another organisation, chosen meanwhile in another tab.
 */
export function PostForm({ box, mark, children, ...attributes }: PostFormProps) {
  return (
    <form {...attributes} {...box && { ref: box }} method="post">
      <input type="hidden" name={markField(mark ?? ownMark())} />
      {children}
    </form>
  );
}

/** On the server the front writes it, once for the whole page: what an island gives is kept for other readers. */
function ownMark(): string {
  return typeof document === "undefined" ? NO_MARK : markOfDocument(document) ?? NO_MARK;
}
