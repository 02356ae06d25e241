import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import { readFeatures, readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import { compareContacts, messagesOn } from "@/lib/domain/display/current.ts";
import { MOST_DISPLAY_CONTACTS, MOST_DISPLAY_MESSAGES } from "@/lib/domain/display/limits.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";

/** The messages of the information screen, by priority. @spec display.messages */
export function displayMessages(services: Services) {
  return entityOf(services, ENTITIES.displayMessage, {
    compare: (a, b) => a.priority - b.priority || (a.from < b.from ? 1 : -1),
    full: atMost(MOST_DISPLAY_MESSAGES),
    subject: ({ message }) => message,
    rules: [isDisplayOn(services)],
    actions: ["createDisplayMessage", "putDisplayMessage", "deleteDisplayMessage"],
  });
}

/** The contacts of the information screen, by priority. @spec display.messages */
export function displayContacts(services: Services) {
  return entityOf(services, ENTITIES.displayContact, {
    compare: compareContacts,
    full: atMost(MOST_DISPLAY_CONTACTS),
    subject: ({ name }) => name,
    rules: [isDisplayOn(services)],
    actions: ["createDisplayContact", "putDisplayContact", "deleteDisplayContact"],
  });
}

/** The rule that the residence has an information screen. */
function isDisplayOn(services: Services) {
  return async (_: unknown, { place }: { readonly place: { readonly projectId: string } }) =>
    (await offIn(services, place.projectId))?.code ?? null;
}

/** Refusal of the calls of a residence without information screen; null when it has one. */
export async function offIn(services: Services, projectId: string) {
  const { display } = await readFeatures(services, projectId);
  return display ? null : { ok: false, code: "display-off" } as const;
}

/** Content of the information screen of a residence today. @spec display.screen */
export async function getDisplayScreen(
  services: Services,
  { projectId }: Input<"getDisplayScreen">,
): Promise<Outcome<"getDisplayScreen">> {
  const off = await offIn(services, projectId);
  if (off !== null) return off;
  const [project, messages, contacts] = await Promise.all([
    readProject(services, projectId),
    displayMessages(services).list({ projectId }),
    displayContacts(services).list({ projectId }),
  ]);
  const today = civilDateOf(services.now(), project.timeZone);
  return {
    ok: true,
    answer: {
      residence: project.name,
      today,
      messages: messagesOn(messages.answer, today),
      contacts: contacts.answer,
    },
  };
}
