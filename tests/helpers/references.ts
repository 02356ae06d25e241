/**
 * What each text of an input names: an entity of a residence, a number of the outside world, or
 * nothing.
 * @module
 */

import { openApiDocument } from "@/lib/api/openapi.ts";
import { AREAS } from "@/lib/app/catalogue.ts";
import { type Operation, operationsOf, type Schema, schemaOf } from "./generated_cases.ts";

const DOCUMENT = JSON.parse(JSON.stringify(openApiDocument(AREAS, "0")));
const NAMED = schemaOf(schemaOf(DOCUMENT.components).schemas);

const SERIES = ["gas", "climate", "typed", "sun", "panels"] as const;

/**
 * Ids, by the name of their field, and what they may name: entities that the life of calls creates.
 */
export const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  actionId: ["action"],
  alertId: ["alert"],
  annotatedId: ["typed", "gas"],
  annotationId: ["annotation"],
  anonymousGroupId: ["group"],
  boilerRoomId: ["room"],
  buildingId: ["building"],
  circuitId: ["circuit"],
  cmvId: ["cmv"],
  consumerId: ["consumer"],
  computedSeriesId: ["sum"],
  consumptionSeriesId: SERIES,
  dataSeriesId: ["climate"],
  deletionId: ["deletion"],
  deviceId: ["device"],
  contactId: ["contact"],
  contractId: ["contract"],
  contractProviderId: ["charge"],
  djuSource: ["weather"],
  equipmentId: ["room", "building", "circuit"],
  errorCodeId: ["errorCode"],
  eventId: ["event"],
  faultDetectorId: ["faultDetector"],
  "filters{}[]": ["project", "room", "building"],
  gateId: ["gate"],
  hotWaterType: SERIES,
  houseId: ["house"],
  "houseIds[]": ["house"],
  houseTypeId: ["houseType"],
  importId: ["import"],
  indexId: ["index"],
  messageId: ["shown"],
  moduleId: ["house"],
  occupancyId: ["occupancy", "mistake"],
  orgId: ["org"],
  muteId: ["mute"],
  "minus[]": SERIES,
  outdoorSourceId: ["weather", "unused"],
  priceId: ["price"],
  billId: ["bill"],
  parentId: ["room", "building"],
  "plus[]": SERIES,
  producerId: ["producer"],
  productionSeriesId: SERIES,
  projectId: ["project"],
  "projects[]": ["project"],
  providerId: ["provider"],
  reportId: ["report", "orgReport", "ownReport"],
  requestId: ["request"],
  series: SERIES,
  seriesId: SERIES,
  skydomeId: ["skydome"],
  "solarTypes[]": SERIES,
  sourceType: SERIES,
  subjectId: ["room"],
  tagId: ["tag"],
  "tags[]": ["value"],
  teamId: ["team"],
  termsId: ["terms"],
  tokenId: ["token", "screen"],
  typedocId: ["typedoc"],
  valueId: ["value"],
  verdictId: ["verdict"],
};

/** Identifiers that several residences may use independently. */
export const NATURAL_KEYS: Readonly<Record<string, readonly string[]>> = {
  adminEmail: ["email"],
  email: ["email", "other", "occupantEmail"],
  "emails[]": ["email", "occupantEmail"],
  gazPce: ["pce"],
  pce: ["pce"],
  prm: ["prm"],
  projectModuleId: ["serial"],
  q: ["word", "serial", "pce", "occupantEmail"],
  equipment: ["room"],
  residence: ["project"],
  serial: ["serial"],
  source: ["dwellingSource", "roomSource"],
  "sources[]": ["dwellingSource", "roomSource"],
  username: ["email"],
  "users[]": ["email", "other"],
};

/** Ids that a call only searches among those of the residence: others are not found. */
export const LOOKED_FOR: readonly string[] = [
  "importReadings: series",
  "listManualIndexes: series",
  "listRegisterDoubts: series",
];

/** Ids of entities that no served call creates. */
export const UNSERVED: readonly string[] = [
  "alarmId",
  "documentId",
  "documentIds[]",
  "documents[]",
  "fileId",
  "statementId",
  "typedocValueId",
  "waiting",
];

/**
 * Texts that name nothing; `mailId` names an entity visible only to the platform's administrators.
 */
export const NAMELESS: readonly string[] = [
  ..."adminForename adminSurname after app backType body choiceId city client_id code comment columns config{} contact"
    .split(" "),
  ..."dataSourceOptions{} device file fileName forename heading id image importedUnit instant kind label lat"
    .split(
      " ",
    ),
  ..."lines linesBefore location lon mail mailId mark message month name normalCodes[] notifyEvery oldpassword"
    .split(" "),
  ..."operationNumber operator outType page password phone project provider publicStation reason refresh_token"
    .split(" "),
  ..."renamed scope search seasonStart seasonStop segment sort state station street surname text time timeZone token"
    .split(" "),
  ..."a b bonusHT fixed index0 indexName malusHT p0 upTo".split(" "),
  ..."amountTtc annualFixed fixedVatPercent kwh origin price supplier vatPercent".split(" "),
  ..."typedoc unit value version year".split(" "),
  "consent.source",
  "webhookSecret",
  "webhookUrl",
  "djuStation",
  "reference",
  "zipCode",
];

/**
 * A text of an input: the names of its path, "[]" for the elements of a list, "{}" for those of a
 * record.
 */
export interface Leaf {
  readonly path: readonly string[];
  /** Its name in the tables. */
  readonly name: string;
}

/** The operations of the API document. */
export const OPERATIONS: readonly Operation[] = operationsOf(DOCUMENT);

/** Every text of an operation's input that is neither a day nor an enumerated value. */
export function leavesOf({ parameters, body }: Operation): Leaf[] {
  const leaves = parameters.flatMap(({ name, schema }) => textsIn(schema, [name]));
  if (body !== null) leaves.push(...textsIn(body.schema, ["body"]));
  const byPath = new Map(leaves.map((path) => [path.join("."), path]));
  return [...byPath.values()].map((path) => ({ path, name: nameOf(path) }));
}

/** "houseIds" and "[]" make "houseIds[]". */
function nameOf(path: readonly string[]): string {
  const start = path.findLastIndex((part) => !/^[[{]/.test(part));
  // The medium of an occupant's consent is a text, not a source of readings.
  return `${path[start - 1] === "consent" ? "consent." : ""}${path.slice(start).join("")}`;
}

function textsIn(schema: Schema, path: readonly string[]): (readonly string[])[] {
  if (path.length > 12) throw new Error(`${path.join(".")} has no end`);
  if (typeof schema.$ref === "string") {
    return textsIn(schemaOf(NAMED[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)]), path);
  }
  return [...innerTexts(schema, path), ...isFreeText(schema) ? [path] : []];
}

function innerTexts(schema: Schema, path: readonly string[]): (readonly string[])[] {
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) =>
    Array.isArray(list) ? list : []
  );
  const inner: [unknown, string][] = Object.entries(schemaOf(schema.properties))
    .map(([name, one]) => [one, name]);
  if (schema.items !== undefined) inner.push([schema.items, "[]"]);
  if (typeof schema.additionalProperties === "object") {
    inner.push([schema.additionalProperties, "{}"]);
  }
  return [
    ...choices.flatMap((one) => textsIn(schemaOf(one), path)),
    ...inner.flatMap(([one, name]) => textsIn(schemaOf(one), [...path, name])),
  ];
}

function isFreeText({ type, enum: values, const: value, format }: Schema): boolean {
  const isText = [type].flat().includes("string");
  return isText && values === undefined && value === undefined &&
    !["date", "date-time"].includes(String(format));
}
