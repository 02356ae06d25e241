import { type Context, HttpError } from "fresh";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { MACHINE_FORM } from "@/lib/forms/facilities/machine_form.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { gridForm } from "@/lib/web/forms/row_form.ts";
import type { FormAction } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";

/** Refuses a user who may only read the boiler rooms. */
export function onlyRoomWriters(state: State): void {
  if (!opensScreen("boiler-room-settings", residenceOf(state).roles)) {
    throw new HttpError(403, "forbidden");
  }
}

/** Actions of a row of machines: add, change or delete it. */
export function machineForms({ state, params }: Context<State>): Record<string, FormAction> {
  onlyRoomWriters(state);
  const { projectId = "", boilerRoomId = "" } = params;
  const at = { projectId, boilerRoomId };
  const { call } = state.api;
  return {
    machines: gridForm(MACHINE_FORM, {
      create: (body) => call("addDevice", { ...at, body }),
      put: (deviceId, body) => call("putDevice", { ...at, deviceId, body }),
      remove: (deviceId) => call("deleteDevice", { ...at, deviceId }),
    }),
  };
}
