import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { awaitedDocument } from "@/lib/documents/document_index.ts";
import { createAccount, newFirstRunCode } from "@/lib/identity/accounts.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import type { MaybeEntry, Store } from "@/lib/store/store.ts";
import {
  anAccount,
  callAs,
  CHEAP,
  PASSWORD,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { flowedBytes, unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { mailedCode, queuedMails } from "@/tests/helpers/mails.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

const EMAIL = "ada@bailleur.fr";
const NEW_PASSWORD = "un-autre-mot";

/** Makes an account a member of an organisation. */
async function aMember({ store }: TestPlatform, orgId: string, id: string, isAdmin: boolean) {
  await store.atomic()
    .set(keys.org(orgId), { name: `Office ${orgId}` })
    .set(keys.member(orgId, id), { isAdmin })
    .set(keys.orgOfAccount(id, orgId), true)
    .commit();
}

/** Whether a token is still valid. */
async function isAlive({ platform }: TestPlatform, token: string): Promise<boolean> {
  return (await platform.identities.byToken(token, "header")).kind === "account";
}

function signIn(built: TestPlatform, email: string, password: string) {
  return callAs(built, ANONYMOUS)("login", { body: { email, password } });
}

Deno.test("askResetCode() answers the same for any address, and mails only users with an account, with a link to the application that asked", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const ask = callAs(built, ANONYMOUS);
    const answers = await Promise.all(
      [{ email: EMAIL }, { email: "ADA@bailleur.fr", app: "touch" as const }, {
        email: "personne@bailleur.fr",
      }].map((body) => ask("askResetCode", { body })),
    );
    deepStrictEqual(answers, Array(3).fill({ ok: true, answer: null }));
    const mails = await queuedMails(built.store);
    const linked = mails.map(({ to, name, letter }) =>
      [to, name, letter?.kind === "reset-code" && letter.app].join()
    );
    deepStrictEqual(linked.toSorted(), [`${EMAIL},Ada Durand,home`, `${EMAIL},Ada Durand,touch`]);
    const counts = await Array.fromAsync(built.store.list({ prefix: ["reset_code"] }));
    strictEqual(counts.length, 2, "an unknown address leaves the same entries");
  }));

Deno.test("resetPassword() sets the password once, ends every session and token, and notifies the owner", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const { token } = await signedIn(built);
    const { id } = await built.platform.sessionFor((await signedIn(built)).token);
    const ask = callAs(built, ANONYMOUS);
    await ask("askResetCode", { body: { email: EMAIL } });
    const code = await mailedCode(built.store);
    const body = { email: EMAIL, code, password: NEW_PASSWORD };
    strictEqual(await codeOfCall(ask("resetPassword", { body })), "ok");
    strictEqual(await codeOfCall(ask("resetPassword", { body })), "bad-code");
    strictEqual(await isAlive(built, token), false);
    strictEqual((await built.platform.identities.bySession(id)).kind, "anonymous");
    strictEqual(await codeOfCall(signIn(built, EMAIL, PASSWORD)), "bad-password");
    strictEqual(await codeOfCall(signIn(built, EMAIL, NEW_PASSWORD)), "ok");
    const kinds = (await queuedMails(built.store)).map(({ letter }) => letter?.kind).sort();
    deepStrictEqual(kinds, ["password-changed", "reset-code"]);
  }));

// @spec accounts.changed-credentials
Deno.test("resetPassword() ends every session in the commit of the password, after which its process may stop", async () => {
  let account: MaybeEntry | null = null;
  const unlessReset = async (store: Store) => {
    if (account === null) return;
    const { versionstamp } = await store.get(account.key);
    if (versionstamp !== account.versionstamp) throw new Error("stopped");
  };
  await withPlatform(async (built) => {
    const id = await anAccount(built);
    const { token } = await signedIn(built);
    const ask = callAs(built, ANONYMOUS);
    await ask("askResetCode", { body: { email: EMAIL } });
    const code = await mailedCode(built.store);
    account = await built.store.get(keys.account(id));
    const body = { email: EMAIL, code, password: NEW_PASSWORD };
    strictEqual(await codeOfCall(ask("resetPassword", { body })), "unknown-error");
    account = null;
    strictEqual(built.faults.splice(0).length, 1);
    strictEqual(await isAlive(built, token), false);
    strictEqual(await codeOfCall(signIn(built, EMAIL, NEW_PASSWORD)), "ok");
  }, { before: (store) => observedStore(store, () => unlessReset(store)) });
});

