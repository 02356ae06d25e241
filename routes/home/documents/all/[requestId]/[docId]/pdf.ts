import { documentPdf, documentsOf } from "@/lib/documents/pages.ts";
import { define } from "@/lib/web/state.ts";

/** The PDF of a document, displayed in its page or downloaded. */
export const handler = define.handlers({
  GET({ params: { requestId = "", docId: documentId = "" }, state, url }) {
    const at = { orgId: documentsOf(state).organisation.id, requestId, documentId };
    const disposition = url.searchParams.get("as") === "inline" ? "inline" : "attachment";
    return documentPdf(state, at, disposition);
  },
});
