import {
  deepStrictEqual,
  match,
  notStrictEqual,
  ok,
  rejects,
  strictEqual,
} from "node:assert/strict";
import {
  accountByEmail,
  createAccount,
  createFirstAccount,
  type NewAccount,
  newFirstRunCode,
} from "@/lib/identity/accounts.ts";
import { CODE_MS, codeUse, forgetCodes, isCode, newCode } from "@/lib/identity/mailed_codes.ts";
import { hashPassword, isPassword } from "@/lib/identity/passwords.ts";
import { PROVIDER_SESSION_MS, ProviderLinks } from "@/lib/identity/provider_links.ts";
import { emailProof, passwordReset } from "@/lib/identity/schema.ts";
import { makeFigures } from "@/lib/portfolio/stored_figures.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import { elsewhere, isOf, withPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { observedStore, withLives } from "@/tests/helpers/changed_stores.ts";
import { answerOf, NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { refused } from "@/tests/helpers/schema_examples.ts";
import { opens } from "@/tests/helpers/some_documents.ts";
import { ROOT } from "@/tools/files.ts";
import { GIVEN_BACK } from "@/tools/serving/server_process.ts";

const CHEAP = { now: NOW, cost: { memoryKiB: 64, passes: 1 } };

function anAccount(email: string): NewAccount {
  return { email, forename: "", surname: "", password: "x", platformAdmin: true };
}

function first(store: Store, code: string, email = "ada@bailleur.fr"): Promise<string | null> {
  return createFirstAccount(store, code, { account: anAccount(email), ...CHEAP, note() {} });
}

function accountIds(store: Store): Promise<readonly string[]> {
  return listIds(store, keys.account.under());
}

Deno.test("createAccount() gives an address to one account, whatever its case, of two created at once", () =>
  withStore(async (store) => {
    const ids = await Promise.all(
      ["ada@bailleur.fr", "ADA@bailleur.fr"].map((email) =>
        createAccount(store, anAccount(email), CHEAP)
      ),
    );
    const [id, ...others] = ids.filter((one) => one !== null);
    ok(id);
    deepStrictEqual([others, await accountIds(store)], [[], [id]]);
    strictEqual((await accountByEmail(store, "Ada@Bailleur.fr"))?.id, id);
  }));

Deno.test("createFirstAccount() accepts the code of the last start, as typed by hand, and no other", () =>
  withStore(async (store) => {
    const earlier = await newFirstRunCode(store) ?? "";
    const code = await newFirstRunCode(store) ?? "";
    strictEqual(await first(store, earlier), null);
    strictEqual(await first(store, ""), null);
    ok(await first(store, ` ${code.toUpperCase()}`));
  }));

Deno.test("createFirstAccount() creates one account with a code, even called twice at once", () =>
  withStore(async (store) => {
    const code = await newFirstRunCode(store) ?? "";
    await Promise.all([first(store, code), first(store, code, "eve@bailleur.fr")]);
    strictEqual(await first(store, code, "bob@bailleur.fr"), null);
    strictEqual((await accountIds(store)).length, 1);
  }));

Deno.test("createFirstAccount() does not take the address of an account created meanwhile", () =>
  withStore(async (store) => {
    const code = await newFirstRunCode(store) ?? "";
    const id = await createAccount(store, anAccount("ada@bailleur.fr"), CHEAP);
    strictEqual(await first(store, code), null);
    deepStrictEqual(await accountIds(store), [id]);
  }));

Deno.test("newFirstRunCode() makes no code once there is an account", () =>
  withStore(async (store) => {
    await createAccount(store, anAccount("ada@bailleur.fr"), CHEAP);
    strictEqual(await newFirstRunCode(store), null);
  }));

const RESIDENCES = 1_000;
const PER_COMMIT = 100;

// @spec projects.attention
Deno.test("the red balances of today are not read again in each of 1,000 residences", () =>
  withResidence(async (built) => {
    await someone(built, { isAdmin: true });
    const account = await accountByEmail(built.store, "ada@bailleur.fr");
    ok(account);
    for (let from = 0; from < RESIDENCES; from += PER_COMMIT) {
      const atomic = built.store.atomic();
      for (let rank = from; rank < from + PER_COMMIT; rank++) {
        const projectId = `stock${rank}`;
        atomic.set(keys.project(projectId), aProject({ name: `Résidence ${rank}` }))
          .set(keys.projectOfOrg(ORG, projectId), true)
          .set(keys.roles(projectId, account.id), ["collect:boilerroom:read"])
          .set(keys.rolesOfAccount(account.id, projectId), true);
      }
      await atomic.commit();
    }
    await makeFigures(built.platform.own.services);
    const { ask, read } = await elsewhere(built);
    const show = async () => {
      read.length = 0;
      const silences = await ask("listResidenceFigures", { orgId: ORG });
      ok((await ask("compareBoilerRooms", { orgId: ORG, segment: "monthly-2026" })).ok);
      ok(silences.ok);
      return silences.answer.silences.length;
    };
    strictEqual(await show(), RESIDENCES + 1);
    strictEqual(await show(), RESIDENCES + 1);
    const ofResidences = isOf(keys.project, keys.equipment, keys.dataseries, keys.house);
    deepStrictEqual(read.filter(ofResidences), []);
  }));

// @spec roles.of-person
Deno.test("the roles of all users on a residence read its teams once", () =>
  withResidence(async (built) => {
    await someone(built, { isAdmin: true, roles: ["collect"] });
    for (const name of ["bob", "eve"]) {
      await someone(built, { email: `${name}@bailleur.fr`, roles: ["collect:read"] });
    }
    const { ask, read } = await elsewhere(built);
    read.length = 0;
    const roles = await answerOf(ask("listProjectRoles", { projectId: PROJECT }));
    strictEqual(roles.length, 3);
    // Once for the rights of the caller, once for those of all three.
    strictEqual(read.filter(isOf(keys.team)).length, 2);
  }));

const CHEAP_HASH = { memoryKiB: 64, passes: 1 };
/** Parameters that Argon2 refuses: salt, hash, memory and passes. */
const REFUSED = [
  "$argon2id$v=19$m=64,t=1,p=1$AAAAAA$c29tZXNhbHQ",
  "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAA",
  "$argon2id$v=19$m=7,t=1,p=1$c29tZXNhbHQ$c29tZXNhbHQ",
  "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$c29tZXNhbHQ",
];

Deno.test("hashPassword() returns a salted PHC string that isPassword() accepts", async () => {
  const hash = await hashPassword("Chaufferie 2026 !", CHEAP_HASH);
  match(hash, /^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  ok(await hashPassword("Chaufferie 2026 !", CHEAP_HASH) !== hash);
  strictEqual(await isPassword({ password: "Chaufferie 2026 !", phc: hash }), true);
  strictEqual(await isPassword({ password: "Chaufferie 2026", phc: hash }), false);
});

Deno.test("hashPassword() costs as much by default as OWASP recommends", async () => {
  match(await hashPassword("Chaufferie 2026 !"), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

Deno.test("isPassword() accepts the same letters in another Unicode form", async () => {
  const hash = await hashPassword("été", CHEAP_HASH);
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
  const tries = Array.from({ length: 80 }, () => hashPassword("x", CHEAP_HASH));
  const settled = await Promise.allSettled(tries);
  const refused = settled.filter((one) => one.status === "rejected");
  // One is being hashed and 64 are queued; the others are refused.
  strictEqual(refused.length, 80 - 65);
  strictEqual(refused.every(({ reason }) => reason.code === "too-many-requests"), true);
});

Deno.test("isPassword() hashes a password for a missing hash too, so that it takes as long", async () => {
  const queued = Array.from({ length: 65 }, () => hashPassword("x", CHEAP_HASH));
  await rejects(isPassword({ password: "x", phc: null }, CHEAP_HASH), {
    code: "too-many-requests",
  });
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

const email = "ada@bailleur.fr";

// @spec accounts.forgotten-password
Deno.test("passwordReset and emailProof accept a code of up to 100 characters, without the spaces around it", () => {
  const codes = ["a", " abcd ", "x".repeat(100)];
  const wrong = ["", "  ", "x".repeat(101)];
  const resetsWith = (all: string[]) =>
    all.map((code) => ({ email, code, password: "motdepasse" }));
  const wrongResets = resetsWith(wrong);
  deepStrictEqual(refused(passwordReset, [...resetsWith(codes), ...wrongResets]), wrongResets);
  deepStrictEqual(emailProof.parse({ token: " abcd " }), { token: "abcd" });
});

const EMAIL = "Lea@Thermalia.example";
const DAY_MS = 24 * 3_600_000;

async function kept(store: Store, links: ProviderLinks, asked = false): Promise<string> {
  const { token, keep } = links.create(EMAIL, { requested: asked });
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return token;
}

// @spec providers.links
Deno.test("ProviderLinks: a link can be used again for 30 days, and only its hash is stored", () =>
  withStore(async (store, clock) => {
    const links = new ProviderLinks(store, clock.now, 30);
    const token = await kept(store, links);
    for await (const { key, value } of store.list({ prefix: [] })) {
      ok(!JSON.stringify([key, value]).includes(token), String(key));
    }
    clock.advance(30 * DAY_MS - 1);
    const first = await links.open(token);
    const second = await links.open(token);
    ok(first !== null && second !== null && first.id !== second.id);
    // The cookie ends with the link: within a second.
    strictEqual(first.maxAgeS, 1);
    strictEqual((await links.ofSession(first.id))?.email, EMAIL.toLowerCase());
    clock.advance(1);
    strictEqual(await links.open(token), null);
    // A session ends with its link.
    strictEqual(await links.ofSession(first.id), null);
  }));

Deno.test("ProviderLinks: the rows of a link and of its session are removed once it ends", () =>
  withStore(async (store, clock) => {
    const lives: (number | undefined)[] = [];
    const watched = withLives(store, lives);
    const links = new ProviderLinks(watched, clock.now, 30);
    const token = await kept(watched, links);
    // Its hash, and its line in the list of the address.
    deepStrictEqual(lives, [30 * DAY_MS, 30 * DAY_MS]);
    clock.advance(30 * DAY_MS - 1_000);
    await links.open(token);
    deepStrictEqual(lives.slice(2), [1_000]);
  }));

// @spec providers.links
Deno.test("ProviderLinks: a session ends after a day, or when its user signs out; the link stays valid", () =>
  withStore(async (store, clock) => {
    const links = new ProviderLinks(store, clock.now, 30);
    const token = await kept(store, links);
    const [late, left] = [await links.open(token), await links.open(token)];
    await links.end(left?.id ?? "");
    strictEqual(await links.ofSession(left?.id ?? ""), null);
    clock.advance(PROVIDER_SESSION_MS - 1);
    ok(await links.ofSession(late?.id ?? ""));
    clock.advance(1);
    strictEqual(await links.ofSession(late?.id ?? ""), null);
    ok(await links.open(token));
  }));

// @spec providers.links
Deno.test("ProviderLinks: opening a requested link replaces the earlier ones; requesting alone ends nothing", () =>
  withStore(async (store, clock) => {
    const links = new ProviderLinks(store, clock.now, 30);
    const reminded = await kept(store, links);
    clock.advance(1);
    const again = await kept(store, links);
    const session = await links.open(reminded);
    clock.advance(1);
    const asked = await kept(store, links, true);
    clock.advance(1);
    const later = await kept(store, links);
    // Two reminder links opened in two tabs.
    ok(await links.open(again));
    ok(await links.ofSession(session?.id ?? ""));
    ok(await links.open(asked));
    deepStrictEqual(
      await Promise.all([reminded, again, asked, later].map((token) => opens(links, token))),
      [null, null, EMAIL.toLowerCase(), EMAIL.toLowerCase()],
    );
    strictEqual(await links.ofSession(session?.id ?? ""), null);
  }));

Deno.test("ProviderLinks: a link sent by a clock that was ahead by more than its lifetime opens nothing", () =>
  withStore(async (store, clock) => {
    const links = new ProviderLinks(store, clock.now, 30);
    const token = await kept(store, links);
    clock.advance(-30 * DAY_MS);
    ok(await links.open(token));
    clock.advance(-1);
    strictEqual(await links.open(token), null);
  }));

Deno.test("ProviderLinks: an unknown link opens nothing", () =>
  withStore(async (store, { now }) => {
    const links = new ProviderLinks(store, now, 30);
    for (const token of ["", "a", "a".repeat(43), "../x", "a".repeat(5_000)]) {
      strictEqual(await links.open(token), null);
      strictEqual(await links.ofSession(token), null);
    }
  }));

const RESET_EMAIL = "ada@bailleur.fr";

async function storedCodes(store: Store, kind: "reset" | "invitation" = "reset"): Promise<string> {
  const { code, keep } = newCode(RESET_EMAIL, kind, NOW);
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return code;
}

function tried(store: Store, code: string, now = NOW): Promise<boolean> {
  return isCode(store, { email: RESET_EMAIL, code, now });
}

Deno.test("newCode() returns three groups of four random letters, of which the store contains a hash", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    match(code, /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    notStrictEqual(newCode(RESET_EMAIL, "reset", NOW).code, code);
    for await (const { key, value } of store.list({ prefix: [] })) {
      const text = JSON.stringify([key, value]);
      ok(!text.includes(code) && !text.includes(RESET_EMAIL), text);
    }
  }));

Deno.test("isCode() ignores case and spaces, and refuses any other code and another address's", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
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
    const [reset, invitation] = [await storedCodes(store), await storedCodes(store, "invitation")];
    strictEqual(await tried(store, reset, NOW + 30 * 60_000 - 1), true);
    strictEqual(await tried(store, reset, NOW + 30 * 60_000), false);
    strictEqual(await tried(store, invitation, NOW + CODE_MS.invitation - 1), true);
    strictEqual(await tried(store, invitation, NOW + CODE_MS.invitation), false);
  }));

Deno.test("isCode() refuses a code issued by a clock that was ahead by more than its lifetime", () =>
  withStore(async (store) => {
    const [reset, invitation] = [await storedCodes(store), await storedCodes(store, "invitation")];
    strictEqual(await tried(store, reset, NOW - CODE_MS.reset - 1), false);
    strictEqual(await tried(store, reset, NOW - CODE_MS.reset), true);
    strictEqual(await tried(store, invitation, NOW - CODE_MS.invitation - 1), false);
    strictEqual(await tried(store, invitation, NOW - CODE_MS.invitation), true);
  }));

Deno.test("isCode() is false from the sixth attempt on, even for the right code", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    for (let tries = 0; tries < 4; tries++) strictEqual(await tried(store, "wrong"), false);
    strictEqual(await tried(store, code), true);
    strictEqual(await tried(store, code), false);
  }));

Deno.test("isCode() called a thousand times at once counts five attempts, and refuses the right code counted after them", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    // The right code is read first, with every attempt left, and counted last, as when guessing.
    const { promise: areCounted, resolve } = Promise.withResolvers<void>();
    const right = tried(observedStore(store, () => areCounted), code);
    const wrong = Array.from({ length: 999 }, (_, index) => tried(store, `wrong-${index}`));
    deepStrictEqual((await Promise.all(wrong)).filter(Boolean), []);
    resolve();
    strictEqual(await right, false);
    const [entry] = await Array.fromAsync(store.list({ prefix: ["reset_code"] }));
    strictEqual(Reflect.get(Object(entry?.value), "value").triesLeft, 0);
  }));

Deno.test("forgetCodes() ends every code of the address", () =>
  withStore(async (store) => {
    const codes = [await storedCodes(store), await storedCodes(store, "invitation")];
    const atomic = store.atomic();
    forgetCodes(atomic, RESET_EMAIL);
    await atomic.commit();
    for (const code of codes) strictEqual(await tried(store, code), false);
  }));

Deno.test("codeUse() accepts one of two concurrent uses, and ends every other code of the address", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    await storedCodes(store, "invitation");
    const uses = [
      await codeUse(store, { email: RESET_EMAIL, code }),
      await codeUse(store, { email: RESET_EMAIL, code }),
    ];
    const committed = await Promise.all(uses.map((use) => {
      const atomic = store.atomic();
      use?.(atomic);
      return atomic.commit();
    }));
    strictEqual(committed.filter(({ ok }) => ok).length, 1);
    strictEqual(await codeUse(store, { email: RESET_EMAIL, code }), null);
    deepStrictEqual(await Array.fromAsync(store.list({ prefix: ["reset_code"] })), []);
  }));
