import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { aModule, writePilot } from "@/tests/heating_control/a_pilot.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { at, someone } from "@/tests/helpers/a_residence.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { serve } from "@/tests/tools/loopback.ts";

/** A residence of two modules, its administrator, and its gateway over HTTP. */
async function aGateway(built: TestPlatform, askApp: AskApp) {
  await writePilot(built);
  const ask = await someone(built, { isAdmin: true, roles: ["pilot"] });
  const first = await aModule(ask, "A1", "M1");
  await aModule(ask, "A2", "M2");
  const token = await answerOf(ask("createIngestToken", { ...at, body: { name: "Passerelle" } }));
  const headers = { authorization: `Bearer ${token.token}` };
  const poll = async (query = "") => {
    const answer = await askApp(`/gateway/wishes${query}`, { headers });
    strictEqual(answer.status, 200);
    return await answer.json();
  };
  const post = async (modules: readonly object[]) => {
    const init = { method: "POST", headers, body: JSON.stringify({ modules }) };
    const answer = await askApp("/gateway/reports", init);
    return { status: answer.status, body: await answer.json() };
  };
  const putConfig = async (temp_conf: number) => {
    await answerOf(ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, temp_conf } }));
  };
  const wishOf = async (moduleId: string) => {
    built.clock.advance(61_000);
    return (await answerOf(ask("getModuleStatus", { ...at, moduleId }))).wish;
  };
  return { ask, first, headers, poll, post, putConfig, wishOf };
}

function summary(
  { wishes }: { wishes: { serial: string; revision: number; config: { temp_conf: number } }[] },
) {
  return wishes.map(({ serial, revision, config }) => [serial, revision, config.temp_conf]);
}

// @spec pilot.gateway
Deno.test("setpoint is sent to the gateway that polls, and is applied once it says so", () =>
  withApp(async (inProcess, built) => {
    // Over HTTP, as a gateway does.
    const server = serve((request) => {
      const { pathname, search } = new URL(request.url);
      return inProcess(pathname + search, request);
    });
    const overHttp: AskApp = (path, init) => fetch(server.url + path, init);
    try {
      const gateway = await aGateway(built, overHttp);
      deepStrictEqual(await gateway.poll(), { wishes: [], next: null });
      await gateway.putConfig(20);
      strictEqual((await gateway.wishOf(gateway.first)).state, "pending");
      const sent = await gateway.poll();
      deepStrictEqual(sent.wishes[0], {
        serial: "M1",
        revision: 2,
        config: { ...FIRST_CONFIG, temp_conf: 20 },
        house_status: null,
      });
      const status = { temperature: 19.4, setpoint: 20, heating: true };
      deepStrictEqual(await gateway.post([{ serial: "M1", revision: 2, status }]), {
        status: 200,
        body: { applied: ["M1"], pending: [], unknown: [], neverAsked: [], misdated: [] },
      });
      const { state, appliedAt, changedBy } = await gateway.wishOf(gateway.first);
      deepStrictEqual([state, appliedAt !== null, changedBy], ["applied", true, "Ada Durand"]);
      deepStrictEqual(summary(await gateway.poll()), [["M2", 2, 20]]);
      deepStrictEqual(summary(await gateway.poll("?all=1")), [["M1", 2, 20], ["M2", 2, 20]]);
      const { temperatureC, setpointC, isHeating, isCooling } = await answerOf(
        gateway.ask("getModuleStatus", { ...at, moduleId: gateway.first }),
      );
      deepStrictEqual([temperatureC, setpointC, isHeating, isCooling], [19.4, 20, true, null]);
    } finally {
      await server.close();
    }
  }));

// @spec pilot.gateway
Deno.test("gateway that quotes the ETag of its last answer gets 304 until a wish changes", () =>
  withApp(async (askApp, built) => {
    const { ask, first, headers, post, putConfig } = await aGateway(built, askApp);
    const known = new Headers(headers);
    const poll = async () => {
      const answer = await askApp("/gateway/wishes", { headers: known });
      const { wishes } = answer.status === 304 ? { wishes: [] } : await answer.json();
      known.set("if-none-match", answer.headers.get("etag") ?? "");
      return [answer.status, wishes.length];
    };
    const twice = async () => [await poll(), await poll()];
    deepStrictEqual(await twice(), [[200, 0], [304, 0]]);
    await putConfig(20);
    deepStrictEqual(await twice(), [[200, 2], [304, 0]]);
    await post([{ serial: "M1", revision: 2 }]);
    deepStrictEqual(await twice(), [[200, 1], [304, 0]]);
    // The same report again applies nothing else, nor does a state.
    await post([{ serial: "M1", revision: 2, status: { heating: true } }]);
    deepStrictEqual(await poll(), [304, 0]);
    const body = { house_status: "absent" as const };
    ok((await ask("putModuleStatus", { ...at, moduleId: first, body })).ok);
    deepStrictEqual(await twice(), [[200, 2], [304, 0]]);
    built.clock.advance(900_000);
    deepStrictEqual(await poll(), [200, 2]);
  }));

