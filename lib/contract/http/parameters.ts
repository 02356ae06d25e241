import * as z from "zod/mini";
import type { PathParameters } from "@/lib/contract/call.ts";
import { CALLS, type Calls } from "@/lib/contract/catalogue.ts";
import { PCE } from "@/lib/domain/facilities/pce.ts";
import { described, email, id, isoDate, typedDate } from "@/lib/domain/forms/fields/schema.ts";
import { isIsoDate, isIsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { readInstantSegment } from "@/lib/domain/periods/instants.ts";
import { FIRST_YEAR, isYear, LAST_YEAR, PERIOD_TYPES } from "@/lib/domain/periods/period.ts";
import { readRangeSegment } from "@/lib/domain/periods/segments.ts";
import { sourceKey } from "@/lib/domain/projects/schema.ts";
import { parameterNames } from "./paths.ts";

type ParameterName = PathParameters<Calls[keyof Calls]["path"]>;

export interface Parameter {
  /** One phrase for the API document. */
  description: string;
  schema: z.ZodMiniType<string>;
  /** Schema of a value that a user typed, for the calls with a body; `schema` when omitted. */
  typed?: z.ZodMiniType<string>;
  /** Refusal of an invalid value; 'invalid-input' when omitted. */
  refusal?: "bad-period";
}

type IdName = Extract<ParameterName, `${string}Id`>;

/** Descriptions of the ids whose names are not enough. */
const THINGS: Readonly<Partial<Record<IdName, string>>> = {
  actionId: "Action on many documents",
  alertId: "Alert message to tenants",
  annotatedId: "Facility series or boiler room",
  anonymousGroupId: "Group of dwellings",
  circuitId: "Heating circuit",
  cmvId: "Ventilation unit",
  consumerId: "Consumer of collective self-consumption",
  contactId: "Contact of the information screen",
  contractProviderId: "Provider in charge of a contract between two days",
  deviceId: "Heat pump, solar panels or vehicle charger",
  errorCodeId: "Error-code reader",
  eventId: "Replacement or reset of a meter",
  fileId: "File that waits for its document",
  gateId: "Door or gate",
  houseId: "Dwelling",
  houseTypeId: "Kind of dwelling",
  importId: "Import of a landlord's stock",
  indexId: "Meter index typed by hand",
  messageId: "Message of the information screen",
  muteId: "Works during which alarms are muted",
  occupancyId: "Occupancy of a dwelling",
  orgId: "Organisation",
  producerId: "Generator of collective self-consumption",
  projectId: "Residence",
  requestId: "Document request",
  skydomeId: "Roof light",
  tagId: "Tag group",
  typedocId: "Kind of document",
  valueId: "Tag value",
};

/** The parameters of paths that are not ids. */
const OTHERS: Readonly<Record<Exclude<ParameterName, IdName>, Parameter>> = {
  series: { description: "Data series", schema: id },
  pce: {
    description: "Gas delivery point: 14 digits, or GI and 6 digits",
    schema: z.string().check(z.regex(PCE)),
  },
  source: { description: "Key of a collector's source", schema: sourceKey },
  email: { description: "E-mail address", schema: email },
  fromDate: {
    description: "Civil day from which it is in force, 2024-07-15",
    schema: isoDate,
    typed: typedDate,
  },
  date: paddedPeriod("Civil day, 2024-07-15", (text) => isIsoDate(text) && isInYears(text), {
    format: "date",
  }),
  month: paddedPeriod("Month, 2024-07", (text) => isIsoMonth(text) && isInYears(text), {
    pattern: "^\\d{4}-\\d{1,2}$",
  }),
  year: {
    description: `Year, ${FIRST_YEAR} to ${LAST_YEAR}`,
    schema: z.string().check(z.regex(/^\d{4}$/), z.refine((text) => isYear(Number(text)))),
    refusal: "bad-period",
  },
  instant: period(
    "Slot: 2024-07, 2024-W07, 2024-07-15, 2024-07-15T08, 2024-07-15T08:05; 2026-10-25T02+01:00 at a time that comes twice",
    (text) => readInstantSegment(text) !== null,
    {
      pattern:
        "^\\d{4}-(W\\d{1,2}|\\d{1,2}(-\\d{1,2}(T\\d{1,2}(:\\d{1,2})?([+-][01]\\d:[0-5]\\d)?)?)?)$",
    },
  ),
  segment: period(
    "Range: monthly-2024, monthly-shifted-2024, daily-2024-07, hourly-2024-07-15…",
    (text) => readRangeSegment(text) !== null,
    { pattern: `^(${PERIOD_TYPES.join("|")})-\\d{4}(-\\d{1,2}){0,2}$` },
  ),
};

/** A day, a month, a slot or a range. @param shown what the document says of its text */
function period(
  description: string,
  isOne: (text: string) => boolean,
  shown: Parameters<typeof described>[1],
): Parameter {
  const schema = described(z.string().check(z.refine(isOne)), shown);
  return { description, schema, refusal: "bad-period" };
}

/** The same, of a text whose numbers may lack their leading zero: it is padded first. @spec periods.addresses */
function paddedPeriod(...[description, isOne, shown]: Parameters<typeof period>): Parameter {
  const padding = z.overwrite<string>((text) => text.replace(/-(\d)(?!\d)/g, "-0$1"));
  const schema = described(z.string().check(padding, z.refine(isOne)), shown);
  return { description, schema, refusal: "bad-period" };
}

/** The parameters of the paths; each name has a single meaning. */
export const PARAMETERS: Readonly<Record<string, Parameter>> = { ...idParameters(), ...OTHERS };

/** Parameters of the ids, sorted by name. */
function idParameters(): Record<string, Parameter> {
  const names = new Set(Object.values(CALLS).flatMap(({ path }) => parameterNames(path)));
  const ids = [...names].filter((name) => name.endsWith("Id")).toSorted();
  const things: Readonly<Record<string, string>> = THINGS;
  return Object.fromEntries(
    ids.map((name) => [name, { description: things[name] ?? nounOf(name), schema: id }]),
  );
}

/** "boilerRoomId" is the id of a "Boiler room". */
function nounOf(name: string): string {
  const words = name.slice(0, -2).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether the year of a day or a month is within the years of periods. */
function isInYears(text: string): boolean {
  return isYear(Number(text.slice(0, 4)));
}
