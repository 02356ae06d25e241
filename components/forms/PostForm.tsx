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
  /** True when an island validates the fields while typing. */
  "data-own-errors"?: boolean;
  box?: Ref<HTMLFormElement>;
  /** The page mark to send, for a form that returns to another page than its own. */
  mark?: string;
  /** True when sending it again must run it again: signing in after signing out. */
  repeatable?: boolean;
  children?: ComponentChildren;
};

/**
 * Every form that writes: it contains the account and organisation of its page, so that it writes nothing under others
 * selected meanwhile in another tab.
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

/** On the server, it is set once for the whole page: an island's HTML is cached for other users. */
function ownMark(): string {
  return typeof document === "undefined" ? NO_MARK : markOfDocument(document) ?? NO_MARK;
}

function ownRendering(): string {
  return typeof document === "undefined"
    ? NO_RENDERING
    : renderingOfDocument(document) ?? NO_RENDERING;
}

interface SubmitBarProps {
  label?: string;
  cancel?: string;
  isDanger?: boolean;
  children?: ComponentChildren;
}

/** The foot of a form: its submit button, and the cancel link. */
export function SubmitBar(
  { label = "Enregistrer", cancel, isDanger = false, children }: SubmitBarProps,
) {
  return (
    <div class="submit-bar">
      <button type="submit" class={`button ${isDanger ? "button-danger" : "button-primary"}`}>
        {label}
      </button>
      {cancel && <a class="button button-plain" href={cancel} aria-current="false">Annuler</a>}
      {children}
    </div>
  );
}

export interface RemovalProps {
  text: string;
  label?: string;
  confirm?: string;
}

/** A deletion in two steps, in a form: the button, then its consequence and the confirmation. */
export function Removal(props: RemovalProps) {
  const { text, label = "Supprimer", confirm = "Confirmer la suppression" } = props;
  return (
    <details class="removal">
      <summary class="button button-plain button-danger">{label}</summary>
      {text}
      <button type="submit" class="button button-danger" name="intent" value="remove">
        {confirm}
      </button>
    </details>
  );
}
