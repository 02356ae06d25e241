import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { Upstream } from "@/lib/api/upstream.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { pause } from "@/lib/base/concurrency.ts";
import { Versions } from "@/lib/store/cache.ts";
import { SmallDisk, storeOn } from "@/tests/helpers/changed_stores.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";
import { withServer } from "@/tests/tools/loopback.ts";

const ORGS = [{ id: "oph", name: "OPH de la Moselle", isAdmin: true }];
const YEAR = { orgId: "oph", segment: "monthly-2023" };
const FACTORS = {
  projectId: "tilleuls",
  boilerRoomId: "ch01",
  fromDate: "2023-03-01",
  body: { pta: 0.9765, pcs: 11.42 },
};

/** A host with configurable answers, which records its requests. */
interface FakeHost {
  asked: { method: string; path: string; token: string | null; body: string }[];
  answer: (path: string) => Response | Promise<Response>;
  /** True while it does not answer: only then a client gives up early, whatever the machine. */
  isSilent: boolean;
}

/** Long enough for a request to reach the host. */
const IMPATIENT_MS = 1_000;
const PATIENT_MS = 60_000;

function withHost(
  test: (
    host: FakeHost,
    make: () => Upstream,
    clock: HandClock,
    disk: SmallDisk,
  ) => Promise<void>,
): Promise<void> {
  const host: FakeHost = { asked: [], answer: () => Response.json([]), isSilent: false };
  return withServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const token = request.headers.get("x-authtoken");
    const body = await request.text();
    host.asked.push({ method: request.method, path: pathname + search, token, body });
    return await host.answer(pathname);
  }, ({ url: origin }) =>
    withStore((whole, clock) => {
      const { now } = clock;
      const disk = new SmallDisk();
      const store = storeOn(disk, whole);
      const make = () =>
        new Upstream({
          origin,
          store,
          versions: new Versions(store, now),
          now,
          get timeoutMs() {
            return host.isSilent ? IMPATIENT_MS : PATIENT_MS;
          },
        });
      return test(host, make, clock, disk);
    }));
}

Deno.test("Upstream calls the host with the caller's token and parses its answer", () =>
  withHost(async (host, make) => {
    host.answer = () => Response.json(ORGS);
    deepStrictEqual(await make().ask(CALLS.listOrgs, {}, "secret"), { ok: true, answer: ORGS });
    deepStrictEqual(host.asked, [
      { method: "GET", path: "/api/collect/orgs", token: "secret", body: "" },
    ]);
  }));

Deno.test("Upstream sends a body as JSON and reads the id of the created entity", () =>
  withHost(async (host, make) => {
    host.answer = () => new Response(null, { status: 204, headers: { "x-created-id": "org-7" } });
    const body = { name: "OPH", adminEmail: "anne@oph.fr" };
    deepStrictEqual(await make().ask(CALLS.createOrg, { body }, "secret"), {
      ok: true,
      answer: { id: "org-7" },
    });
    strictEqual(host.asked[0]?.body, JSON.stringify(body));
  }));

Deno.test("Upstream returns the whole answer of a creation: a token is shown once", () =>
  withHost(async (host, make) => {
    host.answer = () =>
      Response.json({ id: "t1", token: "secret-of-the-collector" }, {
        status: 201,
        headers: { "x-created-id": "t1" },
      });
    const input = { projectId: "tilleuls", body: { name: "Concentrateur" } };
    deepStrictEqual(await make().ask(CALLS.createIngestToken, input, "secret"), {
      ok: true,
      answer: { id: "t1", token: "secret-of-the-collector" },
    });
  }));

Deno.test("Upstream forwards the host's refusals", () =>
  withHost(async (host, make) => {
    const forbidden = { code: "forbidden", message: "Forbidden" };
    host.answer = () => Response.json(forbidden, { status: 403 });
    deepStrictEqual(await make().ask(CALLS.listOrgs, {}, "secret"), {
      ok: false,
      status: 403,
      ...forbidden,
    });
  }));

Deno.test("Upstream reports an unreachable host when its answer is invalid, late or a redirect, or it is down", () =>
  withHost(async (host, make) => {
    const upstream = make();
    const code = async () => {
      const result = await upstream.ask(CALLS.listOrgs, {}, "secret");
      return result.ok ? "ok" : result.code;
    };
    for (const id of [12, "", "..", "\ud800"]) {
      host.answer = () => Response.json([{ ...ORGS[0], id }]);
      strictEqual(await code(), "upstream-unreachable");
    }
    host.answer = () => new Response(null, { status: 302, headers: { location: "/elsewhere" } });
    strictEqual(await code(), "upstream-unreachable");
    host.answer = () => new Response("oops", { status: 500 });
    strictEqual(await code(), "upstream-unreachable");
    let release = () => {};
    const held = new Promise<void>((resolve) => release = resolve);
    host.answer = () => held.then(() => Response.json(ORGS));
    host.isSilent = true;
    strictEqual(await code(), "upstream-unreachable");
    release();
  }));

