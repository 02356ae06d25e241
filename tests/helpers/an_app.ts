import { readConfig, type SettingName } from "@/fresh.config.ts";
import { session } from "@/lib/app/session.ts";
import { answerSetpointRequests, receiveReports } from "@/lib/heating_control/gateway_requests.ts";
import {
  answerPing,
  answerQuery,
  receiveBulk,
  receiveChirpstack,
  receiveInflux,
  receiveInfluxV1,
  receivePost,
} from "@/lib/ingest/http_collectors.ts";
import { storeRefusals } from "@/lib/web/errors.ts";
import { answerApi } from "@/lib/web/http_api.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { type PlatformChoices, type TestPlatform, withPlatform } from "./a_platform.ts";
import { checkDocumented } from "./documented_statuses.ts";

/** Origin of a test's app. */
export const SITE = "http://127.0.0.1:8000";

/** Calls an app, like an external program or a browser. */
export type AskApp = (path: string, init?: RequestInit) => Promise<Response>;

/** Options of the app and its platform. */
export type AppChoices = PlatformChoices & {
  readonly settings?: Partial<Record<SettingName, string>>;
};

/** Runs a test on an app with the API endpoints and no pages. */
export function withApp(
  test: (ask: AskApp, built: TestPlatform) => Promise<void>,
  { settings = {}, ...choices }: AppChoices = {},
): Promise<void> {
  const config = readConfig({ ACCESS_LOG: "off", ...settings });
  return withPlatform(async (built) => {
    const handler = new SecureApp<State>(config)
      .use(arrival(config))
      .use(storeRefusals())
      .use(session(built.platform))
      .post("/api/v2/write", receiveInflux)
      .post("/write", receiveInfluxV1)
      .get("/ping", answerPing)
      .all("/query", answerQuery)
      .all("/input/post/:node?", receivePost)
      .all("/input/bulk", receiveBulk)
      .post("/chirpstack", receiveChirpstack)
      .get("/gateway/wishes", answerSetpointRequests)
      .post("/gateway/reports", receiveReports)
      .all("/api/*", answerApi)
      .handler();
    const ask: AskApp = async (path, init) => {
      const request = new Request(`${SITE}${path}`, init);
      return checkDocumented(built.platform, request, await handler(request));
    };
    await test(ask, built);
  }, choices);
}

/** A JSON body with its header. */
export function json(body: unknown): RequestInit {
  return {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
}
