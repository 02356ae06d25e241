/** The modules of a residence: the data of their pages, and their form actions. @module */
import { moduleLines } from "@/lib/domain/pilot/module_list.ts";
import { moduleForm, PRESENCE_FORM } from "@/lib/forms/pilot/pilot_forms.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { changes } from "@/lib/web/forms/submit_forms.ts";
import type { PageContext, State } from "@/lib/web/state.ts";
import { modulesOf } from "./pilot_place.ts";

/** Reads the modules of a residence, and their controlled functions. @spec pilot.module-list */
export async function readModules(state: State) {
  const { project: { id: projectId } } = modulesOf(state);
  const { read } = state.api;
  const [features, statuses, connectivity] = await Promise.all([
    read("getPilotFeatures", { projectId }),
    read("listModulesStatus", { projectId }),
    read("listModulesConnectivity", { projectId }),
  ]);
  const nowS = Date.parse(state.now) / 1_000;
  return { on: features, all: moduleLines(statuses, connectivity, nowS) };
}

/** Reads a module, its settings and its reports. */
export async function readModule({ state, params }: PageContext) {
  const { project: { id: projectId, name }, canWrite } = modulesOf(state);
  const at = { projectId, moduleId: params.moduleId ?? "" };
  const { read } = state.api;
  const [features, status, config, connectivity] = await Promise.all([
    read("getPilotFeatures", { projectId }),
    read("getModuleStatus", at),
    read("getModuleConfig", at),
    read("listModulesConnectivity", { projectId }),
  ]);
  const nowS = Date.parse(state.now) / 1_000;
  const [module] = moduleLines([status], connectivity, nowS);
  if (module === undefined) throw new TypeError("One status makes one line");
  state.title = windowTitle(`${PAGE_NAMES.pilot} de ${module.name}`, name);
  return { on: features, config, module, canWrite };
}

/** Changes the configuration of a module, and the presence of its occupants. */
export async function moduleForms(ctx: PageContext) {
  const { on, config, module } = await readModule(ctx);
  const { call } = ctx.state.api;
  const at = { projectId: modulesOf(ctx.state).project.id, moduleId: module.id };
  return {
    module: changes(moduleForm(on, config), (body) => call("putModuleConfig", { ...at, body })),
    presence: changes(PRESENCE_FORM, (body) => call("putModuleStatus", { ...at, body })),
  };
}
