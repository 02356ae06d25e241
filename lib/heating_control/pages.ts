/** What the pages of the heating control read and save. @module */

import { residenceOf, type ResidencePlace } from "@/lib/residences/place.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { save } from "@/lib/web/form_handlers.ts";
import { HttpError, type PageContext, type State } from "@/lib/web/state.ts";
import { HEATING_CONTROL_CALLS } from "./calls.ts";
import { modulesAccess, settingsAccess } from "./features.ts";
import { moduleForm, PRESENCE_FORM } from "./forms.ts";
import { moduleLines } from "./module_list.ts";

/**
 * The residence of a page of its configuration or its thresholds.
 *
 * @spec pilot.screens
 * @throws HttpError 404 without a pilot, 403 without a role for it
 */
export function pilotOf(state: State) {
  const place = residenceOf(state);
  if (!place.project.hasPilot) throw new HttpError(404, "not-found");
  return withAccess(place, settingsAccess(place.project, place.roles));
}

/**
 * The residence of a page of its modules.
 *
 * @spec pilot.screens
 * @throws HttpError 404 when nothing is controlled, 403 without a role for it
 */
function modulesOf(state: State) {
  const place = residenceOf(state);
  const { hasPilot, hasTempPilot } = place.project;
  if (!hasPilot && !hasTempPilot) throw new HttpError(404, "not-found");
  return withAccess(place, modulesAccess(place.project, place.roles));
}

function withAccess(place: ResidencePlace, access: ReturnType<typeof modulesAccess>) {
  if (access === "none") throw new HttpError(403, "forbidden");
  return { ...place, canWrite: access === "write" };
}

/** Reads the modules of a residence, and their controlled functions. @spec pilot.module-list */
export async function readModules(state: State) {
  const { project: { id: projectId } } = modulesOf(state);
  const { read } = state.api;
  const [features, statuses, connectivity] = await Promise.all([
    read(HEATING_CONTROL_CALLS.getPilotFeatures, { projectId }),
    read(HEATING_CONTROL_CALLS.listModulesStatus, { projectId }),
    read(HEATING_CONTROL_CALLS.listModulesConnectivity, { projectId }),
  ]);
  const nowS = Date.parse(state.now) / 1_000;
  return { on: features, all: moduleLines(statuses, connectivity, nowS) };
}

/** Reads a module, its settings and its reports. */
export async function readModule({ state, params }: PageContext) {
  const { project: { id: projectId }, canWrite } = modulesOf(state);
  const at = { projectId, moduleId: params.moduleId ?? "" };
  const { read } = state.api;
  const [features, status, config, connectivity] = await Promise.all([
    read(HEATING_CONTROL_CALLS.getPilotFeatures, { projectId }),
    read(HEATING_CONTROL_CALLS.getModuleStatus, at),
    read(HEATING_CONTROL_CALLS.getModuleConfig, at),
    read(HEATING_CONTROL_CALLS.listModulesConnectivity, { projectId }),
  ]);
  const nowS = Date.parse(state.now) / 1_000;
  const [module] = moduleLines([status], connectivity, nowS);
  if (module === undefined) throw new TypeError("One status makes one line");
  state.title = `${PAGES.pilot.title} de ${module.name}`;
  return { on: features, config, module, canWrite };
}

/** Changes the configuration of a module, and the presence of its occupants. */
export async function moduleForms(ctx: PageContext) {
  const { on, config, module } = await readModule(ctx);
  const { sender } = ctx.state.api;
  const at = { projectId: modulesOf(ctx.state).project.id, moduleId: module.id };
  return {
    module: save(moduleForm(on, config), sender(HEATING_CONTROL_CALLS.putModuleConfig, at)),
    presence: save(PRESENCE_FORM, sender(HEATING_CONTROL_CALLS.putModuleStatus, at)),
  };
}
