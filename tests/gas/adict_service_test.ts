import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  adictLine,
  AdictService,
  gasSpan,
  isGasRequestDue,
  type LastGasRequest,
} from "@/lib/gas/grdf_client.ts";
import { aClock, type HandClock } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import {
  type AdictFault,
  type AdictServer,
  CLIENT,
  RECORDED_PCE as PCE,
  withAdictServer,
} from "@/tests/tools/adict_server.ts";
import {
  consentLine,
  INFORMATIVE,
  INFORMATIVE_LINE,
  PUBLISHED,
  PUBLISHED_LINE,
  TREATMENT,
} from "./some_lines.ts";

Deno.test("adictLine() names a gas day by the French clock, for any notation of the instant", () => {
  // 31 March 2024: clocks go forward at 02:00, 06:00 is 04:00 UTC; the day before it was 05:00 UTC.
  const text = PUBLISHED
    .replace(
      `"date_debut_consommation":"2021-01-01T06:00:00+01:00"`,
      `"date_debut_consommation":"2024-03-30T05:00:00Z"`,
    )
    .replace(
      `"date_fin_consommation":"2021-01-23T06:00:00+01:00"`,
      `"date_fin_consommation":"2024-03-31T04:00:00Z"`,
    );
  const read = adictLine(text);
  deepStrictEqual(read.kind === "reading" && [read.line.fromDate, read.line.toDate], [
    "2024-03-30",
    "2024-03-31",
  ]);
});

Deno.test("adictLine() refuses a line without a valid period: none, one that ends before it begins, an hour without its zone", () => {
  const refused = [
    PUBLISHED.replace(`"date_fin_consommation":"2021-01-23T06:00:00+01:00"`, `"x":1`),
    PUBLISHED.replace(
      `"date_fin_consommation":"2021-01-23T06:00:00+01:00"`,
      `"date_fin_consommation":"2020-12-31T06:00:00+01:00"`,
    ),
    PUBLISHED.replace(
      `"date_fin_consommation":"2021-01-23T06:00:00+01:00"`,
      `"date_fin_consommation":"2021-01-23T06:00:00"`,
    ),
    PUBLISHED.replace(`"id_pce"`, `"id"`),
    "{",
    "",
    "null",
    "[]",
  ];
  for (const text of refused) deepStrictEqual(adictLine(text), { kind: "unreadable" }, text);
});

// @spec gas.grdf-format
Deno.test("adictLine() reads a consent: usable only when active and its proof neither awaited nor refused", () => {
  const consent = (over: Record<string, unknown>) => {
    const read = adictLine(consentLine(over));
    return read.kind === "consent" && [read.consent.state, read.consent.isUsable];
  };
  deepStrictEqual(adictLine(consentLine()), {
    kind: "consent",
    pce: PCE,
    consent: { state: "active", isUsable: true, endDate: "2027-01-01" },
  });
  deepStrictEqual(consent({ statut_controle_preuve: null }), ["active", true]);
  deepStrictEqual(consent({ statut_controle_preuve: "Preuve en attente" }), ["active", false]);
  deepStrictEqual(consent({ statut_controle_preuve: "Preuve Vérifiée KO" }), ["active", false]);
  deepStrictEqual(consent({ etat_droit_acces: "Révoquée" }), ["revoked", false]);
  deepStrictEqual(consent({ etat_droit_acces: "A revérifier" }), ["to-recheck", false]);
  deepStrictEqual(consent({ etat_droit_acces: "A valider" }), ["to-validate", false]);
  deepStrictEqual(consent({ etat_droit_acces: "Obsolète" }), ["obsolete", false]);
  deepStrictEqual(consent({ etat_droit_acces: "Refusée" }), ["refused", false]);
  deepStrictEqual(consent({ etat_droit_acces: "Autre" }), ["unknown", false]);
});

// @spec gas.grdf-format
Deno.test("adictLine() reads a consent without end, written as the last second of the calendar in any zone, and none before the year 1", () => {
  for (const end of ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59+01:00", "9999-12-31"]) {
    const read = adictLine(consentLine({ date_fin_droit_acces: end }));
    strictEqual(read.kind === "consent" && read.consent.endDate, "9999-12-31", end);
  }
  for (const end of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"]) {
    const read = adictLine(consentLine({ date_fin_droit_acces: end }));
    strictEqual(read.kind === "consent" && read.consent.endDate, null, end);
  }
});

