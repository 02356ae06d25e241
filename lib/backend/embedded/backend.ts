import type { Backend } from "@/lib/contract/catalogue.ts";
import { accountsArea } from "./accounts/accounts.ts";
import { alarmsArea } from "./alarms/alarms.ts";
import { autoconsumptionArea } from "./autoconsumption/autoconsumption.ts";
import { consumptionReportsArea } from "./consumption_reports/consumption_reports.ts";
import { contractingArea } from "./contracting/contracting.ts";
import { degreeDaysArea } from "./degree_days/degree_days.ts";
import { displayArea } from "./display/display.ts";
import { energyBalanceArea } from "./energy_balance/energy_balance.ts";
import { facilitiesArea } from "./facilities/facilities.ts";
import { gasArea } from "./gas/gas.ts";
import { housingArea } from "./housing/housing.ts";
import { organisationsArea } from "./organisations/organisations.ts";
import { pilotArea } from "./pilot/pilot.ts";
import { platformArea } from "./platform/platform.ts";
import { projectsArea } from "./projects/projects.ts";
import { queuedReportsArea } from "./queued_reports/queued_reports.ts";
import { rolesArea } from "./roles/roles.ts";
import { seriesArea } from "./series/series_area.ts";
import type { Services } from "./services.ts";
import { stockArea } from "./stock/area.ts";

/** The embedded backend, on the store of the services. */
export function embeddedBackend(services: Services): Backend {
  const backend: Backend = {
    ...accountsArea(services),
    ...organisationsArea(services),
    ...rolesArea(services),
    ...projectsArea(services),
    ...stockArea(services, () => backend),
    ...seriesArea(services),
    ...facilitiesArea(services),
    ...housingArea(services),
    ...consumptionReportsArea(services),
    ...pilotArea(services),
    ...degreeDaysArea(services),
    ...energyBalanceArea(services),
    ...gasArea(services),
    ...autoconsumptionArea(services),
    ...alarmsArea(services),
    ...contractingArea(services),
    ...displayArea(services),
    ...queuedReportsArea(services),
    ...platformArea(services),
  };
  return backend;
}
