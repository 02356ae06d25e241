import { replacementId } from "./document_index.ts";
import type { Listing } from "./listing_memory.ts";

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
  const deadlines = new Map(
    awaited.filter(({ documentId }) => wanted.has(documentId))
      .map(({ documentId, deadline }) => [documentId, deadline]),
  );
  return refused.map((one) => {
    const deadline = deadlines.get(replacementId(one.documentId)) ?? one.deadline;
    return { ...one, deadline };
  });
}
