import { defineCall } from "@/lib/contract/call.ts";
import { onProjectOrAdmin } from "@/lib/contract/grants.ts";
import { versionQuery } from "@/lib/contract/http/version_query.ts";
import { created, nothing } from "@/lib/contract/shapes.ts";
import { annotationDraft, annotationEdit, annotations } from "./annotations_schema.ts";

const reads = onProjectOrAdmin(
  "collect:boilerroom:read",
  "collect:building:read",
  "collect:agg:daily",
);
const writes = onProjectOrAdmin(
  "collect:boilerroom:write",
  "collect:building:write",
  "collect:houseadmin",
);

/** What is to be known of some days of a series or of a boiler room. @spec design §12 */
export const ANNOTATIONS_CALLS = {
  listAnnotations: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/facilities/annotations/:annotatedId",
    summary: "The annotations of a series or of a boiler room, the latest first",
    access: reads,
    answer: annotations,
    refusals: ["forbidden", "not-found"],
  }),
  addAnnotation: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/facilities/annotations/:annotatedId",
    summary: "Adds an annotation: what is to be known of some days",
    audit: "Annotation ajoutée",
    access: writes,
    body: annotationDraft,
    answer: created,
    creates: true,
    refusals: ["forbidden", "not-found", "limit-reached"],
  }),
  putAnnotation: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/annotations/:annotatedId/:annotationId",
    summary: "Changes the days or the words of an annotation",
    audit: "Annotation modifiée",
    access: writes,
    body: annotationEdit,
    answer: nothing,
    refusals: ["forbidden", "not-found", "conflict"],
  }),
  deleteAnnotation: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/facilities/annotations/:annotatedId/:annotationId",
    summary: "Deletes an annotation",
    audit: "Annotation supprimée",
    access: writes,
    query: versionQuery,
    answer: nothing,
    refusals: ["forbidden", "not-found", "conflict"],
  }),
};
