/** What is listed of the last arrivals of a residence. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject } from "@/lib/base/object_schemas.ts";
import { REFUSAL_CAUSES } from "@/lib/series/refusals.ts";

/** How readings come in. */
export const ARRIVAL_WAYS = [
  "influx",
  "emoncms",
  "chirpstack",
  "things-stack",
  "mqtt",
  "gateway",
] as const;
export type ArrivalWay = typeof ARRIVAL_WAYS[number];

/** What was made of a value: stored in a series, kept until it is attached, or refused. */
export const OUTCOMES = ["stored", "unknown", ...REFUSAL_CAUSES] as const;

/** Number of arrivals listed, and of values and characters of each. */
export const ARRIVALS_SHOWN = 20;
export const VALUES_SHOWN = 8;
export const WORDS_SHOWN = 4_000;

const arrivalValue = namedObject("ArrivalValue", {
  source: field.anyText,
  /** null when a dwelling's readings may be among what was sent. */
  value: field.anyTextOrNull,
  /** Instant of the reading; null for one that is none. */
  at: field.instantOrNull,
  outcome: z.enum(OUTCOMES),
  seriesId: field.idOrNull,
  houseId: field.idOrNull,
});

export const arrival = namedObject("Arrival", {
  at: field.instant,
  way: z.enum(ARRIVAL_WAYS),
  /** As received, without the sender's key; null when a dwelling's readings may be among them. */
  words: field.anyTextOrNull,
  /** Whether more was sent than the words shown. */
  isCut: z.boolean(),
  storedCount: field.figure,
  unknownCount: field.figure,
  refusedCount: field.figure,
  /** Why it was refused, in whole or in part, as its sender was told; "" when it was not. */
  reason: field.anyText,
  /** The first values, refused ones first, then those without a series. */
  values: z.readonly(z.array(arrivalValue)),
});

export type Arrival = z.output<typeof arrival>;
