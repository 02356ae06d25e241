import { callFor } from "@/lib/contract/call.ts";
import { onProjectOrAdmin, seriesWriterCall } from "@/lib/contract/grants.ts";
import { created, versionQuery } from "@/lib/contract/shapes.ts";
import { annotationDraft, annotationEdit, annotations } from "@/lib/domain/series/schema.ts";

const reads = callFor(onProjectOrAdmin(
  "collect:boilerroom:read",
  "collect:building:read",
  "collect:agg:daily",
));

/** Notes on some days of a series or of a boiler room. @spec design §12 */
export const ANNOTATIONS_CALLS = {
  listAnnotations: reads({
    request: "GET /collect/projects/:projectId/facilities/annotations/:annotatedId",
    summary: "The annotations of a series or of a boiler room, the latest first",
    answer: annotations,
    refusals: ["forbidden", "not-found"],
  }),
  addAnnotation: seriesWriterCall({
    request: "POST /collect/projects/:projectId/facilities/annotations/:annotatedId",
    summary: "Adds an annotation: what is to be known of some days",
    audit: "Annotation ajoutée",
    body: annotationDraft,
    answer: created,
    refusals: ["to-confirm", "forbidden", "not-found", "limit-reached"],
  }),
  putAnnotation: seriesWriterCall({
    request: "PUT /collect/projects/:projectId/facilities/annotations/:annotatedId/:annotationId",
    summary: "Changes the days or the words of an annotation",
    audit: "Annotation modifiée",
    body: annotationEdit,
    refusals: ["to-confirm", "forbidden", "not-found", "conflict"],
  }),
  deleteAnnotation: seriesWriterCall({
    request:
      "DELETE /collect/projects/:projectId/facilities/annotations/:annotatedId/:annotationId",
    summary: "Deletes an annotation",
    audit: "Annotation supprimée",
    query: versionQuery,
    refusals: ["forbidden", "not-found", "conflict"],
  }),
};
