import { Fragment } from "preact";
import { Fact, PageTitle, Section } from "@/components/ui/Page.tsx";
import { type ApiCall, apiReference } from "@/lib/app/api_document.ts";
import { areaLabel } from "@/lib/app/catalogue.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES, PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET({ state, url }) {
    state.title = [PAGES.apiDocs.title, PRODUCT_NAME];
    const areas = apiReference();
    const call = url.searchParams.get("call");
    const chosen = areas.find(({ calls }) => calls.some(({ name }) => name === call)) ??
      areas.find(({ name }) => name === url.searchParams.get("area")) ?? areas[0];
    return page({ areas: areas.map(({ name }) => name), chosen, call });
  },
});

export default define.page<typeof handler>(({ data: { areas, chosen, call } }) => (
  <>
    <PageTitle subtitle="Tout ce que montrent les pages se lit et s’écrit aussi par programme.">
      <a class="button" href={links.openApi()} download="openapi.json">Document OpenAPI</a>
    </PageTitle>
    <nav class="api-areas" aria-label="Domaines de l’API">
      {areas.map((name) => (
        <a
          key={name}
          class={name === chosen?.name ? "chosen" : undefined}
          href={links.apiDocs(name)}
          aria-current={name === chosen?.name ? "true" : "false"}
        >
          {areaLabel(name)}
        </a>
      ))}
    </nav>
    {chosen && (
      <Section id="calls" title={areaLabel(chosen.name)}>
        <CallList calls={chosen.calls} open={call} />
      </Section>
    )}
  </>
));

interface CallListProps {
  calls: readonly ApiCall[];
  /** Name of the expanded call; null for none. */
  open: string | null;
}

function CallList({ calls, open }: CallListProps) {
  return (
    <ul class="api-calls">
      {calls.map((call) => (
        <li key={call.name} id={call.name}>
          <a
            class={call.name === open ? "chosen" : undefined}
            href={links.apiCall(call.name)}
            aria-current={call.name === open ? "true" : "false"}
          >
            <span class={`api-method api-${call.method.toLowerCase()}`}>{call.method}</span>
            <code>/api{call.path}</code>
            <span class="small soft" lang="en">{call.summary}</span>
          </a>
          {call.name === open && <CallDetails call={call} />}
        </li>
      ))}
    </ul>
  );
}

function CallDetails({ call }: { call: ApiCall }) {
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

const NAMES = /\b([A-Z]\w*)\b/;

/** A type as text, with a link for each type described on the page. */
function TypeText({ text, names }: { text: string; names: ReadonlySet<string> }) {
  // Odd parts are the captured names. A plain text in a list would be escaped twice.
  const parts = text.split(NAMES);
  return (
    <pre tabIndex={0}>
      {parts.map((part, position) =>
        position % 2 === 1 && names.has(part)
          ? <a key={position} href={`#${part}`}>{part}</a>
          : <Fragment key={position}>{part}</Fragment>
      )}
    </pre>
  );
}
