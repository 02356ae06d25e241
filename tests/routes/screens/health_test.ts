import { deepStrictEqual } from "node:assert/strict";
import { withSite } from "./a_site.ts";

Deno.test("/health says that the store answers, in the words InfluxDB's clients expect", () =>
  withSite(async (site) => {
    const { html, status } = await site.visitor().get("/health");
    const said = { name: "influxdb", status: "pass", store: "ok" };
    deepStrictEqual([status, JSON.parse(html)], [200, said]);
  }));
