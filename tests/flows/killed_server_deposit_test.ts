import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { largeFile } from "@/tests/documents/killed_deposit.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { withStoreFile, wrongEntries } from "@/tests/helpers/stores.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { seedProvider } from "@/tools/serving/provider.ts";
import { startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { DEPOSIT_TYPE, depositBody, DOCUMENT_PATH } from "./hostile_uploads.ts";

const FILE = largeFile();
const BODY = depositBody(FILE);

/** When the server is killed: what was sent of the deposit, or once it was answered. */
const KILLED = ["half sent", "sent", "answered"] as const;

async function pdfOf(url: string, token: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const answer = await fetch(`${url}${DOCUMENT_PATH}/pdf`, { headers: { "x-authtoken": token } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  ok(answer.status === 200 || answer.status === 404, String(answer.status));
  return answer.status === 200 ? bytes : null;
}

/**
 * Deposits the document, and calls `then` once a part of its body, or all of it, is sent.
 *
 * @returns the status of the answer; null when the connection was closed without one
 */
async function deposit(
  url: string,
  { token, length = BODY.length, then = () => {} }: {
    readonly token: string;
    readonly length?: number;
    readonly then?: () => void;
  },
): Promise<number | null> {
  let isSent = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (!isSent) controller.enqueue(BODY.subarray(0, length));
      else {
        if (length === BODY.length) controller.close();
        then();
      }
      isSent = true;
    },
  });
  const headers = { "x-authtoken": token, "content-type": DEPOSIT_TYPE };
  try {
    const answer = await fetch(`${url}${DOCUMENT_PATH}`, { method: "PUT", headers, body });
    await answer.body?.cancel();
    return answer.status;
  } catch (fault) {
    if (fault instanceof TypeError) return null;
    throw fault;
  }
}

// @spec deposits.whole
Deno.test("kill -9 of the server during a deposit: after its restart the document is whole or absent, and can be deposited", async () => {
  await buildIfStale();
  for (const when of KILLED) {
    await withStoreFile(async (kvPath) => {
      const token = await seedProvider(kvPath);
      const config = readConfig({
        ...UNLIMITED,
        DEMO: "off",
        ACCESS_LOG: "off",
        PORT: "0",
        DENO_KV_PATH: kvPath,
      });
      const server = await startServer(config);
      const killed = Promise.withResolvers<void>();
      const kill = () => void server.kill().then(killed.resolve, killed.reject);
      const status = await deposit(server.url, {
        token,
        length: when === "half sent" ? Math.floor(BODY.length / 2) : BODY.length,
        ...when !== "answered" && { then: kill },
      });
      if (when === "answered") kill();
      await killed.promise;
      const again = await startServer(config);
      try {
        const found = await pdfOf(again.url, token);
        if (when === "half sent") strictEqual(found, null, when);
        // What was acknowledged is stored.
        if (status === 200) ok(found !== null, when);
        if (found !== null) deepStrictEqual(found, FILE);
        else {
          const second = await deposit(again.url, { token });
          strictEqual(second, 200, when);
          deepStrictEqual(await pdfOf(again.url, token), FILE);
        }
        strictEqual(await deposit(again.url, { token }), 409, when);
        strictEqual(await again.stop(), 0);
      } finally {
        await again.kill();
      }
      await withPlatform(async ({ store }) => {
        strictEqual((await wrongEntries(store)).join(), "");
      }, { path: kvPath });
    });
  }
});
