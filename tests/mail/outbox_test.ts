import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { LETTERS } from "@/lib/app/letters.ts";
import { linkOf } from "@/lib/mail/letters.ts";
import { Outbox, refusedEmailsOf, sealingKey } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { aSheet } from "@/tests/consumption_reports/reported.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { declared, opened } from "@/tests/helpers/mails.ts";

Deno.test("Outbox.sealed() refuses an invalid address: no header, no second recipient", () =>
  withStore(async (store, { now }) => {
    const outbox = new Outbox(store, now, LETTERS);
    for (const email of ["x@a.fr\r\nBcc: z@b.fr", "x@a.fr, z@b.fr", "<x@a.fr>", "x", "", "a@b@c"]) {
      const letter = declared({ kind: "test", by: "a@b.fr" });
      await rejects(outbox.sealed(letter, { to: [{ email }] }), RangeError, email);
    }
  }));

Deno.test("sealingKey() returns one secret to all concurrent callers", () =>
  withStore(async (store) => {
    const other = { ...store, get: store.get.bind(store), atomic: store.atomic.bind(store) };
    const [one, two] = await Promise.all([sealingKey(store), sealingKey(other)]);
    strictEqual(one, two);
    strictEqual(one.length, 43);
  }));

Deno.test("linkOf() leads to the application that asked when it is known, else to this one", () => {
  const origins = {
    own: "https://suivi.example",
    apps: { touch: "https://touch.example" },
    loginPath: "/entree",
  };
  const codeFor = (app: string) => opened({ kind: "reset-code", code: "c", app });
  const link = (app: string) => linkOf(codeFor(app), "a@b.fr", origins);
  strictEqual(link("home"), "https://suivi.example/reset-password?email=a%40b.fr&code=c");
  strictEqual(link("touch"), "https://touch.example/reset-password?email=a%40b.fr&code=c");
  strictEqual(link("constructor"), link("home"));
  const proof = opened({ kind: "email-proof", token: "a.b" });
  strictEqual(linkOf(proof, "a@b.fr", origins), "https://suivi.example/confirm-email?token=a.b");
  const nowhere = { own: null, apps: {}, loginPath: "/entree" };
  strictEqual(linkOf(codeFor("home"), "a@b.fr", nowhere), null);
});

Deno.test("linkOf() leads to the page of a letter, or to the sign-in when it has none", () => {
  const origins = { own: "https://suivi.example", apps: {}, loginPath: "/entree" };
  const link = (path: string | null) =>
    linkOf(
      opened({ kind: "consumption-report", organisation: "Office", sheet: aSheet(), path }),
      "a@b.fr",
      origins,
    );
  strictEqual(link("/my-home"), "https://suivi.example/my-home");
  strictEqual(link(null), "https://suivi.example/entree");
});

const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;

// @spec mail.refused-addresses
Deno.test("refusedEmailsOf() returns a refused address for thirty days, while it is the address of its report", () =>
  withStore(async (store, clock) => {
    const at = new Date(clock.now()).toISOString();
    await store.atomic().set(keys.mailRefusal("p1", "r1", "a@b.fr"), at)
      .set(keys.mailRefusal("p1", "r1", "former@b.fr"), at).commit();
    const found = async (reportId: string, ownerId = "p1") =>
      (await refusedEmailsOf({ store, now: clock.now }, ownerId))(reportId, ["a@b.fr", "c@d.fr"]);
    clock.advance(THIRTY_DAYS_MS - 1);
    deepStrictEqual(await found("r1"), [{ email: "a@b.fr", at }]);
    deepStrictEqual([await found("r2"), await found("r1", "p2")], [[], []]);
    clock.advance(1);
    deepStrictEqual(await found("r1"), []);
  }));
