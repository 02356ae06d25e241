/** Comments that one alarm has at most. */
export const MOST_ALARM_COMMENTS = 200;

/** Planned works of one residence that have not ended. */
export const MOST_ALARM_MUTES = 200;

export const MUTE_REASON_MAX_LENGTH = 500;

/** Longest delay before an alarm is raised, minutes. */
export const MOST_DELAY_MINUTES = 24 * 60;

/** Closed alarms of a residence that are listed when no year is asked. */
export const LISTED_CLOSED_ALARMS = 1_000;
