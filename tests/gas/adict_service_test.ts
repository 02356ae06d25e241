import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { AdictService } from "@/lib/gas/grdf_client.ts";
import { aClock, type HandClock } from "@/tests/helpers/fixtures.ts";
import {
  type AdictFault,
  type AdictServer,
  CLIENT,
  RECORDED_PCE as PCE,
  withAdictServer,
} from "@/tests/tools/adict_server.ts";
import { INFORMATIVE_LINE, PUBLISHED, PUBLISHED_LINE, TREATMENT } from "./adict_lines.ts";

const SPAN = { from: "2021-01-01", to: "2021-12-31" };

interface ServiceRequest {
  server: AdictServer;
  service: AdictService;
  clock: HandClock;
  /** Each wait, ms. */
  pauses: number[];
}

function withService(
  test: (request: ServiceRequest) => Promise<void>,
  client = CLIENT,
): Promise<void> {
  return withAdictServer(async (server) => {
    const [clock, pauses] = [aClock(), [] as number[]];
    const pause = (ms: number) => {
      pauses.push(ms);
      clock.advance(ms);
      return Promise.resolve();
    };
    const { api, tokenUrl } = server;
    const { now } = clock;
    const service = new AdictService({ api, tokenUrl, client, scope: "/adict/v6", now, pause });
    await test({ server, service, clock, pauses });
  });
}

Deno.test("AdictService sends the client's credentials once, and reuses the token until it expires", () =>
  withService(async ({ server, service, clock }) => {
    await service.consents([PCE]);
    await service.lines(PCE, "published", SPAN);
    deepStrictEqual(server.tokenForms, [{
      grant_type: "client_credentials",
      client_id: "client-1",
      client_secret: "un:secret",
      scope: "/adict/v6",
    }]);
    // Four hours, less a margin of one minute.
    clock.advance(14_400_000 - 60_000);
    await service.consents([PCE]);
    strictEqual(server.tokenForms.length, 2);
  }));

Deno.test("AdictService requests the days of a span, and reads JSON lines", () =>
  withService(async ({ server, service }) => {
    deepStrictEqual(await service.lines(PCE, "published", SPAN), {
      ok: true,
      lines: [
        { kind: "reading", pce: PCE, line: PUBLISHED_LINE },
        { kind: "treatment", code: "0000000000" },
      ],
    });
    deepStrictEqual(await service.lines(PCE, "informative", SPAN), {
      ok: true,
      lines: [
        { kind: "reading", pce: PCE, line: INFORMATIVE_LINE },
        { kind: "treatment", code: "0000000000" },
      ],
    });
    const query = { date_debut: "2021-01-01", date_fin: "2021-12-31" };
    const call = { method: "GET", query, body: "" };
    deepStrictEqual(server.asked, [
      { ...call, path: `/pce/${PCE}/donnees_consos_publiees` },
      { ...call, path: `/pce/${PCE}/donnees_consos_informatives` },
    ]);
  }));

Deno.test("AdictService requests the consents of several delivery points in one call", () =>
  withService(async ({ server, service }) => {
    const answer = await service.consents([PCE, "21000000000001"]);
    deepStrictEqual(answer.ok && answer.lines[0], {
      kind: "consent",
      pce: PCE,
      consent: { state: "active", isUsable: true, endDate: "2027-01-01" },
    });
    const [{ method, path, body } = { method: "", path: "", body: "" }] = server.asked;
    deepStrictEqual([method, path], ["POST", "/droits_acces"]);
    deepStrictEqual(JSON.parse(body), { id_pce: [PCE, "21000000000001"] });
  }));

Deno.test("AdictService waits a second between two calls", () =>
  withService(async ({ service, clock, pauses }) => {
    await service.lines(PCE, "published", SPAN);
    clock.advance(400);
    await service.lines(PCE, "published", SPAN);
    clock.advance(5_000);
    await service.lines(PCE, "published", SPAN);
    deepStrictEqual(pauses, [600]);
  }));

Deno.test("AdictService retries after a temporary fault, later each time, and not before the host allows it", () =>
  withService(async ({ server, service, pauses }) => {
    server.faults.push({ status: 503 }, { status: 502 }, { status: 429, retryAfter: "45" });
    strictEqual((await service.lines(PCE, "published", SPAN)).ok, true);
    deepStrictEqual(pauses, [2_000, 10_000, 45_000]);
    strictEqual(server.asked.length, 4);
  }));

