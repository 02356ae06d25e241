import { type DetailedKind, isDetailed } from "@/lib/domain/facilities/equipment_details.ts";
import { DETAIL_FORMS, EQUIPMENT_FORM } from "@/lib/forms/facilities/equipment_forms.ts";
import { links } from "@/lib/links/links.ts";
import { asks, changes, type FormAction } from "@/lib/web/forms/submit_forms.ts";
import { HttpError, type PageContext, residenceOf, type State } from "@/lib/web/state.ts";
import { canWriteEquipment, readEquipmentSheet } from "./equipment_page.ts";

/** Form actions of an equipment's page. @throws HttpError 403 for a user who may not write the equipment */
export async function equipmentForms({ state, params }: PageContext) {
  const { equipment, parent } = await readEquipmentSheet(state, params.equipmentId ?? "");
  const { kind, id: equipmentId, name } = equipment;
  if (!canWriteEquipment(state, kind, parent?.kind ?? null)) throw new HttpError(403, "forbidden");
  const projectId = residenceOf(state).project.id;
  const at = { projectId, equipmentId };
  const { call } = state.api;
  return {
    settings: changes(EQUIPMENT_FORM, (body) => call("putEquipmentSettings", { ...at, body })),
    removal: asks(() => call("deleteEquipment", at), links.equipments(projectId)),
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
    "boilerroom-circuit": changes(
      DETAIL_FORMS["boilerroom-circuit"],
      (own) => call("putCircuitSettings", { ...inRoom, circuitId: id, ...named(own) }),
    ),
    "boilerroom-errorcode": changes(
      DETAIL_FORMS["boilerroom-errorcode"],
      (own) => call("putErrorCodeSettings", { ...inRoom, errorCodeId: id, ...named(own) }),
    ),
    "boilerroom-faultdetector": changes(
      DETAIL_FORMS["boilerroom-faultdetector"],
      (own) => call("putFaultDetectorSettings", { ...inRoom, faultDetectorId: id, ...named(own) }),
    ),
    cmv: changes(
      DETAIL_FORMS.cmv,
      (own) => call("putCmvSettings", { ...at, cmvId: id, ...named(own) }),
    ),
    skydome: changes(
      DETAIL_FORMS.skydome,
      (own) => call("putSkydomeSettings", { ...at, skydomeId: id, ...named(own) }),
    ),
    gate: changes(
      DETAIL_FORMS.gate,
      (own) => call("putGateSettings", { ...at, gateId: id, ...named(own) }),
    ),
  };
  return actions[kind];
}
