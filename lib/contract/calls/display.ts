import * as z from "zod/mini";
import { type Access, defineCall } from "@/lib/contract/call.ts";
import { onProject } from "@/lib/contract/grants.ts";
import { created, fileAnswer, nothing } from "@/lib/contract/shapes.ts";
import * as display from "@/lib/domain/display/schema.ts";
import { createdToken, projectToken, projectTokenDraft } from "@/lib/domain/projects/schema.ts";

const reads: Access = { any: [...onProject("collect:display:read").any, "display-token"] };
const writes = onProject("collect:display:write");

/** Messages and contacts of the information screen. @spec calls.catalogue */
export const DISPLAY_CALLS = {
  listDisplayMessages: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/display/messages",
    summary: "The messages of the information screen, past and coming ones too (B §7)",
    access: reads,
    answer: z.array(display.displayMessage),
    refusals: [],
  }),
  createDisplayMessage: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/display/messages",
    summary: "Adds a message to the information screen (B §3)",
    audit: "Message affiché créé",
    access: writes,
    body: display.displayMessageDraft,
    answer: created,
    creates: true,
    refusals: ["display-off", "limit-reached"],
  }),
  putDisplayMessage: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/display/messages/:messageId",
    summary: "Changes a message of the information screen (B §3)",
    audit: "Message affiché modifié",
    access: writes,
    body: display.displayMessageDraft,
    answer: nothing,
    refusals: ["display-off", "not-found", "conflict"],
  }),
  deleteDisplayMessage: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/display/messages/:messageId",
    summary: "Deletes a message of the information screen (B §3)",
    audit: "Message affiché supprimé",
    access: writes,
    answer: nothing,
    refusals: ["not-found"],
  }),
  listDisplayContacts: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/display/contacts",
    summary: "The contacts of the information screen (B §7)",
    access: reads,
    answer: z.array(display.displayContact),
    refusals: [],
  }),
  createDisplayContact: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/display/contacts",
    summary: "Adds a contact to the information screen (B §3)",
    audit: "Contact affiché créé",
    access: writes,
    body: display.displayContactDraft,
    answer: created,
    creates: true,
    refusals: ["display-off", "limit-reached"],
  }),
  putDisplayContact: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/display/contacts/:contactId",
    summary: "Changes a contact of the information screen (B §3)",
    audit: "Contact affiché modifié",
    access: writes,
    body: display.displayContactDraft,
    answer: nothing,
    refusals: ["display-off", "not-found", "conflict"],
  }),
  deleteDisplayContact: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/display/contacts/:contactId",
    summary: "Deletes a contact of the information screen (B §3)",
    audit: "Contact affiché supprimé",
    access: writes,
    answer: nothing,
    refusals: ["not-found"],
  }),
  getDisplayScreen: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/display/screen",
    summary: "What the information screen shows today (B §3)",
    access: reads,
    answer: display.displayScreen,
    refusals: ["display-off"],
  }),
  getDisplayPoster: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/display/poster",
    summary: "The messages and contacts of today as an A4 sheet to pin up (B §3)",
    access: onProject("collect:display:read"),
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["display-off"],
  }),
  listDisplayTokens: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/display/tokens",
    summary: "The tokens of the residence's information screens, without their secrets",
    access: writes,
    answer: z.array(projectToken),
    refusals: [],
  }),
  createDisplayToken: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/display/tokens",
    summary: "Creates an information screen's token; its secret is in this answer only",
    audit: "Jeton d’affichage créé",
    access: writes,
    body: projectTokenDraft,
    answer: createdToken,
    creates: true,
    refusals: ["display-off"],
  }),
  revokeDisplayToken: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/display/tokens/:tokenId",
    summary: "Ends an information screen's token at once",
    audit: "Jeton d’affichage révoqué",
    access: writes,
    answer: nothing,
    refusals: ["not-found"],
  }),
};
