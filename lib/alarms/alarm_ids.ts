/** Makes the ids of alarms, which sort by start. @module */

/** Base-36 digits of a start in an id: seconds until the year 4400. */
const START_DIGITS = 7;
/** Seed and multiplier of each half of the hash. */
const [FIRST, SECOND] = [{ from: 0xdeadbeef, by: 2654435761 }, {
  from: 0x41c6ce57,
  by: 1597334677,
}];

/**
 * The id of the alarm of a subject that started at a given second. Ids sort by start, and an alarm found again, by
 * another process or after a restart, has the same id.
 */
export function alarmIdOf(subjectKey: string, startS: number): string {
  return `${alarmIdsFrom(startS)}-${sumOf(subjectKey)}`;
}

/** Sorts before the ids of alarms started at this second or later, and after all other ids. */
export function alarmIdsFrom(startS: number): string {
  return Math.max(0, Math.floor(startS)).toString(36).padStart(START_DIGITS, "0");
}

/** 64-bit hash of a text: no two subjects of a residence with the same hash start an alarm in the same second. */
function sumOf(text: string): string {
  const halves = [FIRST, SECOND].map(({ from, by }) => {
    let half = from;
    for (let at = 0; at < text.length; at++) half = Math.imul(half ^ text.charCodeAt(at), by);
    half = Math.imul(half ^ (half >>> 16), 2246822507);
    return ((half ^ (half >>> 13)) >>> 0).toString(36).padStart(7, "0");
  });
  return halves.join("");
}
