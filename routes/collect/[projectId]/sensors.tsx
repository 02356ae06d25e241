import { type Context, page } from "fresh";
import { Refusal } from "../../../components/forms/Refusal.tsx";
import { SubmitBar } from "../../../components/forms/SubmitBar.tsx";
import { TextField } from "../../../components/forms/TextField.tsx";
import { NewToken } from "../../../components/ingest/NewToken.tsx";
import { SeriesForm } from "../../../components/ingest/SeriesForm.tsx";
import { SeriesTable } from "../../../components/ingest/SeriesTable.tsx";
import { TokenTable } from "../../../components/ingest/TokenTable.tsx";
import { UnknownSourceTable } from "../../../components/ingest/UnknownSourceTable.tsx";
import { EmptyState } from "../../../components/page/EmptyState.tsx";
import { Notice } from "../../../components/page/Notice.tsx";
import { PageTitle } from "../../../components/page/PageTitle.tsx";
import { Section } from "../../../components/page/Section.tsx";
import UnsavedGuard from "../../../islands/forms/UnsavedGuard.tsx";
import { links } from "../../../lib/links/links.ts";
import { seriesChoiceLabel } from "../../../lib/text/facilities.ts";
import { PAGE_NAMES, windowTitle } from "../../../lib/text/pages.ts";
import { define } from "../../../lib/web/define.ts";
import { residenceOf } from "../../../lib/web/residence_page.ts";
import {
  readSensors,
  saveSensorsForm,
  type SensorsEnd,
  type SensorsFormName,
  type SensorsRead,
} from "../../../lib/web/sensors_page.ts";
import type { State } from "../../../lib/web/state.ts";
import { seeOther } from "../../../lib/web/submit.ts";

export const handler = define.handlers({
  GET: (ctx) => shown(ctx, null),

  async POST(ctx) {
    const end = await saveSensorsForm(ctx);
    if (end !== null) return await shown(ctx, end);
    const { projectId = "" } = ctx.params;
    return seeOther(ctx, `${links.sensors(projectId)}?saved=on`);
  },
});

export default define.page<typeof handler>(({ data: { read, end }, state, url }) => {
  const { project } = residenceOf(state);
  const parts = { read, end, action: links.sensors(project.id), timeZone: project.timeZone };
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.sensors}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
      {url.searchParams.has("saved") && end === null && (
        <Notice tone="good" live title="Modifications enregistrées" />
      )}
      {end?.token && <NewToken token={end.token} address={`${url.origin}${links.ingest()}`} />}
      <SourcesSection {...parts} />
      <SeriesSection {...parts} />
      <TokensSection {...parts} />
      <UnsavedGuard />
    </>
  );
});

interface PartProps {
  read: SensorsRead;
  end: SensorsEnd | null;
  action: string;
  timeZone: string;
}

function SourcesSection({ read, end, action, timeZone }: PartProps) {
  const series = read.series.map((one) => ({ value: one.id, label: seriesChoiceLabel(one) }));
  return (
    <section class="stack" aria-labelledby="sources-title">
      <h2 id="sources-title">Sources inconnues</h2>
      <Refused end={end} forms={["attach", "forget"]} />
      {read.unknown.length === 0
        ? (
          <EmptyState title="Aucune source à rattacher" icon="sensor">
            <p>
              Ce qu’un collecteur envoie avec un jeton de la résidence, et qu’aucune série ne
              reconnaît, attend ici.
            </p>
          </EmptyState>
        )
        : (
          <UnknownSourceTable
            action={action}
            sources={read.unknown}
            series={series}
            timeZone={timeZone}
          />
        )}
    </section>
  );
}

function SeriesSection({ read, end, action }: PartProps) {
  const mine = end?.form === "series" ? end : null;
  const equipments = read.equipments.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <section class="stack" aria-labelledby="series-title">
      <h2 id="series-title">Séries de mesure</h2>
      {read.series.length > 0 && <SeriesTable series={read.series} equipments={read.equipments} />}
      <Section id="new-series" title="Créer une série">
        <Refused end={end} forms={["series"]} />
        <SeriesForm
          action={action}
          values={mine?.values ?? {}}
          errors={mine?.errors ?? {}}
          equipments={equipments}
          unsaved={mine !== null}
        />
      </Section>
    </section>
  );
}

function TokensSection({ read, end, action, timeZone }: PartProps) {
  const mine = end?.form === "token" ? end : null;
  return (
    <section class="stack" aria-labelledby="tokens-title">
      <h2 id="tokens-title">Jetons d’envoi</h2>
      <Refused end={end} forms={["revoke"]} />
      {read.tokens.length > 0 && (
        <TokenTable action={action} tokens={read.tokens} timeZone={timeZone} />
      )}
      <Section
        id="new-token"
        title="Créer un jeton"
        intro="Un jeton par collecteur : il n’écrit que dans cette résidence, et se révoque seul."
      >
        <Refused end={end} forms={["token"]} />
        <form class="form" method="post" action={action} noValidate>
          <input type="hidden" name="form" value="token" />
          <div class="form-columns">
            <TextField
              name="name"
              label="Nom du collecteur"
              value={mine?.values.name}
              error={mine?.errors.name}
              maxLength={100}
              required
            />
          </div>
          <SubmitBar label="Créer le jeton" />
        </form>
      </Section>
    </section>
  );
}

function Refused({ end, forms }: { end: SensorsEnd | null; forms: readonly SensorsFormName[] }) {
  if (end === null || !forms.includes(end.form)) return null;
  const missing = end.errors.series ? "Choisissez d’abord la série à alimenter." : null;
  return <Refusal failure={end.failure ?? missing} isConflict={false} lines={[]} />;
}

async function shown(ctx: Context<State>, end: SensorsEnd | null) {
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.sensors, project.name);
  const headers = { "cache-control": "no-store" };
  const read = await readSensors(ctx);
  return page({ read, end }, { status: end?.status ?? 200, headers: end?.token ? headers : {} });
}
