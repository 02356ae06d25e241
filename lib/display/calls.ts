/** Declares the calls on hall screens, their messages and contacts. @module */

import * as z from "zod/mini";
import { callFor, created, fileAnswer, type InputOf, named, onProject } from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { createdToken, projectToken, projectTokenDraft } from "@/lib/residences/schema.ts";
import * as display from "./schema.ts";

const reads = callFor({ any: [...onProject("collect:display:read").any, "display-token"] });
const writes = callFor(onProject("collect:display:write"));
const readsAsUser = callFor(onProject("collect:display:read"));

/** Messages and contacts of the information screen. @spec calls.catalogue */
export const DISPLAY_CALLS = named({
  listDisplayMessages: reads({
    request: "GET /collect/projects/:projectId/display/messages",
    dependsOn: "settings",
    summary: "The messages of the information screen, past and coming ones too (B §7)",
    answer: z.array(display.displayMessage),
  }),
  createDisplayMessage: writes({
    request: "POST /collect/projects/:projectId/display/messages",
    summary: "Adds a message to the information screen (B §3)",
    audit: "Message affiché créé",
    body: display.displayMessageDraft,
    answer: created,
    refusals: ["to-confirm", "display-off", "limit-reached"],
  }),
  putDisplayMessage: writes({
    request: "PUT /collect/projects/:projectId/display/messages/:messageId",
    summary: "Changes a message of the information screen (B §3)",
    audit: "Message affiché modifié",
    body: display.displayMessageDraft,
    refusals: ["to-confirm", "display-off", "not-found", "conflict"],
  }),
  deleteDisplayMessage: writes({
    request: "DELETE /collect/projects/:projectId/display/messages/:messageId",
    summary: "Deletes a message of the information screen (B §3)",
    audit: "Message affiché supprimé",
    refusals: ["not-found"],
  }),
  listDisplayContacts: reads({
    request: "GET /collect/projects/:projectId/display/contacts",
    dependsOn: "settings",
    summary: "The contacts of the information screen (B §7)",
    answer: z.array(display.displayContact),
  }),
  createDisplayContact: writes({
    request: "POST /collect/projects/:projectId/display/contacts",
    summary: "Adds a contact to the information screen (B §3)",
    audit: "Contact affiché créé",
    body: display.displayContactDraft,
    answer: created,
    refusals: ["display-off", "limit-reached"],
  }),
  putDisplayContact: writes({
    request: "PUT /collect/projects/:projectId/display/contacts/:contactId",
    summary: "Changes a contact of the information screen (B §3)",
    audit: "Contact affiché modifié",
    body: display.displayContactDraft,
    refusals: ["display-off", "not-found", "conflict"],
  }),
  deleteDisplayContact: writes({
    request: "DELETE /collect/projects/:projectId/display/contacts/:contactId",
    summary: "Deletes a contact of the information screen (B §3)",
    audit: "Contact affiché supprimé",
    refusals: ["not-found"],
  }),
  getDisplayScreen: reads({
    request: "GET /collect/projects/:projectId/display/screen",
    dependsOn: "settings",
    summary: "What the information screen shows today (B §3)",
    answer: display.displayScreen,
    refusals: ["display-off"],
  }),
  getDisplayPoster: readsAsUser({
    request: "GET /collect/projects/:projectId/display/poster",
    summary: "The messages and contacts of today as an A4 sheet to pin up (B §3)",
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["display-off"],
  }),
  listDisplayTokens: writes({
    request: "GET /collect/projects/:projectId/display/tokens",
    summary: "The tokens of the residence's information screens, without their secrets",
    answer: z.array(projectToken),
  }),
  createDisplayToken: writes({
    request: "POST /collect/projects/:projectId/display/tokens",
    summary: "Creates an information screen's token; its secret is in this answer only",
    audit: "Jeton d’affichage créé",
    body: projectTokenDraft,
    answer: createdToken,
    creates: true,
    refusals: ["display-off"],
  }),
  revokeDisplayToken: writes({
    request: "DELETE /collect/projects/:projectId/display/tokens/:tokenId",
    summary: "Ends an information screen's token at once",
    audit: "Jeton d’affichage révoqué",
    refusals: ["not-found"],
  }),
});

type Calls = typeof DISPLAY_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;
