import { deepStrictEqual } from "node:assert/strict";
import { withPlatform } from "@/tests/helpers/a_platform.ts";

// @spec calls.tokens
Deno.test("Identities.byToken() passes on to another host only a token that a header can contain", () =>
  withPlatform(async ({ platform }) => {
    const kinds = ["jeton-1", "a b", "a\r\nb: c", "jeton€", "x".repeat(4_096), "x".repeat(4_097)]
      .map(async (token) => (await platform.identities.byToken(token, "query")).kind);
    deepStrictEqual(
      await Promise.all(kinds),
      ["account", "anonymous", "anonymous", "anonymous", "account", "anonymous"],
    );
  }, {
    upstream: {
      kind: "other-host",
      origin: "https://api.example.fr",
      ask: () => Promise.reject(new Error("No call is made")),
    },
  }));
