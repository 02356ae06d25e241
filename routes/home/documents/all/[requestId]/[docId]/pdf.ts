import { documentsOf } from "@/lib/pages/contracting/contracting_page.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { pdfResponse } from "@/lib/web/files/download.ts";
import { NEVER_KEPT } from "@/lib/web/front/headers.ts";

/** The PDF of a document, to see in its page or to save. */
export const handler = define.handlers({
  async GET({ params: { requestId = "", docId: documentId = "" }, state, url }) {
    const at = { orgId: documentsOf(state).organisation.id, requestId, documentId };
    const { bytes, fileName } = answered(await state.api.call("getDocumentPdf", at));
    const disposition = url.searchParams.get("as") === "inline" ? "inline" : "attachment";
    const response = pdfResponse(new Uint8Array(bytes), fileName, disposition);
    response.headers.set("cache-control", NEVER_KEPT);
    return response;
  },
});
