import * as z from "zod/mini";
import type { PathParameters } from "@/lib/contract/call.ts";
import type { Calls } from "@/lib/contract/catalogue.ts";
import { PCE } from "@/lib/domain/facilities/pce.ts";
import { described, email, id, isoDate } from "@/lib/domain/forms/schema.ts";
import { isIsoDate, isIsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { readInstantSegment } from "@/lib/domain/periods/instants.ts";
import { FIRST_YEAR, LAST_YEAR, PERIOD_TYPES } from "@/lib/domain/periods/period.ts";
import { readRangeSegment } from "@/lib/domain/periods/segments.ts";
import { sourceKey } from "@/lib/domain/projects/schema.ts";

export type ParameterName = PathParameters<Calls[keyof Calls]["path"]>;

export interface Parameter {
  /** One phrase for the API document. */
  description: string;
  schema: z.ZodMiniType<string>;
  /** What is answered when it is something else; 'invalid-input' when omitted. */
  refusal?: "bad-period";
}

function opaque(description: string): Parameter {
  return { description, schema: id };
}

/** The parameters of the paths, one meaning for each name. */
export const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
  alarmId: opaque("Alarm"),
  alertId: opaque("Alert message to tenants"),
  actionId: opaque("Action on many documents"),
  annotatedId: opaque("Facility series or boiler room"),
  annotationId: opaque("Annotation"),
  anonymousGroupId: opaque("Group of dwellings"),
  boilerRoomId: opaque("Boiler room"),
  buildingId: opaque("Building"),
  circuitId: opaque("Heating circuit"),
  cmvId: opaque("Ventilation unit"),
  consumerId: opaque("Consumer of collective self-consumption"),
  contactId: opaque("Contact of the information screen"),
  contractId: opaque("Contract"),
  contractProviderId: opaque("Provider in charge of a contract between two days"),
  dataSeriesId: opaque("Data series"),
  deviceId: opaque("Heat pump, solar panels or vehicle charger"),
  documentId: opaque("Document"),
  equipmentId: opaque("Equipment"),
  errorCodeId: opaque("Error-code reader"),
  eventId: opaque("Replacement or reset of a meter"),
  fileId: opaque("File that waits for its document"),
  faultDetectorId: opaque("Fault detector"),
  gateId: opaque("Door or gate"),
  houseId: opaque("Dwelling"),
  houseTypeId: opaque("Kind of dwelling"),
  importId: opaque("Import of a landlord's stock"),
  indexId: opaque("Meter index typed by hand"),
  mailId: opaque("Mail"),
  messageId: opaque("Message of the information screen"),
  moduleId: opaque("Module"),
  muteId: opaque("Works during which alarms are muted"),
  orgId: opaque("Organisation"),
  occupancyId: opaque("Occupancy of a dwelling"),
  outdoorSourceId: opaque("Outdoor source"),
  producerId: opaque("Generator of collective self-consumption"),
  projectId: opaque("Residence"),
  providerId: opaque("Provider"),
  reportId: opaque("Report"),
  requestId: opaque("Document request"),
  series: opaque("Data series"),
  skydomeId: opaque("Roof light"),
  tagId: opaque("Tag group"),
  teamId: opaque("Team"),
  tokenId: opaque("Token"),
  typedocId: opaque("Kind of document"),
  valueId: opaque("Tag value"),
  pce: {
    description: "Gas delivery point: 14 digits, or GI and 6 digits",
    schema: z.string().check(z.regex(PCE)),
  },
  source: { description: "Key of a collector's source", schema: sourceKey },
  email: { description: "E-mail address", schema: email },
  fromDate: { description: "Civil day from which it is in force, 2024-07-15", schema: isoDate },
  date: {
    description: "Civil day, 2024-07-15",
    schema: described(z.string().check(z.refine((text) => isIsoDate(text) && isInYears(text))), {
      format: "date",
    }),
    refusal: "bad-period",
  },
  month: {
    description: "Month, 2024-07",
    schema: described(z.string().check(z.refine((text) => isIsoMonth(text) && isInYears(text))), {
      pattern: "^\\d{4}-\\d{2}$",
    }),
    refusal: "bad-period",
  },
  year: {
    description: `Year, ${FIRST_YEAR} to ${LAST_YEAR}`,
    schema: z.string().check(z.regex(/^\d{4}$/), z.refine(isYear)),
    refusal: "bad-period",
  },
  instant: {
    description:
      "Slot: 2024-07, 2024-W07, 2024-07-15, 2024-07-15T08, 2024-07-15T08:05; 2026-10-25T02+01:00 at a time that comes twice",
    schema: described(
      z.string().check(z.refine((text) => readInstantSegment(text) !== null)),
      {
        pattern:
          "^\\d{4}-(W\\d{1,2}|\\d{1,2}(-\\d{1,2}(T\\d{1,2}(:\\d{1,2})?([+-][01]\\d:[0-5]\\d)?)?)?)$",
      },
    ),
    refusal: "bad-period",
  },
  segment: {
    description: "Range: monthly-2024, monthly-shifted-2024, daily-2024-07, hourly-2024-07-15…",
    schema: described(
      z.string().check(z.refine((text) => readRangeSegment(text) !== null)),
      { pattern: `^(${PERIOD_TYPES.join("|")})-\\d{4}(-\\d{1,2}){0,2}$` },
    ),
    refusal: "bad-period",
  },
};

/** Whether a day or a month is in the years that periods have. */
function isInYears(text: string): boolean {
  return isYear(text.slice(0, 4));
}

function isYear(text: string): boolean {
  return Number(text) >= FIRST_YEAR && Number(text) <= LAST_YEAR;
}
