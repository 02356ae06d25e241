import { type Context, page } from "fresh";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { NewToken } from "@/components/ingest/NewToken.tsx";
import { SenderTable } from "@/components/ingest/SenderTable.tsx";
import { TokenTable } from "@/components/ingest/TokenTable.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { links } from "@/lib/links/links.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import {
  collectorsOrigin,
  readSensors,
  saveSensorsForm,
  SENSORS_SECTIONS,
  type SensorsEnd,
} from "@/lib/pages/series/sensors_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import {
  actionOf,
  SensorsPart,
  type SensorsPartProps,
  SensorsRefusal,
} from "./(_components)/SensorsPart.tsx";
import { SensorsSeries } from "./(_components)/SensorsSeries.tsx";
import { SensorsSources } from "./(_components)/SensorsSources.tsx";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const saved = await saveSensorsForm(ctx);
    if (saved.kind === "shown") return await showPage(ctx, saved.end);
    const { projectId = "" } = ctx.params;
    return seeOther(ctx, savedPath(links.sensors(projectId), SENSORS_SECTIONS[saved.form]));
  },
});

export default define.page<typeof handler>(({ data: { read, end, origin }, state, url }) => {
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
      <SensorsSources {...parts} />
      <SensorsSeries {...parts} source={url.searchParams.get("source") ?? ""} />
      <TokensSection {...parts} address={`${origin}${links.ingest()}`} />
      <UnsavedGuard />
    </>
  );
});

function TokensSection(
  { read, end, projectId, timeZone, saved, address }: SensorsPartProps & { address: string },
) {
  const action = actionOf(projectId, "tokens");
  const mine = end?.form === "token" ? end : null;
  return (
    <SensorsPart id="tokens" title="Jetons d’envoi" forms={["revoke"]} end={end} saved={saved}>
      {end?.token && <NewToken token={end.token} address={address} />}
      {read.tokens.length > 0 && (
        <TokenTable action={action} tokens={read.tokens} timeZone={timeZone} />
      )}
      <Section
        id="new-token"
        title="Créer un jeton"
        intro="Un jeton par collecteur : il n’écrit que dans cette résidence, et se révoque sans toucher aux autres."
      >
        <SensorsRefusal end={end} forms={["token"]} />
        <WatchedForm
          action={action}
          unsaved={mine !== null && mine.token === null}
          hidden={{ form: "token" }}
        >
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
    </SensorsPart>
  );
}

async function showPage(ctx: Context<State>, end: SensorsEnd | null) {
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.sensors, project.name);
  const headers = { "cache-control": "no-store" };
  const [read, origin] = await Promise.all([readSensors(ctx), collectorsOrigin(ctx)]);
  return page({ read, end, origin }, {
    status: end?.status ?? 200,
    headers: end?.token ? headers : {},
  });
}
