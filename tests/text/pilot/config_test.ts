import { strictEqual } from "node:assert/strict";
import { hoursText } from "@/lib/text/pilot/config.ts";

Deno.test("hoursText() puts hours that follow each other together", () => {
  strictEqual(hoursText([]), "Aucune");
  strictEqual(
    hoursText([5, 13, 4, 23]),
    "4\u00A0h à 6\u00A0h, 13\u00A0h à 14\u00A0h, 23\u00A0h à 24\u00A0h",
  );
});
