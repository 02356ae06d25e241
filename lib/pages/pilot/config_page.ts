/** The configuration of a residence's modules: the data of its page, and its form actions. @module */
import type { Context } from "fresh";
import { configForm } from "@/lib/forms/pilot/config_form.ts";
import { changes, type FormAction } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";
import { pilotOf } from "./pilot_place.ts";

/** Reads the controlled functions of a residence, and the configuration of its modules. */
export async function readConfig(state: State) {
  const { project: { id: projectId }, canWrite } = pilotOf(state);
  const { read } = state.api;
  const [features, config] = await Promise.all([
    read("getPilotFeatures", { projectId }),
    read("getPilotConfig", { projectId }),
  ]);
  return { on: features, config, canWrite };
}

/** Changes the configuration; a value whose feature is off is not changed. */
export async function configForms({ state }: Context<State>): Promise<Record<string, FormAction>> {
  const { on, config } = await readConfig(state);
  const { project: { id: projectId } } = pilotOf(state);
  return {
    config: changes(
      configForm(on, config),
      (body) => state.api.call("putPilotConfig", { projectId, body }),
    ),
  };
}
