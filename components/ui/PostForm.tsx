/** A form that is posted, with its buttons, refusal, conflict, confirmation and removal. @module */

import type { ComponentChildren, JSX, Ref } from "preact";
import { CONFIRMED_FIELD, confirmedField } from "@/lib/ui/confirmation.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import {
  markField,
  markOfDocument,
  NO_MARK,
  NO_RENDERING,
  renderingOfDocument,
} from "@/lib/ui/form_token_field.ts";
import { Notice } from "./Page.tsx";

type PostFormProps = Omit<JSX.HTMLAttributes<HTMLFormElement>, "ref"> & {
  action?: string | undefined;
  encType?: string;
  noValidate?: boolean;
  autocomplete?: "off";
  class?: string;
  "data-guard"?: string;
  /** True when an island validates the fields while typing. */
  "data-own-errors"?: boolean;
  box?: Ref<HTMLFormElement>;
  /** True when sending it again must run it again: signing in after signing out. */
  repeatable?: boolean;
  children?: ComponentChildren;
};

/**
 * Every form that writes: it contains the account and organisation of its page, so that it writes nothing under others
 * selected meanwhile in another tab.
 */
export function PostForm({ box, repeatable = false, children, ...attributes }: PostFormProps) {
  const rendering = repeatable ? undefined : own(renderingOfDocument, NO_RENDERING);
  return (
    <form {...attributes} {...box && { ref: box }} method="post">
      <input
        type="hidden"
        name={markField(own(markOfDocument, NO_MARK))}
        value={rendering}
      />
      {children}
    </form>
  );
}

/** On the server, it is set once for the whole page: an island's HTML is cached for other users. */
function own(of: (page: Document) => string | null, none: string): string {
  return typeof document === "undefined" ? none : of(document) ?? none;
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

interface RefusalProps
  extends Partial<Pick<ShownForm<unknown>, "toConfirm" | "form" | "key" | "intent">> {
  /** Sentence for an error without a field; null when fields show the errors. */
  failure: string | null;
  isConflict: boolean;
  lines?: readonly ConflictLine[];
}

/** The reason of a refusal, above the form: both versions of a conflict, what is to be confirmed, or the error. */
export function Refusal({ failure, isConflict, lines = [], toConfirm, ...sent }: RefusalProps) {
  if (isConflict) return <Conflict lines={lines} />;
  if (toConfirm) return <Confirmation toConfirm={toConfirm} {...sent} />;
  return failure === null ? null : <Notice tone="very-bad" live focused>{failure}</Notice>;
}

/** Id of a form that its confirmation sends. */
export function formId(form: string, key = ""): string {
  return key === "" ? `${form}-form` : `${form}-form-${key}`;
}

/** What a form would do, with the button that sends it all the same. @spec calls.to-confirm */
function Confirmation(
  { toConfirm: { effects, confirmation }, form = "", key = "", intent = "" }:
    & Required<Pick<RefusalProps, "toConfirm">>
    & Pick<RefusalProps, "form" | "key" | "intent">,
) {
  return (
    <Notice tone="bad" live focused title="Rien n’est encore enregistré">
      <p>Avec ce qui est saisi, cette action&nbsp;:</p>
      <ul>
        {effects.map(({ text }) => (
          <li key={text}>
            <strong>{text}</strong>
          </li>
        ))}
      </ul>
      <p>Confirmez, ou corrigez ce qui est saisi et enregistrez de nouveau.</p>
      <div class="row">
        <button
          type="submit"
          class="button"
          form={formId(form, key)}
          name={CONFIRMED_FIELD}
          value={confirmedField(confirmation, intent)}
        >
          Confirmer
        </button>
      </div>
    </Notice>
  );
}

/** A field that another user has changed meanwhile. */
export interface ConflictLine {
  label: string;
  typed: string;
  stored: string;
}

/**
 * Both versions after concurrent edits; the entered values stay in the form below. Without lines when the edited record was
 * deleted, or is new. @spec forms.conflicts
 */
export function Conflict({ lines }: Required<Pick<RefusalProps, "lines">>) {
  return (
    <Notice
      tone="bad"
      live
      focused
      title="Une autre personne a enregistré une modification entre-temps"
    >
      <p>
        Votre saisie est gardée dans le formulaire&nbsp;: comparez, puis enregistrez de nouveau pour
        la retenir, ou rechargez la page pour l’abandonner.
      </p>
      {lines.length > 0 && (
        <table class="data-table conflict">
          <caption class="visually-hidden">Les deux versions</caption>
          <thead>
            <tr>
              <th scope="col">Champ</th>
              <th scope="col">Votre saisie</th>
              <th scope="col">Enregistré entre-temps</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, typed, stored }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{typed || "vide"}</td>
                <td>{stored || "vide"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Notice>
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

/** No element has this id: the page is neither scrolled, nor kept from focusing a wrong field. */
const FRAGMENT = "#sent";

/**
 * The address of a form that is sent to its own page, as another entry of the history.
 *
 * A browser replaces a page with the error of its very address, when the connection is lost: Back would lead to the page
 * before, and lose what was typed, or the import that was running.
 *
 * @param action returned as it is when it names a section
 */
export function ownEntry(action: string): string {
  return action.includes("#") ? action : action + FRAGMENT;
}

/** As {@link ownEntry}, of a form in a section: its title, to which no link leads, since links lead to sections. */
export function sectionEntry(action: string, section: string): string {
  return `${action}#${section}-title`;
}
