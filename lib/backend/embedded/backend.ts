import { type Backend, CALLS } from "../../contract/catalogue.ts";
import { accountsArea } from "./accounts.ts";
import { alarmsArea } from "./alarms.ts";
import { autoconsumptionArea } from "./autoconsumption.ts";
import { degreeDaysArea } from "./degree_days.ts";
import { energyBalanceArea } from "./energy_balance.ts";
import { facilitiesArea } from "./facilities.ts";
import { gasArea } from "./gas.ts";
import { housingArea } from "./housing.ts";
import { organisationsArea } from "./organisations.ts";
import { platformArea } from "./platform.ts";
import { projectsArea } from "./projects.ts";
import { queuedReportsArea } from "./queued_reports.ts";
import { rolesArea } from "./roles.ts";
import { seriesArea } from "./series_area.ts";
import { stockArea } from "./stock_area.ts";
import type { Services } from "./services.ts";
import { unserved } from "./unserved.ts";

/** This program's own answers, on whatever store the services hold. */
export function embeddedBackend(services: Services): Backend {
  const backend: Backend = {
    ...unserved(CALLS),
    ...accountsArea(services),
    ...organisationsArea(services),
    ...rolesArea(services),
    ...projectsArea(services),
    ...stockArea(services, () => backend),
    ...seriesArea(services),
    ...facilitiesArea(services),
    ...housingArea(services),
    ...degreeDaysArea(services),
    ...energyBalanceArea(services),
    ...gasArea(services),
    ...autoconsumptionArea(services),
    ...alarmsArea(services),
    ...queuedReportsArea(services),
    ...platformArea(services),
  };
  return backend;
}