Deno.test("changePassword() refuses a wrong old password; otherwise it ends every other session and returns a token", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const other = await signedIn(built);
    const { ask, token } = await signedIn(built);
    const wrong = { password: NEW_PASSWORD, oldpassword: "pas-celui-ci" };
    strictEqual(await codeOfCall(ask("changePassword", { body: wrong })), "bad-old-password");
    strictEqual(await isAlive(built, other.token), true);
    const changed = await answerOf(ask("changePassword", {
      body: { password: NEW_PASSWORD, oldpassword: PASSWORD },
    }));
    deepStrictEqual(
      await Promise.all(
        [token, other.token, changed.token].map((one) => isAlive(built, one)),
      ),
      [false, false, true],
    );
    strictEqual(await codeOfCall(signIn(built, EMAIL, NEW_PASSWORD)), "ok");
  }));

Deno.test("changePassword() leaves no token valid for sign-ins with the old password before each of its commits", () => {
  let signsIn: (() => Promise<void>) | null = null;
  // A sign-in makes commits too.
  const interrupted = async () => {
    const one = signsIn;
    signsIn = null;
    await one?.();
    signsIn = one;
  };
  return withPlatform(async (built) => {
    await anAccount(built);
    const { ask } = await signedIn(built);
    const tokens: string[] = [];
    let leftCount = 4;
    signsIn = async () => {
      if (leftCount-- <= 0) return;
      const result = await signIn(built, EMAIL, PASSWORD);
      if (result.ok) tokens.push(result.answer.token);
    };
    const body = { password: NEW_PASSWORD, oldpassword: PASSWORD };
    const changed = await answerOf(ask("changePassword", { body }));
    signsIn = null;
    ok(tokens.length > 0);
    const alive = await Promise.all(tokens.map((token) => isAlive(built, token)));
    deepStrictEqual(alive, tokens.map(() => false));
    strictEqual(await isAlive(built, changed.token), true);
  }, { before: (store) => observedStore(store, interrupted) });
});

Deno.test("removeAccount() deletes memberships, roles and teams, and writes an audit line", () =>
  withPlatform(async (built) => {
    const id = await anAccount(built);
    const otherId = await anAccount(built, { email: "bob@bailleur.fr" });
    await aMember(built, "o1", id, true);
    await aMember(built, "o1", otherId, true);
    await built.store.atomic()
      .set(keys.team("o1", "t1"), { name: "T", roles: [], accountIds: [id, otherId], tags: [] })
      .set(keys.roles("p1", id), ["collect"])
      .set(keys.rolesOfAccount(id, "p1"), true)
      .commit();
    const { ask, token } = await signedIn(built);
    strictEqual(
      await codeOfCall(ask("removeAccount", { body: { password: "pas-celui-ci" } })),
      "bad-password",
    );
    strictEqual(await codeOfCall(ask("removeAccount", { body: { password: PASSWORD } })), "ok");
    strictEqual(await isAlive(built, token), false);
    strictEqual(await codeOfCall(signIn(built, EMAIL, PASSWORD)), "user-not-found");
    for await (const { key, value } of built.store.list({ prefix: [] })) {
      if (key[0] === "audit" || key[0] === "version") continue;
      ok(!JSON.stringify([key, value]).includes(id), key.join("/"));
    }
    const lines = await Array.fromAsync(built.store.list({ prefix: ["audit", "o1"] }));
    deepStrictEqual(lines.map(({ value }) => Reflect.get(Object(value), "action")), [
      "removeAccount",
    ]);
    ok(
      await createAccount(built.store, {
        email: EMAIL,
        forename: "Ada",
        surname: "D",
        password: PASSWORD,
        platformAdmin: false,
      }, { now: built.clock.now(), cost: CHEAP }),
    );
  }));

// @spec organisations.audit
Deno.test("what accounts without organisation change is in the log of the platform, the first account included", () =>
  withPlatform(async (built) => {
    const code = await newFirstRunCode(built.store) ?? "";
    const person = { email: EMAIL, forename: "Ada", surname: "Durand", password: PASSWORD };
    const nobody = callAs(built, ANONYMOUS);
    strictEqual(
      await codeOfCall(nobody("createFirstAccount", { body: { code, ...person } })),
      "ok",
    );
    await anAccount(built, { email: "eve@mail.fr" });
    const { ask: eve } = await signedIn(built, "eve@mail.fr");
    built.clock.advance(1_000);
    const names = { forename: "Eve", surname: "Roux" };
    strictEqual(await codeOfCall(eve("changeName", { body: names })), "ok");
    built.clock.advance(1_000);
    const exported = await answerOf(eve("exportAccount", {}));
    const files = unzipped(await flowedBytes(exported));
    const { actions } = JSON.parse(files.get("compte.json") ?? "");
    deepStrictEqual(actions.map((one: { action: string }) => one.action), [
      "changeName",
      "exportAccount",
    ]);
    built.clock.advance(1_000);
    const body = { password: PASSWORD };
    strictEqual(await codeOfCall(eve("removeAccount", { body })), "ok");
    const { ask: ada } = await signedIn(built);
    const log = await answerOf(ada("getPlatformAudit", {}));
    deepStrictEqual(log.entries.map(({ email, action }) => [email, action]), [
      ["eve@mail.fr", "removeAccount"],
      ["eve@mail.fr", "exportAccount"],
      ["eve@mail.fr", "changeName"],
      [EMAIL, "createFirstAccount"],
    ]);
  }));

