import { Notice } from "@/components/page/Page.tsx";

interface RefusalProps {
  /** Sentence for an error without a field; null when fields show the errors. */
  failure: string | null;
  isConflict: boolean;
  lines?: readonly ConflictLine[];
}

/** The reason of a refusal, above the form: both versions of a conflict, or the error. */
export function Refusal({ failure, isConflict, lines = [] }: RefusalProps) {
  if (isConflict) return <Conflict lines={lines} />;
  return failure === null ? null : <Notice tone="very-bad" live focused>{failure}</Notice>;
}

/** A field that another user has changed meanwhile. */
export interface ConflictLine {
  label: string;
  typed: string;
  stored: string;
}

interface ConflictProps {
  /** Empty when the edited record was deleted, or is new. */
  lines: readonly ConflictLine[];
}

/** Both versions after concurrent edits; the entered values stay in the form below. @spec forms.conflicts */
export function Conflict({ lines }: ConflictProps) {
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
