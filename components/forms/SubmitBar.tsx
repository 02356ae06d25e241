import type { ComponentChildren } from "preact";

interface SubmitBarProps {
  label?: string;
  /** URL of the cancel link. */
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
