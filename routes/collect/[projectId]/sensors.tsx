import { SenderTable, TokenTable } from "@/components/ingest/source_tables.tsx";
import { FormBox } from "@/components/ui/FormBox.tsx";
import { Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { seriesOf } from "@/lib/facilities/pages.ts";
import { proposedSources } from "@/lib/facilities/source_kinds.ts";
import { TOKEN_FORM } from "@/lib/ingest/forms.ts";
import {
  collectorsOrigin,
  readSensors,
  sensorsForms,
  sortedSources,
} from "@/lib/ingest/sensors_pages.ts";
import { COLLECTOR_TOKEN_WORDS } from "@/lib/ingest/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { ownUnit } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";
import {
  actionOf,
  SensorsDevices,
  SensorsPart,
  type SensorsPartProps,
  SensorsSeries,
  SensorsSources,
  unknownSourcesOf,
} from "@/routes/collect/[projectId]/(_components)/SensorsParts.tsx";

export const handler = define.handlers(formRoute(
  readPage,
  (ctx) => sensorsForms(ctx, (created) => proposeMeter(ctx.state, created)),
));

export default define.page<typeof handler>(
  ({ data: { read, sources, page, origin }, state, url }) => {
    const { project } = residenceOf(state);
    const { id: projectId, timeZone } = project;
    const parts = { read, page, projectId, timeZone };
    return (
      <>
        <PageTitle>
          <a class="button" href={links.arrivals(project.id)}>{PAGES.arrivals.title}</a>
          <a class="button" href={links.seriesList(project.id)}>{PAGES.seriesList.title}</a>
          <a class="button" href={links.readings(project.id)}>{PAGES.readings.title}</a>
        </PageTitle>
        <SensorsSources {...parts} sources={sources} />
        <SensorsDevices {...parts} device={url.searchParams.get("device") ?? ""} />
        <SensorsSeries {...parts} source={url.searchParams.get("source") ?? ""} />
        <TokensSection
          {...parts}
          token={page.shown?.report ?? null}
          address={`${origin}${links.ingest()}`}
        />
      </>
    );
  },
);

/** Makes a new series the meter of the balance of its boiler room, where that has none. @spec balance.proposed-meters */
async function proposeMeter(state: State, created: SeriesRecord & { readonly id: string }) {
  const { equipmentId: boilerRoomId } = created;
  if (boilerRoomId === null) return;
  const { project } = residenceOf(state);
  const at = { projectId: project.id, boilerRoomId };
  const others = seriesOf(state).filter(({ equipmentId }) => equipmentId === boilerRoomId);
  const body = proposedSources([...others, { ...created, unit: ownUnit(created) }]);
  // Not a boiler room, or a user who may not set one: its page says what is left.
  const known = await state.api.call(ENERGY_BALANCE_CALLS.getEfficiency, at);
  if (body === null || !known.ok || known.answer.sources !== null) return;
  await state.api.call(ENERGY_BALANCE_CALLS.putEfficiencySources, { ...at, body });
}

function TokensSection(
  { read, page, timeZone, token, address }: SensorsPartProps & {
    token: string | null;
    address: string;
  },
) {
  const action = actionOf(page, "tokens");
  return (
    <SensorsPart id="tokens" title="Jetons d’envoi" forms={["revoke"]} page={page}>
      {token && <NewToken token={token} address={address} />}
      {read.tokens.length > 0 && (
        <TokenTable
          action={action}
          tokens={read.tokens}
          timeZone={timeZone}
          words={COLLECTOR_TOKEN_WORDS}
        />
      )}
      <Section
        id="new-token"
        title="Créer un jeton"
        intro="Un jeton par collecteur : il n’écrit que dans cette résidence, et se révoque sans toucher aux autres."
        offPaper
      >
        <FormBox form={TOKEN_FORM} page={{ ...page, action }} submit="Créer le jeton" />
      </Section>
      <SenderTable origin={new URL(address).origin} />
    </SensorsPart>
  );
}

async function readPage(ctx: PageContext) {
  const { project } = residenceOf(ctx.state);
  const [read, origin] = await Promise.all([readSensors(ctx), collectorsOrigin(ctx)]);
  const { id: projectId, timeZone } = project;
  const { others } = sortedSources(read.unknown);
  const list = unknownSourcesOf({ read, projectId, timeZone });
  const { rows: sources, file } = readList(ctx.url, others, list);
  return file ?? { read, sources, origin };
}

interface NewTokenProps {
  token: string;
  address: string;
}

/** A new token, shown only once, with instructions for its use. */
function NewToken({ token, address }: NewTokenProps) {
  return (
    <Notice tone="good" live title="Jeton créé">
      <p>Copiez-le maintenant&nbsp;: il ne sera plus affiché.</p>
      <p class="copy-line mono">{token}</p>
      <p>
        Un envoi au format InfluxDB, que Telegraf, Node-RED ou Home Assistant savent faire&nbsp;:
      </p>
      <pre class="copy-line" tabIndex={0}>{curlLine(token, address)}</pre>
      <p>La même chose dans la configuration de Telegraf&nbsp;:</p>
      <pre class="copy-line" tabIndex={0}>{telegrafOutput(token, address)}</pre>
    </Notice>
  );
}

function curlLine(token: string, address: string): string {
  return [
    `curl -X POST '${address}?precision=s' \\`,
    `  -H 'Authorization: Token ${token}' \\`,
    "  --data-binary 'gaz,serial=0101 value=18423 1735689600'",
  ].join("\n");
}

function telegrafOutput(token: string, address: string): string {
  return [
    "[[outputs.influxdb_v2]]",
    `  urls = ["${new URL(address).origin}"]`,
    `  token = "${token}"`,
    '  organization = ""',
    '  bucket = ""',
  ].join("\n");
}
