/** The landlord's image on the reports, as a file: the handlers of its two URLs. @module */
import type { ReportImage } from "@/lib/domain/consumption_reports/types.ts";
import { HttpError, type PageContext } from "@/lib/web/state.ts";
import { reportsOf } from "./reports_page.ts";

/** The image, for users of the landlord. @throws HttpError 404 without one */
export async function readReportImage({ state }: PageContext): Promise<Response> {
  const { project: { id: projectId } } = reportsOf(state);
  return imageResponse(await state.api.read("getConsumptionReportSettings", { projectId }));
}

/** The image for the occupant of a dwelling. @throws HttpError 404 for other users, and without an image */
export async function readOwnReportImage({ state, params }: PageContext): Promise<Response> {
  const { projectId = "", houseId = "" } = params;
  return imageResponse(await state.api.read("getOwnReportImage", { projectId, houseId }));
}

function imageResponse({ image, imageMimeType }: ReportImage): Response {
  if (image === null || imageMimeType === null) throw new HttpError(404, "not-found");
  return new Response(Uint8Array.fromBase64(image), { headers: { "content-type": imageMimeType } });
}
