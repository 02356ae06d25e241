import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { moduleCountsText, setpointRequestText } from "@/lib/heating_control/text.ts";

Deno.test("setpointRequestText() gives the age of a pending wish, from a minute on", () => {
  deepStrictEqual(
    [null, 0, 59, 60, 3 * 86_400].map((pendingS) => setpointRequestText("pending", pendingS)),
    [
      "En attente",
      "En attente",
      "En attente",
      "En attente depuis 1\u00A0min",
      "En attente depuis 3\u00A0j",
    ],
  );
});

Deno.test("moduleCountsText() separates the thousands of each number", () => {
  strictEqual(
    moduleCountsText({ all: 2_400, online: 2_100, pending: 1_050 }),
    "2\u202F400\u00A0modules, dont 2\u202F100 en ligne et 1\u202F050 en attente d’un réglage",
  );
});
