import * as z from "zod/mini";
import { anyText, anyTextOrNull, figure, named } from "../forms/schema.ts";
import { isTimeZone } from "../periods/zoned_days.ts";
import type { ReadingsImport } from "./csv_content.ts";

/** Name of a time zone, such as Europe/Paris. */
export const timeZone: z.ZodMiniType<string> = z.string().check(
  z.maxLength(50),
  z.refine(isTimeZone, { message: "time-zone" }),
);

/** What an import of readings did, or would do. */
export const readingsImport: z.ZodMiniType<ReadingsImport> = named(
  "ReadingsImport",
  z.object({
    format: z.object({
      separator: z.enum([";", ",", "tab"]),
      decimal: z.enum([",", "."]),
      dates: z.enum(["dmy", "ymd"]),
      shape: z.enum(["long", "wide"]),
    }),
    lineCount: figure,
    insertedCount: figure,
    replacedCount: figure,
    ignoredCount: figure,
    errors: z.array(z.object({ line: figure, column: anyTextOrNull, message: anyText })),
  }),
);
