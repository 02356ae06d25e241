import { projectTokens } from "@/lib/backend/embedded/project_tokens.ts";
import { bound, type Services } from "@/lib/backend/embedded/services.ts";
import type { DISPLAY_CALLS } from "@/lib/contract/calls/display.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { getDisplayPoster } from "./poster.ts";
import { displayContacts, displayMessages, getDisplayScreen, offIn } from "./screen.ts";

/** The information screen of a residence: messages, contacts, tokens of its tablets. */
export function displayArea(services: Services) {
  const messages = displayMessages(services);
  const contacts = displayContacts(services);
  const tokens = projectTokens(services, "display", ["createDisplayToken", "revokeDisplayToken"]);
  return {
    listDisplayMessages: messages.list,
    createDisplayMessage: messages.create,
    putDisplayMessage: messages.put,
    deleteDisplayMessage: messages.remove,
    listDisplayContacts: contacts.list,
    createDisplayContact: contacts.create,
    putDisplayContact: contacts.put,
    deleteDisplayContact: contacts.remove,
    ...bound(services, { getDisplayScreen, getDisplayPoster }),
    listDisplayTokens: tokens.list,
    createDisplayToken: async (input, caller) =>
      await offIn(services, input.projectId) ?? await tokens.create(input, caller),
    revokeDisplayToken: tokens.revoke,
  } satisfies Pick<Backend, keyof typeof DISPLAY_CALLS>;
}
