/** Stored record of what was fetched from a public station. @module */

import * as z from "zod";
import { publicStation } from "./schema.ts";

/** What is known of the public station of an outdoor source. */
export type StationFetchRecord = z.output<typeof stationFetchRecord>;
export const stationFetchRecord = z.object({
  ...publicStation.shape,
  /** The choice, the address and the department for which the station was sought. */
  sought: z.string(),
  /** That of the file of the last two years. */
  etag: z.string().nullable(),
  /** Whether the years before were received. */
  hasPast: z.boolean(),
});

export const NOTHING_FETCHED: StationFetchRecord = {
  askedAt: null,
  station: null,
  nearby: [],
  lastDay: null,
  fault: null,
  sought: "",
  etag: null,
  hasPast: false,
};
