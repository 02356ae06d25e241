/** The embedded backend: the handlers of every area. @module */

import * as occupancies from "@/lib/housing/occupancies.ts";
import * as organisations from "@/lib/organisations/organisations.ts";
import { bound, type Services } from "@/lib/api/services.ts";
import { documentHandlers } from "@/lib/documents/document_management.ts";
import { requestingOrgs } from "@/lib/documents/records.ts";
import { eraseHeatingChoice, moveHeatingChoice } from "@/lib/heating_control/module_requests.ts";
import { createStockImport, getStockImport, runStockImport } from "@/lib/portfolio/import.ts";
import { eraseConsumers } from "@/lib/self_consumption/consumers.ts";
import { type Backend, CALLS } from "./catalogue.ts";
import * as handlers from "./handlers.ts";

/** What a changed occupancy changes in heating control and self-consumption. */
const OCCUPANCY_HOOKS: occupancies.OccupancyHooks = {
  moved: moveHeatingChoice,
  deleted: eraseHeatingChoice,
  async erased(services, at, occupant, atomic) {
    await eraseConsumers(services, at, occupant, atomic);
    await eraseHeatingChoice(services, at, atomic);
  },
};

/** The embedded backend, on the store of the services: the handlers exported by each area. */
export function embeddedBackend(services: Services): Backend {
  const backend: Backend = {
    ...bound(CALLS, services, handlers),
    ...bound(CALLS, { ...services, occupancyHooks: OCCUPANCY_HOOKS }, occupancies),
    ...bound(CALLS, { ...services, requestingOrgs }, organisations),
    ...documentHandlers(services),
    ...bound(CALLS, { services, backend: () => backend }, {
      createStockImport,
      getStockImport,
      runStockImport,
    }),
  };
  return backend;
}
