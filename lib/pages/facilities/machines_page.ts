import { type Context, HttpError } from "fresh";
import { DEVICE_RULES, readDevice } from "@/lib/domain/facilities/device_form.ts";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames, pickedValues, typedErrors } from "@/lib/domain/forms/typed_fields.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { REFUSED_VALUE } from "@/lib/text/forms.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** A machine that was refused. */
export interface RefusedDevice extends RefusedValues {
  key: string;
}

/** Stops a user who may only read the boiler rooms. */
export function onlyRoomWriters(state: State): void {
  if (!opensScreen("boiler-room-settings", residenceOf(state).roles)) {
    throw new HttpError(403, "forbidden");
  }
}

/**
 * Saves, adds or deletes the machine that was sent.
 *
 * @returns why it was refused; null once it is done
 */
export async function saveDevice(ctx: Context<State>): Promise<RefusedDevice | null> {
  const { state, params } = ctx;
  onlyRoomWriters(state);
  const names = fieldNames(DEVICE_RULES);
  const { values } = await readSubmission(ctx, ["key", "intent", "version", ...names]);
  const { key, intent, version } = values;
  const typed = pickedValues(DEVICE_RULES, values);
  const errors = intent === "remove" ? {} : typedErrors(DEVICE_RULES, typed);
  if (hasErrors(errors)) return { key, ...wrongFields(typed, errors) };
  const place = { projectId: params.projectId ?? "", boilerRoomId: params.boilerRoomId ?? "" };
  const { call } = state.api;
  const refusal = (result: Awaited<ReturnType<typeof call>>) =>
    result.ok ? null : { key, ...refusedBy(typed, result) };
  if (intent === "remove") return refusal(await call("deleteDevice", { ...place, deviceId: key }));
  const body = readDevice(typed);
  if (body === null) {
    return { key, ...wrongFields(typed, { kind: { code: "message", message: REFUSED_VALUE } }) };
  }
  if (key === "") return refusal(await call("addDevice", { ...place, body }));
  return refusal(
    await call("putDevice", { ...place, deviceId: key, body: { ...body, version } }),
  );
}