Deno.test("AdictService gives up after three retries, or when the host asks for a longer wait", () =>
  withService(async ({ server, service, pauses }) => {
    server.faults.push(...Array.from({ length: 4 }, () => ({ status: 500 })));
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "unreachable" });
    deepStrictEqual(pauses, [2_000, 10_000, 30_000]);
    server.faults.push({ status: 429, retryAfter: "3600" });
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "too-many-requests" });
    strictEqual(server.asked.length, 5);
  }));

Deno.test("AdictService requests another token once when its own is refused", () =>
  withService(async ({ server, service }) => {
    server.endedToken = "jeton-1";
    strictEqual((await service.consents([PCE])).ok, true);
    strictEqual(server.tokenForms.length, 2);
    server.faults.push({ status: 401 }, { status: 401 });
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "refused" });
  }));

Deno.test("AdictService reads a 404 as no lines, and as a fault for consents", () =>
  withService(async ({ service, server }) => {
    deepStrictEqual(await service.lines("21000000000001", "published", SPAN), {
      ok: true,
      lines: [],
    });
    server.faults.push({ status: 404 });
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "refused" });
  }));

const FINAL: readonly [fault: AdictFault, said: string][] = [
  [{ status: 403 }, "refused"],
  [{ status: 400 }, "refused"],
  ["garbage", "unreadable"],
];

for (const [fault, said] of FINAL) {
  Deno.test(`AdictService does not retry: ${JSON.stringify(fault)} is ${said}`, () =>
    withService(async ({ server, service, pauses }) => {
      server.faults.push(fault);
      deepStrictEqual(await service.lines(PCE, "published", SPAN), { ok: false, fault: said });
      deepStrictEqual(pauses, []);
    }));
}

Deno.test("AdictService takes an answer without any line, or with more than ten thousand, for one of another service", () =>
  withService(async ({ server, service }) => {
    const unreadable = { ok: false, fault: "unreadable" };
    server.faults.push({ body: "" });
    deepStrictEqual(await service.consents([PCE]), unreadable);
    server.faults.push({ body: "\n" });
    deepStrictEqual(await service.lines(PCE, "published", SPAN), unreadable);
    server.faults.push({ body: `${TREATMENT}${"\n".repeat(10_000)}` });
    deepStrictEqual(await service.lines(PCE, "published", SPAN), unreadable);
    server.faults.push({ body: `${TREATMENT}${"\n".repeat(9_999)}` });
    strictEqual((await service.lines(PCE, "published", SPAN)).ok, true);
  }));

Deno.test("AdictService does not parse a line of more than 64,000 characters", () =>
  withService(async ({ server, service }) => {
    const long = PUBLISHED.replace("{", `{"autre":"${"x".repeat(64_000)}",`);
    server.faults.push({ body: `${long}\n${TREATMENT}\n` });
    deepStrictEqual(await service.lines(PCE, "published", SPAN), {
      ok: true,
      lines: [{ kind: "unreadable" }, { kind: "treatment", code: "0000000000" }],
    });
  }));

Deno.test("AdictService follows no redirect: its token is sent nowhere else", () =>
  withService(async ({ server, service }) => {
    server.faults.push("redirect", "redirect", "redirect", "redirect");
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "unreachable" });
    strictEqual(server.asked.every(({ path }) => path === "/droits_acces"), true);
  }));

Deno.test("AdictService reports refused credentials, and requests no line with them", () =>
  withService(async ({ server, service }) => {
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "refused" });
    strictEqual(server.asked.length, 0);
  }, { id: "client-1", secret: "autre" }));

Deno.test("AdictService retries a token service that is down", () =>
  withService(async ({ server, service, pauses }) => {
    server.tokenStatus = 500;
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "unreachable" });
    strictEqual(pauses.length, 3);
    server.tokenStatus = 429;
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "too-many-requests" });
    server.tokenStatus = 200;
    strictEqual((await service.consents([PCE])).ok, true);
  }));

Deno.test("AdictService reports a token that no header can contain as unreadable, and requests the next one", () =>
  withService(async ({ server, service, pauses }) => {
    server.token = "jeton\r\nx-autre: 1";
    deepStrictEqual(await service.consents([PCE]), { ok: false, fault: "unreadable" });
    deepStrictEqual(pauses, []);
    server.token = null;
    strictEqual((await service.consents([PCE])).ok, true);
  }));
