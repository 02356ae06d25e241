import { type Context, page } from "fresh";
import type { ComponentChildren } from "preact";
import { Refusal } from "../../../components/forms/Refusal.tsx";
import { SubmitBar } from "../../../components/forms/SubmitBar.tsx";
import { TextField } from "../../../components/forms/TextField.tsx";
import { WatchedForm } from "../../../components/forms/WatchedForm.tsx";
import { NewToken } from "../../../components/ingest/NewToken.tsx";
import { SeriesForm } from "../../../components/ingest/SeriesForm.tsx";
import { SeriesTable } from "../../../components/ingest/SeriesTable.tsx";
import { SenderTable } from "../../../components/ingest/SenderTable.tsx";
import { TokenTable } from "../../../components/ingest/TokenTable.tsx";
import { UnknownSourceTable } from "../../../components/ingest/UnknownSourceTable.tsx";
import { EmptyState } from "../../../components/page/EmptyState.tsx";
import { Notice } from "../../../components/page/Notice.tsx";
import { PageTitle } from "../../../components/page/PageTitle.tsx";
import { Section } from "../../../components/page/Section.tsx";
import UnsavedGuard from "../../../islands/forms/UnsavedGuard.tsx";
import { links } from "../../../lib/links/links.ts";
import { seriesChoiceLabel } from "../../../lib/text/facilities.ts";
import { SAVED } from "../../../lib/text/forms.ts";
import { PAGE_NAMES, windowTitle } from "../../../lib/text/pages.ts";
import { define } from "../../../lib/web/define.ts";
import { residenceOf } from "../../../lib/web/residence_page.ts";
import {
  readSensors,
  saveSensorsForm,
  SENSORS_SECTIONS,
  type SensorsEnd,
  type SensorsFormName,
  type SensorsRead,
  type SensorsSection,
} from "../../../lib/web/sensors_page.ts";
import type { State } from "../../../lib/web/state.ts";
import { savedPath, seeOther } from "../../../lib/web/submit.ts";

export const handler = define.handlers({
  GET: (ctx) => shown(ctx, null),

  async POST(ctx) {
    const saved = await saveSensorsForm(ctx);
    if (saved.kind === "shown") return await shown(ctx, saved.end);
    const { projectId = "" } = ctx.params;
    return seeOther(ctx, savedPath(links.sensors(projectId), SENSORS_SECTIONS[saved.form]));
  },
});

export default define.page<typeof handler>(({ data: { read, end }, state, url }) => {
  const { project } = residenceOf(state);
  const { id: projectId, timeZone } = project;
  const saved = end === null ? url.searchParams.get("saved") : null;
  const parts = { read, end, projectId, timeZone, saved };
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.sensors}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      >
        <a class="button" href={links.seriesList(project.id)}>{PAGE_NAMES.seriesList}</a>
        <a class="button" href={links.readings(project.id)}>{PAGE_NAMES.readings}</a>
      </PageTitle>
      <SourcesSection {...parts} />
      <SeriesSection {...parts} source={url.searchParams.get("source") ?? ""} />
      <TokensSection {...parts} address={`${url.origin}${links.ingest()}`} />
      <UnsavedGuard />
    </>
  );
});

interface PartProps {
  read: SensorsRead;
  end: SensorsEnd | null;
  projectId: string;
  timeZone: string;
  /** The section whose form has just been saved. */
  saved: string | null;
}

/** A part of the page, with what became of its forms that have no place of their own. */
function Part(
  { id, title, end, forms, saved, children }: Pick<PartProps, "end" | "saved"> & {
    id: SensorsSection;
    title: string;
    forms: readonly SensorsFormName[];
    children: ComponentChildren;
  },
) {
  return (
    <section class="stack" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {saved === id && <Notice tone="good" live title={SAVED} />}
      <Refused end={end} forms={forms} />
      {children}
    </section>
  );
}

function SourcesSection({ read, end, projectId, timeZone, saved }: PartProps) {
  const series = read.series.map((one) => ({ value: one.id, label: seriesChoiceLabel(one) }));
  return (
    <Part
      id="sources"
      title="Sources inconnues"
      forms={["attach", "forget"]}
      end={end}
      saved={saved}
    >
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
            action={actionOf(projectId, "sources")}
            sources={read.unknown}
            series={series}
            newSeriesHref={(source) => links.sensors(projectId, source)}
            timeZone={timeZone}
          />
        )}
    </Part>
  );
}

function SeriesSection(
  { read, end, projectId, timeZone, saved, source }: PartProps & { source: string },
) {
  const action = actionOf(projectId, "series");
  const mine = end?.form === "series" ? end : null;
  const equipments = read.equipments.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Part id="series" title="Séries de mesure" forms={["detach"]} end={end} saved={saved}>
      {read.series.length > 0 && (
        <SeriesTable
          action={action}
          projectId={projectId}
          series={read.series}
          equipments={read.equipments}
          values={read.values}
          timeZone={timeZone}
        />
      )}
      <Section id="new-series" title="Créer une série">
        <Refused end={end} forms={["series"]} />
        <SeriesForm
          action={`${links.sensors(projectId)}#new-series`}
          values={mine?.values ?? { source }}
          errors={mine?.errors ?? {}}
          equipments={equipments}
          sources={read.unknown.map((one) => one.source)}
          unsaved={mine !== null}
        />
      </Section>
    </Part>
  );
}

function TokensSection(
  { read, end, projectId, timeZone, saved, address }: PartProps & { address: string },
) {
  const action = actionOf(projectId, "tokens");
  const mine = end?.form === "token" ? end : null;
  return (
    <Part id="tokens" title="Jetons d’envoi" forms={["revoke"]} end={end} saved={saved}>
      {end?.token && <NewToken token={end.token} address={address} />}
      {read.tokens.length > 0 && (
        <TokenTable action={action} tokens={read.tokens} timeZone={timeZone} />
      )}
      <Section
        id="new-token"
        title="Créer un jeton"
        intro="Un jeton par collecteur : il n’écrit que dans cette résidence, et se révoque seul."
      >
        <Refused end={end} forms={["token"]} />
        <WatchedForm action={action} unsaved={mine !== null} hidden={{ form: "token" }}>
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
        </WatchedForm>
      </Section>
      <SenderTable origin={new URL(address).origin} />
    </Part>
  );
}

function actionOf(projectId: string, section: SensorsSection): string {
  return `${links.sensors(projectId)}#${section}`;
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
