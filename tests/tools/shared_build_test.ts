import { strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { siteOn } from "@/lib/app/site.ts";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { publicBuild } from "./shared_build.ts";

Deno.test("publicBuild() serves the site as Fresh itself is asked to", () =>
  withPlatform(async ({ platform }) => {
    const app = siteOn(platform, readConfig({ ACCESS_LOG: "off" }));
    (await publicBuild())(app);
    const handler = app.handler();
    for (const path of [LOGIN_PATH, "/styles.css"]) {
      const answer = await handler(new Request(`http://127.0.0.1:8000${path}`));
      strictEqual(answer.status, 200, path);
      await answer.body?.cancel();
    }
  }));
