/** A server that receives webhooks, and alarm reports that call it. @module */
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import type { AlarmReport, AlarmReportDraft } from "@/lib/alarms/schema.ts";
import { postWebhooks } from "@/lib/alarms/webhook_jobs.ts";
import type { WebhookWay } from "@/lib/alarms/webhook_post.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { PlatformChoices, TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { REPORT } from "@/tests/helpers/some_alarms.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { deepStrictEqual, ok } from "node:assert/strict";

/** A post as the server of a webhook receives it. */
export interface ReceivedPost {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface WebhookServer {
  readonly port: number;
  readonly received: readonly ReceivedPost[];
  /** Sets the answer to the next posts; 204 at first. */
  answers(answer: () => Response | Promise<Response>): void;
}

/** Runs a test with a server on this machine that receives webhooks. */
export function withWebhookServer(
  test: (server: WebhookServer) => Promise<void>,
): Promise<void> {
  const received: ReceivedPost[] = [];
  let answer: () => Response | Promise<Response> = () => new Response(null, { status: 204 });
  return withServer(async (request) => {
    const { method, headers } = request;
    const { pathname, search } = new URL(request.url);
    received.push({ method, path: pathname + search, headers, body: await request.text() });
    return await answer();
  }, ({ port }) => test({ port, received, answers: (next) => answer = next }));
}

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
interface Built extends TestPlatform, WebhookServer {
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
