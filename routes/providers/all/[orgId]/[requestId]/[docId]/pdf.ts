import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { pdfResponse } from "@/lib/web/files/download.ts";
import { NEVER_KEPT } from "@/lib/web/front/headers.ts";

/** The PDF that was deposited. */
export const handler = define.handlers({
  async GET({ params: { orgId = "", requestId = "", docId = "" }, state }) {
    const at = { orgId, requestId, documentId: docId };
    const { bytes, fileName } = answered(await state.api.call("getDocumentPdf", at));
    const response = pdfResponse(new Uint8Array(bytes), fileName, "inline");
    response.headers.set("cache-control", NEVER_KEPT);
    return response;
  },
});
