import { strictEqual } from "node:assert/strict";
import { Upstream } from "@/lib/api/upstream.ts";
import { type Answer, type CallName, CALLS, type Input } from "@/lib/app/catalogue.ts";
import { Versions } from "@/lib/store/cache.ts";
import type { Store } from "@/lib/store/store.ts";

/** A user who works over HTTP, like an external program: a refused call fails the test. */
export interface Landlord {
  ask<Name extends CallName>(name: Name, input: Input<Name>): Promise<Answer<Name>>;
}

/** Signs in to a running server by the API. Answers are parsed by the catalogue's own schemas. */
export async function landlordAt(
  origin: string,
  store: Store,
  credentials: { email: string; password: string },
): Promise<Landlord> {
  const now = () => Date.now();
  const host = new Upstream({ origin, store, versions: new Versions(store, now), now });
  const signedIn = await host.ask(CALLS.login, { body: credentials }, null);
  strictEqual(signedIn.ok, true, JSON.stringify(signedIn));
  const token = signedIn.ok ? signedIn.answer.token : "";
  return {
    async ask(name, input) {
      const result = await host.ask(CALLS[name], input, token);
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result)}`);
      return result.answer;
    },
  };
}
