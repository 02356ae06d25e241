import { CallList } from "@/components/api/CallList.tsx";
import { PageTitle, Section } from "@/components/page/Page.tsx";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { areaLabel } from "@/lib/text/api.ts";
import { apiReference } from "@/lib/web/api/reference.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.apiDocs);
    const areas = apiReference();
    const call = url.searchParams.get("call");
    const chosen = areas.find(({ calls }) => calls.some(({ name }) => name === call)) ??
      areas.find(({ name }) => name === url.searchParams.get("area")) ?? areas[0];
    return page({ areas: areas.map(({ name }) => name), chosen, call });
  },
});

export default define.page<typeof handler>(({ data: { areas, chosen, call } }) => (
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
