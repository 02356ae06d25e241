import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { begunFlow } from "@/lib/files/file_stream.ts";

/** Parts of one byte, with the count of those read and whether the generator was ended. */
function counted(count: number, faultAt = Infinity) {
  const seen = { read: 0, isEnded: false };
  async function* parts() {
    try {
      for (let at = 0; at < count; at++) {
        if (at === faultAt) throw new Error(`part ${at}`);
        seen.read++;
        yield Uint8Array.of(at);
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, parts: parts() };
}

// @spec deposits.flow
Deno.test("begunFlow() reads the first part, then each part its reader asks for, to the end", async () => {
  const { seen, parts } = counted(3);
  const reader = (await begunFlow(parts)).getReader();
  strictEqual(seen.read, 1);
  deepStrictEqual((await reader.read()).value, Uint8Array.of(0));
  strictEqual(seen.read, 1);
  deepStrictEqual((await reader.read()).value, Uint8Array.of(1));
  strictEqual(seen.read, 2);
  await reader.read();
  strictEqual((await reader.read()).done, true);
});

// @spec deposits.flow
Deno.test("begunFlow() ends its source when its reader cancels", async () => {
  const { seen, parts } = counted(3);
  const flow = await begunFlow(parts);
  await flow.cancel();
  deepStrictEqual(seen, { read: 1, isEnded: true });
});

// @spec deposits.flow
Deno.test("begunFlow() throws the error of the first part, and aborts at an error of a later one", async () => {
  await rejects(begunFlow(counted(3, 0).parts), { message: "part 0" });
  const flow = await begunFlow(counted(3, 2).parts);
  await rejects(new Response(flow).bytes(), { message: "part 2" });
  strictEqual((await new Response(await begunFlow(counted(0).parts)).bytes()).length, 0);
});
