import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { NamedCall } from "@/lib/api/call.ts";
import { parseInput as parseInputAmong, unreadableAt } from "@/lib/api/parameters.ts";
import { bound, type HandlerOf } from "@/lib/api/services.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { json, withApp } from "@/tests/helpers/an_app.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aResidence, withFedApp } from "./a_residence.ts";

function parseInput<C extends NamedCall>(call: C, input: Readonly<Record<string, unknown>>) {
  return parseInputAmong(call, input, CALLS);
}

/** Paths of the issues of a refused input. */
function wrongPaths(parsed: { ok: boolean; issues?: readonly { path: string }[] }): string[] {
  return (parsed.issues ?? []).map((issue) => issue.path);
}

Deno.test("parseInput() trims and lowercases as its schema requires", () => {
  deepStrictEqual(
    parseInput(CALLS.login, { body: { email: " Anne@Bailleur.FR ", password: " x " } }),
    {
      ok: true,
      input: { body: { email: "anne@bailleur.fr", password: " x " } },
    },
  );
});

Deno.test("parseInput() names each invalid part", () => {
  const location = { street: "1 rue A", zipCode: "5400", city: "Nancy", latitude: 48.7 };
  const parsed = parseInput(CALLS.putProjectSettings, {
    projectId: "p",
    body: { name: " ", code: "A", location: { ...location, longitude: 6.2 }, tags: ["a", "a"] },
  });
  deepStrictEqual(wrongPaths(parsed), ["body.name", "body.location.zipCode", "body.tags"]);
});

Deno.test("parseInput() requires latitude and longitude together", () => {
  const location = { street: "1 rue A", zipCode: "54000", city: "Nancy", latitude: 48.7 };
  const body = { name: "A", code: "", location: { ...location, longitude: null }, tags: [] };
  deepStrictEqual(wrongPaths(parseInput(CALLS.putProjectSettings, { projectId: "p", body })), [
    "body.location.latitude",
  ]);
});

// @spec calls.inputs
Deno.test("parseInput() refuses unknown members", () => {
  deepStrictEqual(wrongPaths(parseInput(CALLS.getMe, { orgId: "o", body: {} })), ["orgId", "body"]);
  const body = { email: "a@b.fr", password: "x", admin: true };
  deepStrictEqual(wrongPaths(parseInput(CALLS.login, { body })), ["body"]);
  const asked = { orgId: "o", closed: "true", open: "1" };
  strictEqual(parseInput(CALLS.listOrgAlarms, asked).ok, false);
});

// @spec calls.inputs
Deno.test("parseInput() refuses a text that nothing can store, in the query and in the body", () => {
  const page = { orgId: "o", list: "history" };
  for (const search of ["a\0", "a\ud800"]) {
    deepStrictEqual(wrongPaths(parseInput(CALLS.pageDocuments, { ...page, search })), [
      "query.search",
    ]);
    const body = { email: "a@b.fr", password: search };
    deepStrictEqual(wrongPaths(parseInput(CALLS.login, { body })), ["body.password"]);
  }
});

Deno.test("parseInput() refuses a missing body or parameter", () => {
  deepStrictEqual(wrongPaths(parseInput(CALLS.login, {})), ["body"]);
  deepStrictEqual(wrongPaths(parseInput(CALLS.getProject, {})), ["projectId"]);
});

// @spec periods.addresses
Deno.test("parseInput() pads a day or a month written without its leading zeros", () => {
  const at = { projectId: "p", series: "s" };
  for (const date of ["2025-3-5", "2025-03-5", "2025-3-05", "2025-03-05"]) {
    deepStrictEqual(parseInput(CALLS.getSeriesAnonymousData, { ...at, date }), {
      ok: true,
      input: { ...at, date: "2025-03-05" },
    });
  }
  for (const month of ["2025-3", "2025-03"]) {
    deepStrictEqual(parseInput(CALLS.getFacilityHourlyMonth, { ...at, month }), {
      ok: true,
      input: { ...at, month: "2025-03" },
    });
  }
  for (const date of ["2025-2-30", "2025-13-1", "2025-3", "2025-3-005", "1969-3-5", "-3-5"]) {
    const parsed = parseInput(CALLS.getSeriesAnonymousData, { ...at, date });
    strictEqual(parsed.ok ? "ok" : parsed.code, "bad-period", date);
  }
});

Deno.test("parseInput() refuses a bad period with its own code", () => {
  const asked = { projectId: "p", outdoorSourceId: "o" };
  for (const year of ["99999", "1969", "2101", "abc", ""]) {
    const parsed = parseInput(CALLS.getDjuDailyYear, { ...asked, year });
    strictEqual(parsed.ok ? "ok" : parsed.code, "bad-period", year);
  }
  for (const segment of ["monthly/abc", "yearly-2024", "daily-2024", "daily-2023-02-29", "x"]) {
    const parsed = parseInput(CALLS.getDju, { ...asked, segment });
    strictEqual(parsed.ok ? "ok" : parsed.code, "bad-period", segment);
  }
});

Deno.test("parseInput() accepts existing dates only", () => {
  const asked = { projectId: "p", boilerRoomId: "b" };
  const wrong = parseInput(CALLS.deleteGasFactors, { ...asked, fromDate: "2023-02-29" });
  strictEqual(wrong.ok ? "ok" : wrong.code, "invalid-input");
  ok(parseInput(CALLS.deleteGasFactors, { ...asked, fromDate: "2024-02-29" }).ok);
});

