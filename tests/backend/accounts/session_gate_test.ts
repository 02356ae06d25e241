import { deepStrictEqual } from "node:assert/strict";
import { sessionGate } from "./session_gate.ts";

Deno.test("QS3, small: one concurrent exchange succeeds, no guessed code is accepted, ended sessions stay ended", async () => {
  deepStrictEqual(await sessionGate({ racers: 100, sessions: 40 }), {
    refreshedCount: 1,
    oauthRefreshedCount: 1,
    letInByCode: 0,
    codeTriesCounted: 5,
    aliveAfterEnd: 0,
    aliveAfterExpiry: 0,
    distinctIds: 40,
    idBits: 256,
  });
});
