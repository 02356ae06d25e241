import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { replacementId } from "./document_index.ts";
import type { Listing } from "./listing_memory.ts";

/** The deadline with which each document is listed, by its id. */
export function deadlinesById(listings: readonly Listing[]): ReadonlyMap<string, IsoDate> {
  return new Map(listings.map(({ documentId, deadline }) => [documentId, deadline]));
}

/**
 * Refused documents with the deadline of the replacement that their provider has to deposit.
 *
 * @param awaited every awaited document of their organisation
 * @spec contracting.replacement
 */
export function withReplacementDeadlines(
  refused: readonly Listing[],
  awaited: readonly Listing[],
): Listing[] {
  const wanted = new Set(refused.map(({ documentId }) => replacementId(documentId)));
  const deadlines = deadlinesById(awaited.filter(({ documentId }) => wanted.has(documentId)));
  return refused.map((one) => {
    const deadline = deadlines.get(replacementId(one.documentId)) ?? one.deadline;
    return { ...one, deadline };
  });
}