Deno.test("removeAccount() deletes an account with as many roles, tokens and reports as one commit holds of each", () =>
  withPlatform(async (built) => {
    const id = await anAccount(built);
    const { ask } = await signedIn(built);
    for (let from = 0; from < 900; from += 300) {
      const atomic = built.store.atomic();
      for (let rank = from; rank < from + 300; rank += 1) {
        atomic.set(keys.roles(`p${rank}`, id), ["collect"])
          .set(keys.rolesOfAccount(id, `p${rank}`), true);
      }
      await atomic.commit();
    }
    // A program that signs in for every call.
    for (let count = 0; count < 400; count += 1) {
      const atomic = built.store.atomic();
      const hash = `h${count}`;
      const row = { kind: "token", hash, name: "", createdAt: 0, createdBy: EMAIL };
      await atomic.set(keys.tokenOf(id, hash), { ...row, expiresAt: null, lastUsedAt: null })
        .commit();
    }
    strictEqual(await codeOfCall(ask("removeAccount", { body: { password: PASSWORD } })), "ok");
    for (const prefix of [keys.roles.under(), keys.tokenOf.under(), keys.account.under()]) {
      deepStrictEqual(await Array.fromAsync(built.store.list({ prefix })), [], prefix.join());
    }
  }));

// @spec accounts.removal
Deno.test("removeAccount() refuses the last administrator of an organisation, and of the platform", () =>
  withPlatform(async (built) => {
    const id = await anAccount(built);
    const otherId = await anAccount(built, { email: "bob@bailleur.fr", platformAdmin: true });
    await aMember(built, "o1", id, true);
    await aMember(built, "o1", otherId, false);
    for (const email of [EMAIL, "bob@bailleur.fr"]) {
      const { ask } = await signedIn(built, email);
      const removed = ask("removeAccount", { body: { password: PASSWORD } });
      strictEqual(await codeOfCall(removed), "last-administrator");
    }
  }));

Deno.test("removeAccount() lets one of the last two administrators leave when both leave at once", () =>
  withPlatform(async (built) => {
    const emails = [EMAIL, "bob@bailleur.fr"];
    for (const email of emails) await aMember(built, "o1", await anAccount(built, { email }), true);
    const asks = await Promise.all(emails.map((email) => signedIn(built, email)));
    const results = await Promise.all(
      asks.map(({ ask }) => codeOfCall(ask("removeAccount", { body: { password: PASSWORD } }))),
    );
    deepStrictEqual(results.sort(), ["last-administrator", "ok"]);
  }));

Deno.test("visitor of the demo changes their own visit only: others keep their session and the password", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const one = await signedIn(built, email, password);
    const other = await signedIn(built, email, password);
    const body = { password: NEW_PASSWORD, oldpassword: password };
    const changed = await answerOf(one.ask("changePassword", { body }));
    deepStrictEqual(
      [await isAlive(built, one.token), await isAlive(built, other.token)],
      [false, true],
    );
    const again = await built.platform.identities.byToken(changed.token, "header");
    const back = { password, oldpassword: NEW_PASSWORD };
    strictEqual(await codeOfCall(callAs(built, again)("changePassword", { body: back })), "ok");
    strictEqual(await codeOfCall(signIn(built, email, password)), "ok");
    deepStrictEqual(await queuedMails(built.store), [], "no mail of the demo waits to leave");
  }, { demo: true }));

