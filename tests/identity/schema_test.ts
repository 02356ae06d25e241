import { deepStrictEqual } from "node:assert/strict";
import {
  accountRemoval,
  emailProof,
  nameChange,
  oauthMigration,
  oauthTokenRequest,
  passwordChange,
  passwordReset,
  resetCodeRequest,
} from "@/lib/identity/schema.ts";
import { refused, refusedChanges } from "@/tests/helpers/schema_examples.ts";

const email = "ada@bailleur.fr";

// @spec accounts.own-account
Deno.test("passwordChange accepts 8 to 200 characters, and as the old one any that may have been chosen", () => {
  const draft = { password: "motdepasse", oldpassword: "ancien" };
  const right = [
    { password: "x".repeat(8) },
    { password: "x".repeat(200) },
    { oldpassword: "x" },
    { oldpassword: "x".repeat(200) },
  ];
  const wrong = [
    { password: "x".repeat(7) },
    { password: "x".repeat(201) },
    { oldpassword: "" },
    { oldpassword: "x".repeat(201) },
  ];
  deepStrictEqual(refusedChanges(passwordChange, draft, [...right, ...wrong]), wrong);
  deepStrictEqual(refused(accountRemoval, [{ password: "" }, { password: "x" }]), [{
    password: "",
  }]);
});

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

Deno.test("nameChange accepts names of up to 100 characters", () => {
  const draft = { forename: "Ada", surname: "Durand" };
  const wrong = [{ forename: "x".repeat(101) }, { surname: "" }];
  const right = [{ forename: "x".repeat(100) }, { surname: "x" }];
  deepStrictEqual(refusedChanges(nameChange, draft, [...right, ...wrong]), wrong);
});

// @spec accounts.forgotten-password
Deno.test("resetCodeRequest accepts the name of an application: letters and hyphens, at most thirty", () => {
  const right = [{}, { app: "h" }, { app: "touch" }, { app: `a${"-".repeat(29)}` }];
  const wrong = [{ app: "" }, { app: "-a" }, { app: "Home" }, { app: "a/b" }, {
    app: "a".repeat(31),
  }];
  deepStrictEqual(refusedChanges(resetCodeRequest, { email }, [...right, ...wrong]), wrong);
});

// @spec accounts.oauth-tokens
Deno.test("oauthTokenRequest limits the lengths of its texts, none of which is empty but the scope", () => {
  const byPassword = {
    grant_type: "password",
    client_id: "home",
    scope: "",
    username: email,
    password: "motdepasse",
  };
  const right = [{ client_id: "x".repeat(200) }, { scope: "x".repeat(1_000) }];
  const wrong = [{ client_id: "" }, { client_id: "x".repeat(201) }, { scope: "x".repeat(1_001) }];
  deepStrictEqual(refusedChanges(oauthTokenRequest, byPassword, [...right, ...wrong]), wrong);
  const migration = { client_id: "home", scope: "" };
  deepStrictEqual(refusedChanges(oauthMigration, migration, [...right, ...wrong]), wrong);
  const refresh = { grant_type: "refresh_token", client_id: "home", refresh_token: "t" };
  const tokens = ["x".repeat(2_000), "", "x".repeat(2_001)].map((token) => ({
    refresh_token: token,
  }));
  deepStrictEqual(refusedChanges(oauthTokenRequest, refresh, tokens), tokens.slice(1));
});
