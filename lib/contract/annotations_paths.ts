import type { PathTable } from "./path_table.ts";

/** Where the calls of annotations are: by the id of the series or of the boiler room. */
export const ANNOTATIONS_PATHS = {
  listAnnotations: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/annotations/:annotatedId",
  },
  addAnnotation: {
    method: "POST",
    path: "/collect/projects/:projectId/facilities/annotations/:annotatedId",
  },
  putAnnotation: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/annotations/:annotatedId/:annotationId",
  },
  deleteAnnotation: {
    method: "DELETE",
    path: "/collect/projects/:projectId/facilities/annotations/:annotatedId/:annotationId",
  },
} as const satisfies PathTable;
