import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { json, withApp } from "@/tests/helpers/an_app.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aResidence, withFedApp } from "./a_residence.ts";

Deno.test("an annotation from or to a day that does not exist is refused without a fault", () =>
  withFedApp(async ({ askApp, built, series }) => {
    const { token } = await signedIn(built);
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const path = `/api/collect/projects/${PROJECT}/facilities/annotations/${series}`;
    const statuses: number[] = [];
    for (
      const [from, to] of [["2023-02-29", "2023-03-01"], ["2023-02-01", "2023-02-29"], ["a", "b"]]
    ) {
      const body = { from, to, text: "Panne" };
      statuses.push((await askApp(path, { ...json(body), headers })).status);
    }
    deepStrictEqual([statuses, built.faults], [[400, 400, 400], []]);
  }));

Deno.test("the audit log is answered up to the last possible day, and is empty from there on", () =>
  withFedApp(async ({ ask }) => {
    const upTo = await answerOf(ask("getAudit", { orgId: ORG, to: "9999-12-31" }));
    strictEqual(upTo.entries.length > 0, true);
    const from = await ask("getAudit", { orgId: ORG, from: "9999-12-31" });
    deepStrictEqual(from, { ok: true, answer: { entries: [], next: null } });
    const early = await ask("getAudit", { orgId: ORG, from: "0001-01-01", to: "0001-01-01" });
    deepStrictEqual(early, { ok: true, answer: { entries: [], next: null } });
  }));

Deno.test("an id longer than a key of the store is not found: 404, in any script", () =>
  withApp(async (askApp, built) => {
    await aResidence(built);
    const { token } = await signedIn(built);
    const headers = { authorization: `Bearer ${token}` };
    for (const long of ["x".repeat(3_000), "\u{1F3E0}".repeat(600)].map(encodeURIComponent)) {
      const [anonymous, place, source] = [
        await askApp(`/api/collect/projects/${long}/unknownsources`),
        await askApp(`/api/collect/projects/${long}/unknownsources`, { headers }),
        await askApp(`/api/collect/projects/${PROJECT}/unknownsources/${long}`, {
          method: "DELETE",
          headers,
        }),
      ];
      deepStrictEqual([anonymous.status, place.status, source.status], [401, 404, 400]);
    }
  }));
