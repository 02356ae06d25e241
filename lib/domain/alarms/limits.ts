/** Maximum number of comments on an alarm. */
export const MOST_ALARM_COMMENTS = 200;

/** Maximum number of planned works of a residence that have not ended. */
export const MOST_ALARM_MUTES = 200;

export const MUTE_REASON_MAX_LENGTH = 500;

/** Longest delay before an alarm is raised, minutes. */
export const MOST_DELAY_MINUTES = 24 * 60;

/** Closed alarms listed for a residence when no year is given. */
export const LISTED_CLOSED_ALARMS = 1_000;
