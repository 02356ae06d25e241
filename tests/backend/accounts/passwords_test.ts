import { match, notStrictEqual, strictEqual } from "node:assert/strict";
import { PasswordsBusy } from "@/lib/backend/accounts/password_hasher.ts";
import { hashPassword, isPassword } from "@/lib/backend/accounts/passwords.ts";

const CHEAP = { memoryKiB: 64, passes: 1 };

Deno.test("hashPassword() gives a salted PHC string that isPassword() recognises", async () => {
  const hash = await hashPassword("Chaufferie 2026 !", CHEAP);
  match(hash, /^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  notStrictEqual(await hashPassword("Chaufferie 2026 !", CHEAP), hash);
  strictEqual(await isPassword({ password: "Chaufferie 2026 !", phc: hash }), true);
  strictEqual(await isPassword({ password: "Chaufferie 2026", phc: hash }), false);
});

Deno.test("isPassword() knows the same letters written in another Unicode form", async () => {
  const hash = await hashPassword("été", CHEAP);
  strictEqual(await isPassword({ password: "e\u0301te\u0301", phc: hash }), true);
});

Deno.test("isPassword() reads the hash another program made (RFC 9106 parameters)", async () => {
  // argon2 -id -v 13 -t 2 -m 16 -p 1, salt "somesalt", password "password".
  const phc =
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  strictEqual(await isPassword({ password: "password", phc }), true);
  strictEqual(await isPassword({ password: "Password", phc }), false);
});

Deno.test("isPassword() is false, not an error, without a hash or with a broken one", async () => {
  for (const broken of [null, "", "$argon2id$", "$argon2id$v=19$m=64,t=1,p=1$A$A", "plain"]) {
    strictEqual(await isPassword({ password: "x", phc: broken }), false, String(broken));
  }
});

Deno.test("hashPassword() refuses rather than letting hundreds wait", async () => {
  const tries = Array.from({ length: 80 }, () => hashPassword("x", CHEAP));
  const settled = await Promise.allSettled(tries);
  const refused = settled.filter((one) => one.status === "rejected");
  // One in flight and 64 waiting are served.
  strictEqual(refused.length, 80 - 65);
  strictEqual(refused.every((one) => one.reason instanceof PasswordsBusy), true);
});
