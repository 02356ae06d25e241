import { bound, type Services } from "@/lib/backend/embedded/services.ts";
import type { HOUSING_CALLS } from "@/lib/contract/calls/housing.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import * as connectivity from "./connectivity.ts";
import { houseChoices } from "./house_choices.ts";
import * as houseData from "./house_data.ts";
import * as lastValues from "./house_last_values.ts";
import * as houses from "./houses.ts";
import { housingAlertsArea } from "./housing_alerts.ts";
import * as housingData from "./housing_data.ts";
import * as moduleRights from "./module_rights.ts";
import * as occupancies from "./occupancies.ts";
import * as occupantAccess from "./occupant_access.ts";
import { exportOccupant } from "./occupant_export.ts";
import * as ownHouses from "./own_houses.ts";

/** Dwellings, their kinds and groups, their readings, and the rights of the occupants' application. */
export function housingArea(services: Services) {
  return {
    ...houseChoices(services),
    ...housingAlertsArea(services),
    ...bound(services, {
      ...connectivity,
      ...houseData,
      ...lastValues,
      ...houses,
      ...housingData,
      ...moduleRights,
      ...occupancies,
      ...occupantAccess,
      exportOccupant,
      ...ownHouses,
    }),
  } satisfies Pick<Backend, keyof typeof HOUSING_CALLS>;
}
