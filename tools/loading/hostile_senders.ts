/**
 * Bodies that break off, or announce what does not come.
 *
 * @module
 */
import type { Keys } from "./hostile.ts";
import type { HostileDoor } from "./hostile_doors.ts";

const encoder = new TextEncoder();

/** A call that is not served says so before it reads. */
const NOT_SERVED = 501;

/** How a body is broken. */
const ENDINGS = {
  /** Less than announced. */
  cut: "content-length: 100000\r\n\r\nfield=va",
  /** A chunk, and no end. */
  "cut in a chunk": "transfer-encoding: chunked\r\n\r\n8\r\nfield=va\r\n",
  /** Chunks that are none. */
  "no chunk": "transfer-encoding: chunked\r\n\r\nzz\r\n",
};

/** Sends each broken body to each door, without and with a key; a server that fails is a fault. */
export async function brokenBodies(
  url: string,
  doors: readonly HostileDoor[],
  keys: Keys,
): Promise<{ sent: number; faults: readonly string[] }> {
  const port = Number(new URL(url).port);
  let sent = 0;
  const faults: string[] = [];
  for (const door of doors) {
    const broken = Object.entries(ENDINGS).flatMap(([kind, ending]) =>
      [{}, keys[door.family]].map((key) => ({ kind, text: headOf(door, key) + ending }))
    );
    await Promise.all(broken.map(async ({ kind, text }) => {
      sent++;
      const status = await statusAfter(port, text);
      if (status !== null && status >= 500 && status !== NOT_SERVED) {
        faults.push(`${door.path} ${kind}: ${status}`);
      }
    }));
  }
  return { sent, faults };
}

function headOf({ method, path }: HostileDoor, key: Readonly<Record<string, string>>): string {
  const headers = Object.entries({
    host: "127.0.0.1",
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
    ...key,
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}`;
}

/** Sends a text, ends its half of the connection, and reads the answer's status; null when there is none. */
async function statusAfter(port: number, text: string): Promise<number | null> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  try {
    await conn.write(encoder.encode(text));
    await conn.closeWrite();
    const buffer = new Uint8Array(64);
    const size = await conn.read(buffer);
    const said = new TextDecoder().decode(buffer.subarray(0, size ?? 0));
    const status = /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1];
    return status === undefined ? null : Number(status);
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BrokenPipe) {
      return null;
    }
    throw error;
  } finally {
    conn.close();
  }
}
