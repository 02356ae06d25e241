import { documentPdf } from "@/lib/pages/contracting/document_pdf.ts";
import { define } from "@/lib/web/state.ts";

/** The deposited PDF. */
export const handler = define.handlers({
  GET: ({ params: { orgId = "", requestId = "", docId: documentId = "" }, state }) =>
    documentPdf(state, { orgId, requestId, documentId }, "inline"),
});
