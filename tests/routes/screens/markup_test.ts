import { match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "../../../lib/backend/demo/accounts.ts";
import { withSite } from "./a_site.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";

Deno.test("a page without an island ships no script; one with an island says so once", () =>
  withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const reader = visitor();
    await reader.signIn(email, password);
    const scripts = async (path: string) =>
      ((await reader.get(path)).html.match(/<script/g) ?? []).length;
    strictEqual(await scripts("/collect/p01"), 0);
    strictEqual(await scripts(ROOM), 0);
    ok(await scripts(`${ROOM}/settings`) > 0);
  }, { demo: true }));

Deno.test("the pilot's account sees its one residence", () =>
  withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.pilot;
    const reader = visitor();
    await reader.signIn(email, password);
    match((await reader.get("/home")).text, /1 résidence /);
  }, { demo: true }));
