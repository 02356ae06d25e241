import { ConfigFacts, ConfigFields } from "@/components/heating_control/ConfigFields.tsx";
import { FormSection, hasForm } from "@/components/ui/FormBox.tsx";
import { EmptyState, PageTitle, Section } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import { HEATING_CONTROL_CALLS } from "@/lib/heating_control/calls.ts";
import { drivesConfig, FEATURE_OF } from "@/lib/heating_control/features.ts";
import { configForm } from "@/lib/heating_control/forms.ts";
import { pilotOf } from "@/lib/heating_control/pages.ts";
import { changeText, CONFIG_INTRO, NOTHING_DRIVEN } from "@/lib/heating_control/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { FormPage } from "@/lib/ui/form.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readConfig, configForms));

/** The configuration of the modules of a residence without their own (B §3 "Pilot: config"). */
export default define.page<typeof handler>(({ data, state }) => (
  <>
    <PageTitle />
    <Config {...data} state={state} />
  </>
));

type ConfigProps = Awaited<ReturnType<typeof readConfig>> & {
  state: State;
  page: FormPage;
};

function Config({ on, config, canWrite, state, page }: ConfigProps) {
  if (!drivesConfig(on)) return <EmptyState {...NOTHING_DRIVEN} icon="outdoor" />;
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
  const { project: { id: projectId }, canWrite } = pilotOf(state);
  state.title = PAGES.pilotConfig.title;
  const { read } = state.api;
  const [features, config] = await Promise.all([
    read(HEATING_CONTROL_CALLS.getPilotFeatures, { projectId }),
    read(HEATING_CONTROL_CALLS.getPilotConfig, { projectId }),
  ]);
  return { on: features, config, canWrite };
}

/** Changes the configuration; a value whose feature is off is not changed. */
async function configForms(ctx: PageContext) {
  const { on, config } = await readConfig(ctx);
  const { project: { id: projectId } } = pilotOf(ctx.state);
  return {
    config: save(
      configForm(on, config),
      ctx.state.api.sender(HEATING_CONTROL_CALLS.putPilotConfig, { projectId }),
    ),
  };
}
