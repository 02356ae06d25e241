import * as z from "zod/mini";
import { id, isoDate, version } from "@/lib/domain/forms/fields/schema.ts";
import { namedObject } from "@/lib/domain/forms/schema.ts";

/** Answer of a creation: the new id, also in the HTTP header `x-created-id`. @spec calls.created-id */
type Created = z.output<typeof created>;

/** Empty answer. */
export const nothing: z.ZodMiniType<null> = z.null();

export const created = namedObject("Created", { id });

/** A file as an answer, in process, never serialised as JSON: its bytes are the HTTP body, its name is the download name. */
export const fileAnswer = z.object({
  fileName: z.string().check(z.minLength(1)),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

export type FileAnswer = z.output<typeof fileAnswer>;

/** A streamed file as an answer, in process. */
export const flowingFile = z.object({
  fileName: z.string().check(z.minLength(1)),
  /** Bytes; null when unknown until the end. */
  size: z.nullable(z.number()),
  flow: z.custom<ReadableStream<Uint8Array<ArrayBuffer>>>((value) =>
    value instanceof ReadableStream
  ),
});

/** Maximum length of a text file, characters. */
const FILE_MAX_CHARACTERS = 32_000_000;

export const fileText: z.ZodMiniType<string> = z.string().check(
  z.minLength(1),
  z.maxLength(FILE_MAX_CHARACTERS),
);

/** Page of the lines of a long task. */
export const pageQuery = z.strictObject({
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
});

/** Selects the occupancy of a dwelling's figures: that of the day `on`, by default of the last day begun. */
export const occupancyQuery = z.strictObject({ on: z.optional(isoDate) });

/** The edited version, for calls whose body cannot contain it. */
export const versionQuery: z.ZodMiniType<{ version?: string | undefined }> = z.strictObject({
  version,
});
