/** The mail by which an administrator tries the sending. @module */

import * as z from "zod";
import { areaLetters } from "@/lib/mail/letters.ts";

interface TestLetter {
  readonly kind: "test";
  /** E-mail address of the administrator. */
  readonly by: string;
}

export const testLetters = areaLetters<TestLetter>({
  kinds: { "test": { name: "Message d’essai" } },
  schema: z.object({ kind: z.literal("test"), by: z.string() }),
  words: ({ by }) => ({
    subject: "message d’essai",
    before: [`${by} vérifie que les mails partent. Ils arrivent.`],
    action: "Ouvrir l’application",
    after: [],
  }),
});
