import { askNewLinkProvider } from "@/lib/backend/embedded/accounts/accounts.ts";
import { askResetCode } from "@/lib/backend/embedded/accounts/password_reset.ts";
import { cancelEmailChange } from "@/lib/backend/embedded/accounts/email_change.ts";
import { changeEmail } from "@/lib/backend/embedded/accounts/email_change.ts";
import { changeName } from "@/lib/backend/embedded/accounts/own_account.ts";
import { changePassword } from "@/lib/backend/embedded/accounts/own_account.ts";
import { checkToken } from "@/lib/backend/embedded/accounts/accounts.ts";
import { confirmEmail } from "@/lib/backend/embedded/accounts/email_change.ts";
import { createFirstAccount } from "@/lib/backend/embedded/accounts/accounts.ts";
import { exportAccount } from "@/lib/backend/embedded/accounts/account_export.ts";
import { getMe } from "@/lib/backend/embedded/accounts/accounts.ts";
import { getOAuthToken } from "@/lib/backend/embedded/accounts/accounts.ts";
import { getSignInFeatures } from "@/lib/backend/embedded/accounts/accounts.ts";
import { login } from "@/lib/backend/embedded/accounts/accounts.ts";
import { logout } from "@/lib/backend/embedded/accounts/accounts.ts";
import { migrateToOAuth } from "@/lib/backend/embedded/accounts/accounts.ts";
import { refreshToken } from "@/lib/backend/embedded/accounts/accounts.ts";
import { removeAccount } from "@/lib/backend/embedded/accounts/account_removal.ts";
import { resetPassword } from "@/lib/backend/embedded/accounts/password_reset.ts";
import { archiveAlarm } from "@/lib/backend/embedded/alarms/alarm_calls.ts";
import { commentAlarm } from "@/lib/backend/embedded/alarms/alarm_calls.ts";
import { createAlarmMute } from "@/lib/backend/embedded/alarms/mutes.ts";
import { createAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { createOrgAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { createUserAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { deleteAlarmMute } from "@/lib/backend/embedded/alarms/mutes.ts";
import { deleteAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { deleteOrgAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { deleteUserAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { getAlarm } from "@/lib/backend/embedded/alarms/alarm_calls.ts";
import { getAlarmSettings } from "@/lib/backend/embedded/alarms/mutes.ts";
import { listAlarmHandlers } from "@/lib/backend/embedded/alarms/alarms.ts";
import { listAlarmMutes } from "@/lib/backend/embedded/alarms/mutes.ts";
import { listAlarmReports } from "@/lib/backend/embedded/alarms/alarms.ts";
import { listAlarms } from "@/lib/backend/embedded/alarms/alarm_calls.ts";
import { listAvailableSelections } from "@/lib/backend/embedded/alarms/alarms.ts";
import { listOrgAlarmReports } from "@/lib/backend/embedded/alarms/alarms.ts";
import { listOrgAlarms } from "@/lib/backend/embedded/alarms/alarm_calls.ts";
import { listOrgAvailableSelections } from "@/lib/backend/embedded/alarms/alarms.ts";
import { listUserAlarmReports } from "@/lib/backend/embedded/alarms/alarms.ts";
import { putAlarmMute } from "@/lib/backend/embedded/alarms/mutes.ts";
import { putAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { putAlarmSettings } from "@/lib/backend/embedded/alarms/mutes.ts";
import { putOrgAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { putUserAlarmReport } from "@/lib/backend/embedded/alarms/alarms.ts";
import { createConsumer } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { createProducer } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { deleteConsumer } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { deleteProducer } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { eraseConsumer } from "@/lib/backend/embedded/autoconsumption/people.ts";
import { exportConsumer } from "@/lib/backend/embedded/autoconsumption/people.ts";
import { getAutoconsumptionConfig } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { getAutoconsumptionData } from "@/lib/backend/embedded/autoconsumption/data.ts";
import { putAutoconsumptionInfo } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { putConsumer } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { putConsumerStatus } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { putProducer } from "@/lib/backend/embedded/autoconsumption/autoconsumption.ts";
import { getConsumptionAnalysis } from "@/lib/backend/embedded/consumption_reports/consumption_reports.ts";
import { getConsumptionReport } from "@/lib/backend/embedded/consumption_reports/consumption_reports.ts";
import { getConsumptionReportMails } from "@/lib/backend/embedded/consumption_reports/report_mails.ts";
import { getConsumptionReportPdf } from "@/lib/backend/embedded/consumption_reports/report_pdf.ts";
import { getConsumptionReportSettings } from "@/lib/backend/embedded/consumption_reports/settings.ts";
import { getOwnConsumptionReport } from "@/lib/backend/embedded/consumption_reports/consumption_reports.ts";
import { getOwnReportImage } from "@/lib/backend/embedded/consumption_reports/settings.ts";
import { orderConsumptionReports } from "@/lib/backend/embedded/consumption_reports/report_orders.ts";
import { putConsumptionReportMails } from "@/lib/backend/embedded/consumption_reports/report_mails.ts";
import { putConsumptionReportSettings } from "@/lib/backend/embedded/consumption_reports/settings.ts";
import { createOutdoorSource } from "@/lib/backend/embedded/degree_days/degree_days.ts";
import { deleteOutdoorSource } from "@/lib/backend/embedded/degree_days/degree_days.ts";
import { getDju } from "@/lib/backend/embedded/degree_days/degree_days.ts";
import { getDjuDailyYear } from "@/lib/backend/embedded/degree_days/degree_days.ts";
import { importOutdoorDays } from "@/lib/backend/embedded/degree_days/outdoor_import.ts";
import { listOutdoorSources } from "@/lib/backend/embedded/degree_days/degree_days.ts";
import { putMonthlyDju } from "@/lib/backend/embedded/degree_days/outdoor_import.ts";
import { putOutdoorSource } from "@/lib/backend/embedded/degree_days/degree_days.ts";
import { createDisplayContact } from "@/lib/backend/embedded/display/display.ts";
import { createDisplayMessage } from "@/lib/backend/embedded/display/display.ts";
import { createDisplayToken } from "@/lib/backend/embedded/display/display.ts";
import { deleteDisplayContact } from "@/lib/backend/embedded/display/display.ts";
import { deleteDisplayMessage } from "@/lib/backend/embedded/display/display.ts";
import { getDisplayPoster } from "@/lib/backend/embedded/display/display.ts";
import { getDisplayScreen } from "@/lib/backend/embedded/display/display.ts";
import { listDisplayContacts } from "@/lib/backend/embedded/display/display.ts";
import { listDisplayMessages } from "@/lib/backend/embedded/display/display.ts";
import { listDisplayTokens } from "@/lib/backend/embedded/display/display.ts";
import { putDisplayContact } from "@/lib/backend/embedded/display/display.ts";
import { putDisplayMessage } from "@/lib/backend/embedded/display/display.ts";
import { revokeDisplayToken } from "@/lib/backend/embedded/display/display.ts";
import { compareBoilerRooms } from "@/lib/backend/embedded/energy_balance/energy_balance.ts";
import { deleteEfficiencySettings } from "@/lib/backend/embedded/energy_balance/efficiency.ts";
import { deleteGasFactors } from "@/lib/backend/embedded/energy_balance/efficiency.ts";
import { getBalanceReadings } from "@/lib/backend/embedded/energy_balance/energy_balance.ts";
import { getEfficiency } from "@/lib/backend/embedded/energy_balance/efficiency.ts";
import { listRecentGaps } from "@/lib/backend/embedded/energy_balance/energy_balance.ts";
import { putEfficiencySettings } from "@/lib/backend/embedded/energy_balance/efficiency.ts";
import { putEfficiencySources } from "@/lib/backend/embedded/energy_balance/efficiency.ts";
import { putGasFactors } from "@/lib/backend/embedded/energy_balance/efficiency.ts";
import { addDevice } from "@/lib/backend/embedded/facilities/boiler_rooms.ts";
import { addEquipment } from "@/lib/backend/embedded/facilities/equipment.ts";
import { deleteDevice } from "@/lib/backend/embedded/facilities/boiler_rooms.ts";
import { deleteEquipment } from "@/lib/backend/embedded/facilities/equipment_removal.ts";
import { getBoilerRoom } from "@/lib/backend/embedded/facilities/boiler_rooms.ts";
import { getBuilding } from "@/lib/backend/embedded/facilities/buildings.ts";
import { getCurrentData } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { getFacilityHourlyMonth } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { getFacilityMessageData } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { getFacilityRangeData } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { getFacilityTimedData } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { getHeatingSeasons } from "@/lib/backend/embedded/facilities/heating_seasons.ts";
import { getHybridConsumption } from "@/lib/backend/embedded/facilities/machines.ts";
import { getIrradiance } from "@/lib/backend/embedded/facilities/machines.ts";
import { getLastSensorData } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { getSolarEstimation } from "@/lib/backend/embedded/facilities/machines.ts";
import { listAvailableEquipmentKinds } from "@/lib/backend/embedded/facilities/equipment.ts";
import { listBoilerRooms } from "@/lib/backend/embedded/facilities/boiler_rooms.ts";
import { listBuildings } from "@/lib/backend/embedded/facilities/buildings.ts";
import { listEquipmentKinds } from "@/lib/backend/embedded/facilities/equipment.ts";
import { listEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import { listFacilitiesEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import { putBoilerRoomSettings } from "@/lib/backend/embedded/facilities/boiler_rooms.ts";
import { putBuildingSettings } from "@/lib/backend/embedded/facilities/buildings.ts";
import { putCircuitSettings } from "@/lib/backend/embedded/facilities/accessories.ts";
import { putCmvSettings } from "@/lib/backend/embedded/facilities/accessories.ts";
import { putDevice } from "@/lib/backend/embedded/facilities/boiler_rooms.ts";
import { putEquipmentSettings } from "@/lib/backend/embedded/facilities/equipment.ts";
import { putErrorCodeSettings } from "@/lib/backend/embedded/facilities/accessories.ts";
import { putFaultDetectorSettings } from "@/lib/backend/embedded/facilities/accessories.ts";
import { putGateSettings } from "@/lib/backend/embedded/facilities/accessories.ts";
import { putHeatingSeasons } from "@/lib/backend/embedded/facilities/heating_seasons.ts";
import { putSkydomeSettings } from "@/lib/backend/embedded/facilities/accessories.ts";
import { getGasYear } from "@/lib/backend/embedded/gas/gas.ts";
import { importGasLines } from "@/lib/backend/embedded/gas/gas_import.ts";
import { listGasPces } from "@/lib/backend/embedded/gas/gas.ts";
import { createAnonymousGroup } from "@/lib/backend/embedded/housing/house_choices.ts";
import { createHouse } from "@/lib/backend/embedded/housing/houses.ts";
import { createHouseType } from "@/lib/backend/embedded/housing/house_choices.ts";
import { createHousingAlert } from "@/lib/backend/embedded/housing/housing_alerts.ts";
import { createOccupancy } from "@/lib/backend/embedded/housing/occupancies.ts";
import { deleteAnonymousGroup } from "@/lib/backend/embedded/housing/house_choices.ts";
import { deleteHouse } from "@/lib/backend/embedded/housing/houses.ts";
import { deleteHouseType } from "@/lib/backend/embedded/housing/house_choices.ts";
import { deleteHousingAlert } from "@/lib/backend/embedded/housing/housing_alerts.ts";
import { deleteOccupancy } from "@/lib/backend/embedded/housing/occupancies.ts";
import { eraseOccupant } from "@/lib/backend/embedded/housing/occupancies.ts";
import { exportOccupant } from "@/lib/backend/embedded/housing/occupant_export.ts";
import { exportOwnData } from "@/lib/backend/embedded/housing/own_houses.ts";
import { getHouseDetailedData } from "@/lib/backend/embedded/housing/house_data.ts";
import { getHouseLastSensorData } from "@/lib/backend/embedded/housing/house_last_values.ts";
import { getHouseRangeData } from "@/lib/backend/embedded/housing/house_data.ts";
import { getHouseRangeStats } from "@/lib/backend/embedded/housing/house_data.ts";
import { getHouseStats } from "@/lib/backend/embedded/housing/house_data.ts";
import { getHousesConnectivitySummary } from "@/lib/backend/embedded/housing/connectivity.ts";
import { getHousingRangeData } from "@/lib/backend/embedded/housing/housing_data.ts";
import { getHousingRangeStats } from "@/lib/backend/embedded/housing/housing_data.ts";
import { getOwnHouse } from "@/lib/backend/embedded/housing/own_houses.ts";
import { getOwnRangeData } from "@/lib/backend/embedded/housing/own_houses.ts";
import { getSeriesAnonymousData } from "@/lib/backend/embedded/housing/housing_data.ts";
import { getSeriesDetailedData } from "@/lib/backend/embedded/housing/housing_data.ts";
import { getSeriesLastSensorData } from "@/lib/backend/embedded/housing/house_last_values.ts";
import { getSeriesRangeData } from "@/lib/backend/embedded/housing/housing_data.ts";
import { getSeriesRangeStats } from "@/lib/backend/embedded/housing/housing_data.ts";
import { getSeriesStats } from "@/lib/backend/embedded/housing/housing_data.ts";
import { inviteOccupant } from "@/lib/backend/embedded/housing/occupant_access.ts";
import { listAnonymousGroups } from "@/lib/backend/embedded/housing/house_choices.ts";
import { listHouseTypes } from "@/lib/backend/embedded/housing/house_choices.ts";
import { listHouses } from "@/lib/backend/embedded/housing/houses.ts";
import { listHousesConnectivity } from "@/lib/backend/embedded/housing/connectivity.ts";
import { listHousingAlerts } from "@/lib/backend/embedded/housing/housing_alerts.ts";
import { listModuleRights } from "@/lib/backend/embedded/housing/module_rights.ts";
import { listOccupancies } from "@/lib/backend/embedded/housing/occupancies.ts";
import { listOccupancySpans } from "@/lib/backend/embedded/housing/occupancies.ts";
import { listOwnHouses } from "@/lib/backend/embedded/housing/own_houses.ts";
import { putAnonymousGroup } from "@/lib/backend/embedded/housing/house_choices.ts";
import { putHouseSettings } from "@/lib/backend/embedded/housing/houses.ts";
import { putHouseType } from "@/lib/backend/embedded/housing/house_choices.ts";
import { putHousingAlert } from "@/lib/backend/embedded/housing/housing_alerts.ts";
import { putModuleRights } from "@/lib/backend/embedded/housing/module_rights.ts";
import { putOccupancy } from "@/lib/backend/embedded/housing/occupancies.ts";
import { putOwnConsent } from "@/lib/backend/embedded/housing/own_houses.ts";
import { removeOccupantAccess } from "@/lib/backend/embedded/housing/occupant_access.ts";
import { addOrgAdmin } from "@/lib/backend/embedded/organisations/members.ts";
import { checkUser } from "@/lib/backend/embedded/organisations/members.ts";
import { createOrg } from "@/lib/backend/embedded/organisations/organisations.ts";
import { createTag } from "@/lib/backend/embedded/organisations/tags.ts";
import { createTagValue } from "@/lib/backend/embedded/organisations/tags.ts";
import { createTeam } from "@/lib/backend/embedded/organisations/teams.ts";
import { deleteTag } from "@/lib/backend/embedded/organisations/tag_removal.ts";
import { deleteTagValue } from "@/lib/backend/embedded/organisations/tag_removal.ts";
import { deleteTeam } from "@/lib/backend/embedded/organisations/teams.ts";
import { getAudit } from "@/lib/backend/records/audit.ts";
import { getCollectFeatures } from "@/lib/backend/embedded/organisations/organisations.ts";
import { getNextPurge } from "@/lib/backend/embedded/organisations/next_purge.ts";
import { getRetention } from "@/lib/backend/embedded/organisations/retention.ts";
import { inviteUser } from "@/lib/backend/embedded/organisations/invitations.ts";
import { listOrgAdmins } from "@/lib/backend/embedded/organisations/members.ts";
import { listOrgUsers } from "@/lib/backend/embedded/organisations/members.ts";
import { listOrgs } from "@/lib/backend/embedded/organisations/organisations.ts";
import { listPurges } from "@/lib/backend/embedded/organisations/retention.ts";
import { listTagValues } from "@/lib/backend/embedded/organisations/tags.ts";
import { listTags } from "@/lib/backend/embedded/organisations/tags.ts";
import { listTeams } from "@/lib/backend/embedded/organisations/teams.ts";
import { putCollectFeatures } from "@/lib/backend/embedded/organisations/organisations.ts";
import { putRetention } from "@/lib/backend/embedded/organisations/retention.ts";
import { putTag } from "@/lib/backend/embedded/organisations/tags.ts";
import { putTagValue } from "@/lib/backend/embedded/organisations/tags.ts";
import { putTeam } from "@/lib/backend/embedded/organisations/teams.ts";
import { removeOrgAdmin } from "@/lib/backend/embedded/organisations/members.ts";
import { removeOrgUser } from "@/lib/backend/embedded/organisations/member_removal.ts";
import { resendInvitation } from "@/lib/backend/embedded/organisations/invitations.ts";
import { getModuleConfig } from "@/lib/backend/embedded/pilot/module_reads.ts";
import { getModuleStatus } from "@/lib/backend/embedded/pilot/module_reads.ts";
import { getOwnPilot } from "@/lib/backend/embedded/pilot/own_pilot.ts";
import { getPilotConfig } from "@/lib/backend/embedded/pilot/module_reads.ts";
import { getPilotFeatures } from "@/lib/backend/embedded/pilot/module_reads.ts";
import { listModulesConfig } from "@/lib/backend/embedded/pilot/module_reads.ts";
import { listModulesConnectivity } from "@/lib/backend/embedded/pilot/module_reads.ts";
import { listModulesStatus } from "@/lib/backend/embedded/pilot/module_reads.ts";
import { listPilotThresholds } from "@/lib/backend/embedded/pilot/thresholds.ts";
import { putModuleConfig } from "@/lib/backend/embedded/pilot/changes.ts";
import { putModuleStatus } from "@/lib/backend/embedded/pilot/changes.ts";
import { putOwnPilot } from "@/lib/backend/embedded/pilot/own_pilot.ts";
import { putPilotConfig } from "@/lib/backend/embedded/pilot/changes.ts";
import { putPilotFeatures } from "@/lib/backend/embedded/pilot/changes.ts";
import { putPilotThreshold } from "@/lib/backend/embedded/pilot/thresholds.ts";
import { addPlatformOrgAdmin } from "@/lib/backend/embedded/platform/platform.ts";
import { forgetMail } from "@/lib/backend/embedded/platform/platform.ts";
import { getMails } from "@/lib/backend/embedded/platform/platform.ts";
import { getPlatformAudit } from "@/lib/backend/embedded/platform/platform.ts";
import { getStorage } from "@/lib/backend/embedded/platform/platform.ts";
import { listJobs } from "@/lib/backend/embedded/platform/platform.ts";
import { listLockedAccounts } from "@/lib/backend/embedded/platform/platform.ts";
import { listPlatformOrgs } from "@/lib/backend/embedded/platform/platform.ts";
import { putPlatformOrg } from "@/lib/backend/embedded/platform/platform.ts";
import { retryMail } from "@/lib/backend/embedded/platform/platform.ts";
import { sendTestMail } from "@/lib/backend/embedded/platform/platform.ts";
import { unlockAccount } from "@/lib/backend/embedded/platform/platform.ts";
import { createProject } from "@/lib/backend/embedded/projects/project_creation.ts";
import { getProject } from "@/lib/backend/embedded/projects/projects.ts";
import { getProjectFeatures } from "@/lib/backend/embedded/projects/projects.ts";
import { getProjectInstallation } from "@/lib/backend/embedded/projects/installation.ts";
import { getProjectSettings } from "@/lib/backend/embedded/projects/projects.ts";
import { listProjectProviders } from "@/lib/backend/embedded/projects/projects.ts";
import { listProjects } from "@/lib/backend/embedded/projects/projects.ts";
import { putProjectFeatures } from "@/lib/backend/embedded/projects/projects.ts";
import { putProjectInstallation } from "@/lib/backend/embedded/projects/installation.ts";
import { putProjectSettings } from "@/lib/backend/embedded/projects/projects.ts";
import { reverseAddress } from "@/lib/backend/embedded/projects/projects.ts";
import { searchAddress } from "@/lib/backend/embedded/projects/projects.ts";
import { deleteQueuedReport } from "@/lib/backend/embedded/queued_reports/queued_reports.ts";
import { getQueuedReportPdf } from "@/lib/backend/embedded/queued_reports/queued_reports.ts";
import { listQueuedReports } from "@/lib/backend/embedded/queued_reports/queued_reports.ts";
import { getProjectUserRoles } from "@/lib/backend/embedded/roles/roles.ts";
import { listOrgAvailableRoles } from "@/lib/backend/embedded/roles/roles.ts";
import { listProjectAvailableRoles } from "@/lib/backend/embedded/roles/roles.ts";
import { listProjectRoles } from "@/lib/backend/embedded/roles/roles.ts";
import { putProjectUserRoles } from "@/lib/backend/embedded/roles/roles.ts";
import { addAnnotation } from "@/lib/backend/embedded/series/annotations.ts";
import { addManualIndex } from "@/lib/backend/embedded/series/manual_indexes.ts";
import { addMeterEvent } from "@/lib/backend/embedded/series/meter_events.ts";
import { addReadingVerdict } from "@/lib/backend/embedded/series/reading_verdicts.ts";
import { attachSource } from "@/lib/backend/embedded/series/collectors.ts";
import { createDataseries } from "@/lib/backend/embedded/series/dataseries.ts";
import { createIngestToken } from "@/lib/backend/embedded/series/series_area.ts";
import { deleteAnnotation } from "@/lib/backend/embedded/series/annotations.ts";
import { deleteDataseries } from "@/lib/backend/embedded/series/dataseries.ts";
import { deleteManualIndex } from "@/lib/backend/embedded/series/manual_indexes.ts";
import { deleteMeterEvent } from "@/lib/backend/embedded/series/meter_events.ts";
import { deleteReadingVerdict } from "@/lib/backend/embedded/series/reading_verdicts.ts";
import { deleteReadings } from "@/lib/backend/embedded/series/reading_deletions.ts";
import { detachSource } from "@/lib/backend/embedded/series/collectors.ts";
import { detachSources } from "@/lib/backend/embedded/series/collectors.ts";
import { forgetUnknownSource } from "@/lib/backend/embedded/series/collectors.ts";
import { getReadingsToDelete } from "@/lib/backend/embedded/series/reading_deletions.ts";
import { importReadings } from "@/lib/backend/embedded/series/readings_import.ts";
import { listAnnotations } from "@/lib/backend/embedded/series/annotations.ts";
import { listDataseries } from "@/lib/backend/embedded/series/dataseries.ts";
import { listIngestTokens } from "@/lib/backend/embedded/series/series_area.ts";
import { listManualIndexes } from "@/lib/backend/embedded/series/manual_indexes.ts";
import { listMeterEvents } from "@/lib/backend/embedded/series/meter_events.ts";
import { listReadingsDeletions } from "@/lib/backend/embedded/series/reading_deletions.ts";
import { listRefusedSources } from "@/lib/backend/embedded/series/collectors.ts";
import { listRegisterDoubts } from "@/lib/backend/embedded/series/register_doubts.ts";
import { listRegisterFalls } from "@/lib/backend/embedded/series/register_falls.ts";
import { listSeriesSources } from "@/lib/backend/embedded/series/collectors.ts";
import { listSilences } from "@/lib/backend/embedded/series/silences.ts";
import { listUnknownSources } from "@/lib/backend/embedded/series/collectors.ts";
import { putAnnotation } from "@/lib/backend/embedded/series/annotations.ts";
import { putDataseries } from "@/lib/backend/embedded/series/dataseries.ts";
import { restoreReadings } from "@/lib/backend/embedded/series/reading_deletions.ts";
import { revokeIngestToken } from "@/lib/backend/embedded/series/series_area.ts";
import { createStockImport } from "@/lib/backend/embedded/stock/imports.ts";
import { getStockImport } from "@/lib/backend/embedded/stock/imports.ts";
import { runStockImport } from "@/lib/backend/embedded/stock/imports.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { contractingArea } from "./contracting/contracting.ts";
import { SearchIndex } from "./projects/search.ts";
import { bound, type Services } from "./services.ts";

/** The embedded backend, on the store of the services: the handlers exported by each area. */
export function embeddedBackend(services: Services): Backend {
  const index = new SearchIndex(services);
  const backend: Backend = {
    ...bound(services, {
      askNewLinkProvider,
      askResetCode,
      cancelEmailChange,
      changeEmail,
      changeName,
      changePassword,
      checkToken,
      confirmEmail,
      createFirstAccount,
      exportAccount,
      getMe,
      getOAuthToken,
      getSignInFeatures,
      login,
      logout,
      migrateToOAuth,
      refreshToken,
      removeAccount,
      resetPassword,
      addOrgAdmin,
      checkUser,
      createOrg,
      createTag,
      createTagValue,
      createTeam,
      deleteTag,
      deleteTagValue,
      deleteTeam,
      getAudit,
      getCollectFeatures,
      getNextPurge,
      getRetention,
      inviteUser,
      listOrgAdmins,
      listOrgUsers,
      listOrgs,
      listPurges,
      listTagValues,
      listTags,
      listTeams,
      putCollectFeatures,
      putRetention,
      putTag,
      putTagValue,
      putTeam,
      removeOrgAdmin,
      removeOrgUser,
      resendInvitation,
      getProjectUserRoles,
      listOrgAvailableRoles,
      listProjectAvailableRoles,
      listProjectRoles,
      putProjectUserRoles,
      createProject,
      getProject,
      getProjectFeatures,
      getProjectInstallation,
      getProjectSettings,
      listProjectProviders,
      listProjects,
      putProjectFeatures,
      putProjectInstallation,
      putProjectSettings,
      reverseAddress,
      searchAddress,
      addAnnotation,
      addManualIndex,
      addMeterEvent,
      addReadingVerdict,
      attachSource,
      createDataseries,
      createIngestToken,
      deleteAnnotation,
      deleteDataseries,
      deleteManualIndex,
      deleteMeterEvent,
      deleteReadingVerdict,
      deleteReadings,
      detachSource,
      detachSources,
      forgetUnknownSource,
      getReadingsToDelete,
      importReadings,
      listAnnotations,
      listDataseries,
      listIngestTokens,
      listManualIndexes,
      listMeterEvents,
      listReadingsDeletions,
      listRefusedSources,
      listRegisterDoubts,
      listRegisterFalls,
      listSeriesSources,
      listSilences,
      listUnknownSources,
      putAnnotation,
      putDataseries,
      restoreReadings,
      revokeIngestToken,
      addDevice,
      addEquipment,
      deleteDevice,
      deleteEquipment,
      getBoilerRoom,
      getBuilding,
      getCurrentData,
      getFacilityHourlyMonth,
      getFacilityMessageData,
      getFacilityRangeData,
      getFacilityTimedData,
      getHeatingSeasons,
      getHybridConsumption,
      getIrradiance,
      getLastSensorData,
      getSolarEstimation,
      listAvailableEquipmentKinds,
      listBoilerRooms,
      listBuildings,
      listEquipmentKinds,
      listEquipments,
      listFacilitiesEquipments,
      putBoilerRoomSettings,
      putBuildingSettings,
      putCircuitSettings,
      putCmvSettings,
      putDevice,
      putEquipmentSettings,
      putErrorCodeSettings,
      putFaultDetectorSettings,
      putGateSettings,
      putHeatingSeasons,
      putSkydomeSettings,
      createAnonymousGroup,
      createHouse,
      createHouseType,
      createHousingAlert,
      createOccupancy,
      deleteAnonymousGroup,
      deleteHouse,
      deleteHouseType,
      deleteHousingAlert,
      deleteOccupancy,
      eraseOccupant,
      exportOccupant,
      exportOwnData,
      getHouseDetailedData,
      getHouseLastSensorData,
      getHouseRangeData,
      getHouseRangeStats,
      getHouseStats,
      getHousesConnectivitySummary,
      getHousingRangeData,
      getHousingRangeStats,
      getOwnHouse,
      getOwnRangeData,
      getSeriesAnonymousData,
      getSeriesDetailedData,
      getSeriesLastSensorData,
      getSeriesRangeData,
      getSeriesRangeStats,
      getSeriesStats,
      inviteOccupant,
      listAnonymousGroups,
      listHouseTypes,
      listHouses,
      listHousesConnectivity,
      listHousingAlerts,
      listModuleRights,
      listOccupancies,
      listOccupancySpans,
      listOwnHouses,
      putAnonymousGroup,
      putHouseSettings,
      putHouseType,
      putHousingAlert,
      putModuleRights,
      putOccupancy,
      putOwnConsent,
      removeOccupantAccess,
      getConsumptionAnalysis,
      getConsumptionReport,
      getConsumptionReportMails,
      getConsumptionReportPdf,
      getConsumptionReportSettings,
      getOwnConsumptionReport,
      getOwnReportImage,
      orderConsumptionReports,
      putConsumptionReportMails,
      putConsumptionReportSettings,
      getModuleConfig,
      getModuleStatus,
      getOwnPilot,
      getPilotConfig,
      getPilotFeatures,
      listModulesConfig,
      listModulesConnectivity,
      listModulesStatus,
      listPilotThresholds,
      putModuleConfig,
      putModuleStatus,
      putOwnPilot,
      putPilotConfig,
      putPilotFeatures,
      putPilotThreshold,
      createOutdoorSource,
      deleteOutdoorSource,
      getDju,
      getDjuDailyYear,
      importOutdoorDays,
      listOutdoorSources,
      putMonthlyDju,
      putOutdoorSource,
      compareBoilerRooms,
      deleteEfficiencySettings,
      deleteGasFactors,
      getBalanceReadings,
      getEfficiency,
      listRecentGaps,
      putEfficiencySettings,
      putEfficiencySources,
      putGasFactors,
      getGasYear,
      importGasLines,
      listGasPces,
      createConsumer,
      createProducer,
      deleteConsumer,
      deleteProducer,
      eraseConsumer,
      exportConsumer,
      getAutoconsumptionConfig,
      getAutoconsumptionData,
      putAutoconsumptionInfo,
      putConsumer,
      putConsumerStatus,
      putProducer,
      archiveAlarm,
      commentAlarm,
      createAlarmMute,
      createAlarmReport,
      createOrgAlarmReport,
      createUserAlarmReport,
      deleteAlarmMute,
      deleteAlarmReport,
      deleteOrgAlarmReport,
      deleteUserAlarmReport,
      getAlarm,
      getAlarmSettings,
      listAlarmHandlers,
      listAlarmMutes,
      listAlarmReports,
      listAlarms,
      listAvailableSelections,
      listOrgAlarmReports,
      listOrgAlarms,
      listOrgAvailableSelections,
      listUserAlarmReports,
      putAlarmMute,
      putAlarmReport,
      putAlarmSettings,
      putOrgAlarmReport,
      putUserAlarmReport,
      createDisplayContact,
      createDisplayMessage,
      createDisplayToken,
      deleteDisplayContact,
      deleteDisplayMessage,
      getDisplayPoster,
      getDisplayScreen,
      listDisplayContacts,
      listDisplayMessages,
      listDisplayTokens,
      putDisplayContact,
      putDisplayMessage,
      revokeDisplayToken,
      deleteQueuedReport,
      getQueuedReportPdf,
      listQueuedReports,
      addPlatformOrgAdmin,
      forgetMail,
      getMails,
      getPlatformAudit,
      getStorage,
      listJobs,
      listLockedAccounts,
      listPlatformOrgs,
      putPlatformOrg,
      retryMail,
      sendTestMail,
      unlockAccount,
    }),
    ...contractingArea(services),
    ...bound({ services, backend: () => backend }, {
      createStockImport,
      getStockImport,
      runStockImport,
    }),
    searchOrganisation: (input, caller) => index.search(input, caller),
  };
  return backend;
}
