import { z } from "zod";
import { email, id, isoDate, isoMonth } from "../domain/forms/schema.ts";
import { FIRST_YEAR, LAST_YEAR } from "../domain/periods/period.ts";
import { readRangeSegment } from "../domain/periods/segments.ts";
import type { PathParameters } from "./call.ts";
import type { Calls } from "./catalogue.ts";

/** Name of a parameter of a path of the catalogue. */
export type ParameterName = PathParameters<Calls[keyof Calls]["path"]>;

/** What a parameter of a path may be. */
export interface Parameter {
  /** One phrase for the API document. */
  description: string;
  schema: z.ZodType<string>;
  /** What is answered when it is something else; 'invalid-input' when omitted. */
  refusal?: "bad-period";
}

function opaque(description: string): Parameter {
  return { description, schema: id };
}

function sourceKey(description: string): Parameter {
  return { description, schema: z.string().min(1).max(1_000) };
}

/** The parameters of the paths, one meaning for each name. */
export const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
  orgId: opaque("Organisation"),
  projectId: opaque("Residence"),
  boilerRoomId: opaque("Boiler room"),
  buildingId: opaque("Building"),
  circuitId: opaque("Heating circuit"),
  cmvId: opaque("Ventilation unit"),
  deviceId: opaque("Heat pump, solar panels or vehicle charger"),
  equipmentId: opaque("Equipment"),
  errorCodeId: opaque("Error-code reader"),
  faultDetectorId: opaque("Fault detector"),
  gateId: opaque("Door or gate"),
  indexId: opaque("Meter index typed by hand"),
  outdoorSourceId: opaque("Outdoor source"),
  series: opaque("Data series"),
  skydomeId: opaque("Roof light"),
  tagId: opaque("Tag group"),
  teamId: opaque("Team"),
  tokenId: opaque("Token"),
  valueId: opaque("Tag value"),
  source: sourceKey("Key of a collector's source"),
  email: { description: "E-mail address", schema: email },
  fromDate: { description: "Civil day from which it is in force, 2024-07-15", schema: isoDate },
  month: { description: "Month, 2024-07", schema: isoMonth, refusal: "bad-period" },
  year: {
    description: `Year, ${FIRST_YEAR} to ${LAST_YEAR}`,
    schema: z.string().regex(/^\d{4}$/).refine(isYear),
    refusal: "bad-period",
  },
  segment: {
    description: "Range: monthly-2024, monthly-shifted-2024, daily-2024-07, hourly-2024-07-15…",
    schema: z.string().max(40).refine((text) => readRangeSegment(text) !== null),
    refusal: "bad-period",
  },
};

function isYear(text: string): boolean {
  return Number(text) >= FIRST_YEAR && Number(text) <= LAST_YEAR;
}
