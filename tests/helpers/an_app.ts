import { readConfig, type SettingName } from "@/fresh.config.ts";
import { openApiDocument } from "@/lib/api/openapi.ts";
import { AREAS } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { session } from "@/lib/app/session.ts";
import { answerSetpointRequests, receiveReports } from "@/lib/heating_control/gateway.ts";
import {
  answerPing,
  answerQuery,
  receiveBulk,
  receiveChirpstack,
  receiveInflux,
  receiveInfluxV1,
  receivePost,
  receiveThingsStack,
} from "@/lib/ingest/http_collectors.ts";
import { storeRefusals } from "@/lib/web/errors.ts";
import { answerApi } from "@/lib/web/http_api.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { type PlatformChoices, type TestPlatform, withPlatform } from "./a_platform.ts";
import { operationsOf } from "./generated_cases.ts";

/** The statuses that the API document of a platform lists, by call. */
const listed = new WeakMap<Platform, ReadonlyMap<string, ReadonlySet<string>>>();

function statusesOf(platform: Platform): ReadonlyMap<string, ReadonlySet<string>> {
  const known = listed.get(platform);
  if (known !== undefined) return known;
  const operations = operationsOf(openApiDocument(AREAS, "0", platform.options.upstream !== null));
  const found = new Map(
    operations.map(({ name, responses }) => [name, new Set(Object.keys(responses))]),
  );
  listed.set(platform, found);
  return found;
}

/**
 * Makes a test fail for an answer whose status the API document does not list for its call.
 *
 * An internal error, 500, is for the test to judge: the document lists none.
 * @throws Error naming the call and the status
 */
function checkDocumented(platform: Platform, request: Request, answer: Response): Response {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/api/") || answer.status === 500) return answer;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const match = platform.dispatcher.match(method, pathname.slice("/api".length));
  if (match.kind !== "call") return answer;
  if (statusesOf(platform).get(match.call.name)?.has(String(answer.status))) return answer;
  throw new Error(`The API document lists no ${answer.status} for ${match.call.name}`);
}

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
      .post("/things-stack", receiveThingsStack)
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
