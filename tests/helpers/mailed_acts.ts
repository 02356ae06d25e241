/** What a person does with the mails of an account, without being signed in. @module */

import { strictEqual } from "node:assert/strict";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { callAs, type TestPlatform } from "./a_platform.ts";
import { codeOfCall } from "./fixtures.ts";
import { mailedCode } from "./queued_mails.ts";

/** Opens the link that proves an address; returns the code of the answer. */
export function confirmAddress(built: TestPlatform, token: string): Promise<string> {
  return codeOfCall(callAs(built, ANONYMOUS)("confirmEmail", { body: { token } }));
}

/** Chooses a password with a mailed code; returns the code of the answer. */
export function choosePassword(
  built: TestPlatform,
  body: { readonly email: string; readonly code: string; readonly password: string },
): Promise<string> {
  return codeOfCall(callAs(built, ANONYMOUS)("resetPassword", { body }));
}

/** Asks for a code, and returns the mailed one. */
export async function askedCode(built: TestPlatform, email: string): Promise<string> {
  // Mails queued at one instant are unordered.
  built.clock.advance(1);
  const asked = callAs(built, ANONYMOUS)("askResetCode", { body: { email } });
  strictEqual(await codeOfCall(asked), "ok");
  return await mailedCode(built.store);
}
