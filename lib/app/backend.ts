/** The embedded backend: the handlers of every area. @module */

import * as accountExport from "@/lib/accounts/export.ts";
import * as ownAccount from "@/lib/accounts/own_account.ts";
import * as ownDwelling from "@/lib/accounts/own_dwelling.ts";
import * as accountRemoval from "@/lib/accounts/removal.ts";
import * as signIn from "@/lib/accounts/sign_in.ts";
import * as alarmReports from "@/lib/alarms/alarm_reports.ts";
import * as alarmSettings from "@/lib/alarms/alarm_settings.ts";
import * as alarms from "@/lib/alarms/alarms.ts";
import * as queuedReports from "@/lib/consumption_reports/queued_reports.ts";
import * as consumptionReportsSettings from "@/lib/consumption_reports/settings.ts";
import * as sheetPdf from "@/lib/consumption_reports/sheet_pdf.ts";
import * as consumptionReportsSheets from "@/lib/consumption_reports/sheets.ts";
import * as displayScreens from "@/lib/display/screens.ts";
import * as writeAccess from "@/lib/documents/write_access.ts";
import * as balance from "@/lib/energy_balance/balance.ts";
import * as energySettings from "@/lib/energy_balance/energy_settings.ts";
import * as heatingSeasons from "@/lib/energy_balance/heating_seasons.ts";
import * as machineReadings from "@/lib/energy_balance/machine_readings.ts";
import * as energyPrices from "@/lib/energy_prices/prices.ts";
import * as energySignature from "@/lib/energy_signature/answers.ts";
import * as facilitiesAnnotations from "@/lib/facilities/annotations.ts";
import * as boilerRooms from "@/lib/facilities/boiler_rooms.ts";
import * as computedSeries from "@/lib/facilities/computed_series.ts";
import * as facilitiesEquipment from "@/lib/facilities/equipment.ts";
import * as facilitiesReadings from "@/lib/facilities/readings.ts";
import * as deliveryPoints from "@/lib/gas/delivery_points.ts";
import * as gasImport from "@/lib/gas/import.ts";
import * as modules from "@/lib/heating_control/modules.ts";
import * as heatingControlSettings from "@/lib/heating_control/settings.ts";
import * as dwellingData from "@/lib/housing/dwelling_data.ts";
import * as dwellings from "@/lib/housing/dwellings.ts";
import * as occupancies from "@/lib/housing/occupancies.ts";
import * as occupantAccess from "@/lib/housing/occupant_access.ts";
import * as residenceData from "@/lib/housing/residence_data.ts";
import * as visibleReadings from "@/lib/housing/visible_readings.ts";
import * as recentArrivals from "@/lib/ingest/recent_arrivals.ts";
import * as devicePlaces from "@/lib/ingest/devices.ts";
import * as manualIndexes from "@/lib/ingest/manual_indexes.ts";
import * as meterEvents from "@/lib/ingest/meter_events.ts";
import * as projectTokens from "@/lib/ingest/project_tokens.ts";
import * as readingDeletions from "@/lib/ingest/reading_deletions.ts";
import * as readingsImport from "@/lib/ingest/readings_import.ts";
import * as registerDoubts from "@/lib/ingest/register_doubts.ts";
import * as seriesSettings from "@/lib/ingest/series_settings.ts";
import * as rememberedColumns from "@/lib/ingest/remembered_columns.ts";
import * as sources from "@/lib/ingest/sources.ts";
import * as auditLog from "@/lib/organisations/audit_log.ts";
import * as invitations from "@/lib/organisations/invitations.ts";
import * as organisationsMembers from "@/lib/organisations/members.ts";
import * as organisations from "@/lib/organisations/organisations.ts";
import * as tags from "@/lib/organisations/tags.ts";
import * as teams from "@/lib/organisations/teams.ts";
import * as administration from "@/lib/platform/administration.ts";
import * as commissioning from "@/lib/portfolio/commissioning.ts";
import * as equipmentRemoval from "@/lib/portfolio/equipment_removal.ts";
import * as followUps from "@/lib/portfolio/follow_ups.ts";
import * as letters from "@/lib/portfolio/letters.ts";
import * as portfolioResidence from "@/lib/portfolio/residence.ts";
import * as roles from "@/lib/portfolio/roles.ts";
import * as storedFigures from "@/lib/portfolio/stored_figures.ts";
import * as residences from "@/lib/residences/residences.ts";
import * as tagRemoval from "@/lib/residences/tag_removal.ts";
import * as consumers from "@/lib/self_consumption/consumers.ts";
import * as selfConsumptionOperation from "@/lib/self_consumption/operation.ts";
import * as productionUse from "@/lib/self_consumption/production_use.ts";
import * as seriesRetention from "@/lib/series/retention.ts";
import * as settlements from "@/lib/settlement/settlements.ts";
import * as settlementDeposit from "@/lib/settlement/deposit.ts";
import * as settlementTable from "@/lib/settlement/season_table.ts";
import * as settlementTerms from "@/lib/settlement/terms.ts";
import * as outdoorSources from "@/lib/weather/outdoor_sources.ts";
import { bound, type Services } from "@/lib/api/services.ts";
import { documentHandlers } from "@/lib/documents/document_management.ts";
import { requestingOrgs } from "@/lib/documents/records.ts";
import { eraseHeatingChoice, moveHeatingChoice } from "@/lib/heating_control/module_requests.ts";
import { createStockImport, getStockImport, runStockImport } from "@/lib/portfolio/import.ts";
import { searchOrganisation } from "@/lib/portfolio/search.ts";
import { type Backend, CALLS } from "./catalogue.ts";

