import { deepStrictEqual, ok } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import type { AlarmReport, AlarmReportDraft } from "@/lib/alarms/schema.ts";
import type { WebhookWay } from "@/lib/alarms/webhook_client.ts";
import { postWebhooks } from "@/lib/alarms/webhook_jobs.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { PlatformChoices, TestPlatform } from "./a_platform.ts";
import { ORG, someone, withResidence } from "./a_residence.ts";
import { type WebhookServer, withWebhookServer } from "./a_webhook_server.ts";
import { answerOf } from "./fixtures.ts";
import { REPORT } from "./reported_alarms.ts";
import { wrongEntries } from "./wrong_entries.ts";

export const SECRET = "un secret assez long";

/** A report that posts to a server on this machine. */
export function aReport(port: number, over: Partial<AlarmReportDraft> = {}): AlarmReportDraft {
  return {
    ...REPORT,
    name: "GMAO",
    webhookUrl: `http://127.0.0.1:${port}/hook`,
    webhookSecret: SECRET,
    ...over,
  };
}

/** A residence whose report posts to a server. */
export interface Built extends TestPlatform, WebhookServer {
  readonly ask: CallFunction;
  /** Writes the mails, then posts what is due. */
  run(way?: WebhookWay | null): Promise<void>;
  report(): Promise<AlarmReport | undefined>;
}

/** Runs a test on an organisation with one such report. */
export function withReport(
  test: (built: Built) => Promise<void>,
  over: Partial<AlarmReportDraft> = {},
  choices: PlatformChoices = {},
): Promise<void> {
  return withWebhookServer((server) =>
    withResidence(async (built) => {
      const { store, clock: { now }, platform: { own: { services } } } = built;
      const ask = await someone(built, { isAdmin: true, roles: ["collect"] });
      ok((await ask("createOrgAlarmReport", { orgId: ORG, body: aReport(server.port, over) })).ok);
      const run = async (way: WebhookWay | null = { allowsPrivate: true }) => {
        ok(await mailAlarms(services));
        const origins = () => ({ own: "https://suivi.example" });
        ok(await postWebhooks({ store, now, way, origins }));
      };
      const report = async () => {
        const list = await answerOf(ask("listOrgAlarmReports", { orgId: ORG }));
        return list[0];
      };
      await test({ ...built, ...server, ask, run, report });
      deepStrictEqual(await wrongEntries(store), []);
    }, choices)
  );
}
