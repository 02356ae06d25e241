import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { houseOptions } from "@/components/housing/house_fields.ts";
import { ConnectivityStatus } from "@/components/housing/house_list.tsx";
import { type PageTable, PageTables } from "@/components/ui/DataTable.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import type { FormContent } from "@/components/ui/FormFields.tsx";
import { Fact, PageTitle, Section, Status } from "@/components/ui/Page.tsx";
import { labelledOptions } from "@/components/ui/SelectField.tsx";
import { readPlaceAlarms } from "@/lib/alarms/pages.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { NO_RECENT_VALUE } from "@/lib/facilities/text.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import type { HouseChoices } from "@/lib/housing/dwelling_list.ts";
import { type HouseField, shownHouseFields } from "@/lib/housing/dwelling_settings.ts";
import { HOUSE_FORM, RIGHTS_FORM } from "@/lib/housing/forms.ts";
import { readRunningMonths } from "@/lib/housing/month_pages.ts";
import {
  canReadRights,
  canWriteHouses,
  canWriteRights,
  changedHouseFields,
  houseForms,
  houseReader,
  readHouses,
} from "@/lib/housing/pages.ts";
import type { House, HouseConnectivity, ModuleRights } from "@/lib/housing/schema.ts";
import { type LastValue, readLastValues } from "@/lib/housing/series_pages.ts";
import {
  ANONYMOUS_HOUSE,
  floorLabel,
  houseLossText,
  RUNNING_MONTH_INTRO,
} from "@/lib/housing/text.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { ECOTOUCH_ACCESS } from "@/lib/residences/features.ts";
import { ECOTOUCH_LABELS } from "@/lib/residences/forms.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { FormPage, NamedField } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext, type State } from "@/lib/web/state.ts";
import { monthTable } from "@/routes/collect/[projectId]/(_components)/month_table.ts";

export const handler = define.handlers(formRoute(readPage, houseForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { house, choices, connectivity, values, month, rights, here, page } = data;
  const parts = { house, state, page };
  return (
    <>
      <PageTitle />
      <PlaceNotices {...here} />
      <ReadingsSection {...parts} connectivity={connectivity} values={values} />
      <MonthSection table={month} url={url} />
      <HouseSection {...parts} choices={choices} />
      <OccupantsSection {...parts} />
      {rights !== null && <RightsSection {...parts} rights={rights} />}
    </>
  );
});

async function readPage(ctx: PageContext) {
  const { id: projectId } = houseReader(ctx.state).project;
  const [{ houses, choices, connectivity }, rights] = await Promise.all([
    readHouses(ctx.state),
    canReadRights(ctx.state)
      ? ctx.state.api.read(HOUSING_CALLS.listModuleRights, { projectId })
      : null,
  ]);
  const house = oneOf(houses, ctx.params.houseId);
  ctx.state.title = house.settings.name;
  const [months, values, here] = await Promise.all([
    readRunningMonths(ctx.state, house),
    readLastValues(ctx.state, house),
    readPlaceAlarms(ctx.state, [house.id]),
  ]);
  const month = monthTable(ctx.state, months, house);
  return tableFile(ctx.url, month) ?? {
    house,
    choices,
    month,
    values,
    here,
    connectivity: connectivity?.find(({ houseId }) => houseId === house.id) ?? null,
    /** null for a user who may not see them. */
    rights: rights?.find(({ houseId }) => houseId === house.id) ?? null,
  };
}

interface HousePartProps {
  house: House;
  state: State;
  page: FormPage;
}

/** The dwelling's settings: a form for a user who configures, text for the others. */
function HouseSection(
  { house, state, page, choices }: HousePartProps & { choices: HouseChoices },
) {
  const { project } = residenceOf(state);
  const shown = shownHouseFields(project.features);
  const options = houseOptions(project.features, choices);
  if (!canWriteHouses(state)) {
    return (
      <Section id="house" title="Logement">
        <HouseFacts house={house} shown={shown} options={options} />
      </Section>
    );
  }
  const changed = changedHouseFields(project.features);
  return (
    <FormSection
      title="Logement"
      before={<HouseFacts house={house} shown={shown.difference(changed)} options={options} />}
      form={HOUSE_FORM}
      stored={house}
      page={page}
      options={options}
      shows={(name) => changed.has(name)}
      cancel={links.houses(project.id)}
      after={
        <RemovalForm
          form="house"
          action={`${page.action}#house`}
          label="Supprimer le logement"
          text={houseLossText(project.housesDataseries.length)}
        />
      }
    />
  );
}

/** The current month of the dwelling; nothing without a visible amount. */
function MonthSection({ table, url }: { table: PageTable<unknown>; url: URL }) {
  if (table.rows.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="month">
      <h2 id="month">{PAGES.runningMonth.title}</h2>
      <p class="soft">{RUNNING_MONTH_INTRO}</p>
      <PageTables tables={[table]} url={url} />
    </section>
  );
}

