/** Manages messages, contacts and screens, and serves what a screen or poster shows. @module */

import { atMost, crud, type RuleContext } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { pdfBytes, type PdfText, pdfText as text } from "@/lib/files/pdf_writer.ts";
import { projectTokens } from "@/lib/ingest/project_tokens.ts";
import { confirmsFrom, readFeatures, readProject } from "@/lib/residences/residences.ts";
import type { Handler } from "./calls.ts";
import { DISPLAY_ENTITIES } from "./records.ts";
import type { DisplayContact, DisplayMessage, DisplayScreen } from "./schema.ts";
import { compareContacts, compareMessages, messagesOn, withoutBlankPages } from "./screen_pages.ts";
import { NO_MESSAGE, posterDay, posterFileName, shownUntil } from "./text.ts";

const MOST_DISPLAY_MESSAGES = 100;

/** Maximum number of contacts on the information screen of a residence. */
const MOST_DISPLAY_CONTACTS = 50;

/** The messages of the information screen, by priority. @spec display.messages */
const messages = crud(DISPLAY_ENTITIES.displayMessage, {
  compare: compareMessages,
  full: atMost(MOST_DISPLAY_MESSAGES),
  subject: ({ message }) => message,
  rules: [isDisplayOn, confirmsFrom],
  actions: ["createDisplayMessage", "putDisplayMessage", "deleteDisplayMessage"],
});
export const listDisplayMessages = messages.list;
export const createDisplayMessage = messages.create;
export const putDisplayMessage = messages.put;
export const deleteDisplayMessage = messages.remove;

/** The contacts of the information screen, by priority. @spec display.messages */
const contacts = crud(DISPLAY_ENTITIES.displayContact, {
  compare: compareContacts,
  full: atMost(MOST_DISPLAY_CONTACTS),
  subject: ({ name }) => name,
  rules: [isDisplayOn],
  actions: ["createDisplayContact", "putDisplayContact", "deleteDisplayContact"],
});
export const listDisplayContacts = contacts.list;
export const createDisplayContact = contacts.create;
export const putDisplayContact = contacts.put;
export const deleteDisplayContact = contacts.remove;

/** The rule that the residence has an information screen. */
async function isDisplayOn(
  _: unknown,
  { services, place }: Pick<
    RuleContext<{ readonly projectId: string }, never>,
    "services" | "place"
  >,
) {
  return (await offIn(services, place.projectId))?.code ?? null;
}

/** Refusal of the calls of a residence without information screen; null when it has one. */
async function offIn(services: Services, projectId: string) {
  const { display } = await readFeatures(services, projectId);
  return display ? null : { ok: false, code: "display-off" } as const;
}

/** Tokens of the tablets of a residence. */
const tokens = projectTokens("display", ["createDisplayToken", "revokeDisplayToken"]);
export const listDisplayTokens = tokens.list;
export const revokeDisplayToken = tokens.revoke;

export const createDisplayToken: Handler<"createDisplayToken"> = async (services, input, caller) =>
  await offIn(services, input.projectId) ?? await tokens.create(services, input, caller);

/** Content of the information screen of a residence today. @spec display.screen */
export const getDisplayScreen: Handler<"getDisplayScreen"> = async (services, { projectId }) => {
  const off = await offIn(services, projectId);
  if (off !== null) return off;
  const [project, allMessages, allContacts] = await Promise.all([
    readProject(services, projectId),
    messages.list(services, { projectId }),
    contacts.list(services, { projectId }),
  ]);
  const today = civilDateOf(services.now(), project.timeZone);
  return {
    ok: true,
    answer: {
      residence: project.name,
      today,
      messages: messagesOn(allMessages.answer, today),
      contacts: allContacts.answer,
    },
  };
};

/** Today's messages and contacts as a sheet to print. @spec display.poster */
export const getDisplayPoster: Handler<"getDisplayPoster"> = async (services, at, caller) => {
  const screen = await getDisplayScreen(services, at, caller);
  if (!screen.ok) return screen;
  const { residence, today } = screen.answer;
  const bytes = await pdfBytes({ title: residence, now: services.now() }, [
    posterTexts(screen.answer),
  ]);
  return { ok: true, answer: { fileName: posterFileName(residence, today), bytes } };
};

function posterTexts({ residence, today, messages, contacts }: DisplayScreen): PdfText[] {
  return [
    text("H1", residence, { size: 34, isBold: true, above: 0 }),
    text("P", posterDay(today), { size: 16, above: 4 }),
    text("H2", "Messages", { size: 22, isBold: true, above: 26 }),
    ...messages.length === 0
      ? [text("P", NO_MESSAGE, { size: 20, above: 10 })]
      : messages.flatMap(messageTexts),
    ...contacts.length === 0 ? [] : [text("H2", "Contacts", { size: 22, isBold: true, above: 26 })],
    ...contacts.flatMap(contactTexts),
  ];
}

function messageTexts({ priority, message, to }: DisplayMessage): PdfText[] {
  const until = shownUntil(to);
  return [
    text("P", withoutBlankPages(message), { size: 20, isBold: priority === 1, above: 14 }),
    ...until === null ? [] : [text("P", until, { size: 13, above: 2 })],
  ];
}

function contactTexts({ name, phone, mail }: DisplayContact): PdfText[] {
  const ways = [phone, mail].filter((way) => way !== "").join(" – ");
  return [
    text("P", name, { size: 16, isBold: true, above: 10 }),
    ...ways === "" ? [] : [text("P", ways, { size: 16, above: 0 })],
  ];
}
