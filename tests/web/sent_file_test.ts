import { deepStrictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { sentForms } from "@/lib/app/sent_forms.ts";
import { session } from "@/lib/app/session.ts";
import { IdempotencyStore } from "@/lib/web/form_store.ts";
import { readSubmission, seeOther } from "@/lib/web/form_submission.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { SITE } from "@/tests/helpers/a_site.ts";

Deno.test("file of another content is another form, though its name and size are the same; the same one is executed once", () =>
  withPlatform(async ({ platform, store, clock }) => {
    const config = readConfig({ ACCESS_LOG: "off" });
    const executed: string[] = [];
    const handler = new SecureApp<State>(config)
      .use(arrival(config))
      .use(sentForms(new IdempotencyStore(store, clock.now)))
      .use(session(platform))
      .post("/", async (ctx) => {
        const file = (await readSubmission(ctx, [])).file("file");
        executed.push(new TextDecoder().decode(await file?.bytes()));
        return seeOther(ctx, `/${executed.length}`);
      })
      .handler();
    const send = async (text: string) => {
      const body = new FormData();
      body.set(`page:${"-".repeat(22)}`, "a-rendering-0001");
      body.set("file", new File([text], "releves.csv"));
      const headers = { origin: SITE };
      const answer = await handler(new Request(`${SITE}/`, { method: "POST", body, headers }));
      return answer.headers.get("location");
    };
    deepStrictEqual([await send("un"), await send("un"), await send("du")], ["/1", "/1", "/2"]);
    deepStrictEqual(executed, ["un", "du"]);
  }));
