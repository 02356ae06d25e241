import { strictEqual } from "node:assert/strict";
import type { AppConfig } from "@/lib/web/config.ts";
import { type ServerProcess, startServer } from "@/tools/serving/server_process.ts";

/** Servers on one store. */
export class Servers {
  readonly #running = new Set<ServerProcess>();

  /** @returns its address */
  async start(config: AppConfig): Promise<string> {
    const server = await startServer(config);
    this.#running.add(server);
    void server.ended.then(() => this.#running.delete(server));
    return server.url;
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  async kill(): Promise<void> {
    await Promise.all([...this.#running].map((server) => server.kill()));
  }

  async stop(): Promise<void> {
    for (const server of this.#running) strictEqual(await server.stop(), 0);
  }
}
