import type { ComponentChildren, JSX, Ref } from "preact";
import {
  markField,
  markOfDocument,
  NO_MARK,
  NO_RENDERING,
  renderingOfDocument,
} from "@/lib/domain/forms/page_mark.ts";

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
  /** Sending it once more is to do it once more: signing in again, after signing out. */
  repeatable?: boolean;
  children?: ComponentChildren;
};

/**
 * Every form that writes: it says whose page it stands on, so that it writes nothing under another account or into
 * another organisation, chosen meanwhile in another tab.
 */
export function PostForm(
  { box, mark, repeatable = false, children, ...attributes }: PostFormProps,
) {
  const rendering = repeatable ? undefined : ownRendering();
  return (
    <form {...attributes} {...box && { ref: box }} method="post">
      <input type="hidden" name={markField(mark ?? ownMark())} value={rendering} />
      {children}
    </form>
  );
}

/** On the server the front writes it, once for the whole page: what an island gives is kept for other readers. */
function ownMark(): string {
  return typeof document === "undefined" ? NO_MARK : markOfDocument(document) ?? NO_MARK;
}

function ownRendering(): string {
  return typeof document === "undefined"
    ? NO_RENDERING
    : renderingOfDocument(document) ?? NO_RENDERING;
}
