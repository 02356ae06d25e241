import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { InsideTable } from "@/components/facilities/equipment_list.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import { EmptyState, PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import type { SelectOption } from "@/components/ui/SelectField.tsx";
import { readPlaceAlarms } from "@/lib/alarms/pages.ts";
import {
  type DetailedKind,
  EQUIPMENT_KIND_RULES,
  type EquipmentDetail,
  isDetailed,
  isPlace,
} from "@/lib/facilities/equipment_rules.ts";
import { DETAIL_FORMS, EQUIPMENT_FORM } from "@/lib/facilities/forms.ts";
import {
  canWriteDetails,
  canWriteEquipment,
  equipmentForms,
  type EquipmentSheet,
  readDetailOf,
  readEquipmentSheet,
  readsSeriesAt,
} from "@/lib/facilities/pages.ts";
import { EQUIPMENT_KIND_LABELS, equipmentUseText } from "@/lib/facilities/text.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { canWriteSeries } from "@/lib/ingest/series_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { seriesChoiceLabel, type SeriesUser, suitableChoices } from "@/lib/series/series_names.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { Form, FormPage } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { writeFilters } from "@/lib/ui/tables.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, equipmentForms));

export default define.page<typeof handler>(({ data, state }) => {
  const { sheet, detail, here, page } = data;
  const { equipment, parent } = sheet;
  const { project } = residenceOf(state);
  const canWrite = canWriteEquipment(state, equipment.kind, parent?.kind ?? null);
  const hasDocuments = EQUIPMENT_KIND_RULES[equipment.kind].useInDocuments &&
    state.place?.documentRoles.length !== 0 && opensScreen("documents", residenceOf(state).roles);
  const ofEquipment = writeFilters({ equipment: equipment.id });
  return (
    <>
      <PageTitle
        title={equipment.name}
        subtitle={[EQUIPMENT_KIND_LABELS[equipment.kind], equipment.settings.code, parent?.name]}
        back={parent === null
          ? { href: links.equipments(project.id), label: PAGES.equipments.title }
          : { href: links.equipment(project.id, parent.id), label: parent.name }}
      >
        {equipment.kind === "building" && opensScreen("buildings", residenceOf(state).roles) && (
          <a class="button" href={links.building(project.id, equipment.id)}>Valeurs actuelles</a>
        )}
        {hasDocuments && (
          <a class="button" href={links.residenceDocuments(project.id, "running", ofEquipment)}>
            {PAGES.documents.title}
          </a>
        )}
        {equipment.kind === "boilerroom" && canWriteDetails(state, equipment, null) && (
          <a class="button" href={links.boilerRoomSettings(project.id, equipment.id)}>
            {PAGES.boilerRoomSettings.title}
          </a>
        )}
      </PageTitle>
      <PlaceNotices {...here} />
      {isPlace(equipment.kind) && <Inside sheet={sheet} projectId={project.id} canAdd={canWrite} />}
      <MeasuredHere sheet={sheet} state={state} />
      {detail !== null && (
        <FormSection
          title="Réglages"
          form={formOf(detail)}
          stored={detail.own}
          page={page}
          version={equipment.version}
          options={detailSeries(detail, project.facilitiesDataseries)}
        />
      )}
      {canWrite && (
        <>
          <FormSection title="Nom et code" form={EQUIPMENT_FORM} stored={equipment} page={page} />
          <RemovalSection sheet={sheet} page={page} />
        </>
      )}
    </>
  );
});

function Inside(
  { sheet, projectId, canAdd }: { sheet: EquipmentSheet; projectId: string; canAdd: boolean },
) {
  const { equipment, inside } = sheet;
  const add = canAdd && (
    <a class="button" href={links.newEquipment(projectId, equipment.id)}>
      Y ajouter un équipement
    </a>
  );
  if (inside.length === 0) {
    return <EmptyState title="Rien ne s’y trouve encore" icon="settings">{add}</EmptyState>;
  }
  return (
    <section class="stack" aria-labelledby="inside-title">
      <h2 id="inside-title">Ce qui s’y trouve</h2>
      <InsideTable projectId={projectId} placeId={equipment.id} lines={inside} />
      {add && <p>{add}</p>}
    </section>
  );
}

/** The series of an equipment: links to their readings, or to their settings for a user who may not read them. */
function MeasuredHere(
  { sheet: { equipment, parent, series }, state }: { sheet: EquipmentSheet; state: State },
) {
  if (series.length === 0) return null;
  const { project } = residenceOf(state);
  const settings = canWriteSeries(state, "facilities") ? links.seriesSettings : null;
  const pageOf = readsSeriesAt(state, equipment, parent) ? links.facilitySeries : settings;
  return (
    <section class="stack" aria-labelledby="series-title">
      <h2 id="series-title">Séries qui y sont mesurées</h2>
      <ul class="link-list">
        {series.map((one) => (
          <li key={one.id}>
            {pageOf === null
              ? seriesLabel(one)
              : <a href={pageOf(project.id, one.id)}>{seriesLabel(one)}</a>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function seriesLabel(series: EquipmentSheet["series"][number]): string {
  return seriesChoiceLabel({ ...series, equipmentName: undefined });
}

function formOf({ kind }: EquipmentDetail): Form {
  return DETAIL_FORMS[kind];
}

function RemovalSection(
  { sheet: { equipment, inside, series }, page: { shown, action } }: {
    sheet: EquipmentSheet;
    page: FormPage;
  },
) {
  const use = equipmentUseText({ insideCount: inside.length, seriesCount: series.length });
  return (
    <Section id="removal" title="Supprimer l’équipement">
      {shown?.form === "removal" && <Refusal {...shown} />}
      {use === null
        ? (
          <RemovalForm
            form="removal"
            action={`${action}#removal`}
            label={`Supprimer ${equipment.name}`}
            text="Ses réglages seront perdus. Ce que le journal en dit reste."
          />
        )
        : <p class="soft">{use}</p>}
    </Section>
  );
}

async function readPage(ctx: PageContext) {
  const { equipmentId = "" } = ctx.params;
  const sheet = await readEquipmentSheet(ctx.state, equipmentId);
  const { equipment, parent } = sheet;
  ctx.state.title = [PAGES.equipments.title, equipment.name];
  const { kind, id } = equipment;
  const isTheirs = isDetailed(kind) && parent !== null &&
    canWriteDetails(ctx.state, equipment, parent);
  const detail = isTheirs ? await readDetailOf(ctx.state, { id, kind }, parent) : null;
  const here = await readPlaceAlarms(ctx.state, [id], [parent?.id]);
  return { sheet, detail, here };
}

/** A field of an equipment's own settings that refers to a series. */
type SeriesField = "seriesId" | "outType" | "backType";

type SeriesChoices = Readonly<Record<SeriesField, readonly SelectOption[]>>;

/** User of the series in a kind's own field, for suitability. */
const READERS: Readonly<Record<DetailedKind, SeriesUser>> = {
  "boilerroom-circuit": "outType",
  "boilerroom-errorcode": "errorCode",
  "boilerroom-faultdetector": "faultDetector",
  "cmv": "cmv",
  "skydome": "skydome",
  "gate": "gate",
};

/** The facility series that an equipment may use, by field. */
function detailSeries(
  { kind, own }: EquipmentDetail,
  series: readonly ProjectSeries[],
): SeriesChoices {
  const choicesFor = (user: SeriesUser) => suitableChoices(user, series, Object.values(own));
  return {
    seriesId: choicesFor(READERS[kind]),
    outType: choicesFor("outType"),
    backType: choicesFor("backType"),
  };
}
