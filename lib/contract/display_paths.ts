import type { PathTable } from "./path_table.ts";

/** Where the calls of the information screen are. @spec B §7 "display messages and contacts" */
export const DISPLAY_PATHS = {
  listDisplayMessages: { method: "GET", path: "/collect/projects/:projectId/display/messages" },
  createDisplayMessage: { method: "POST", path: "/collect/projects/:projectId/display/messages" },
  putDisplayMessage: {
    method: "PUT",
    path: "/collect/projects/:projectId/display/messages/:messageId",
  },
  deleteDisplayMessage: {
    method: "DELETE",
    path: "/collect/projects/:projectId/display/messages/:messageId",
  },
  listDisplayContacts: { method: "GET", path: "/collect/projects/:projectId/display/contacts" },
  createDisplayContact: { method: "POST", path: "/collect/projects/:projectId/display/contacts" },
  putDisplayContact: {
    method: "PUT",
    path: "/collect/projects/:projectId/display/contacts/:contactId",
  },
  deleteDisplayContact: {
    method: "DELETE",
    path: "/collect/projects/:projectId/display/contacts/:contactId",
  },
  listDisplayTokens: { method: "GET", path: "/collect/projects/:projectId/display/tokens" },
  createDisplayToken: { method: "POST", path: "/collect/projects/:projectId/display/tokens" },
  revokeDisplayToken: {
    method: "DELETE",
    path: "/collect/projects/:projectId/display/tokens/:tokenId",
  },
} as const satisfies PathTable;
