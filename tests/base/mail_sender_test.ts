import { deepStrictEqual } from "node:assert/strict";
import { isReachableSender } from "@/lib/base/typed_formats.ts";

// @spec mail.returned
Deno.test("isReachableSender() is false for names that have no mailbox on any network", () => {
  const senders = [
    "suivi@bailleur.fr",
    "suivi@localhost.fr",
    "ne-pas-repondre@localhost.localdomain",
    "suivi@LOCALHOST",
    "suivi@bailleur.invalid.",
  ];
  deepStrictEqual(senders.filter(isReachableSender), ["suivi@bailleur.fr", "suivi@localhost.fr"]);
});
