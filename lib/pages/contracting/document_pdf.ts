import type { Input } from "@/lib/contract/catalogue.ts";
import { pdfResponse } from "@/lib/web/files/download.ts";
import { NEVER_KEPT } from "@/lib/web/front/headers.ts";
import type { State } from "@/lib/web/state.ts";

/** The PDF of a document; never cached. */
export async function documentPdf(
  { api }: State,
  at: Input<"getDocumentPdf">,
  disposition: "inline" | "attachment",
): Promise<Response> {
  const { flow, size, fileName } = await api.read("getDocumentPdf", at);
  const response = pdfResponse(flow, fileName, disposition);
  if (size !== null) response.headers.set("content-length", String(size));
  response.headers.set("cache-control", NEVER_KEPT);
  return response;
}
