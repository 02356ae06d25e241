import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { createHmac } from "node:crypto";
import { ALARM_HANDLERS, DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { postWebhooks } from "@/lib/alarms/webhook_jobs.ts";
import { seal } from "@/lib/base/secrets.ts";
import { civilDateOf, epochOfClock } from "@/lib/base/time_zones.ts";
import type { EquipmentRecord } from "@/lib/facilities/records.ts";
import { sealingKey } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { mailBy, type PostOffice, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Site, withSite } from "@/tests/helpers/a_site.ts";
import { reportDraft, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { type WebhookServer, withWebhookServer } from "@/tests/helpers/webhooks.ts";
import { type AppUnderTest, type AppWindow, withApp } from "@/tests/tools/app_under_test.ts";
import { sendByInflux } from "@/tests/tools/influx_sender.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { ADMINISTRATOR, seedAdministrator } from "@/tools/serving/seeded_stores.ts";

/** The address of the link in a mail. */
function linkIn(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`No link in: ${text}`);
  return link;
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

async function forgetsTwice({ inWindow, url }: AppUnderTest, office: PostOffice): Promise<void> {
  const seen: (readonly string[])[] = [];
  for (const [index, javaScriptEnabled] of [true, false].entries()) {
    const mailsBefore = office.received.length;
    await inWindow(async (window) => {
      const password = `un-nouveau-mot-${index}`;
      await forgetsAndReturns(window, { office, password, mailsBefore });
      const notice = (await office.after(mailsBefore + 2))[mailsBefore + 1];
      strictEqual(notice?.subject, "Eco-Platform\u00A0: votre mot de passe a changé");
      strictEqual(new URL(linkIn(notice.text)).origin, url);
      seen.push(window.errors);
    }, { as: null, javaScriptEnabled });
  }
  deepStrictEqual(seen, [[], []]);
}

async function namesAnotherHost({ url }: AppUnderTest, office: PostOffice): Promise<void> {
  const mailsBefore = office.received.length;
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
  const mail = (await office.after(mailsBefore + 1))[mailsBefore];
  ok(mail);
  strictEqual(new URL(linkIn(mail.text)).origin, url);
  ok(!mail.source.includes("evil.example"));
}

async function isInvitedTwice(
  { api, inWindow }: AppUnderTest,
  office: PostOffice,
): Promise<void> {
  const ask = await api(ADMINISTRATOR);
  const send = async (method: string, path: string, json: object) => {
    const answer = await ask(`/api/collect/orgs${path}`, { method, json });
    ok(answer.ok, `${path}: ${answer.status}`);
    const text = await answer.text();
    return text === "" ? null : JSON.parse(text);
  };
  const { email: adminEmail } = ADMINISTRATOR;
  const lake = await send("POST", "", { name: "Office du Lac", adminEmail });
  const river = await send("POST", "", { name: "Rivière Habitat", adminEmail });
  const person = { email: "lea@bailleur.example", forename: "Léa", surname: "Petit" };
  await send("POST", `/${lake.id}/inviteuser`, person);
  const [invitation] = await office.after(1);
  strictEqual(invitation?.subject, "Eco-Platform\u00A0: invitation à rejoindre Office du Lac");
  match(
    invitation.text,
    /^Bonjour Léa Petit,\n\nAnne Roux vous invite à rejoindre Office du Lac\./,
  );
  const team = { name: "Agence", roles: ["collect:read"], users: [person.email], tags: [] };
  const { id: teamId } = await send("POST", `/${river.id}/teams`, team);
  const renamed = { ...team, name: "Agence de la rivière" };
  await send("PUT", `/${river.id}/teams/${teamId}`, renamed);
  await send("POST", `/${river.id}/admins`, { email: person.email });
  await send("POST", "", { name: "Habitat du Port", adminEmail: person.email });
  const mails = await office.after(3);
  deepStrictEqual(mails.map(({ to }) => to), [person.email, person.email, person.email]);
  deepStrictEqual(mails.slice(1).map(({ subject }) => subject).sort(), [
    "Eco-Platform\u00A0: vous avez rejoint Habitat du Port",
    "Eco-Platform\u00A0: vous avez rejoint Rivière Habitat",
  ]);
  const welcome = mails.find(({ subject }) => subject.endsWith("Rivière Habitat"));
  const text = welcome?.text ?? "";
  match(text, /^Bonjour Léa Petit,\n\nAnne Roux vous a ouvert l’accès à Rivière Habitat\./);
  strictEqual(new URL(linkIn(text)).pathname, "/login");
  match(welcome?.html ?? "", /<p><a href="[^"]+\/login">Se connecter<\/a><\/p>/);
  await inWindow(async ({ page, go }) => {
    const link = new URL(linkIn(invitation.text));
    await go(link.pathname + link.search);
    await page.fill("#password", "un-mot-de-lea");
    await page.fill("#repeated", "un-mot-de-lea");
    await page.click("button[type=submit]");
    await page.waitForURL("**/home");
    match(await page.innerText("body"), /lea@bailleur\.example/);
  }, { as: null, javaScriptEnabled: false });
}

/** Steps by name, on one program: the last one changes the password of its administrator. */
const STEPS: Readonly<Record<string, (app: AppUnderTest, office: PostOffice) => Promise<void>>> = {
  "invited: mailed, followed without JavaScript; added to other organisations: one welcome each, none for one's own actions":
    isInvitedTwice,
  "Host header never changes the address in a mail": namesAnotherHost,
  "forgotten password: requested, mailed, followed, chosen, signed in; with and without JavaScript":
    forgetsTwice,
};

Deno.test("mails of the whole program", (test) =>
  withPostOffice((office) =>
    withApp(async (app) => {
      for (const [name, step] of Object.entries(STEPS)) {
        await test.step(name, () => step(app, office));
      }
    }, {
      settings: { SMTP_URL: office.url, MAIL_FROM: "suivi@bailleur.example", DEMO: "off" },
      prepare: seedAdministrator,
    })
  ));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ZONE = "Europe/Paris";
const SECRET = "le secret de la GMAO";

/** Equipment of the boiler room or the building, each with a series of its id. */
const EQUIPMENT: Readonly<Record<string, Omit<EquipmentRecord, "code" | "instrumented">>> = {
  room: { kind: "boilerroom", name: "Chaufferie", parentId: null, details: {} },
  tower: { kind: "building", name: "Tour A", parentId: null, details: {} },
  circuit: {
    kind: "boilerroom-circuit",
    name: "Circuit Nord",
    parentId: "room",
    details: {
      circuit: {
        enabled: true,
        outMin: null,
        outMax: 80,
        backMin: null,
        backMax: null,
        outType: "s-circuit",
        backType: null,
        isHotWater: false,
      },
    },
  },
  code: {
    kind: "boilerroom-errorcode",
    name: "Brûleur",
    parentId: "room",
    details: { errorCode: { seriesId: "s-code", normalCodes: ["0"] } },
  },
  fault: {
    kind: "boilerroom-faultdetector",
    name: "Pompe",
    parentId: "room",
    details: { faultDetector: { seriesId: "s-fault", alarmKind: 2 } },
  },
  cmv: {
    kind: "cmv",
    name: "VMC",
    parentId: "tower",
    details: { cmv: { min: 40, max: null, seriesId: "s-cmv" } },
  },
  skydome: {
    kind: "skydome",
    name: "Skydome",
    parentId: "tower",
    details: { skydome: { seriesId: "s-skydome" } },
  },
  gate: {
    kind: "gate",
    name: "Portail",
    parentId: "tower",
    details: { gate: { type: "gate", alarmFrom: 2, hsType: "none", seriesId: "s-gate" } },
  },
};

/** A wrong and a right value of each sensor, which sends under its name. */
const SENSORS: Readonly<Record<string, { unit: DataUnitId; wrong: number; right: number }>> = {
  circuit: { unit: "TDEP", wrong: 85, right: 70 },
  code: { unit: "ETAT", wrong: 12, right: 0 },
  fault: { unit: "ETAT", wrong: 1, right: 0 },
  cmv: { unit: "TEMP", wrong: 10, right: 60 },
  skydome: { unit: "ETAT", wrong: 1, right: 0 },
  gate: { unit: "ETAT", wrong: 1, right: 0 },
  home: { unit: "TEMP", wrong: 26, right: 19 },
};

/** A water meter of the dwelling, whose registers of the last night show a flow while it is wrong. */
const METER = "water";

/** The lines of the registers of a meter at each hour of the last night, in local time. */
function nightLines(state: "wrong" | "right", nowMs: number): string[] {
  const fromS = epochOfClock(civilDateOf(nowMs, ZONE), 2 * 3_600, ZONE);
  return [0, 1, 2, 3].map((hour) => {
    const register = state === "wrong" ? 100 + hour * 0.003 : 100.009;
    return `sensor,serial=${METER} value=${register.toFixed(3)} ${fromS + hour * 3_600}`;
  });
}

/** Writes the residence, a collector, and a report of each handler to an address of its name. */
async function writePlace(site: Site, webhook: WebhookServer): Promise<string> {
  const { store } = site;
  await writeResidence(site, { project: { hasPilot: true }, features: { houseMode: 1 } });
  const atomic = store.atomic()
    .set(keys.house(PROJECT, "h1"), {
      kind: "module",
      projectModuleId: null,
      serial: "",
      settings: houseSettings(),
      config: {},
    });
  for (const [id, one] of Object.entries(EQUIPMENT)) {
    atomic.set(keys.equipment(PROJECT, id), { ...one, code: "", instrumented: true });
  }
  for (const [name, { unit }] of Object.entries(SENSORS)) {
    atomic.set(
      keys.dataseries(PROJECT, `s-${name}`),
      seriesDraft({
        dataUnitId: unit,
        scope: name === "home" ? "housing" : "facilities",
        renamed: name,
        equipmentId: name === "home" ? null : name,
      }),
    );
  }
  atomic.set(keys.pilotThreshold(PROJECT, "s-home"), { threshold: 25 });
  const meter = {
    dataUnitId: "EFSV",
    scope: "housing",
    renamed: METER,
    equipmentId: null,
  } as const;
  atomic.set(keys.dataseries(PROJECT, `s-${METER}`), seriesDraft(meter));
  atomic.set(keys.alarmSettings(PROJECT), {
    ...DEFAULT_DELAYS_MIN,
    "water-night-flow": { nights: 1, litresPerHour: 10 },
  });
  const webhookSeal = await seal({ text: SECRET, secret: await sealingKey(store) });
  for (const handler of ALARM_HANDLERS) {
    const report = reportDraft({
      name: handler,
      emails: [`${handler}@oph.fr`],
      selections: [{ handler, filters: {} }],
      webhookUrl: handler === "boilerroom-circuit" ? `http://127.0.0.1:${webhook.port}/` : "",
    });
    atomic.set(keys.orgAlarmReport(ORG, handler), { ...report, webhookSeal });
  }
  await atomic.commit();
  const ask = await someone(site, { isAdmin: true, roles: ["collect"] });
  for (const name of [...Object.keys(SENSORS), METER]) {
    const houseId = name === "home" || name === METER ? "h1" : null;
    const body = { source: `serial=${name}`, houseId };
    await answerOf(ask("attachSource", { projectId: PROJECT, series: `s-${name}`, body }));
  }
  const made = await answerOf(
    ask("createIngestToken", { projectId: PROJECT, body: { name: "Collecteur" } }),
  );
  return made.token;
}

interface Story extends Site, PostOffice {
  readonly webhook: WebhookServer;
  /**
   * Sends the wrong or the right value of every sensor by the InfluxDB client, and evaluates them.
   */
  sends(state: "wrong" | "right"): Promise<void>;
  /**
   * Advances the clock; due alarms are raised, mails and posts sent. @returns number of changes
   * that are still delayed
   */
  passes(ms: number): Promise<number>;
}

function withStory(test: (story: Story) => Promise<void>): Promise<void> {
  return withPostOffice((office) =>
    withWebhookServer((webhook) =>
      withSite(async (site) => {
        const token = await writePlace(site, webhook);
        await withServer(
          site.handler,
          ({ url }) => test({ ...site, ...office, webhook, ...actions(site, { url, token }) }),
        );
      }, { mail: mailBy(office) })
    )
  );
}

function actions(
  { platform, store, clock }: Site,
  { url, token }: { readonly url: string; readonly token: string },
): Pick<Story, "sends" | "passes"> {
  const { watcher, own: { services } } = platform;
  return {
    async sends(state) {
      const second = Math.floor(clock.now() / 1_000);
      const lines = Object.entries(SENSORS).map(([name, values]) =>
        `sensor,serial=${name} value=${values[state]} ${second}`
      );
      lines.push(...nightLines(state, clock.now()));
      await sendByInflux({ url, token, bucket: PROJECT }, lines);
      await watcher.settled();
    },
    async passes(ms) {
      clock.advance(ms);
      await watchAlarms({ store, now: clock.now, watcher });
      await mailAlarms(services);
      const waiting = store.list({ prefix: keys.alarmEvent.under() });
      const waitingCount = (await Array.fromAsync(waiting)).length;
      clock.advance(10 * MINUTE_MS);
      await mailAlarms(services);
      await platform.sendMails();
      const way = { allowsPrivate: true };
      await postWebhooks({ store, now: clock.now, way, origins: () => ({ own: null }) });
      return waitingCount;
    },
  };
}

/** The subjects of the mails to each address, in order. */
function subjectsTo({ received }: PostOffice): Record<string, string[]> {
  const groups = Map.groupBy(received, ({ to }) => to.replace("@oph.fr", ""));
  const entries = [...groups].map(([to, mails]) => [to, mails.map(({ subject }) => subject)]);
  return Object.fromEntries(entries);
}

// @spec alarms.report-mails
Deno.test("collector's readings cause a mail for each of the ten handlers, at the start and at the end", () =>
  withStory(async (story) => {
    const { sends, passes, received, webhook, clock } = story;
    await sends("wrong");
    clock.advance(10 * MINUTE_MS);
    await sends("wrong");
    // The circuit and the ventilation, wrong for 20 minutes, and the night are found now.
    strictEqual(await passes(10 * MINUTE_MS), 3);
    const first = ["boilerroom-circuit", "boilerroom-errorcode", "boilerroom-faultdetector"];
    deepStrictEqual(
      received.map(({ to }) => to.replace("@oph.fr", "")).toSorted(),
      [...first, "building-cmv", "building-skydome", "pilot-threshold", "water-night-flow"],
    );
    await passes(2 * HOUR_MS);
    deepStrictEqual(received.slice(7).map(({ to }) => to), ["accessory-status@oph.fr"]);
    await passes(25 * HOUR_MS);
    const late = ["collect-online@oph.fr", "pilot-online@oph.fr"];
    deepStrictEqual(received.slice(8).map(({ to }) => to).toSorted(), late);
    await sends("right");
    clock.advance(10 * MINUTE_MS);
    await sends("right");
    // Nights are read again each hour.
    await passes(HOUR_MS);
    const subjects = subjectsTo(story);
    // A drift is found in the days of two seasons: tests/alarms/past_days_test.ts has its alarm.
    const read = ALARM_HANDLERS.filter((handler) => handler !== "energy-drift");
    deepStrictEqual(Object.keys(subjects).toSorted(), read.toSorted());
    for (const handler of read) {
      const [start = "", end = "", ...others] = subjects[handler] ?? [];
      match(start, /^Eco-Platform\u00A0: alerte, Les Lilas, /, handler);
      match(end, /^Eco-Platform\u00A0: fin d’alerte, Les Lilas, /, handler);
      deepStrictEqual(others, [], handler);
    }
    const circuit = received.find(({ to }) => to === "boilerroom-circuit@oph.fr");
    match(circuit?.text ?? "", /Circuit Nord.*85.*°C/);
    match(circuit?.html ?? "", /href="https:\/\/suivi\.example\/collect\/p1\/alarms\/[^"]+"/);
    checkPosts(webhook);
  }));

// @spec alarms.webhooks
function checkPosts({ received }: WebhookServer): void {
  deepStrictEqual(received.map(({ body }) => JSON.parse(body).event), ["start", "end"]);
  for (const { body, headers } of received) {
    const hmac = createHmac("sha256", SECRET).update(body).digest("hex");
    strictEqual(headers.get("x-signature"), `sha256=${hmac}`);
    strictEqual(JSON.parse(body).place.equipmentId, "circuit");
  }
}
