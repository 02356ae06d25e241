import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { hashPassword, isPassword, PasswordsBusy } from "@/lib/identity/passwords.ts";
import { ROOT } from "@/tools/files.ts";
import { GIVEN_BACK } from "@/tools/serving/server_process.ts";

const CHEAP = { memoryKiB: 64, passes: 1 };
/** Parameters that Argon2 refuses: salt, hash, memory and passes. */
const REFUSED = [
  "$argon2id$v=19$m=64,t=1,p=1$AAAAAA$c29tZXNhbHQ",
  "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAA",
  "$argon2id$v=19$m=7,t=1,p=1$c29tZXNhbHQ$c29tZXNhbHQ",
  "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$c29tZXNhbHQ",
];

Deno.test("hashPassword() returns a salted PHC string that isPassword() accepts", async () => {
  const hash = await hashPassword("Chaufferie 2026 !", CHEAP);
  match(hash, /^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  ok(await hashPassword("Chaufferie 2026 !", CHEAP) !== hash);
  strictEqual(await isPassword({ password: "Chaufferie 2026 !", phc: hash }), true);
  strictEqual(await isPassword({ password: "Chaufferie 2026", phc: hash }), false);
});

Deno.test("hashPassword() costs as much by default as OWASP recommends", async () => {
  match(await hashPassword("Chaufferie 2026 !"), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

Deno.test("isPassword() accepts the same letters in another Unicode form", async () => {
  const hash = await hashPassword("été", CHEAP);
  strictEqual(await isPassword({ password: "e\u0301te\u0301", phc: hash }), true);
});

Deno.test("isPassword() accepts a hash made by another program (RFC 9106 parameters)", async () => {
  // argon2 -id -v 13 -t 2 -m 16 -p 1, salt "somesalt", password "password".
  const phc =
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  strictEqual(await isPassword({ password: "password", phc }), true);
  strictEqual(await isPassword({ password: "Password", phc }), false);
});

Deno.test("isPassword() is false, without an error, for a missing or malformed hash", async () => {
  for (
    const broken of [null, "", "$argon2id$", "$argon2id$v=19$m=64,t=1,p=1$A$A", "plain", ...REFUSED]
  ) {
    strictEqual(await isPassword({ password: "x", phc: broken }), false, String(broken));
  }
});

Deno.test("hashPassword() refuses when too many passwords are queued", async () => {
  const tries = Array.from({ length: 80 }, () => hashPassword("x", CHEAP));
  const settled = await Promise.allSettled(tries);
  const refused = settled.filter((one) => one.status === "rejected");
  // One is being hashed and 64 are queued; the others are refused.
  strictEqual(refused.length, 80 - 65);
  strictEqual(refused.every((one) => one.reason instanceof PasswordsBusy), true);
});

Deno.test("isPassword() hashes a password for a missing hash too, so that it takes as long", async () => {
  const queued = Array.from({ length: 65 }, () => hashPassword("x", CHEAP));
  await rejects(isPassword({ password: "x", phc: null }, CHEAP), PasswordsBusy);
  await Promise.all(queued);
});

Deno.test("hashPassword() hashes one password at a time, which bounds its memory", async () => {
  const done: string[] = [];
  const hash = async (name: string, memoryKiB: number) => {
    await hashPassword("x", { memoryKiB, passes: 1 });
    done.push(name);
  };
  await Promise.all([hash("large", 65_536), hash("small", 64)]);
  deepStrictEqual(done, ["large", "small"]);
});

Deno.test("isPassword() releases the memory of its hashes (forty in a separate process)", async () => {
  const args = ["run", "-A", "--no-check", "--lock=tests/deno.lock"];
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...args, "tests/accounts/resident_memory_of_hashes.ts"],
    cwd: ROOT,
    // The environment of the server.
    env: GIVEN_BACK,
    stderr: "inherit",
  }).output();
  const leftMiB = Number(new TextDecoder().decode(stdout));
  // Forty hashes that are not released would take 760 MiB.
  ok(leftMiB > -50 && leftMiB < 40, `${leftMiB} MiB`);
});
