import { match, ok, strictEqual } from "node:assert/strict";
import { mailRow } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { anAccount, WAITING } from "@/tests/helpers/a_platform.ts";
import { withSite } from "@/tests/helpers/a_site.ts";

/** A server that accepts every mail. */
const MAIL = {
  ...WAITING,
  carrier: { carry: () => Promise.resolve({ outcome: "sent" as const }) },
  origins: () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" }),
};

const PATH = "/platform/mails";

// @spec tables.pages, tables.files
Deno.test("the list of mails has pages, and its file has every mail", () =>
  withSite(async (site) => {
    await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
    const root = await site.signIn("racine@plateforme.fr");
    await root.post(PATH, { email: "a@b.fr" });
    const [queued] = await Array.fromAsync(site.store.list({ prefix: keys.outbox.under() }));
    ok(queued);
    const row = mailRow.parse(queued.value);
    const atomic = site.store.atomic();
    for (let rank = 0; rank < 150; rank++) {
      const to = `p${rank}@b.fr`;
      atomic.set(keys.outbox(rank, `mail${rank}`), { ...row, to })
        .set(keys.outboxFailed(`lost${rank}`), { ...row, to, state: "failed" });
    }
    await atomic.commit();
    const page = await root.get(PATH);
    match(page.text, /151.mails en attente, 150.abandonnés/);
    match(page.text, /301.mails Destinataire/);
    strictEqual(page.html.match(/<th scope="row"/g)?.length, 20);
    match((await root.get(`${PATH}?page=16`)).text, /a@b\.fr .*En attente/);
    const waiting = await root.get(`${PATH}?filter:state=En+attente&filter:search=p149`);
    match(waiting.text, /1.mail sur 301 .*p149@b\.fr/);
    const lines = (await root.get(`${PATH}?csv=semicolon`)).html.trimEnd().split("\r\n");
    strictEqual(lines.length, 302);
    strictEqual(lines.filter((line) => line.includes(";Abandonné;")).length, 150);
  }));

// @spec mail.returned
Deno.test("the page of mails gives the address to which accepted mails are returned", () =>
  withSite(async (site) => {
    await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
    const root = await site.signIn("racine@plateforme.fr");
    match((await root.get(PATH)).text, /revient alors à suivi@bailleur\.example, l’expéditeur/);
  }, { settings: { MAIL_FROM: "suivi@bailleur.example" }, mail: MAIL }));

// @spec mail.returned
Deno.test("the page of mails warns that the default sender has no mailbox", () =>
  withSite(async (site) => {
    await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
    const root = await site.signIn("racine@plateforme.fr");
    const { text } = await root.get(PATH);
    match(text, /L’expéditeur des mails n’est pas réglé/);
    match(text, /partent de ne-pas-repondre@localhost\.localdomain, une adresse sans boîte/);
    ok(!text.includes("Il revient alors à"));
  }, { mail: MAIL }));
