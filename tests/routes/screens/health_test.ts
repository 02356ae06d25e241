import { deepStrictEqual } from "node:assert/strict";
import { Platform } from "@/lib/backend/choose.ts";
import { faultyStore } from "@/tests/backend/kv/faulty_store.ts";
import { handlerOn, SITE, withSite } from "./a_site.ts";

Deno.test("/health reports that the store answers, in the format of InfluxDB's clients", () =>
  withSite(async (site) => {
    const { html, status } = await site.visitor().get("/health");
    deepStrictEqual([status, JSON.parse(html)], [200, { name: "influxdb", status: "pass" }]);
  }));

Deno.test("/health reports that the store fails, without details", () =>
  withSite(async ({ platform: { options } }) => {
    const faults = { errorRate: 1, conflictRate: 0, delayRate: 0, delayMs: 0 };
    const handler = await handlerOn(
      new Platform({ ...options, store: faultyStore(options.store, faults, 1) }),
    );
    const answer = await handler(new Request(`${SITE}/health`));
    const said = { name: "influxdb", status: "fail" };
    deepStrictEqual([answer.status, await answer.json()], [503, said]);
  }));
