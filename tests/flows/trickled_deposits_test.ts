import { ok, strictEqual } from "node:assert/strict";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { slowClient } from "@/tests/loading/hostile/slow_clients.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { Guard } from "@/tools/guard.ts";
import { GUARD_LIMITS } from "@/tools/guard/client_timeouts.ts";
import { seedProvider } from "@/tools/serving/provider.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { depositBody, DOCUMENT_PATH, PORTAL_PATH } from "./hostile_uploads.ts";

/** Deposits that one provider begins and never completes. */
const TRICKLES = 40;
const TRICKLE_EVERY_MS = 100;
/** A fifth of the guard's time, to keep the test short: the pace of a body is five times higher. */
const STEP_MS = 2_000;
/**
 * Pieces of the slow deposit, each as large as the guard requires in a step: it lasts longer than
 * two steps.
 */
const PIECES = 10;
const PIECE_EVERY_MS = STEP_MS / 4;
const TICK_MS = 10;

interface Trickled {
  readonly visitor: Visitor;
  /** The guard's. */
  readonly port: number;
  readonly token: string;
  /** Resolves once the guard has closed them all. */
  readonly closed: Promise<unknown>;
  /** The guard's. */
  readonly clock: TurningClock;
}

/**
 * A clock that advances with the turns of the event loop: on a loaded machine it slows down, and no
 * piece is late.
 */
class TurningClock {
  #atMs = 0;
  readonly #waiting = new Set<{ readonly untilMs: number; readonly resolve: () => void }>();
  readonly #ticking = setInterval(() => this.#tick(), TICK_MS);

  now(): number {
    return this.#atMs;
  }

  async pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add({ untilMs: this.#atMs + ms, resolve });
    await promise;
  }

  stop(): void {
    clearInterval(this.#ticking);
  }

  #tick(): void {
    this.#atMs += TICK_MS;
    for (const one of this.#waiting) {
      if (one.untilMs > this.#atMs) continue;
      this.#waiting.delete(one);
      one.resolve();
    }
  }
}

/** A provider whose deposits go through the guard too slowly. */
function withTrickles(test: (trickled: Trickled) => Promise<void>): Promise<void> {
  let token = "";
  const settings = { DEMO: "off", ...UNLIMITED };
  const prepare = async (kvPath: string) => void (token = await seedProvider(kvPath));
  return withApp(async ({ url }) => {
    const server = { hostname: "127.0.0.1", port: Number(new URL(url).port) };
    const limits = { ...GUARD_LIMITS, bodyStepMs: STEP_MS };
    const clock = new TurningClock();
    const guard = new Guard({ hostname: "127.0.0.1", port: 0 }, server, limits, () => clock.now());
    try {
      const { port } = guard;
      const visitor = new Visitor(url);
      await visitor.open(token);
      const head = headOf(url, visitor);
      const clients = await Promise.all(
        Array.from({ length: TRICKLES }, () => slowClient(port, head, TRICKLE_EVERY_MS)),
      );
      const closed = Promise.all(clients.map(({ closedAfterMs }) => closedAfterMs));
      await test({ visitor, port, token, closed, clock });
    } finally {
      await guard.stopAccepting();
      await guard.finish(0);
      clock.stop();
    }
  }, { settings, prepare });
}

/** The head of the form of a deposit, and the beginning of its body. */
function headOf(url: string, { cookie }: Visitor): string {
  return [
    `POST ${PORTAL_PATH} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Cookie: ${cookie}`,
    "Sec-Fetch-Site: same-origin",
    "Content-Type: multipart/form-data; boundary=frontier",
    "Content-Length: 10000000",
    "\r\n--frontier\r\n",
  ].join("\r\n");
}

// @spec deposits.pace
Deno.test("the guard ends deposits that are too slow, and forwards a slow enough one meanwhile", () =>
  withTrickles(async ({ visitor, port, token, closed, clock }) => {
    strictEqual((await visitor.ask(PORTAL_PATH)).status, 200);
    strictEqual(await slowDeposit(port, token, clock), 200);
    await closed;
  }));

/**
 * Deposits a file in pieces, each of which the guard waits for. @returns the status of the answer
 */
async function slowDeposit(port: number, token: string, clock: TurningClock): Promise<number> {
  const size = GUARD_LIMITS.bodyStepBytes;
  const body = depositBody(aPdf({ objects: [["(", "a".repeat(PIECES * size), ")"]] }));
  const paced = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      for (let at = 0; at < body.length; at += size) {
        controller.enqueue(body.slice(at, at + size));
        await clock.pause(PIECE_EVERY_MS);
      }
      controller.close();
    },
  });
  const answer = await fetch(`http://127.0.0.1:${port}${DOCUMENT_PATH}`, {
    method: "PUT",
    body: paced,
    headers: { "x-authtoken": token, "content-type": "multipart/form-data; boundary=frontier" },
  });
  const text = await answer.text();
  ok(answer.status < 500, text);
  return answer.status;
}
