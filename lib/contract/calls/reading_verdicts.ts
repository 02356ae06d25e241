import * as z from "zod/mini";
import { readingWriterCall } from "@/lib/contract/grants.ts";
import { created } from "@/lib/contract/shapes.ts";
import { id } from "@/lib/domain/forms/fields/schema.ts";
import { readingVerdictDraft, registerDoubts } from "@/lib/domain/series/schema.ts";

/** What persons say of the readings of registers. @spec series.verdicts */
export const READING_VERDICTS_CALLS = {
  listRegisterDoubts: readingWriterCall({
    request: "GET /collect/projects/:projectId/registerdoubts",
    summary:
      "Readings of registers that wait to be confirmed, what persons said of others, and rates that seem too low (domain §3, R)",
    query: z.strictObject({ series: z.optional(id) }),
    answer: registerDoubts,
  }),
  addReadingVerdict: readingWriterCall({
    request: "POST /collect/projects/:projectId/dataseries/:series/verdicts",
    summary:
      "Says whether a reading of a register is real; its figures are counted again (domain §3, R)",
    audit: "Relevé dit vrai ou faux",
    body: readingVerdictDraft,
    answer: created,
    refusals: ["unsuitable-series", "limit-reached", "too-old", "conflict"],
  }),
  deleteReadingVerdict: readingWriterCall({
    request: "DELETE /collect/projects/:projectId/dataseries/:series/verdicts/:verdictId",
    summary: "Takes back what was said of a reading; its figures are counted again (domain §3, R)",
    audit: "Réponse sur un relevé retirée",
    refusals: ["too-old", "conflict"],
  }),
};
