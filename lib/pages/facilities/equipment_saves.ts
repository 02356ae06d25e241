import { type Context, HttpError } from "fresh";
import {
  DETAIL_RULES,
  type DetailedKind,
  detailErrors,
  type EquipmentDetail,
  isDetailed,
  readDetail,
} from "@/lib/domain/facilities/equipment_details.ts";
import {
  EQUIPMENT_SETTINGS_RULES,
  readEquipmentSettings,
} from "@/lib/domain/facilities/equipment_form.ts";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { pickedValues, typedErrors } from "@/lib/domain/forms/typed_fields.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import {
  refusedBy,
  type RefusedValues,
  type Refusing,
  wrongFields,
} from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { canWriteEquipment, type EquipmentSheet } from "./equipment_page.ts";

/** The forms of an equipment's page, as their hidden field `form` names them. */
export type EquipmentFormName = "settings" | "details" | "removal";

/** A form of the page that was refused. */
export interface EquipmentRefused extends RefusedValues {
  form: EquipmentFormName;
}

/** What became of a form. */
export interface EquipmentSaved {
  form: EquipmentFormName;
  /** null once it is done. */
  refused: EquipmentRefused | null;
}

/**
 * Does what one of the forms of an equipment's page asks.
 *
 * @throws HttpError 400 when it is none of them, 403 for who may not write the equipment
 */
export async function saveEquipmentForm(
  ctx: Context<State>,
  { equipment, parent }: EquipmentSheet,
): Promise<EquipmentSaved> {
  const { kind } = equipment;
  if (!canWriteEquipment(ctx.state, kind, parent?.kind ?? null)) {
    throw new HttpError(403, "forbidden");
  }
  const rules = [...EQUIPMENT_SETTINGS_RULES, ...(isDetailed(kind) ? DETAIL_RULES[kind] : [])];
  const fields = ["form", "version", ...rules.map(({ name }) => name)];
  const { values } = await readSubmission(ctx, fields);
  const { form } = values;
  const sent: Sent = { ctx, values, equipmentId: equipment.id };
  if (form === "settings") return { form, refused: named(form, await saveSettings(sent)) };
  if (form === "removal") return { form, refused: named(form, await remove(sent)) };
  if (form === "details" && isDetailed(kind) && parent !== null) {
    const place = { kind, name: equipment.name, placeId: parent.id };
    return { form, refused: named(form, await saveDetails(sent, place)) };
  }
  throw new HttpError(400, "bad-request");
}

interface Sent {
  ctx: Context<State>;
  values: Record<string, string>;
  equipmentId: string;
}

function named(form: EquipmentFormName, refused: RefusedValues | null): EquipmentRefused | null {
  return refused && { form, ...refused };
}

async function saveSettings({ ctx, values, equipmentId }: Sent): Promise<RefusedValues | null> {
  const typed = pickedValues(EQUIPMENT_SETTINGS_RULES, values);
  const errors = typedErrors(EQUIPMENT_SETTINGS_RULES, typed);
  if (hasErrors(errors)) return wrongFields(values, errors);
  const { project } = residenceOf(ctx.state);
  const body = { ...readEquipmentSettings(typed), version: values.version };
  const at = { projectId: project.id, equipmentId };
  const result = await ctx.state.api.call("putEquipmentSettings", { ...at, body });
  return result.ok ? null : refusedBy(values, result, { "code-taken": "code" });
}

async function remove({ ctx, values, equipmentId }: Sent): Promise<RefusedValues | null> {
  const { project } = residenceOf(ctx.state);
  const at = { projectId: project.id, equipmentId };
  const result = await ctx.state.api.call("deleteEquipment", at);
  return result.ok ? null : refusedBy(values, result);
}

interface DetailPlace {
  kind: DetailedKind;
  /** Name of the equipment, which its own settings are written with. */
  name: string;
  placeId: string;
}

async function saveDetails(
  { ctx, values, equipmentId }: Sent,
  { kind, name, placeId }: DetailPlace,
): Promise<RefusedValues | null> {
  const typed = pickedValues(DETAIL_RULES[kind], values);
  const errors = detailErrors(kind, typed);
  const detail = readDetail(kind, typed);
  if (detail === null || hasErrors(errors)) return wrongFields(values, errors);
  const shared = { name, version: values.version };
  const result = await putDetail(ctx.state, detail, { equipmentId, placeId, shared });
  return result.ok ? null : refusedBy(values, result);
}

interface DetailTarget {
  equipmentId: string;
  placeId: string;
  shared: { name: string; version: string | undefined };
}

async function putDetail(
  state: State,
  detail: EquipmentDetail,
  { equipmentId, placeId, shared }: DetailTarget,
): Promise<{ readonly ok: true } | Refusing> {
  const { call } = state.api;
  const at = { projectId: residenceOf(state).project.id };
  const inRoom = { ...at, boilerRoomId: placeId };
  const { kind, own } = detail;
  switch (kind) {
    case "boilerroom-circuit":
      return await call("putCircuitSettings", {
        ...inRoom,
        circuitId: equipmentId,
        body: { ...own, ...shared },
      });
    case "boilerroom-errorcode":
      return await call("putErrorCodeSettings", {
        ...inRoom,
        errorCodeId: equipmentId,
        body: { ...own, ...shared },
      });
    case "boilerroom-faultdetector":
      return await call("putFaultDetectorSettings", {
        ...inRoom,
        faultDetectorId: equipmentId,
        body: { ...own, ...shared },
      });
    case "cmv":
      return await call("putCmvSettings", {
        ...at,
        cmvId: equipmentId,
        body: { ...own, ...shared },
      });
    case "skydome":
      return await call("putSkydomeSettings", {
        ...at,
        skydomeId: equipmentId,
        body: { ...own, ...shared },
      });
    case "gate":
      return await call("putGateSettings", {
        ...at,
        gateId: equipmentId,
        body: { ...own, ...shared },
      });
  }
}
