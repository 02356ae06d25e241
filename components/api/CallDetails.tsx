import { Fact } from "@/components/page/Page.tsx";
import { links } from "@/lib/links/links.ts";
import { TypeText } from "./TypeText.tsx";

export interface DocumentedCall {
  readonly name: string;
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
  readonly types: readonly { readonly name: string; readonly text: string }[];
}

export function CallDetails({ call }: { call: DocumentedCall }) {
  const names = new Set(call.types.map(({ name }) => name));
  return (
    <dl class="facts">
      <Fact label="Nom">
        <a href={links.apiCall(call.name)}>
          <code>{call.name}</code>
        </a>
      </Fact>
      <dt>Accès</dt>
      <dd lang="en">{call.access.join(", ")}</dd>
      {call.parameters.length > 0 && <dt>Paramètres</dt>}
      {call.parameters.map(({ name, place, isRequired, type }) => (
        <dd key={name}>
          <code>{`${name}${isRequired ? "" : "?"}: ${type}`}</code>{" "}
          <span class="small soft">{place === "path" ? "chemin" : "requête"}</span>
        </dd>
      ))}
      {call.body !== null && (
        <Fact label="Corps">
          <TypeText text={call.body} names={names} />
        </Fact>
      )}
      <Fact label="Réponse">
        <TypeText text={call.answer} names={names} />
      </Fact>
      <dt>Refus</dt>
      {call.refusals.map(({ status, codes }) => <dd key={status}>{`${status} ${codes}`}</dd>)}
      {call.types.map(({ name, text }) => (
        <>
          <dt key={name} id={name}>
            <code>{name}</code>
          </dt>
          <dd>
            <TypeText text={text} names={names} />
          </dd>
        </>
      ))}
    </dl>
  );
}
