import {
  ConfigFacts,
  ConfigFields,
  SetpointRequestStatus,
} from "@/components/heating_control/ConfigFields.tsx";
import { WeekTable } from "@/components/heating_control/WeekTable.tsx";
import { ConnectivityStatus } from "@/components/housing/house_list.tsx";
import { FormSection, hasForm } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { Fact, PageTitle, Section } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { FRESH_STATUS_SECONDS } from "@/lib/api/call.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { formatQuantity } from "@/lib/base/text_format.ts";
import { drivesConfig, FEATURE_OF, type FeaturesOn } from "@/lib/heating_control/features.ts";
import { moduleForm, PRESENCE_FORM } from "@/lib/heating_control/forms.ts";
import type { ModuleLine } from "@/lib/heating_control/module_list.ts";
import { moduleForms, readModule } from "@/lib/heating_control/pages.ts";
import { weekOf } from "@/lib/heating_control/setpoints.ts";
import {
  changeText,
  HOUSE_STATUS_LABELS,
  occupantChoiceText,
  PILOT_FEATURE_LABELS,
  runningText,
  setpointChangeText,
  TEMPERATURE_SOURCES,
  weekLegend,
} from "@/lib/heating_control/text.ts";
import { CONNECTIVITY_LABEL } from "@/lib/housing/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readModule, moduleForms));

/** A module: its state, its set-points hour by hour, its configuration (B §7 "modules/{id}/status and config"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { module, on, config, canWrite, page } = data;
  const isEdited = hasForm(canWrite && url.searchParams.has("edit"), page.shown, "module");
  const { project } = residenceOf(state);
  const temp_conf = config.occupantTempC ?? config.temp_conf;
  return (
    <>
      <PageTitle title={module.name} />
      <Section id="state" title="État">
        <div data-live="module">
          <ModuleFacts module={module} on={on} timeZone={project.timeZone} />
        </div>
      </Section>
      {on.house_status && hasForm(canWrite, page.shown, PRESENCE_FORM.name) && (
        <FormSection
          title="Présence"
          intro="Dans un logement absent, le chauffage s’arrête à 16&nbsp;°C et le froid est coupé."
          form={PRESENCE_FORM}
          stored={module}
          page={page}
        />
      )}
      {drivesConfig(on) && !isEdited && (
        <Section id="week" title="Consignes de la semaine" intro={weekLegend(on)}>
          <WeekTable
            week={weekOf({ ...config, temp_conf }, module, on)}
            isCooling={on.clim_pilot}
          />
        </Section>
      )}
      {drivesConfig(on) && (
        <ModuleConfigSection {...data} isEdited={isEdited} page={page} state={state} />
      )}
      <PageRefresh everySeconds={FRESH_STATUS_SECONDS} state={state} />
    </>
  );
});

interface ConfigSectionProps extends Awaited<ReturnType<typeof readModule>> {
  isEdited: boolean;
  page: FormPage;
  state: State;
}

function ModuleConfigSection(props: ConfigSectionProps) {
  const { on, config, module, canWrite, isEdited, page, state } = props;
  const { project } = residenceOf(state);
  const own = links.pilotModule(project.id, module.id);
  const notes = [
    config.isDefault ? "Ce logement suit les réglages de la résidence." : "",
    occupantChoiceText(config),
    changeText(config, project.timeZone) ?? "",
  ].filter((note) => note !== "").join(" ");
  const before = notes !== "" && <p class="soft">{notes}</p>;
  if (!isEdited) {
    return (
      <Section id="module" title="Réglages du logement" saved={page.saved === "module"}>
        {before}
        <ConfigFacts config={config} on={on} />
        {canWrite && (
          <p>
            <a class="button" href={`${own}?edit=1#module`} aria-current="false">Modifier</a>
          </p>
        )}
      </Section>
    );
  }
  return (
    <FormSection
      title="Réglages du logement"
      form={moduleForm(on, config)}
      stored={config}
      page={page}
      shows={(name) => name === "isDefault" || on[FEATURE_OF[name]]}
      before={before}
      cancel={own}
    >
      {(content) => <ConfigFields {...content} on={on} />}
    </FormSection>
  );
}

/** Measurements, applied and requested settings of a module, without uncontrolled or unreported ones. */
function ModuleFacts(
  { module, on, timeZone }: { module: ModuleLine; on: FeaturesOn; timeZone: string },
) {
  const { wish, reportedHouseStatus: reported } = module;
  const facts = [
    ["Température", temperatureText(module, timeZone)],
    ["Consigne suivie", formatQuantity(module.setpointC, "°C")],
    [PILOT_FEATURE_LABELS.ch_pilot, on.ch_pilot && runningText(module.isHeating)],
    [PILOT_FEATURE_LABELS.clim_pilot, on.clim_pilot && runningText(module.isCooling)],
    [
      PILOT_FEATURE_LABELS.watertank_pilot,
      on.watertank_pilot && runningText(module.isWaterHeating),
    ],
    ["Présence rapportée", on.house_status && reported && HOUSE_STATUS_LABELS[reported]],
  ] as const;
  return (
    <>
      <dl class="facts">
        {facts.filter(([, text]) => text).map(([label, text]) => (
          <Fact key={label} label={label}>{text}</Fact>
        ))}
        <Fact label="Réglages demandés">
          <SetpointRequestStatus {...module} /> {setpointChangeText(wish, timeZone)}
        </Fact>
        <Fact label={CONNECTIVITY_LABEL}>
          <ConnectivityStatus state={module.connectivity} />{" "}
          {formatInstant(module.lastSeenAt, timeZone)}
        </Fact>
      </dl>
      {module.at === null && <p class="soft">Ce module ne s’est jamais signalé.</p>}
    </>
  );
}

function temperatureText(
  { temperatureC, temperatureFrom, temperatureAt }: ModuleLine,
  timeZone: string,
): string {
  if (temperatureC === null) return "";
  const from = temperatureFrom === null ? "" : `, ${TEMPERATURE_SOURCES[temperatureFrom]}`;
  const at = temperatureAt === null ? "" : `, le ${formatInstant(temperatureAt, timeZone)}`;
  return `${formatQuantity(temperatureC, "°C")}${from}${at}`;
}