Deno.test("exportAccount() contains all that is stored about the account, and no secret", () =>
  withPlatform(async (built) => {
    const id = await anAccount(built);
    await anAccount(built, { email: "bob@bailleur.fr" });
    await built.store.atomic()
      .set(keys.org("o1"), { name: "Office Nord" })
      .set(keys.member("o1", id), { isAdmin: true })
      .set(keys.orgOfAccount(id, "o1"), true)
      .set(keys.team("o1", "t1"), { name: "=Relève", roles: [], accountIds: [id], tags: [] })
      .commit();
    const { ask } = await signedIn(built);
    await ask("changeName", { body: { forename: "Ada", surname: "Lovelace" } });
    built.clock.advance(1_000);
    const exported = await answerOf(ask("exportAccount", {}));
    strictEqual(exported.fileName, "compte-2026-02-10.zip");
    const files = unzipped(await flowedBytes(exported));
    deepStrictEqual([...files.keys()], [
      "compte.json",
      "organisations.csv",
      "equipes.csv",
      "roles.csv",
      "logements.csv",
      "rapports-alerte.csv",
      "commentaires-alerte.csv",
      "travaux.csv",
      "suivi.csv",
      "decomptes.csv",
      "indices.csv",
      "annotations.csv",
      "index.csv",
      "demandes-documents.csv",
      "decisions-documents.csv",
      "actions-documents.csv",
      "jetons-residences.csv",
      "pilotage.csv",
      "rapports-demandes.csv",
      "sessions.csv",
      "journal.csv",
    ]);
    const { account, organisations, teams, roles, sessions, actions } = JSON.parse(
      files.get("compte.json") ?? "",
    );
    deepStrictEqual(account, {
      email: "ada@bailleur.fr",
      formerEmails: [],
      forename: "Ada",
      surname: "Lovelace",
      platformAdmin: false,
      createdAt: "2026-02-10T11:00:00.000Z",
    });
    deepStrictEqual(organisations, [{ id: "o1", name: "Office Nord", isAdmin: true }]);
    deepStrictEqual(teams, [{ organisation: "Office Nord", name: "=Relève", roles: [] }]);
    deepStrictEqual([roles, sessions.length], [[], 1]);
    // The audit line of the export is written before the file.
    const subject = "ada@bailleur.fr";
    deepStrictEqual(actions, [
      { at: "2026-02-10T11:00:00.000Z", action: "changeName", subject },
      { at: "2026-02-10T11:00:01.000Z", action: "exportAccount", subject },
    ]);
    strictEqual(files.get("journal.csv")?.split("\r\n").length, 3);
    strictEqual(
      files.get("equipes.csv"),
      "\uFEFFOrganisation;Équipe;Rôles\r\nOffice Nord;'=Relève;",
    );
    const whole = [...files.values()].join("\n");
    ok(!whole.includes("argon2id") && !whole.includes("bob@"));
    const lines = await Array.fromAsync(built.store.list({ prefix: ["audit", "o1"] }));
    match(JSON.stringify(lines.map(({ value }) => value)), /exportAccount/);
  }));

Deno.test("exportAccount() contains the user's own comments on alarms and verdicts, and none of another user", () =>
  withResidence(async (built) => {
    const alarmId = await storeAlarm(built.store);
    for (
      const [email, text] of [["ada@bailleur.fr", "=Vu"], ["bob@bailleur.fr", "Par Bob"]] as const
    ) {
      const ask = await someone(built, { email, roles: ["collect"] });
      ok((await ask("commentAlarm", { projectId: PROJECT, alarmId, body: { text } })).ok);
      const works = {
        ...{ equipmentId: null, houseId: null, handler: null, reason: text },
        ...{ from: "2026-02-11T07:00:00.000Z", to: "2026-02-11T17:00:00.000Z" },
      };
      ok((await ask("createAlarmMute", { projectId: PROJECT, body: works })).ok);
    }
    const occurrence = { projectId: PROJECT, equipmentId: null, dueDate: "2026-03-01" };
    for (const compliance of [true, false, null]) {
      const verdict = { state: "valid", compliance, validatorUser: "ada@bailleur.fr" } as const;
      const document = { ...awaitedDocument(occurrence, { nbDaysForNewDeadline: 0 }), ...verdict };
      await built.store.atomic().set(keys.document(ORG, "r1", `r1.${compliance}`), document)
        .commit();
    }
    const { ask } = await signedIn(built);
    const exported = await answerOf(ask("exportAccount", {}));
    const files = unzipped(await flowedBytes(exported));
    const decisions = files.get("decisions-documents.csv")?.split("\r\n") ?? [];
    deepStrictEqual(decisions.map((line) => line.split(";")[4]), ["Conforme", "non", "", "oui"]);
    strictEqual(
      files.get("commentaires-alerte.csv"),
      "\uFEFFRésidence;Alerte;Le (UTC);Commentaire\r\n" +
        "Les Lilas;Plus de relevés;2026-02-10T11:00:00.000Z;'=Vu",
    );
    strictEqual(
      files.get("travaux.csv"),
      "\uFEFFRésidence;Travaux;Du (UTC);Au (UTC)\r\n" +
        "Les Lilas;'=Vu;2026-02-11T07:00:00.000Z;2026-02-11T17:00:00.000Z",
    );
    const { alarmComments, alarmMutes } = JSON.parse(files.get("compte.json") ?? "");
    strictEqual(alarmComments.length + alarmMutes.length, 2);
    ok(![...files.values()].join("\n").includes("Par Bob"));
  }));
