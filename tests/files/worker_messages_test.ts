import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { messageOf } from "@/lib/files/worker_messages.ts";

Deno.test("messageOf() returns the bytes of an array and no others, as a buffer without enumerable keys", () => {
  const whole = Uint8Array.of(1, 2, 3, 4);
  strictEqual(messageOf(whole), whole.buffer);
  const part = messageOf(whole.subarray(1, 3));
  deepStrictEqual(new Uint8Array(part), Uint8Array.of(2, 3));
  deepStrictEqual(Object.keys(part), []);
});

Deno.test("messageOf() copies a Buffer of Node, whose slice() is a view of the whole pool", () => {
  const part = messageOf(Buffer.from(new Uint8Array(16).buffer, 4, 2));
  strictEqual(part.byteLength, 2);
});
