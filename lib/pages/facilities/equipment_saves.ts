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
  switch (kind) {
    case "boilerroom-circuit":
      return changes(
        DETAIL_FORMS[kind],
        (own) => call("putCircuitSettings", { ...inRoom, circuitId: id, ...named(own) }),
      );
    case "boilerroom-errorcode":
      return changes(
        DETAIL_FORMS[kind],
        (own) => call("putErrorCodeSettings", { ...inRoom, errorCodeId: id, ...named(own) }),
      );
    case "boilerroom-faultdetector":
      return changes(
        DETAIL_FORMS[kind],
        (own) =>
          call("putFaultDetectorSettings", { ...inRoom, faultDetectorId: id, ...named(own) }),
      );
    case "cmv":
      return changes(
        DETAIL_FORMS[kind],
        (own) => call("putCmvSettings", { ...at, cmvId: id, ...named(own) }),
      );
    case "skydome":
      return changes(
        DETAIL_FORMS[kind],
        (own) => call("putSkydomeSettings", { ...at, skydomeId: id, ...named(own) }),
      );
    case "gate":
      return changes(
        DETAIL_FORMS[kind],
        (own) => call("putGateSettings", { ...at, gateId: id, ...named(own) }),
      );
  }
}
