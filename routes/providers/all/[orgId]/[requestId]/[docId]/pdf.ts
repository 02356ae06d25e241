import { documentPdf } from "@/lib/documents/pages.ts";
import { define } from "@/lib/web/state.ts";

/** The deposited PDF, displayed or downloaded. */
export const handler = define.handlers({
  GET({ params: { orgId = "", requestId = "", docId: documentId = "" }, state, url }) {
    const disposition = url.searchParams.get("as") === "attachment" ? "attachment" : "inline";
    return documentPdf(state, { orgId, requestId, documentId }, disposition);
  },
});
