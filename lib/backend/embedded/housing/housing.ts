import type { Services } from "@/lib/backend/embedded/services.ts";
import type { HOUSING_CALLS } from "@/lib/contract/calls/housing.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { getHousesConnectivitySummary, listHousesConnectivity } from "./connectivity.ts";
import { houseChoices } from "./house_choices.ts";
import {
  getHouseDetailedData,
  getHouseRangeData,
  getHouseRangeStats,
  getHouseStats,
} from "./house_data.ts";
import { getHouseLastSensorData, getSeriesLastSensorData } from "./house_last_values.ts";
import { createHouse, deleteHouse, listHouses, putHouseSettings } from "./houses.ts";
import { housingAlertsArea } from "./housing_alerts.ts";
import {
  getHousingRangeData,
  getHousingRangeStats,
  getSeriesAnonymousData,
  getSeriesDetailedData,
  getSeriesRangeData,
  getSeriesRangeStats,
  getSeriesStats,
} from "./housing_data.ts";
import { listModuleRights, putModuleRights } from "./module_rights.ts";
import { occupanciesArea } from "./occupancies.ts";
import { inviteOccupant, removeOccupantAccess } from "./occupant_access.ts";
import { exportOccupant } from "./occupant_export.ts";
import { ownHousesArea } from "./own_houses.ts";

/** Dwellings, their kinds and groups, their readings, and what the occupants' application may do in them. */
export function housingArea(services: Services) {
  return {
    ...houseChoices(services),
    listHouses: ({ projectId }) => listHouses(services, projectId),
    createHouse: (input, caller) => createHouse(services, input, caller),
    putHouseSettings: (input, caller) => putHouseSettings(services, input, caller),
    deleteHouse: (input, caller) => deleteHouse(services, input, caller),
    listModuleRights: ({ projectId }) => listModuleRights(services, projectId),
    putModuleRights: (input, caller) => putModuleRights(services, input, caller),
    ...housingAlertsArea(services),
    ...occupanciesArea(services),
    exportOccupant: (input, caller) => exportOccupant(services, input, caller),
    inviteOccupant: (input, caller) => inviteOccupant(services, input, caller),
    removeOccupantAccess: (input, caller) => removeOccupantAccess(services, input, caller),
    ...ownHousesArea(services),
    ...connectivityCalls(services),
    ...togetherCalls(services),
    ...houseCalls(services),
  } satisfies Pick<Backend, keyof typeof HOUSING_CALLS>;
}

function connectivityCalls(services: Services) {
  return {
    getHousesConnectivitySummary: ({ projectId }, caller) =>
      getHousesConnectivitySummary(services, projectId, caller),
    listHousesConnectivity: ({ projectId }, caller) =>
      listHousesConnectivity(services, projectId, caller),
  } satisfies Partial<Backend>;
}

function togetherCalls(services: Services) {
  return {
    getHousingRangeData: (input, caller) => getHousingRangeData(services, input, caller),
    getHousingRangeStats: (input, caller) => getHousingRangeStats(services, input, caller),
    getSeriesRangeData: (input, caller) => getSeriesRangeData(services, input, caller),
    getSeriesRangeStats: (input, caller) => getSeriesRangeStats(services, input, caller),
    getSeriesStats: (input, caller) => getSeriesStats(services, input, caller),
    getSeriesDetailedData: (input, caller) => getSeriesDetailedData(services, input, caller),
    getSeriesLastSensorData: (input, caller) => getSeriesLastSensorData(services, input, caller),
    getSeriesAnonymousData: (input, caller) => getSeriesAnonymousData(services, input, caller),
  } satisfies Partial<Backend>;
}

function houseCalls(services: Services) {
  return {
    getHouseRangeData: (input, caller) => getHouseRangeData(services, input, caller),
    getHouseRangeStats: (input, caller) => getHouseRangeStats(services, input, caller),
    getHouseStats: (input, caller) => getHouseStats(services, input, caller),
    getHouseDetailedData: (input, caller) => getHouseDetailedData(services, input, caller),
    getHouseLastSensorData: (input, caller) => getHouseLastSensorData(services, input, caller),
  } satisfies Partial<Backend>;
}
