/** Stored record of what was fetched from a public station. @module */

import * as z from "zod";
import type { OutdoorSourceRecord } from "@/lib/facilities/records.ts";
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

/** The source that the program adds: the days of the nearest public station. */
export const NEAREST_STATION = {
  name: "Météo-France",
  method: "meteo",
  seriesId: null,
  station: "",
  publicStation: "nearest",
} as const satisfies OutdoorSourceRecord;

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
