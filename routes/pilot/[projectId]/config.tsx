import { formPage, FormSection, hasForm } from "@/components/forms/FormBox.tsx";
import { EmptyState, Section } from "@/components/page/Page.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { ConfigFacts } from "@/components/pilot/ConfigFacts.tsx";
import { ConfigFields } from "@/components/pilot/ConfigFields.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { drivesConfig, FEATURE_OF } from "@/lib/domain/pilot/features.ts";
import { configForm } from "@/lib/forms/pilot/pilot_forms.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { pilotOf } from "@/lib/pages/pilot/pilot_place.ts";
import { changeText, CONFIG_INTRO, NOTHING_DRIVEN } from "@/lib/text/pilot/config.ts";
import { changes, formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf, type State } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";

export const handler = define.handlers(formHandlers(readConfig, configForms));

/** The configuration of the modules of a residence without their own (B §3 "Pilot: config"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.pilotConfig} of={project} under="pilot" />
      <Config {...data} state={state} page={formPage(url.pathname, data.shown, url)} />
      <UnsavedGuard />
    </>
  );
});

type ConfigProps = Awaited<ReturnType<typeof readConfig>> & {
  state: State;
  page: ReturnType<typeof formPage>;
};

function Config({ on, config, canWrite, state, page }: ConfigProps) {
  if (!drivesConfig(on)) {
    return (
      <EmptyState title={NOTHING_DRIVEN.title} icon="outdoor">
        <p>{NOTHING_DRIVEN.text}</p>
      </EmptyState>
    );
  }
  const changed = changeText(config, residenceOf(state).project.timeZone);
  const before = changed && <p class="soft">{changed}</p>;
  const form = configForm(on, config);
  if (!hasForm(canWrite, page.shown, form.name)) {
    return (
      <Section id="config" title="Réglages de la résidence" intro={CONFIG_INTRO}>
        <div class="stack" data-live="config">
          <ConfigFacts config={config} on={on} />
          {before}
        </div>
        <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
      </Section>
    );
  }
  return (
    <FormSection
      title="Réglages de la résidence"
      intro={CONFIG_INTRO}
      form={form}
      stored={config}
      page={page}
      shows={(name) => on[FEATURE_OF[name]]}
      before={before}
    >
      {(content) => <ConfigFields {...content} on={on} />}
    </FormSection>
  );
}

async function readConfig({ state }: PageContext) {
  const { project: { id: projectId, name }, canWrite } = pilotOf(state);
  state.title = windowTitle(PAGE_NAMES.pilotConfig, name);
  const { read } = state.api;
  const [features, config] = await Promise.all([
    read("getPilotFeatures", { projectId }),
    read("getPilotConfig", { projectId }),
  ]);
  return { on: features, config, canWrite };
}

/** Changes the configuration; a value whose feature is off is not changed. */
async function configForms(ctx: PageContext) {
  const { on, config } = await readConfig(ctx);
  const { project: { id: projectId } } = pilotOf(ctx.state);
  return {
    config: changes(
      configForm(on, config),
      (body) => ctx.state.api.call("putPilotConfig", { projectId, body }),
    ),
  };
}
