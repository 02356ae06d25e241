import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CODE_MS, codeUse, forgetCodes, isCode, newCode } from "@/lib/identity/mailed_codes.ts";
import type { Store } from "@/lib/store/store.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

const EMAIL = "ada@bailleur.fr";

async function kept(store: Store, kind: "reset" | "invitation" = "reset"): Promise<string> {
  const { code, keep } = newCode(EMAIL, kind, NOW);
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return code;
}

function tried(store: Store, code: string, now = NOW): Promise<boolean> {
  return isCode(store, { email: EMAIL, code, now });
}

Deno.test("newCode() returns three groups of four random letters, of which the store contains a hash", () =>
  withStore(async (store) => {
    const code = await kept(store);
    match(code, /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    notStrictEqual(newCode(EMAIL, "reset", NOW).code, code);
    for await (const { key, value } of store.list({ prefix: [] })) {
      const text = JSON.stringify([key, value]);
      ok(!text.includes(code) && !text.includes(EMAIL), text);
    }
  }));

Deno.test("isCode() ignores case and spaces, and refuses any other code and another address's", () =>
  withStore(async (store) => {
    const code = await kept(store);
    strictEqual(await tried(store, ` ${code.toUpperCase()} `), true);
    strictEqual(await tried(store, code.replaceAll("-", " \u2013 ")), true);
    strictEqual(await tried(store, code.replaceAll("-", "")), true);
    strictEqual(await isCode(store, { email: "Ada@Bailleur.fr", code, now: NOW }), true);
    strictEqual(await tried(store, "aaaa-aaaa-aaaa"), false);
    strictEqual(await isCode(store, { email: "bob@bailleur.fr", code, now: NOW }), false);
  }));

// @spec accounts.forgotten-password
Deno.test("isCode() is true for thirty minutes to the millisecond, seven days for an invitation", () =>
  withStore(async (store) => {
    const [reset, invitation] = [await kept(store), await kept(store, "invitation")];
    strictEqual(await tried(store, reset, NOW + 30 * 60_000 - 1), true);
    strictEqual(await tried(store, reset, NOW + 30 * 60_000), false);
    strictEqual(await tried(store, invitation, NOW + CODE_MS.invitation - 1), true);
    strictEqual(await tried(store, invitation, NOW + CODE_MS.invitation), false);
  }));

Deno.test("isCode() refuses a code issued by a clock that was ahead by more than its lifetime", () =>
  withStore(async (store) => {
    const [reset, invitation] = [await kept(store), await kept(store, "invitation")];
    strictEqual(await tried(store, reset, NOW - CODE_MS.reset - 1), false);
    strictEqual(await tried(store, reset, NOW - CODE_MS.reset), true);
    strictEqual(await tried(store, invitation, NOW - CODE_MS.invitation - 1), false);
    strictEqual(await tried(store, invitation, NOW - CODE_MS.invitation), true);
  }));

Deno.test("isCode() is false from the sixth attempt on, even for the right code", () =>
  withStore(async (store) => {
    const code = await kept(store);
    for (let tries = 0; tries < 4; tries++) strictEqual(await tried(store, "wrong"), false);
    strictEqual(await tried(store, code), true);
    strictEqual(await tried(store, code), false);
  }));

Deno.test("isCode() called a thousand times at once counts five attempts, and refuses the right code that comes after", () =>
  withStore(async (store) => {
    const code = await kept(store);
    const wrong = Array.from({ length: 999 }, (_, index) => tried(store, `wrong-${index}`));
    deepStrictEqual((await Promise.all(wrong)).filter(Boolean), []);
    strictEqual(await tried(store, code), false);
    const [entry] = await Array.fromAsync(store.list({ prefix: ["reset_code"] }));
    strictEqual(Reflect.get(Object(entry?.value), "value").triesLeft, 0);
  }));

Deno.test("forgetCodes() ends every code of the address", () =>
  withStore(async (store) => {
    const codes = [await kept(store), await kept(store, "invitation")];
    const atomic = store.atomic();
    forgetCodes(atomic, EMAIL);
    await atomic.commit();
    for (const code of codes) strictEqual(await tried(store, code), false);
  }));

Deno.test("codeUse() accepts one of two concurrent uses, and ends every other code of the address", () =>
  withStore(async (store) => {
    const code = await kept(store);
    await kept(store, "invitation");
    const uses = [
      await codeUse(store, { email: EMAIL, code }),
      await codeUse(store, { email: EMAIL, code }),
    ];
    const committed = await Promise.all(uses.map((use) => {
      const atomic = store.atomic();
      use?.(atomic);
      return atomic.commit();
    }));
    strictEqual(committed.filter(({ ok }) => ok).length, 1);
    strictEqual(await codeUse(store, { email: EMAIL, code }), null);
    deepStrictEqual(await Array.fromAsync(store.list({ prefix: ["reset_code"] })), []);
  }));
