/** Meter replacements dated by a file of readings, with the first index of each new meter. @module */
import { Refused } from "@/lib/backend/core/refused.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { FileError } from "@/lib/backend/ingest/csv_file.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import type { OnConflict } from "@/lib/domain/series/csv_content.ts";
import { eventFault, isSameEvent, MOST_EVENTS } from "@/lib/domain/series/meter_event.ts";
import { pointBefore } from "@/lib/domain/series/point_before.ts";
import { eventsOf, type SeriesReader } from "@/lib/domain/series/reader.ts";
import type { MeterEvent, Point } from "@/lib/domain/series/types.ts";
import { READINGS_MESSAGES } from "@/lib/text/series/imports.ts";
import type { ImportedValues } from "./imported_values.ts";
import { writeMeterEvents } from "./meter_event_writing.ts";
import type { NamedSeries } from "./named_series.ts";

export interface ReplacedLine {
  readonly line: number;
  /** Name of the column that dates it. */
  readonly column: string;
  readonly epochS: number;
  readonly finalIndex: number | null;
  readonly firstIndex: number;
}

interface ReplacedMeter {
  readonly named: NamedSeries;
  readonly values: ImportedValues;
  readonly beside: ImportedValues;
  readonly replaced: readonly ReplacedLine[];
}

/** The events of a meter before and after an import. */
export interface PlannedReplacements {
  readonly named: NamedSeries;
  readonly before: readonly MeterEvent[];
  readonly after: readonly MeterEvent[];
  readonly lines: readonly Pick<ReplacedLine, "line" | "column">[];
}

interface ReplacementOptions {
  readonly onConflict: OnConflict;
  readonly timeZone: string;
}

/** Number of events that an import adds or changes. */
export function countOf(replacements: readonly PlannedReplacements[]): number {
  return sumBy(replacements, ({ lines }) => lines.length);
}

/** The changes made by the replacements of a file, without those already known. */
export async function plannedReplacements(
  reader: SeriesReader,
  meters: readonly ReplacedMeter[],
  wanted: ReplacementOptions,
): Promise<{ replacements: PlannedReplacements[]; errors: FileError[] }> {
  const replacements: PlannedReplacements[] = [];
  const errors: FileError[] = [];
  for (const meter of meters) {
    if (meter.replaced.length === 0) continue;
    const before = await eventsOf(reader, meter.named.storedId);
    const lines: Pick<ReplacedLine, "line" | "column">[] = [];
    let after = before;
    for (const line of meter.replaced) {
      const event = eventOf(line);
      const others = after.filter(({ epochS }) => epochS !== event.epochS);
      const known = after.find(({ epochS }) => epochS === event.epochS);
      if (known && (isSameEvent(known, event) || wanted.onConflict === "keep")) continue;
      const message = await faultOf(reader, meter, { event, others, timeZone: wanted.timeZone });
      if (message === null) {
        after = [...others, event].sort((a, b) => a.epochS - b.epochS);
        lines.push(line);
      } else errors.push({ line: line.line, column: line.column, message });
    }
    if (lines.length > 0) replacements.push({ named: meter.named, before, after, lines });
  }
  return { replacements, errors };
}

/** Writes the replacements, meter by meter; those whose readings are no longer stored are reported. */
export async function writeReplacements(
  services: Services,
  replacements: readonly PlannedReplacements[],
  { projectId, caller }: { projectId: string; caller: Caller },
): Promise<{ meterEventCount: number; errors: FileError[] }> {
  const errors: FileError[] = [];
  for (const { named: { storedId, title: subject }, before, after, lines } of replacements) {
    const action = "addMeterEvent";
    const change = { projectId, storedId, subject, before, after, action, caller } as const;
    const ended = await writeMeterEvents(services, change);
    // Another user has just written an event of this meter: the file must be processed again.
    if (ended === "conflict") throw new Refused("store-unavailable");
    if (ended === "too-old") {
      const message = READINGS_MESSAGES.eventTooOld;
      for (const { line, column } of lines) errors.push({ line, column, message });
    }
  }
  return { meterEventCount: countOf(replacements) - errors.length, errors };
}

/** Events are dated by minute: that of the new meter's first index. */
function eventOf({ epochS, finalIndex, firstIndex }: ReplacedLine): MeterEvent {
  const minuteS = epochS - epochS % 60;
  return { epochS: minuteS, what: "replacement", finalIndex, firstIndex, comment: "" };
}

async function faultOf(
  reader: SeriesReader,
  { named, values, beside }: ReplacedMeter,
  { event, others, timeZone }: {
    event: MeterEvent;
    others: readonly MeterEvent[];
    timeZone: string;
  },
): Promise<string | null> {
  if (others.length >= MOST_EVENTS) return READINGS_MESSAGES.eventsFull;
  const query = { endS: event.epochS, timeZone };
  const stored = await pointBefore(reader, named.storedId, query);
  const before = latest(latest(stored, beside, event.epochS), values, event.epochS);
  // The line's own index comes after: it is the first one of the new meter.
  const fault = eventFault(event, others, { before, after: null });
  return fault === null ? null : READINGS_MESSAGES.finalTooLow;
}

/** The last register before a second, stored or in the file; those of the file replace stored ones. */
function latest(stored: Point | null, values: ImportedValues, beforeS: number): Point | null {
  let found = stored;
  for (const value of values.inOrderOfLines()) {
    const isLater = value.epochS >= (found?.epochS ?? -Infinity);
    if (value.epochS < beforeS && isLater) found = value;
  }
  return found;
}
