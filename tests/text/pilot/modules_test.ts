import { deepStrictEqual } from "node:assert/strict";
import { wishText } from "@/lib/text/pilot/modules.ts";

Deno.test("wishText() gives the age of a pending wish, from a minute on", () => {
  deepStrictEqual(
    [null, 0, 59, 60, 3 * 86_400].map((pendingS) => wishText("pending", pendingS)),
    [
      "En attente",
      "En attente",
      "En attente",
      "En attente depuis 1\u00A0min",
      "En attente depuis 3\u00A0j",
    ],
  );
});