Deno.test("adictLine() leaves out a figure of a million million or more, which no meter has, and a text", () => {
  const text = PUBLISHED.replace(`"energie":2032`, `"energie":1e308`)
    .replace(`"volume_brut":180`, `"volume_brut":"180"`)
    .replace(`"valeur_index":771`, `"valeur_index":1e12`)
    .replace(`"valeur_index":951`, `"valeur_index":999999999999.5`);
  const line = { ...PUBLISHED_LINE, energy: null, volume: null, fromIndex: null };
  const read = { kind: "reading", pce: PCE, line: { ...line, toIndex: 999_999_999_999.5 } };
  deepStrictEqual(adictLine(text), read);
});

Deno.test("adictLine() never throws, for any line, and returns figures or null", () => {
  const line = fc.oneof(fc.string(), fc.json(), fc.constantFrom(PUBLISHED, INFORMATIVE).chain(cut));
  fc.assert(
    fc.property(line, (text) => {
      const read = adictLine(text);
      if (read.kind !== "reading") return;
      strictEqual(read.line.toDate >= read.line.fromDate, true);
      for (const value of Object.values(read.line)) {
        strictEqual(typeof value !== "number" || Number.isFinite(value), true);
      }
    }),
    { seed: 20260101 },
  );
});

/** A line with replaced figures and dates. */
function cut(text: string): fc.Arbitrary<string> {
  const places = [...text.matchAll(/:(?:null|[\d.]+|"[^"]*")/g)];
  return fc.tuple(fc.nat(places.length - 1), fc.json()).map(([rank, json]) => {
    const place = places[rank];
    if (place === undefined) return text;
    return `${text.slice(0, place.index)}:${json}${text.slice(place.index + place[0].length)}`;
  });
}

const TODAY = "2026-02-10";

Deno.test("gasSpan() first requests all that GRDF stores: five years of published lines, three of gas days", () => {
  const first = { pulledTo: null, today: TODAY };
  deepStrictEqual(gasSpan("published", first), { from: "2021-02-10", to: TODAY });
  deepStrictEqual(gasSpan("informative", first), { from: "2023-02-10", to: TODAY });
});

Deno.test("gasSpan() then requests new lines and those that may have been corrected", () => {
  const next = { pulledTo: "2026-02-09", today: TODAY };
  // 400 days before 9 February 2026: 365 to 9 February 2025, 35 more to 5 January.
  deepStrictEqual(gasSpan("published", next), { from: "2025-01-05", to: TODAY });
  // 40 days before 9 February: 9 in February, 31 in January, so 31 December.
  deepStrictEqual(gasSpan("informative", next), { from: "2025-12-31", to: TODAY });
});

Deno.test("gasSpan() requests every missed day that GRDF still stores", () => {
  const late = { pulledTo: "2020-06-01", today: TODAY };
  deepStrictEqual(gasSpan("published", late).from, "2021-02-10");
  deepStrictEqual(gasSpan("informative", { ...late, pulledTo: "2025-06-01" }).from, "2025-04-22");
});

const AT = "2026-02-10T05:17:00.000Z";
const asked = (over: Partial<LastGasRequest>): LastGasRequest => ({
  askedAt: AT,
  fault: null,
  failureCount: 0,
  ...over,
});
const hoursLater = (hours: number) => Date.parse(AT) + hours * 3_600_000;

Deno.test("isGasRequestDue() is true at once, then once a day", () => {
  strictEqual(isGasRequestDue(asked({ askedAt: null }), 0), true);
  strictEqual(isGasRequestDue(asked({}), hoursLater(20) - 1), false);
  strictEqual(isGasRequestDue(asked({}), hoursLater(20)), true);
});

Deno.test("isGasRequestDue() retries after a temporary fault, later each time", () => {
  const waits = [[1, 1], [2, 2], [3, 4], [4, 8], [5, 20], [50, 20]] as const;
  for (const [failureCount, hours] of waits) {
    for (const fault of ["unreachable", "too-many-requests", "unreadable"] as const) {
      const failed = asked({ fault, failureCount });
      strictEqual(isGasRequestDue(failed, hoursLater(hours) - 1), false);
      strictEqual(isGasRequestDue(failed, hoursLater(hours)), true);
    }
  }
});

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