/** What a changed occupancy changes in heating control and self-consumption. */
const OCCUPANCY_HOOKS: occupancies.OccupancyHooks = {
  moved: moveHeatingChoice,
  deleted: eraseHeatingChoice,
  async erased(services, at, occupant, atomic) {
    await consumers.eraseConsumers(services, at, occupant, atomic);
    await eraseHeatingChoice(services, at, atomic);
  },
};

/** The embedded backend, on the store of the services: the handlers exported by each area. */
export function embeddedBackend(services: Services): Backend {
  const backend: Backend = {
    ...bound(CALLS, services, {
      ...accountExport,
      ...ownAccount,
      ...ownDwelling,
      ...accountRemoval,
      ...signIn,
      ...alarmReports,
      ...alarmSettings,
      ...alarms,
      ...queuedReports,
      ...consumptionReportsSettings,
      ...sheetPdf,
      ...consumptionReportsSheets,
      ...displayScreens,
      ...writeAccess,
      ...balance,
      ...energySettings,
      ...heatingSeasons,
      ...machineReadings,
      ...energyPrices,
      ...energySignature,
      ...facilitiesAnnotations,
      ...followUps,
      ...boilerRooms,
      ...computedSeries,
      ...facilitiesEquipment,
      ...facilitiesReadings,
      ...deliveryPoints,
      ...gasImport,
      ...modules,
      ...heatingControlSettings,
      ...dwellingData,
      ...dwellings,
      ...occupantAccess,
      ...residenceData,
      ...visibleReadings,
      ...manualIndexes,
      ...meterEvents,
      ...projectTokens,
      ...readingDeletions,
      ...readingsImport,
      ...registerDoubts,
      ...recentArrivals,
      ...rememberedColumns,
      ...seriesSettings,
      ...sources,
      ...devicePlaces,
      ...auditLog,
      ...invitations,
      ...organisationsMembers,
      ...tags,
      ...teams,
      ...administration,
      ...commissioning,
      ...equipmentRemoval,
      ...letters,
      ...portfolioResidence,
      ...roles,
      ...storedFigures,
      ...residences,
      ...tagRemoval,
      ...consumers,
      ...selfConsumptionOperation,
      ...productionUse,
      ...seriesRetention,
      searchOrganisation,
      ...settlements,
      ...settlementDeposit,
      ...settlementTable,
      ...settlementTerms,
      ...outdoorSources,
    }),
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
