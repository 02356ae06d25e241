import { match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { hashPassword, isPassword, PasswordsBusy } from "@/lib/backend/accounts/passwords.ts";
import { ROOT } from "@/tools/files.ts";
import { GIVEN_BACK } from "@/tools/serving/server_process.ts";

const CHEAP = { memoryKiB: 64, passes: 1 };
/** A salt of four bytes, which Argon2 refuses. */
const SHORT_SALT = "$argon2id$v=19$m=64,t=1,p=1$AAAAAA$c29tZXNhbHQ";

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
  for (
    const broken of [null, "", "$argon2id$", "$argon2id$v=19$m=64,t=1,p=1$A$A", SHORT_SALT, "plain"]
  ) {
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

Deno.test("isPassword() leaves no memory of past hashes behind (forty, in a process of their own)", async () => {
  const args = ["run", "-A", "--no-check", "--lock=tests/deno.lock"];
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...args, "tests/backend/accounts/resident_memory_of_hashes.ts"],
    cwd: ROOT,
    // As the server is started.
    env: GIVEN_BACK,
    stderr: "inherit",
  }).output();
  const leftMiB = Number(new TextDecoder().decode(stdout));
  // Forty hashes that stayed would be 760.
  ok(leftMiB > -50 && leftMiB < 40, `${leftMiB} MiB`);
});
