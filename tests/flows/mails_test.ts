import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { type PostOffice, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { type AppUnderTest, type AppWindow, withApp } from "@/tests/tools/app_under_test.ts";
import { ADMINISTRATOR, seedAdministrator } from "@/tools/serving/administrator.ts";

/** The address of the link in a mail. */
function linkIn(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`No link in: ${text}`);
  return link;
}

/** Runs a test with the whole program, whose mails go to a mail server of the test. */
function withMails(test: (app: AppUnderTest, office: PostOffice) => Promise<void>): Promise<void> {
  return withPostOffice((office) =>
    withApp((app) => test(app, office), {
      settings: { SMTP_URL: office.url, MAIL_FROM: "suivi@bailleur.example", DEMO: "off" },
      prepare: seedAdministrator,
    })
  );
}

/** From "Mot de passe oublié ?" to the home page, by the link of the mail. */
async function forgetsAndReturns(
  { page, go }: AppWindow,
  { office, password, mailsBefore }: { office: PostOffice; password: string; mailsBefore: number },
): Promise<void> {
  await go("/login");
  await page.click("text=Mot de passe oublié");
  await page.fill("#email", ADMINISTRATOR.email);
  await page.click("button[type=submit]");
  await page.waitForURL("**/reset-password?*");
  match(await page.innerText("main"), /un code vient de lui être envoyé/);
  const mail = (await office.after(mailsBefore + 1))[mailsBefore];
  ok(mail);
  strictEqual(mail.to, ADMINISTRATOR.email);
  match(mail.text, /^Bonjour Anne Roux,\n/);
  const link = new URL(linkIn(mail.text));
  await go(link.pathname + link.search);
  strictEqual(await page.inputValue("#email"), ADMINISTRATOR.email);
  match(await page.inputValue("#code"), /^\w{4}-\w{4}-\w{4}$/);
  await page.fill("#password", password);
  await page.fill("#repeated", password);
  await page.click("button[type=submit]");
  await page.waitForURL("**/home");
}

Deno.test("forgotten password: requested, mailed, followed, chosen, signed in; with and without JavaScript", () =>
  withMails(async ({ inWindow, url }, office) => {
    const seen: (readonly string[])[] = [];
    for (const [index, javaScriptEnabled] of [true, false].entries()) {
      await inWindow(async (window) => {
        const password = `un-nouveau-mot-${index}`;
        await forgetsAndReturns(window, { office, password, mailsBefore: 2 * index });
        const notice = (await office.after(2 * index + 2))[2 * index + 1];
        strictEqual(notice?.subject, "Eco-Platform\u00A0: votre mot de passe a changé");
        strictEqual(new URL(linkIn(notice.text)).origin, url);
        seen.push(window.errors);
      }, { as: null, javaScriptEnabled });
    }
    deepStrictEqual(seen, [[], []]);
  }));

Deno.test("Host header never changes the address in a mail", () =>
  withMails(async ({ url }, office) => {
    // The first request to this machine sets the port of the public address.
    await (await fetch(`${url}/health`)).body?.cancel();
    const connection = await Deno.connect({
      hostname: "127.0.0.1",
      port: Number(new URL(url).port),
    });
    const body = `email=${encodeURIComponent(ADMINISTRATOR.email)}`;
    const head = [
      "POST /forgotten-password HTTP/1.1",
      "Host: evil.example",
      "Sec-Fetch-Site: same-origin",
      "Origin: http://evil.example",
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "Connection: close",
    ].join("\r\n");
    await connection.write(new TextEncoder().encode(`${head}\r\n\r\n${body}`));
    const answer = await new Response(connection.readable).text();
    match(answer, /^HTTP\/1\.1 303/);
    const [mail] = await office.after(1);
    ok(mail);
    strictEqual(new URL(linkIn(mail.text)).origin, url);
    ok(!mail.source.includes("evil.example"));
  }));

Deno.test("an invitation: sent, mailed, followed without JavaScript, password chosen, signed in", () =>
  withMails(async ({ api, inWindow }, office) => {
    const ask = await api(ADMINISTRATOR);
    const post = async (path: string, json: object) => {
      const answer = await ask(path, { method: "POST", json });
      ok(answer.ok, `${path}: ${answer.status}`);
      return await answer.json();
    };
    const { email: adminEmail } = ADMINISTRATOR;
    const { id: orgId } = await post("/api/collect/orgs", { name: "Office du Lac", adminEmail });
    const person = { email: "lea@bailleur.example", forename: "Léa", surname: "Petit" };
    await post(`/api/collect/orgs/${orgId}/inviteuser`, person);
    const [mail] = await office.after(1);
    strictEqual(mail?.to, person.email);
    strictEqual(mail.subject, "Eco-Platform\u00A0: invitation à rejoindre Office du Lac");
    match(mail.text, /^Bonjour Léa Petit,\n\nAnne Roux vous invite à rejoindre Office du Lac\./);
    await inWindow(async ({ page, go }) => {
      const link = new URL(linkIn(mail.text));
      await go(link.pathname + link.search);
      await page.fill("#password", "un-mot-de-lea");
      await page.fill("#repeated", "un-mot-de-lea");
      await page.click("button[type=submit]");
      await page.waitForURL("**/home");
      match(await page.innerText("body"), /Office du Lac/);
    }, { as: null, javaScriptEnabled: false });
  }));

Deno.test("user added to another organisation gets one welcome mail, and none for their own actions", () =>
  withMails(async ({ api }, office) => {
    const ask = await api(ADMINISTRATOR);
    const send = async (method: string, path: string, json: object) => {
      const answer = await ask(path, { method, json });
      ok(answer.ok, `${path}: ${answer.status}`);
      const text = await answer.text();
      return text === "" ? null : JSON.parse(text);
    };
    const { email: adminEmail } = ADMINISTRATOR;
    const lake = await send("POST", "/api/collect/orgs", { name: "Office du Lac", adminEmail });
    const river = await send("POST", "/api/collect/orgs", { name: "Rivière Habitat", adminEmail });
    const person = { email: "lea@bailleur.example", forename: "Léa", surname: "Petit" };
    await send("POST", `/api/collect/orgs/${lake.id}/inviteuser`, person);
    const team = { name: "Agence", roles: ["collect:read"], users: [person.email], tags: [] };
    const teams = `/api/collect/orgs/${river.id}/teams`;
    const { id: teamId } = await send("POST", teams, team);
    await send("PUT", `${teams}/${teamId}`, { ...team, name: "Agence de la rivière" });
    const admins = `/api/collect/orgs/${river.id}/admins`;
    await send("POST", admins, { email: person.email });
    await send("POST", "/api/collect/orgs", { name: "Habitat du Port", adminEmail: person.email });
    const mails = await office.after(3);
    deepStrictEqual(mails.map(({ to }) => to), [person.email, person.email, person.email]);
    deepStrictEqual(mails.slice(1).map(({ subject }) => subject).sort(), [
      "Eco-Platform\u00A0: vous avez rejoint Habitat du Port",
      "Eco-Platform\u00A0: vous avez rejoint Rivière Habitat",
    ]);
    const mail = mails.find(({ subject }) => subject.endsWith("Rivière Habitat"));
    const text = mail?.text ?? "";
    match(text, /^Bonjour Léa Petit,\n\nAnne Roux vous a ouvert l’accès à Rivière Habitat\./);
    strictEqual(new URL(linkIn(text)).pathname, "/login");
    match(mail?.html ?? "", /<p><a href="[^"]+\/login">Se connecter<\/a><\/p>/);
  }));
