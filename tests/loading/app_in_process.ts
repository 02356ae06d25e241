import { csp } from "fresh";
import { Builder } from "fresh/dev";
import { readConfig } from "@/fresh.config.ts";
import { session } from "@/lib/app/session.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { ROOT } from "@/tools/files.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import type { ReaderInProcess } from "./reader_in_process.ts";

/**
 * Returns a function that reads pages of the app in this process, as the reader's browser would:
 * the bytes of each.
 */
export async function pagesInProcess(
  { platform, sessionId }: ReaderInProcess,
): Promise<(path: string) => Promise<Uint8Array>> {
  const config = readConfig({ ACCESS_LOG: "off", ...UNLIMITED });
  const app = new SecureApp<State>(config)
    .use(arrival(config))
    .use(csp({ useNonce: true }))
    .use(session(platform))
    .fsRoutes();
  (await new Builder<State>({ root: ROOT }).build({ snapshot: "memory" }))(app);
  const handler = app.handler();
  const headers = { cookie: `session=${sessionId}`, "accept-encoding": "gzip" };
  return async (path) => {
    const answer = await handler(new Request(`http://127.0.0.1:8000${path}`, { headers }));
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
    return await answer.bytes();
  };
}