// @spec forms.typed-dates
Deno.test("parseInput() refuses to write settings from a day of an implausible year, and lets them be deleted", () => {
  const asked = { projectId: "p", boilerRoomId: "b" };
  const put = (fromDate: string) =>
    parseInput(CALLS.putGasFactors, { ...asked, fromDate, body: { pta: 0.96, pcs: 11.4 } });
  for (const fromDate of ["0026-10-01", "1899-12-31", "2101-01-01"]) {
    const issues = [{ path: "fromDate", message: "implausible-date" }];
    deepStrictEqual(put(fromDate), { ok: false, code: "invalid-input", issues }, fromDate);
    ok(parseInput(CALLS.deleteGasFactors, { ...asked, fromDate }).ok, fromDate);
  }
  ok(put("1900-01-01").ok);
  ok(put("2100-12-31").ok);
});

// @spec balance.meters
Deno.test("parseInput() takes a gas delivery point only for a boiler room that burns gas", () => {
  const asked = { projectId: "p", boilerRoomId: "b" };
  const body = { sourceType: "s", hotWaterTypes: [], solarTypes: [], gazPce: "12345678901234" };
  const put = (sourceKind: string, gazPce: string | null = body.gazPce) =>
    wrongPaths(
      parseInput(CALLS.putEfficiencySources, { ...asked, body: { ...body, sourceKind, gazPce } }),
    );
  deepStrictEqual(put("gaz-energy"), []);
  deepStrictEqual(put("wood-mass"), ["body.gazPce"]);
  deepStrictEqual(put("wood-mass", null), []);
});

// @spec contracting.verdict
Deno.test("parseInput() of a verdict takes a refusal with a compliance, which is reset, and none without a reason", () => {
  const asked = { orgId: "o", requestId: "r", documentId: "d" };
  const put = (body: unknown) => wrongPaths(parseInput(CALLS.validateDocument, { ...asked, body }));
  deepStrictEqual(put({ state: "refused", compliance: true, comment: "flou" }), []);
  deepStrictEqual(put({ state: "refused", compliance: null, comment: "flou" }), []);
  deepStrictEqual(put({ state: "refused", compliance: null, comment: "  " }), ["body.comment"]);
  deepStrictEqual(put({ state: "none", compliance: null, comment: "" }), ["body.state"]);
});

Deno.test("parseInput() reads the values of a deposit from the text of a form", () => {
  const file = new TextEncoder().encode("%PDF-1.7");
  const data = [{ typedocValueId: "v", rank: 0, value: "62" }];
  const asked = { orgId: "o", requestId: "r", documentId: "d" };
  const body = { file, completionDate: "2024-07-15", data: JSON.stringify(data) };
  deepStrictEqual(parseInput(CALLS.uploadDocument, { ...asked, body }), {
    ok: true,
    input: { ...asked, body: { ...body, data } },
  });
  const broken = { ...body, data: "[{" };
  deepStrictEqual(wrongPaths(parseInput(CALLS.uploadDocument, { ...asked, body: broken })), [
    "body.data",
  ]);
});

Deno.test("parseInput() never throws, for any input", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (body, projectId) => {
      parseInput(CALLS.putProjectSettings, { projectId, body });
    }),
    { seed: 20260101, numRuns: 500 },
  );
});

Deno.test("unreadableAt() finds a NUL and a lone surrogate, in values and in names", () => {
  strictEqual(unreadableAt({ name: "a\0b" }, "body"), "body.name");
  strictEqual(unreadableAt({ list: ["a", "\ud800"] }, "body"), "body.list.1");
  strictEqual(unreadableAt({ "\udfff": 1 }, "body"), "body");
  strictEqual(unreadableAt("\0", "query.q"), "query.q");
});

Deno.test("unreadableAt() accepts every valid text: emoji, accents, line breaks", () => {
  strictEqual(unreadableAt({ name: "Résidence\n\u{1F3E0}\t", n: 1, no: null }, "body"), null);
  strictEqual(unreadableAt(undefined, "body"), null);
  strictEqual(unreadableAt({ file: new Uint8Array([0]) }, "body"), null);
});

Deno.test("unreadableAt() stops at 32 levels, however deep the value is", () => {
  const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  strictEqual(unreadableAt(nested(32), "body"), null);
  strictEqual(unreadableAt(nested(33), "body"), `body${".0".repeat(32)}`);
  strictEqual(unreadableAt(nested(5_000), "body"), `body${".0".repeat(32)}`);
});

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

Deno.test("bound() passes the services to handlers, and leaves out exports that are not named as a call", async () => {
  const seen: unknown[] = [];
  const deleteTag: HandlerOf<typeof CALLS.deleteTag, string> = (means, input, caller) => {
    seen.push(means, input, caller);
    return Promise.resolve({ ok: false, code: "in-use" });
  };
  const handlers = bound(CALLS, "services", { deleteTag, readTags: () => [] });
  deepStrictEqual(Object.keys(handlers), ["deleteTag"]);
  const input = { orgId: "o1", tagId: "t1" };
  deepStrictEqual(await handlers.deleteTag(input, ANONYMOUS), { ok: false, code: "in-use" });
  deepStrictEqual(seen, ["services", input, ANONYMOUS]);
});
