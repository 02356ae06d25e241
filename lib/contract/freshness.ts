/** Current and range data, pilot configuration and thresholds: 15 minutes. @spec calls.freshness */
export const FRESH_DATA_SECONDS = 900;

/** Alarms: 5 minutes. @spec calls.freshness */
export const FRESH_ALARMS_SECONDS = 300;

/** Queued reports, pilot status and connectivity: 1 minute. @spec calls.freshness */
export const FRESH_STATUS_SECONDS = 60;
