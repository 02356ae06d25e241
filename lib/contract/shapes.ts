import * as z from "zod/mini";
import { id, isoDate, namedObject } from "@/lib/domain/forms/schema.ts";

/** Answer of a creation: the new id, which HTTP also gives in `x-created-id`. @spec calls.created-id */
export type Created = z.output<typeof created>;

/** Nothing to say but that it is done. */
export const nothing: z.ZodMiniType<null> = z.null();

export const created = namedObject("Created", { id });

/** A file that is the answer: its bytes are the HTTP body, its name the one it is saved under. */
export interface FileAnswer {
  fileName: string;
  bytes: Uint8Array;
}

/** A file in process; never written as JSON. */
export const fileAnswer: z.ZodMiniType<FileAnswer> = z.object({
  fileName: z.string().check(z.minLength(1)),
  bytes: z.instanceof(Uint8Array),
});

/** A file that is read as it is sent: an answer in process. */
export interface FlowingFile {
  fileName: string;
  /** Bytes; null when they are known at its end only. */
  size: number | null;
  flow: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export const flowingFile: z.ZodMiniType<FlowingFile> = z.object({
  fileName: z.string().check(z.minLength(1)),
  size: z.nullable(z.number()),
  flow: z.custom<FlowingFile["flow"]>((value) => value instanceof ReadableStream),
});

/** Longest text of a file, characters. */
const FILE_MAX_CHARACTERS = 32_000_000;

export const fileText: z.ZodMiniType<string> = z.string().check(
  z.minLength(1),
  z.maxLength(FILE_MAX_CHARACTERS),
);

/** Which page of the lines of a long work. */
export const pageQuery = z.strictObject({
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
});

/** Figures of a dwelling are of one occupancy: that of the day `on`, of the last day begun without it. */
export const occupancyQuery = z.strictObject({ on: z.optional(isoDate) });
