import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { createHmac } from "node:crypto";
import { ALARM_HANDLERS } from "@/lib/alarms/alarm_handlers.ts";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { postWebhooks } from "@/lib/alarms/webhook_jobs.ts";
import { seal } from "@/lib/base/secrets.ts";
import type { EquipmentRecord } from "@/lib/facilities/records.ts";
import { sealingKey } from "@/lib/mail/outbox.ts";
import { SmtpCarrier } from "@/lib/mail/smtp.ts";
import { keys } from "@/lib/store/keys.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { WAITING } from "@/tests/helpers/a_platform.ts";
import { type PostOffice, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Site, withSite } from "@/tests/helpers/a_site.ts";
import { reportDraft, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { type WebhookServer, withWebhookServer } from "@/tests/helpers/webhooks.ts";
import { sendByInflux } from "@/tests/tools/influx_sender.ts";
import { withServer } from "@/tests/tools/loopback.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
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
  for (const name of Object.keys(SENSORS)) {
    const body = { source: `serial=${name}`, houseId: name === "home" ? "h1" : null };
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
    withWebhookServer((webhook) => {
      const mail = {
        ...WAITING,
        carrier: new SmtpCarrier(office.url),
        origins: () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" }),
      };
      return withSite(async (site) => {
        const token = await writePlace(site, webhook);
        await withServer(site.handler, ({ url }) =>
          test({ ...site, ...office, webhook, ...actions(site, { url, token }) }));
      }, { mail });
    })
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
Deno.test("collector's readings cause a mail for each of the nine handlers, at the start and at the end", () =>
  withStory(async (story) => {
    const { sends, passes, received, webhook, clock } = story;
    await sends("wrong");
    clock.advance(10 * MINUTE_MS);
    await sends("wrong");
    // The circuit and the ventilation, wrong for 20 minutes, are found now.
    strictEqual(await passes(10 * MINUTE_MS), 2);
    const first = ["boilerroom-circuit", "boilerroom-errorcode", "boilerroom-faultdetector"];
    deepStrictEqual(
      received.map(({ to }) => to.replace("@oph.fr", "")).toSorted(),
      [...first, "building-cmv", "building-skydome", "pilot-threshold"],
    );
    await passes(2 * HOUR_MS);
    deepStrictEqual(received.slice(6).map(({ to }) => to), ["accessory-status@oph.fr"]);
    await passes(25 * HOUR_MS);
    const late = ["collect-online@oph.fr", "pilot-online@oph.fr"];
    deepStrictEqual(received.slice(7).map(({ to }) => to).toSorted(), late);
    await sends("right");
    clock.advance(10 * MINUTE_MS);
    await sends("right");
    await passes(0);
    const subjects = subjectsTo(story);
    deepStrictEqual(Object.keys(subjects).toSorted(), [...ALARM_HANDLERS]);
    for (const handler of ALARM_HANDLERS) {
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
