/** Schemas of deposited documents, parts of files and waiting files. @module */

import * as z from "zod/mini";
import { MOST_DEPOSIT_VALUES } from "@/lib/base/errors.ts";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject } from "@/lib/base/object_schemas.ts";
import { documentValueFields, typedocValue } from "./schema.ts";

/** Maximum length of the headers of a form part. */
const FILE_NAME_MAX_LENGTH = 4_096;

export const fileName = z.optional(z.string().check(z.maxLength(FILE_NAME_MAX_LENGTH)));

const uploadedValues = z.array(z.strictObject(documentValueFields))
  .check(z.maxLength(MOST_DEPOSIT_VALUES));

export const binary = field.described(z.instanceof(Uint8Array), {
  type: "string",
  format: "binary",
});

const byteCount = field.integerBetween(0, 1e9);

/** Parses a form field as JSON; returns the field itself when it is not JSON, for the schema to refuse. */
function fromJson(field: unknown): unknown {
  if (typeof field !== "string") return field;
  try {
    return JSON.parse(field);
  } catch {
    return field;
  }
}

/** A multipart form whose `data` may be JSON text. */
export const documentUpload = z.strictObject({
  /** The PDF or the photograph; absent when it waits. */
  file: z.optional(binary),
  fileName,
  /** Id of the file that waits for this document. */
  waiting: z.optional(field.id),
  completionDate: field.typedDate,
  data: z.pipe(z.transform(fromJson), uploadedValues),
});

/** A document deposited by its provider. @spec contracting.deposit */
export type DocumentUpload = z.output<typeof documentUpload>;

/** A part of a waiting file, as a multipart form: parts with the same mark belong to one file and are sent in order. */
export const waitingFilePart = z.strictObject({
  file: binary,
  fileName,
  /** The sender's identifier for the file. */
  mark: field.text(200),
  /** Bytes of the file before this part, and in total. */
  at: z.pipe(z.transform(fromJson), byteCount),
  size: z.pipe(z.transform(fromJson), byteCount),
});

/** The waiting file, and the number of its bytes received so far. */
export const partAnswer = namedObject("PartAnswer", { id: field.id, at: byteCount });

const documentPath = { orgId: field.id, requestId: field.id, documentId: field.id };

const waitingFile = z.object({
  ...field.named,
  /** Bytes. */
  size: field.figure,
  isWhole: field.flag,
  /** Id of another file with the same content; null for none. */
  sameAs: field.idOrNull,
  /** "deposited", or why the file was refused; null while it waits. */
  outcome: field.anyTextOrNull,
  /** The document it was deposited for; null for none. */
  document: z.nullable(z.object(documentPath)),
});

/** A file sent by a member of a provider: waiting for its document, or with its outcome. */
export type WaitingFile = z.output<typeof waitingFile>;

const depositTarget = z.object({
  ...documentPath,
  deadline: field.isoDate,
  organisationName: field.anyText,
  typedocName: field.anyText,
  values: z.array(typedocValue),
  contractCode: field.anyText,
  projectName: field.anyText,
  projectCode: field.anyText,
  /** Building or boiler room that contains it; "" for none. */
  equipmentPlace: field.anyText,
  equipmentName: field.anyText,
  equipmentCode: field.anyText,
});

/** A document that a provider may deposit, with the names used to match it. */
export type DepositTarget = z.output<typeof depositTarget>;

export const waitingFiles = namedObject("WaitingFiles", {
  files: z.array(waitingFile),
  documents: z.array(depositTarget),
});

/** The waiting files of a person, and the documents they may be deposited for; no documents while no file waits. */
export type WaitingFiles = z.output<typeof waitingFiles>;