// @spec pilot.gateway
Deno.test("gateway that quotes the ETag of its last answer gets the rest of the wishes, and all of them", () =>
  withApp(async (askApp, built) => {
    const { headers, putConfig } = await aGateway(built, askApp);
    await putConfig(20);
    const { headers: answered } = await askApp("/gateway/wishes", { headers });
    const known = new Headers(headers);
    known.set("if-none-match", answered.get("etag") ?? "");
    for (const query of ["?after=M1", "?after=%C3%A9%22%2C*", "?all=1", "?all=1&after=M1"]) {
      const rest = await askApp(`/gateway/wishes${query}`, { headers: known });
      strictEqual(rest.status, 200, query);
      await rest.body?.cancel();
      known.set("if-none-match", rest.headers.get("etag") ?? "");
      strictEqual((await askApp(`/gateway/wishes${query}`, { headers: known })).status, 304, query);
    }
    strictEqual((await askApp("/gateway/wishes", { headers: known })).status, 200);
  }));

// @spec pilot.gateway
Deno.test("gateway that was away gets the last wish, and an old acknowledgement applies nothing", () =>
  withApp(async (askApp, built) => {
    const gateway = await aGateway(built, askApp);
    for (const celsius of [18, 20, 22]) await gateway.putConfig(celsius);
    deepStrictEqual(summary(await gateway.poll()), [["M1", 6, 22], ["M2", 6, 22]]);
    const late = await gateway.post([{ serial: "M1", revision: 4 }]);
    deepStrictEqual(late.body.pending, ["M1"]);
    strictEqual((await gateway.wishOf(gateway.first)).state, "pending");
    await gateway.post([{ serial: "M1", revision: 6 }]);
    // The older answer arrives again, after the newer one.
    deepStrictEqual((await gateway.post([{ serial: "M1", revision: 4 }])).body.applied, ["M1"]);
    strictEqual((await gateway.wishOf(gateway.first)).state, "applied");
    const strange = await gateway.post([
      { serial: "M1", revision: 9 },
      { serial: "nobody", revision: 6 },
    ]);
    deepStrictEqual(strange.body, {
      applied: [],
      pending: [],
      unknown: ["nobody"],
      neverAsked: ["M1"],
      misdated: [],
    });
    strictEqual((await gateway.wishOf(gateway.first)).state, "applied");
  }));

// @spec pilot.gateway
Deno.test("gateway with a wrong clock is told which states were refused, and its applied revisions count", () =>
  withApp(async (askApp, built) => {
    const gateway = await aGateway(built, askApp);
    await gateway.putConfig(20);
    const hourAhead = new Date(built.clock.now() + 3_600_000).toISOString();
    const { status, body } = await gateway.post([
      { serial: "M1", revision: 2, status: { at: hourAhead, setpoint: 20, temperature: 19 } },
      { serial: "M2", revision: 2, status: { at: "1969-12-31T00:00:00Z", setpoint: 20 } },
    ]);
    deepStrictEqual([status, body], [200, {
      applied: ["M1", "M2"],
      pending: [],
      unknown: [],
      neverAsked: [],
      misdated: ["M1", "M2"],
    }]);
    strictEqual((await gateway.wishOf(gateway.first)).state, "applied");
    const read = await answerOf(gateway.ask("getModuleStatus", { ...at, moduleId: gateway.first }));
    deepStrictEqual([read.setpointC, read.temperatureC, read.at], [
      null,
      null,
      null,
    ]);
  }));

// @spec pilot.gateway
Deno.test("the gateway's endpoints require a token first, then small valid bodies", () =>
  withApp(async (askApp, built) => {
    const gateway = await aGateway(built, askApp);
    const strangers = { authorization: "Bearer nobody" };
    for (const headers of [{}, strangers]) {
      const polled = await askApp("/gateway/wishes", { headers });
      strictEqual(polled.status, 401);
      await polled.body?.cancel();
    }
    const { headers } = gateway;
    const report = { serial: "M1", revision: 2 };
    const nested = `${'{"modules":'.repeat(40)}1${"}".repeat(40)}`;
    const refused: readonly (readonly [BodyInit, number])[] = [
      ["", 400],
      ["{", 400],
      ["null", 400],
      ["[]", 400],
      [nested, 400],
      [JSON.stringify({ modules: [] }), 400],
      [JSON.stringify({ modules: Array(501).fill(report) }), 400],
      [JSON.stringify({ modules: [{ ...report, revision: -1 }] }), 400],
      [JSON.stringify({ modules: [{ ...report, revision: 1.5 }] }), 400],
      [JSON.stringify({ modules: [{ ...report, serial: "" }] }), 400],
      [JSON.stringify({ modules: [{ ...report, status: { temperature: 1e9 } }] }), 400],
      [JSON.stringify({ modules: [{ ...report, status: { at: "yesterday" } }] }), 400],
      [JSON.stringify({ modules: [{ ...report, status: { house_status: "gone" } }] }), 400],
      [new Uint8Array([0xff, 0xfe]), 400],
      [`{"modules":[${'{"serial":"M1"},'.repeat(70_000)}{}]}`, 413],
    ];
    for (const [body, status] of refused) {
      const answer = await askApp("/gateway/reports", { method: "POST", headers, body });
      const { message } = await answer.json();
      strictEqual(answer.status, status, `${String(body).slice(0, 60)}: ${message}`);
    }
    deepStrictEqual((await gateway.post(Array(500).fill({ serial: "M1" }))).status, 200);
  }));
