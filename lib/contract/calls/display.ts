import * as z from "zod/mini";
import { type Access, defineCall } from "@/lib/contract/call.ts";
import { onProject } from "@/lib/contract/grants.ts";
import { created, fileAnswer } from "@/lib/contract/shapes.ts";
import * as display from "@/lib/domain/display/schema.ts";
import { createdToken, projectToken, projectTokenDraft } from "@/lib/domain/projects/schema.ts";

const reads: Access = { any: [...onProject("collect:display:read").any, "display-token"] };
const writes = onProject("collect:display:write");

/** Messages and contacts of the information screen. @spec calls.catalogue */
export const DISPLAY_CALLS = {
  listDisplayMessages: defineCall({
    request: "GET /collect/projects/:projectId/display/messages",
    summary: "The messages of the information screen, past and coming ones too (B §7)",
    access: reads,
    answer: z.array(display.displayMessage),
  }),
  createDisplayMessage: defineCall({
    request: "POST /collect/projects/:projectId/display/messages",
    summary: "Adds a message to the information screen (B §3)",
    audit: "Message affiché créé",
    access: writes,
    body: display.displayMessageDraft,
    answer: created,
    refusals: ["display-off", "limit-reached"],
  }),
  putDisplayMessage: defineCall({
    request: "PUT /collect/projects/:projectId/display/messages/:messageId",
    summary: "Changes a message of the information screen (B §3)",
    audit: "Message affiché modifié",
    access: writes,
    body: display.displayMessageDraft,
    refusals: ["display-off", "not-found", "conflict"],
  }),
  deleteDisplayMessage: defineCall({
    request: "DELETE /collect/projects/:projectId/display/messages/:messageId",
    summary: "Deletes a message of the information screen (B §3)",
    audit: "Message affiché supprimé",
    access: writes,
    refusals: ["not-found"],
  }),
  listDisplayContacts: defineCall({
    request: "GET /collect/projects/:projectId/display/contacts",
    summary: "The contacts of the information screen (B §7)",
    access: reads,
    answer: z.array(display.displayContact),
  }),
  createDisplayContact: defineCall({
    request: "POST /collect/projects/:projectId/display/contacts",
    summary: "Adds a contact to the information screen (B §3)",
    audit: "Contact affiché créé",
    access: writes,
    body: display.displayContactDraft,
    answer: created,
    refusals: ["display-off", "limit-reached"],
  }),
  putDisplayContact: defineCall({
    request: "PUT /collect/projects/:projectId/display/contacts/:contactId",
    summary: "Changes a contact of the information screen (B §3)",
    audit: "Contact affiché modifié",
    access: writes,
    body: display.displayContactDraft,
    refusals: ["display-off", "not-found", "conflict"],
  }),
  deleteDisplayContact: defineCall({
    request: "DELETE /collect/projects/:projectId/display/contacts/:contactId",
    summary: "Deletes a contact of the information screen (B §3)",
    audit: "Contact affiché supprimé",
    access: writes,
    refusals: ["not-found"],
  }),
  getDisplayScreen: defineCall({
    request: "GET /collect/projects/:projectId/display/screen",
    summary: "What the information screen shows today (B §3)",
    access: reads,
    answer: display.displayScreen,
    refusals: ["display-off"],
  }),
  getDisplayPoster: defineCall({
    request: "GET /collect/projects/:projectId/display/poster",
    summary: "The messages and contacts of today as an A4 sheet to pin up (B §3)",
    access: onProject("collect:display:read"),
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["display-off"],
  }),
  listDisplayTokens: defineCall({
    request: "GET /collect/projects/:projectId/display/tokens",
    summary: "The tokens of the residence's information screens, without their secrets",
    access: writes,
    answer: z.array(projectToken),
  }),
  createDisplayToken: defineCall({
    request: "POST /collect/projects/:projectId/display/tokens",
    summary: "Creates an information screen's token; its secret is in this answer only",
    audit: "Jeton d’affichage créé",
    access: writes,
    body: projectTokenDraft,
    answer: createdToken,
    creates: true,
    refusals: ["display-off"],
  }),
  revokeDisplayToken: defineCall({
    request: "DELETE /collect/projects/:projectId/display/tokens/:tokenId",
    summary: "Ends an information screen's token at once",
    audit: "Jeton d’affichage révoqué",
    access: writes,
    refusals: ["not-found"],
  }),
};
