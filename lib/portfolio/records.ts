/** Stored records of who receives the monthly letter. @module */

import * as z from "zod";

/** A member who receives the monthly letter, and the month of the last one; null before the first. */
export const letterReaderRecord = z.object({ month: z.string().nullable() });
