import { page } from "fresh";
import { CallDetails } from "../../components/api/CallDetails.tsx";
import { TypeText } from "../../components/api/TypeText.tsx";
import { PageTitle } from "../../components/page/PageTitle.tsx";
import { Section } from "../../components/page/Section.tsx";
import { links } from "../../lib/links/links.ts";
import { areaLabel } from "../../lib/text/api.ts";
import { PAGE_NAMES, windowTitle } from "../../lib/text/pages.ts";
import { type ApiArea, apiReference } from "../../lib/web/api_reference.ts";
import { define } from "../../lib/web/define.ts";

export const handler = define.handlers({
  GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.apiDocs);
    const areas = apiReference();
    const chosen = areas.find(({ name }) => name === url.searchParams.get("area")) ?? areas[0];
    return page({ areas: areas.map(({ name }) => name), chosen });
  },
});

export default define.page<typeof handler>(({ data: { areas, chosen } }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.apiDocs}
      subtitle="Tout ce que montrent les pages se lit et s’écrit aussi par programme."
    >
      <a class="button" href={links.openApi()} download="openapi.json">Document OpenAPI</a>
    </PageTitle>
    <nav class="api-areas" aria-label="Domaines de l’API">
      {areas.map((name) => (
        <a
          key={name}
          href={links.apiDocs(name)}
          aria-current={name === chosen?.name ? "true" : undefined}
        >
          {areaLabel(name)}
        </a>
      ))}
    </nav>
    {chosen && <Area area={chosen} />}
  </>
));

function Area({ area: { name, calls, types } }: { area: ApiArea }) {
  const names = new Set(types.map((type) => type.name));
  return (
    <>
      <Section id="calls" title={areaLabel(name)}>
        <div>{calls.map((call) => <CallDetails key={call.name} call={call} types={names} />)}</div>
      </Section>
      {types.length > 0 && (
        <Section id="types" title="Types nommés">
          {types.map((type) => (
            <div key={type.name} id={type.name}>
              <h3>
                <code>{type.name}</code>
              </h3>
              <TypeText text={type.text} names={names} />
            </div>
          ))}
        </Section>
      )}
    </>
  );
}
