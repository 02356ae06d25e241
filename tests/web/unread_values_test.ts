import { strictEqual } from "node:assert/strict";
import { unreadValuesText } from "@/lib/web/text.ts";

// @spec calls.unread
Deno.test("unreadValuesText() counts the values that are not shown", () => {
  strictEqual(unreadValuesText(1), "Une donnée enregistrée est illisible");
  strictEqual(unreadValuesText(12), "12\u00A0données enregistrées sont illisibles");
});
