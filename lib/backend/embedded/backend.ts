import type { Backend } from "@/lib/contract/catalogue.ts";
import * as accounts from "./accounts/accounts.ts";
import * as alarms from "./alarms/alarms.ts";
import * as autoconsumption from "./autoconsumption/autoconsumption.ts";
import * as consumptionReports from "./consumption_reports/consumption_reports.ts";
import { contractingArea } from "./contracting/contracting.ts";
import * as degreeDays from "./degree_days/degree_days.ts";
import * as display from "./display/display.ts";
import * as energyBalance from "./energy_balance/energy_balance.ts";
import * as facilities from "./facilities/facilities.ts";
import * as gas from "./gas/gas.ts";
import * as housing from "./housing/housing.ts";
import * as organisations from "./organisations/organisations.ts";
import * as pilot from "./pilot/pilot.ts";
import * as platform from "./platform/platform.ts";
import * as projects from "./projects/projects.ts";
import { SearchIndex } from "./projects/search.ts";
import * as queuedReports from "./queued_reports/queued_reports.ts";
import * as roles from "./roles/roles.ts";
import * as series from "./series/series_area.ts";
import { bound, type Services } from "./services.ts";
import * as stock from "./stock/imports.ts";

/** The embedded backend, on the store of the services: the handlers exported by each area. */
export function embeddedBackend(services: Services): Backend {
  const index = new SearchIndex(services);
  const backend: Backend = {
    ...bound(services, {
      ...accounts,
      ...organisations,
      ...roles,
      ...projects,
      ...series,
      ...facilities,
      ...housing,
      ...consumptionReports,
      ...pilot,
      ...degreeDays,
      ...energyBalance,
      ...gas,
      ...autoconsumption,
      ...alarms,
      ...display,
      ...queuedReports,
      ...platform,
    }),
    ...contractingArea(services),
    ...bound({ services, backend: () => backend }, stock),
    searchOrganisation: (input, caller) => index.search(input, caller),
  };
  return backend;
}
