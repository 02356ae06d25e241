import { TypeText } from "./TypeText.tsx";

/** A call of the API, as its documentation shows it. */
export interface DocumentedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly place: string;
    readonly isRequired: boolean;
    readonly type: string;
  }[];
  readonly body: string | null;
  readonly answer: string;
  readonly refusals: readonly { readonly status: string; readonly codes: string }[];
}

interface CallDetailsProps {
  call: DocumentedCall;
  /** Names of the types the page describes. */
  types: ReadonlySet<string>;
}

/**
 * One call, closed on its method, path and sentence, open on all it takes and gives.
 *
 * Its anchor is inside: a browser opens what a link points into.
 */
export function CallDetails({ call, types }: CallDetailsProps) {
  return (
    <details class="api-call">
      <summary>
        <span class={`api-method api-${call.method.toLowerCase()}`}>{call.method}</span>
        <code>/api{call.path}</code>
        <span class="small soft" lang="en">{call.summary}</span>
      </summary>
      <dl class="facts" id={call.name}>
        <dt>Nom</dt>
        <dd>
          <a href={`#${call.name}`}>
            <code>{call.name}</code>
          </a>
        </dd>
        <dt>Accès</dt>
        <dd lang="en">{call.access.join(", ")}</dd>
        {call.parameters.length > 0 && <dt>Paramètres</dt>}
        {call.parameters.map(({ name, place, isRequired, type }) => (
          <dd key={name} class="api-parameter">
            <code>{`${name}${isRequired ? "" : "?"}: ${type}`}</code>{" "}
            <span class="small soft">{place === "path" ? "chemin" : "requête"}</span>
          </dd>
        ))}
        {call.body !== null && (
          <>
            <dt>Corps</dt>
            <dd>
              <TypeText text={call.body} names={types} />
            </dd>
          </>
        )}
        <dt>Réponse</dt>
        <dd>
          <TypeText text={call.answer} names={types} />
        </dd>
        <dt>Refus</dt>
        {call.refusals.map(({ status, codes }) => <dd key={status}>{`${status} ${codes}`}</dd>)}
      </dl>
    </details>
  );
}
