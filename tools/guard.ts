/**
 * The guard against slow clients: a small TCP front for a host that is public and has no proxy.
 *
 * `Deno.serve` gives a client all the time it wants, and any number of connections. The guard reads each request's head
 * before the server receives it, drops slow trickles, bounds the connections, and passes the client's address to the server.
 *
 *     deno run --allow-net=HOST:PORT,127.0.0.1:INNER tools/guard.ts HOST PORT INNER
 *
 * @module
 */
import { GUARD_LIMITS, type GuardLimits } from "./guard/client_timeouts.ts";
import { GuardedConnection } from "./guard/guarded_connection.ts";

/** Small, frequent sweeps: closing idle connections must not delay live ones. */
const SWEEP_EVERY_MS = 30;
const SWEPT_AT_ONCE = 50;
const LAST_ANSWERS_MS = 30_000;

export class Guard {
  readonly #listener: Deno.Listener;
  readonly #connect: () => Promise<Deno.Conn>;
  readonly #connections = new Set<GuardedConnection>();
  readonly #sweeper: ReturnType<typeof setInterval>;
  readonly #accepting: Promise<void>;
  #isOpen = true;

  /** @param now monotonic clock for the time limits, ms */
  constructor(
    listen: { hostname: string; port: number },
    server: { hostname: string; port: number },
    private readonly limits: GuardLimits = GUARD_LIMITS,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#connect = () => Deno.connect(server);
    this.#listener = Deno.listen(listen);
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(SWEEP_EVERY_MS, limits.headMs / 4));
    this.#accepting = this.#accept();
  }

  get port(): number {
    const { addr } = this.#listener;
    return "port" in addr ? addr.port : 0;
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Accepts no new client; resolves once every complete request has reached the server. */
  async stopAccepting(): Promise<void> {
    if (this.#isOpen) this.#listener.close();
    this.#isOpen = false;
    await this.#accepting;
    for (const connection of this.#connections) if (connection.isUnproven) connection.close();
    while ([...this.#connections].some((connection) => connection.isHandingOver)) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Waits for the last answers, then ends everything. */
  async finish(withinMs = LAST_ANSWERS_MS): Promise<void> {
    const until = performance.now() + withinMs;
    while (this.#connections.size > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    clearInterval(this.#sweeper);
    for (const connection of this.#connections) connection.close();
  }

  async #accept(): Promise<void> {
    while (this.#isOpen) {
      try {
        this.#admit(await this.#listener.accept());
      } catch (error) {
        // Out of descriptors, or the client has left: keep accepting.
        if (this.#isOpen) console.error("guard:", error);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  #admit(client: Deno.Conn): void {
    if (this.#connections.size >= this.limits.connectionsMax) this.#makeRoom();
    const connection = new GuardedConnection(client, this.#connect, this.limits, this.now);
    this.#connections.add(connection);
    void connection.ended.then(() => this.#connections.delete(connection));
    void connection.serve();
  }

  /** Closes the longest waiting unproven connection; else the oldest. */
  #makeRoom(): void {
    for (const connection of this.#connections) {
      if (connection.isUnproven) return connection.closeOverdue();
    }
    const [oldest] = this.#connections;
    oldest?.closeOverdue();
  }

  #sweep(): void {
    const now = this.now();
    let left = SWEPT_AT_ONCE;
    for (const connection of this.#connections) {
      if (left === 0) return;
      if (!connection.isOverdue(now)) continue;
      connection.closeOverdue();
      left -= 1;
    }
  }
}

if (import.meta.main) await main(Deno.args);

async function main([hostname = "", port = "", inner = ""]: readonly string[]): Promise<void> {
  const guard = new Guard(
    { hostname, port: Number(port) },
    { hostname: "127.0.0.1", port: Number(inner) },
  );
  console.error(`guard: listening on port ${guard.port}`);
  await new Promise<void>((resolve) => Deno.addSignalListener("SIGTERM", resolve));
  await guard.stopAccepting();
  console.error("guard: stopped accepting");
  await guard.finish();
  Deno.exit(0);
}