Deno.test("Upstream returns a document of the largest size that a host accepts, and no larger answer", () =>
  withHost(async (host, make) => {
    const at = { orgId: "oph", requestId: "r1", documentId: "d1" };
    const mib = 1_024 * 1_024;
    for (const [size, status] of [[24 * mib, null], [24 * mib + 1, 502]] as const) {
      const pdf = new Uint8Array(size);
      pdf.set(new TextEncoder().encode("%PDF-1.7"));
      host.answer = () => new Response(pdf);
      const answered = await make().ask(CALLS.getDocumentPdf, at, "secret");
      strictEqual(answered.ok ? answered.answer.size : answered.status, status ?? size);
    }
    host.answer = () => new Response(new Uint8Array(16 * mib + 1));
    strictEqual((await make().ask(CALLS.listOrgs, {}, "secret")).ok, false);
  }));

Deno.test("Upstream calls once in 15 minutes for all callers, and not at all from other processes", () =>
  withHost(async (host, make, clock) => {
    const upstream = make();
    await Promise.all(
      Array.from({ length: 16 }, () => upstream.ask(CALLS.compareBoilerRooms, YEAR, "secret")),
    );
    strictEqual(host.asked.length, 1);
    clock.advance(899_000);
    await make().ask(CALLS.compareBoilerRooms, YEAR, "secret");
    strictEqual(host.asked.length, 1);
    await upstream.ask(CALLS.compareBoilerRooms, YEAR, "another secret");
    strictEqual(host.asked.length, 2);
  }));

// @spec upstream.cache
Deno.test("Upstream returns the stale answer while the host is down, for a day", () =>
  withHost(async (host, make, clock) => {
    const upstream = make();
    const keptAt = new Date(clock.now()).toISOString();
    await upstream.ask(CALLS.compareBoilerRooms, YEAR, "secret");
    host.answer = () => new Response("down", { status: 500 });
    clock.advance(3_600_000);
    deepStrictEqual(await upstream.ask(CALLS.compareBoilerRooms, YEAR, "secret"), {
      ok: true,
      answer: [],
      keptAt,
    });
    clock.advance(25 * 3_600_000);
    strictEqual((await upstream.ask(CALLS.compareBoilerRooms, YEAR, "secret")).ok, false);
  }));

Deno.test("Upstream calls each time for answers without freshness, and returns the last one while the host is down", () =>
  withHost(async (host, make, clock) => {
    const upstream = make();
    const keptAt = new Date(clock.now()).toISOString();
    host.answer = () => Response.json(ORGS);
    await upstream.ask(CALLS.listOrgs, {}, "secret");
    deepStrictEqual(await upstream.ask(CALLS.listOrgs, {}, "secret"), { ok: true, answer: ORGS });
    strictEqual(host.asked.length, 2);
    host.answer = () => new Response("down", { status: 503 });
    clock.advance(60_000);
    deepStrictEqual(await upstream.ask(CALLS.listOrgs, {}, "secret"), {
      ok: true,
      answer: ORGS,
      keptAt,
    });
    // Not to another user, nor after a day.
    strictEqual((await upstream.ask(CALLS.listOrgs, {}, "another")).ok, false);
    clock.advance(25 * 3_600_000);
    strictEqual((await upstream.ask(CALLS.listOrgs, {}, "secret")).ok, false);
  }));

Deno.test("Upstream waits once for a host that does not answer, then returns the stale answer for a while", () =>
  withHost(async (host, make, clock) => {
    const upstream = make();
    host.answer = () => Response.json(ORGS);
    await upstream.ask(CALLS.listOrgs, {}, "secret");
    let release = () => {};
    const held = new Promise<void>((resolve) => release = resolve);
    host.answer = () => held.then(() => Response.json(ORGS));
    host.isSilent = true;
    for (let rank = 0; rank < 4; rank++) {
      clock.advance(1_000);
      const result = await upstream.ask(CALLS.listOrgs, {}, "secret");
      strictEqual(result.ok && result.keptAt !== undefined, true);
    }
    strictEqual(host.asked.length, 2);
    release();
    host.isSilent = false;
    clock.advance(15_000);
    deepStrictEqual(await upstream.ask(CALLS.listOrgs, {}, "secret"), { ok: true, answer: ORGS });
  }));

Deno.test("Upstream stops returning an answer that the host has since refused", () =>
  withHost(async (host, make, clock) => {
    const upstream = make();
    await upstream.ask(CALLS.compareBoilerRooms, YEAR, "secret");
    host.answer = () => Response.json({ code: "forbidden" }, { status: 403 });
    clock.advance(3_600_000);
    await upstream.ask(CALLS.compareBoilerRooms, YEAR, "secret");
    // The refusal is received and stored in the background.
    let isKept = true;
    for (let turn = 0; turn < 10_000 && isKept; turn++) {
      await pause(0);
      isKept = (await upstream.ask(CALLS.compareBoilerRooms, YEAR, "secret")).ok;
    }
    strictEqual(isKept, false);
  }));

for (const isFull of [false, true]) {
  const when = isFull ? ", also while the disk is full" : "";
  Deno.test(`Upstream passes on the answer to a write, and calls again after it${when}`, () =>
    withHost(async (host, make, _, disk) => {
      const upstream = make();
      const read = () => upstream.ask(CALLS.compareBoilerRooms, YEAR, "secret");
      await read();
      host.answer = (path) =>
        path.includes("gasfactors") ? new Response(null, { status: 204 }) : Response.json([]);
      if (isFull) disk.room = 0;
      strictEqual((await upstream.ask(CALLS.putGasFactors, FACTORS, "secret")).ok, true);
      for (let times = 0; times < 2; times++) await read();
      deepStrictEqual(host.asked.map(({ method }) => method), ["GET", "PUT", "GET"]);
    }));
}
