import { notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { callAs, signedIn, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const { email, password } = DEMO_ACCOUNTS.landlord;

/** Begins a visit of the demo, and opens a page. */
async function aVisit(built: TestPlatform): Promise<Caller> {
  const { caller, ask } = await signedIn(built, email, password);
  ok((await ask("getMe", {})).ok);
  return caller;
}

// @spec demo.visits
Deno.test("few visits of the demo are ready, and the others find what they wrote", () =>
  withPlatform(async (built) => {
    const first = await aVisit(built);
    const body = { forename: "Camille", surname: "Durand" };
    ok((await callAs(built, first)("changeName", { body })).ok);
    const ready = await built.platform.responderFor(first);
    strictEqual(await built.platform.responderFor(first), ready);
    for (let visit = 0; visit < 24; visit++) await aVisit(built);
    notStrictEqual(await built.platform.responderFor(first), ready);
    const me = await answerOf(callAs(built, first)("getMe", {}));
    strictEqual(me.surname, "Durand");
  }, { demo: true }));
