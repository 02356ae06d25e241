import { strictEqual } from "node:assert/strict";
import { expiryMs, msUntilRefresh } from "@/lib/identity/authentication.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const RECEIVED = 1_000_000;

// @spec accounts.oauth-tokens
Deno.test("msUntilRefresh() is ten seconds before the expiry", () => {
  const expiresAt = expiryMs(3_600, RECEIVED);
  strictEqual(expiresAt, 4_600_000);
  strictEqual(msUntilRefresh(expiresAt, RECEIVED), 3_590_000);
  strictEqual(msUntilRefresh(expiresAt, expiresAt - 10_001), 1);
  strictEqual(msUntilRefresh(expiresAt, expiresAt - 10_000), 0);
});

Deno.test("msUntilRefresh() is 0 for a shorter lifetime, or an expired token", () => {
  strictEqual(msUntilRefresh(expiryMs(5, RECEIVED), RECEIVED), 0);
  strictEqual(msUntilRefresh(RECEIVED - 1, RECEIVED), 0);
});

Deno.test("msUntilRefresh() leaves ten seconds of the token's life", () =>
  fc.assert(
    fc.property(fc.integer({ min: 11, max: 1e7 }), fc.nat(1e9), (lifeS, now) => {
      const expiresAt = expiryMs(lifeS, now);
      strictEqual(now + msUntilRefresh(expiresAt, now) + 10_000, expiresAt);
    }),
    { seed: 20260101 },
  ));
