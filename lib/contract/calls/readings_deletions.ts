import * as z from "zod/mini";
import { readingWriterCall } from "@/lib/contract/grants.ts";
import { created } from "@/lib/contract/shapes.ts";
import { id, instant } from "@/lib/domain/forms/fields/schema.ts";
import {
  readingsDeletion,
  readingsDeletionDraft,
  readingsRestored,
  readingsToDelete,
} from "@/lib/domain/series/schema.ts";

/** Deletion of wrong readings. @spec series.deletions */
export const READINGS_DELETIONS_CALLS = {
  getReadingsToDelete: readingWriterCall({
    request: "GET /collect/projects/:projectId/dataseries/:series/readings",
    summary: "What deleting the readings of a range would remove and change (domain §3)",
    query: z.strictObject({ houseId: z.optional(id), from: instant, to: instant }),
    answer: readingsToDelete,
    refusals: ["too-many-readings"],
  }),
  deleteReadings: readingWriterCall({
    request: "POST /collect/projects/:projectId/dataseries/:series/readings/deletions",
    summary: "Deletes the readings that getReadingsToDelete has answered (domain §3)",
    audit: "Relevés supprimés",
    body: readingsDeletionDraft,
    answer: created,
    refusals: ["too-many-readings", "limit-reached", "conflict"],
  }),
  listReadingsDeletions: readingWriterCall({
    request: "GET /collect/projects/:projectId/dataseries/:series/readings/deletions",
    summary: "The readings of a series deleted in the last 30 days, the last first (domain §3)",
    answer: z.array(readingsDeletion),
  }),
  restoreReadings: readingWriterCall({
    request:
      "POST /collect/projects/:projectId/dataseries/:series/readings/deletions/:deletionId/restore",
    summary: "Restores deleted readings, where no other was stored since (domain §3)",
    audit: "Suppression de relevés annulée",
    answer: readingsRestored,
  }),
};
