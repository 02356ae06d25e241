/** Comments that one alarm has at most. */
export const MOST_ALARM_COMMENTS = 200;

/** Closed alarms of a residence that are listed when no year is asked. */
export const LISTED_CLOSED_ALARMS = 1_000;
