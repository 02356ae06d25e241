import { HOUR_S } from "@/lib/domain/periods/durations.ts";
import { type FileInstant, readInstant } from "./csv_times.ts";
import { numberOf } from "./plain_value.ts";

/**
 * The time of an Emoncms request: seconds, or a date.
 *
 * @param text null or "" for the time of arrival
 * @returns seconds since 1970; null when it is not a date
 */
export function timeOf(
  text: string | null,
  { nowS, timeZone }: { readonly nowS: number; readonly timeZone: string },
): number | null {
  if (text === null || text === "") return nowS;
  const seconds = numberOf(text);
  if (seconds !== null) return Math.trunc(seconds);
  const instant = readInstant(text, timeZone) ?? otherDate(text, timeZone);
  return instant && nearest(instant, nowS);
}

type GivenInstant = Pick<FileInstant, "epochS" | "laterS">;

/** Of a time that the clock shows twice, the second one when it has just passed: senders send at once. */
function nearest({ epochS, laterS = Infinity }: GivenInstant, nowS: number): number {
  return laterS <= nowS + CLOCK_LEAD_S && nowS < laterS + HOUR_S ? laterS : epochS;
}

/** How far the clock of a sender may be ahead. */
const CLOCK_LEAD_S = 60;

const WITH_OFFSET = /\d:\d{2}.*(?:Z|UTC|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})/i;

/** The second of a date in another format, as `14 Jul 2017 04:40`; null when it is not a date. */
function otherDate(text: string, timeZone: string): GivenInstant | null {
  const hasOffset = WITH_OFFSET.test(text);
  // Without an offset it would be read in the time zone of the server.
  const parsedMs = Date.parse(hasOffset ? text : `${text} UTC`);
  if (Number.isNaN(parsedMs) || isMissingDay(text)) return null;
  if (hasOffset) return { epochS: Math.floor(parsedMs / 1_000) };
  return readInstant(new Date(parsedMs).toISOString().slice(0, 19), timeZone);
}

/** Whether its month does not have the day of a date: 30 February, which is parsed as 2 March. */
function isMissingDay(text: string): boolean {
  const date = text.replace(/[T ]*\d{1,2}:\d{2}.*/, "");
  if (!/\b\d{4}\b/.test(date) || !/\b(?:29|30|31)\b/.test(date)) return false;
  return new Date(Date.parse(`${date} UTC`)).getUTCDate() <= 3;
}
