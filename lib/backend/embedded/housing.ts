import type { Backend } from "../../contract/catalogue.ts";
import { HOUSING_CALLS } from "../../contract/housing.ts";
import { houseChoices } from "./house_choices.ts";
import { createHouse, deleteHouse, listHouses, putHouseSettings } from "./houses.ts";
import { listModuleRights, putModuleRights } from "./module_rights.ts";
import type { Services } from "./services.ts";
import { unserved } from "./unserved.ts";

/** Dwellings, their kinds and groups, and what the occupants' application may do in them. */
export function housingArea(services: Services) {
  return {
    ...unserved(HOUSING_CALLS),
    ...houseChoices(services),
    listHouses: ({ projectId }) => listHouses(services, projectId),
    createHouse: (input, caller) => createHouse(services, input, caller),
    putHouseSettings: (input, caller) => putHouseSettings(services, input, caller),
    deleteHouse: (input, caller) => deleteHouse(services, input, caller),
    listModuleRights: ({ projectId }) => listModuleRights(services, projectId),
    putModuleRights: (input, caller) => putModuleRights(services, input, caller),
  } satisfies Pick<Backend, keyof typeof HOUSING_CALLS>;
}
