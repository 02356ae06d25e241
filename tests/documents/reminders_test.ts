import { deepStrictEqual } from "node:assert/strict";
import { reminderWords } from "@/lib/documents/mail_text.ts";

Deno.test("reminderWords() separates the thousands of a number of documents, and of those it does not name", () => {
  const first = [{ name: "Ramonage, Les Lilas", deadline: "2026-03-01" }];
  const documents = { count: 2_500, first };
  const letter = { kind: "documents-to-validate", organisation: "OPH", documents } as const;
  deepStrictEqual(reminderWords(letter).before, [
    "En attente de validation : 2\u202F500",
    "– Ramonage, Les Lilas, échéance le 01/03/2026",
    "– et 2\u202F499 de plus",
  ]);
});
