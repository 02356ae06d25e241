/** What the pages of boiler rooms, equipment and facility series read, allow and save. @module */

import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { showInMenu } from "@/lib/residences/pages.ts";
import { residenceOf, type ResidencePlace } from "@/lib/residences/place.ts";
import { seriesChoiceLabel, seriesChoices, seriesNameAmongAll } from "@/lib/series/series_names.ts";
import { links } from "@/lib/ui/links.ts";
import { action, type FormAction, rowForm, save } from "@/lib/web/form_handlers.ts";
import { type Api, HttpError, oneOf, type PageContext, type State } from "@/lib/web/state.ts";
import type { NamedSeries } from "./boiler_room_forms.ts";
import { type AnnotatedAt, type Answer, FACILITIES_CALLS } from "./calls.ts";
import { EQUIPMENT_KINDS, type EquipmentKind } from "./equipment_kinds.ts";
import {
  type DetailedKind,
  detailIn,
  type EquipmentDetail,
  equipmentLines,
  isDetailed,
  isPlace,
  isRightParent,
  readsSeriesOf,
  writersOf,
} from "./equipment_rules.ts";
import { DETAIL_FORMS, EQUIPMENT_FORM } from "./forms.ts";
import type { BoilerRoom, ComputedSeries } from "./schema.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { DATA_UNITS } from "@/lib/timeseries/units.ts";
import { partsOf } from "./computed_slots.ts";
import { monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { daysOfMonth, type PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import { annotationsWithin } from "@/lib/series/annotations.ts";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import { intervalsOf } from "@/lib/series/pages.ts";
import type { StateInterval } from "@/lib/series/range_notes.ts";
import type { Annotation } from "@/lib/series/schema.ts";

/** A series of the facilities, with the equipment on which it is measured. */
export interface PlacedSeries extends NamedSeries {
  readonly equipmentId: string | null;
}

/** The facility series of the residence that the form of the sources offers. */
export function seriesOf(state: State): PlacedSeries[] {
  return residenceOf(state).project.facilitiesDataseries.map((one) => ({
    id: one.id,
    dataUnitId: one.dataUnitId,
    unit: one.unit.unit,
    equipmentId: one.equipmentId,
    label: seriesChoiceLabel(one),
  }));
}

/** The boiler room in the address of a page, for its calls. */
export function roomAt({ params }: Pick<PageContext, "params">) {
  const { projectId = "", boilerRoomId = "" } = params;
  return { projectId, boilerRoomId };
}

/** The boiler room of a page; also sets the menu and the window title. */
export async function boilerRoomOf(ctx: PageContext, pageName: string): Promise<BoilerRoom> {
  const { state } = ctx;
  const room = await state.api.read(FACILITIES_CALLS.getBoilerRoom, roomAt(ctx));
  showInMenu(state, room);
  state.title = pageName;
  return room;
}

/** Refuses a user who may only read the boiler rooms. */
export function onlyRoomWriters({ state }: PageContext): void {
  const { roles } = residenceOf(state);
  if (!opensScreen("boiler-room-settings", roles)) throw new HttpError(403, "forbidden");
}

/** URL of the settings of a boiler room; null for a user who may only read it. */
export function roomSettingsHref(state: State, boilerRoomId: string): string | null {
  const { project, roles } = residenceOf(state);
  const mayWrite = opensScreen("boiler-room-settings", roles);
  return mayWrite ? links.boilerRoomSettings(project.id, boilerRoomId) : null;
}

type EquipmentRead = Answer<"listEquipments">[number];

function equipmentReader(state: State): ResidencePlace {
  const place = residenceOf(state);
  const { roles, isAdmin } = place;
  if (isAdmin || opensScreen("boiler-rooms", roles) || opensScreen("buildings", roles)) {
    return place;
  }
  throw new HttpError(403, "forbidden");
}

export function canWriteEquipment(
  state: State,
  kind: EquipmentKind,
  parentKind: EquipmentKind | null,
): boolean {
  const { roles, isAdmin } = residenceOf(state);
  return isAdmin || opensScreen(SETTINGS_SCREENS[writersOf({ kind, parentKind })], roles);
}

/** True when the user may write an equipment's own settings, which need a role on the residence. */
export function canWriteDetails(
  state: State,
  equipment: EquipmentRead,
  parent: EquipmentRead | null,
): boolean {
  return opensScreen(SETTINGS_SCREENS[placeOf(equipment, parent)], residenceOf(state).roles);
}

/** True when the user may read the series measured on an equipment; on the residence itself, null. */
export function readsSeriesAt(
  state: State,
  equipment: EquipmentRead | null,
  parent: EquipmentRead | null,
): boolean {
  return readsSeriesOf(equipment && placeOf(equipment, parent), residenceOf(state).roles);
}

function placeOf({ kind }: EquipmentRead, parent: EquipmentRead | null) {
  return writersOf({ kind, parentKind: parent?.kind ?? null });
}

const SETTINGS_SCREENS = {
  boilerroom: "boiler-room-settings",
  building: "building-settings",
} as const;

/** The kinds that the user may add, and their possible parents; no kind for a user without write access. */
export function equipmentChoices(state: State, equipments: readonly EquipmentRead[]) {
  const parents = [null, ...EQUIPMENT_KINDS];
  const kinds = EQUIPMENT_KINDS.filter((kind) =>
    parents.some((parent) =>
      isRightParent({ kind, parentKind: parent }) && canWriteEquipment(state, kind, parent)
    )
  );
  const places = equipments.filter(({ kind }) =>
    isPlace(kind) && canWriteEquipment(state, kind, null)
  );
  return { kinds, places };
}

export async function readEquipmentList(state: State) {
  const { project } = equipmentReader(state);
  const equipments = await state.api.read(FACILITIES_CALLS.listEquipments, {
    projectId: project.id,
  });
  const series = project.facilitiesDataseries;
  return { equipments, lines: equipmentLines(equipments, series) };
}

export type EquipmentSheet = Awaited<ReturnType<typeof readEquipmentSheet>>;

/** Reads an equipment. @throws HttpError 404 when the residence has none with this id */
export async function readEquipmentSheet(state: State, equipmentId: string) {
  const { equipments, lines } = await readEquipmentList(state);
  const equipment = oneOf(equipments, equipmentId);
  const { project } = residenceOf(state);
  return {
    equipment,
    parent: equipments.find(({ id }) => id === equipment.parentId) ?? null,
    inside: lines.filter(({ place }) => place?.id === equipmentId),
    series: project.facilitiesDataseries.filter((one) => one.equipmentId === equipmentId),
  };
}

/**
 * Reads the specific settings of an equipment.
 *
 * @returns null for a user who may not read its place
 */
export async function readDetailOf(
  state: State,
  { id, kind }: { id: string; kind: DetailedKind },
  parent: EquipmentRead,
): Promise<EquipmentDetail | null> {
  const { readUnless } = state.api;
  const at = { projectId: residenceOf(state).project.id };
  const place = parent.kind === "building"
    ? await readUnless("forbidden", FACILITIES_CALLS.getBuilding, { ...at, buildingId: parent.id })
    : await readUnless("forbidden", FACILITIES_CALLS.getBoilerRoom, {
      ...at,
      boilerRoomId: parent.id,
    });
  return place && detailIn(place, { id, kind });
}

/** Form actions of an equipment's page. @throws HttpError 403 for a user who may not write the equipment */
export async function equipmentForms({ state, params }: PageContext) {
  const { equipment, parent } = await readEquipmentSheet(state, params.equipmentId ?? "");
  const { kind, id: equipmentId, name } = equipment;
  if (!canWriteEquipment(state, kind, parent?.kind ?? null)) throw new HttpError(403, "forbidden");
  const projectId = residenceOf(state).project.id;
  const at = { projectId, equipmentId };
  const { call, sender } = state.api;
  return {
    settings: save(EQUIPMENT_FORM, sender(FACILITIES_CALLS.putEquipmentSettings, at)),
    removal: action(() => call(FACILITIES_CALLS.deleteEquipment, at), links.equipments(projectId)),
    ...isDetailed(kind) && parent !== null &&
      { details: detailAction(state, kind, { id: equipmentId, placeId: parent.id, name }) },
  };
}

interface DetailPlace {
  id: string;
  placeId: string;
  /** Name of the equipment, required to write its settings. */
  name: string;
}

function detailAction(
  state: State,
  kind: DetailedKind,
  { id, placeId, name }: DetailPlace,
): FormAction {
  const { call } = state.api;
  const at = { projectId: residenceOf(state).project.id };
  const inRoom = { ...at, boilerRoomId: placeId };
  const named = <Own extends object>(own: Own) => ({ body: { ...own, name } });
  const actions: Readonly<Record<DetailedKind, FormAction>> = {
    "boilerroom-circuit": save(
      DETAIL_FORMS["boilerroom-circuit"],
      (own) =>
        call(FACILITIES_CALLS.putCircuitSettings, { ...inRoom, circuitId: id, ...named(own) }),
    ),
    "boilerroom-errorcode": save(
      DETAIL_FORMS["boilerroom-errorcode"],
      (own) =>
        call(FACILITIES_CALLS.putErrorCodeSettings, { ...inRoom, errorCodeId: id, ...named(own) }),
    ),
    "boilerroom-faultdetector": save(
      DETAIL_FORMS["boilerroom-faultdetector"],
      (own) =>
        call(FACILITIES_CALLS.putFaultDetectorSettings, {
          ...inRoom,
          faultDetectorId: id,
          ...named(own),
        }),
    ),
    cmv: save(
      DETAIL_FORMS.cmv,
      (own) => call(FACILITIES_CALLS.putCmvSettings, { ...at, cmvId: id, ...named(own) }),
    ),
    skydome: save(
      DETAIL_FORMS.skydome,
      (own) => call(FACILITIES_CALLS.putSkydomeSettings, { ...at, skydomeId: id, ...named(own) }),
    ),
    gate: save(
      DETAIL_FORMS.gate,
      (own) => call(FACILITIES_CALLS.putGateSettings, { ...at, gateId: id, ...named(own) }),
    ),
  };
  return actions[kind];
}

/** The series that may be parts: those of the facilities whose days add up. */
export function computedChoices({ facilitiesDataseries }: Pick<Project, "facilitiesDataseries">) {
  const offered = seriesChoices(facilitiesDataseries.filter(({ unit }) => unit.sum));
  return { plus: offered, minus: offered };
}

/** « Général + Solaire − Chauffage » */
export function computedText(
  { dataUnitId, ...parts }: Pick<ComputedSeries, "dataUnitId" | "plus" | "minus">,
  { facilitiesDataseries }: Pick<Project, "facilitiesDataseries">,
): string {
  const names = new Map(facilitiesDataseries.map((one) => [one.id, seriesNameAmongAll(one)]));
  const text = partsOf(parts).map(({ id, sign }, position) => {
    const mark = sign < 0 ? "− " : position === 0 ? "" : "+ ";
    return `${mark}${names.get(id) ?? ""}`;
  }).join(" ");
  return `${text} (${DATA_UNITS[dataUnitId].unit})`;
}

/**
 * Reads the intervals of a state over consecutive ranges, numbers and texts merged.
 *
 * @param segments oldest first
 * @returns newest first
 */
export async function readIntervals(
  { api }: State,
  query: { projectId: string; series: string },
  segments: readonly string[],
): Promise<StateInterval[]> {
  const points = await Promise.all(segments.map(async (segment) => {
    const [values, texts] = await Promise.all([
      api.read(FACILITIES_CALLS.getFacilityTimedData, { ...query, segment }),
      api.read(FACILITIES_CALLS.getFacilityMessageData, { ...query, segment }),
    ]);
    return { values: values.values, messages: texts.messages };
  }));
  return intervalsOf({
    values: points.flatMap(({ values }) => values),
    messages: points.flatMap(({ messages }) => messages),
  });
}

/**
 * Reads the current states and their start. Two months are read: a state unchanged this month started before it.
 *
 * @param openings equipment with a state series; those without a series are skipped
 * @returns by series id; null for one not read for two months
 */
export async function readIntervalsNow(
  state: State,
  openings: readonly { readonly seriesId: string | null }[],
): Promise<Map<string, StateInterval | null>> {
  const { project: { id: projectId }, today } = residenceOf(state);
  const month = monthOf(today);
  const segments = [shiftMonth(month, -1), month].map((one) => rangeSegment(daysOfMonth(one)));
  const seriesWithReadings = openings.flatMap(({ seriesId }) => seriesId ?? []);
  return new Map(
    await Promise.all(seriesWithReadings.map(async (series) => {
      const [now = null] = await readIntervals(state, { projectId, series }, segments);
      return [series, now] as const;
    })),
  );
}

/** The annotations that overlap a range. */
export async function readAnnotationsOf(
  api: Api,
  at: AnnotatedAt,
  range: PeriodRange,
): Promise<Annotation[]> {
  return annotationsWithin(
    (await api.read(FACILITIES_CALLS.listAnnotations, at)).annotations,
    civilDays(range),
  );
}

/** The annotations of the boiler room of a page that overlap a range. */
export function readRoomAnnotations(ctx: PageContext, range: PeriodRange): Promise<Annotation[]> {
  const { projectId, boilerRoomId: annotatedId } = roomAt(ctx);
  return readAnnotationsOf(ctx.state.api, { projectId, annotatedId }, range);
}

export function savesAnnotation({ call }: Api, at: AnnotatedAt): FormAction {
  return rowForm(ANNOTATION_FORM, {
    create: ({ version: _, ...body }) => call(FACILITIES_CALLS.addAnnotation, { ...at, body }),
    put: (annotationId, body) =>
      call(FACILITIES_CALLS.putAnnotation, { ...at, annotationId, body }),
    remove: (annotationId, version) =>
      call(FACILITIES_CALLS.deleteAnnotation, { ...at, annotationId, version }),
  });
}