/** Link to the occupants of the dwelling, for a user who may know them. */
function OccupantsSection({ house, state }: HousePartProps) {
  if (!canWriteHouses(state)) return null;
  return (
    <Section
      id="occupants"
      title={PAGES.occupants.title}
      intro="Qui habite le logement, depuis quand, et avec quel accord pour les données fines."
    >
      <p>
        <a class="button" href={links.occupants(residenceOf(state).project.id, house.id)}>
          Voir les occupants
        </a>
      </p>
    </Section>
  );
}

interface ReadingsSectionProps extends Pick<HousePartProps, "house" | "state"> {
  connectivity: HouseConnectivity | null;
  values: readonly LastValue[];
}

/** Last values of the dwelling visible to the user, and its last connection. */
function ReadingsSection({ house, state, connectivity, values }: ReadingsSectionProps) {
  const { project, roles } = residenceOf(state);
  if (project.housesDataseries.length === 0 || !opensScreen("houses", roles)) return null;
  return (
    <Section id="readings" title="Relevés">
      {connectivity && (
        <p class="row">
          <ConnectivityStatus state={connectivity.state} />
          <span class="soft">{seenText(connectivity.lastSeenAt, project.timeZone)}</span>
        </p>
      )}
      {values.length === 0 ? <p>{ANONYMOUS_HOUSE}</p> : (
        <LastValues
          values={values}
          timeZone={project.timeZone}
          hrefOf={(seriesId) =>
            links.housingSeries({ projectId: project.id, houseId: house.id }, seriesId)}
        />
      )}
    </Section>
  );
}

function seenText(lastSeenAt: string | null, timeZone: string): string {
  if (lastSeenAt === null) return "Aucun relevé reçu";
  return `Dernier relevé le ${formatInstant(lastSeenAt, timeZone)}`;
}

/** Rights of the occupants' application in the dwelling, within those of the residence. */
function RightsSection({ state, page, rights }: HousePartProps & { rights: ModuleRights }) {
  const { project } = residenceOf(state);
  const title = "Application des occupants";
  if (!canWriteRights(state)) {
    return (
      <Section id="rights" title={title}>
        <p>{ECOTOUCH_LABELS[rights.access]}</p>
      </Section>
    );
  }
  const most = Math.max(project.ecotouchAdmin, rights.access);
  const levels = Object.values(ECOTOUCH_ACCESS).filter((access) => access <= most);
  return (
    <FormSection
      title={title}
      form={RIGHTS_FORM}
      stored={rights}
      page={page}
      options={{ access: labelledOptions(levels, ECOTOUCH_LABELS) }}
    />
  );
}

interface HouseFactsProps {
  house: House;
  shown: ReadonlySet<HouseField>;
  options: NonNullable<FormContent<HouseField>["options"]>;
}

function HouseFacts({ house, shown, options }: HouseFactsProps) {
  const values = HOUSE_FORM.typed(house);
  const plain = HOUSE_FORM.fields.filter(({ name }) => name !== "config" && shown.has(name));
  return (
    <dl class="facts">
      {plain.map((field) => (
        <Fact key={field.name} label={field.label}>
          {factText(
            { ...field, options: options[field.name] ?? field.options ?? [] },
            values[field.name],
          )}
        </Fact>
      ))}
      {shown.has("config") &&
        Object.entries(house.config).map(([name, value]) => (
          <Fact key={name} label={name}>{value}</Fact>
        ))}
    </dl>
  );
}

function factText({ name, options, empty }: NamedField<HouseField>, value: string): string {
  if (name === "floor") return floorLabel(value === "" ? null : Number(value));
  return options?.find((option) => option.value === value)?.label ?? (value || empty || "Inconnu");
}

interface LastValuesProps {
  values: readonly LastValue[];
  timeZone: string;
  hrefOf(seriesId: string): string;
}

/** Last value of each series of a dwelling, linked to its page; none older than 24 hours (B §4). */
function LastValues({ values, timeZone, hrefOf }: LastValuesProps) {
  return (
    <ul class="current-values">
      {values.map(({ series, last }) => (
        <li key={series.id} class="current-value">
          <a class="small" href={hrefOf(series.id)}>{seriesName(series)}</a>
          {last === null ? <NoValue series={series} /> : (
            <>
              <strong>
                {formatNumber(last.value)}
                <span class="unit">&nbsp;{series.unit.unit}</span>
              </strong>
              <span class="small soft">
                {series.unit.kind === "index" && "Index, "}
                {formatInstant(last.at, timeZone)}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function NoValue({ series: { unit } }: { series: ProjectSeries }) {
  if (unit.kind === "state") return <span class="small soft">Ses états, l’un après l’autre</span>;
  return <Status tone="info" label={NO_RECENT_VALUE} />;
}
