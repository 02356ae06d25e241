import { deepStrictEqual } from "node:assert/strict";
import { SAFE_FIGURES, sessionGate } from "@/tests/helpers/session_gate.ts";

Deno.test("QS3, small: one concurrent exchange succeeds, no guessed code is accepted, ended sessions stay ended", async () => {
  deepStrictEqual(await sessionGate({ racers: 100, sessions: 40 }), {
    ...SAFE_FIGURES,
    distinctIds: 40,
    idBits: 256,
  });
});
