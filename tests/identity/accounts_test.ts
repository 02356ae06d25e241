import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  accountByEmail,
  createAccount,
  createFirstAccount,
  type NewAccount,
  newFirstRunCode,
} from "@/lib/identity/accounts.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

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
