import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { z } from "zod";
import { messageOf } from "@/lib/files/worker_messages.ts";
import { ROOT } from "@/tools/files.ts";
import { GIVEN_BACK, HEAP } from "@/tools/serving/server_process.ts";

Deno.test("messageOf() returns the bytes of an array and no others, as a buffer without enumerable keys", () => {
  const whole = Uint8Array.of(1, 2, 3, 4);
  strictEqual(messageOf(whole), whole.buffer);
  const part = messageOf(whole.subarray(1, 3));
  deepStrictEqual(new Uint8Array(part), Uint8Array.of(2, 3));
  deepStrictEqual(Object.keys(part), []);
});

/** What a script prints that runs with options of V8. */
async function printed(script: string, options: string): Promise<unknown> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", options, "-A", "--no-check", "--lock=tests/deno.lock", script],
    cwd: ROOT,
    env: GIVEN_BACK,
    stderr: "inherit",
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("startedWorker() bounds the heap of a Worker with the options of the server", async () => {
  const limitMiB = Number(await printed("tests/files/heap_limit.ts", HEAP));
  // 96 MiB, and three times the 8 MiB of the young generation. An option of the server made it 524.
  ok(limitMiB >= 96 && limitMiB <= 124, `${limitMiB} MiB`);
});

const measured = z.record(
  z.string(),
  z.object({ fault: z.enum(["too-complex", "broken"]), addedMiB: z.number() }),
);

// @spec deposits.memory
Deno.test("openedPdf() bounds the memory of a file that makes a reader allocate, whatever the options", async () => {
  const options = `${HEAP},--max-old-space-size=512`;
  // A Worker takes 40 MiB. Without counting, it took 150 to 750 for each. A loaded machine gives memory back late, so
  // that a file counts as too large only when it is in each of three runs.
  let over: string[] | undefined;
  for (let left = 3; left > 0 && over?.length !== 0; left--) {
    const script = "tests/files/memory_of_hostile_pdfs.ts";
    const files = Object.entries(measured.parse(await printed(script, options)));
    ok(files.length >= 12);
    const now = files.filter(([, { addedMiB }]) => addedMiB > 120).map(([name]) => name);
    over = over === undefined ? now : over.filter((name) => now.includes(name));
  }
  deepStrictEqual(over, []);
});
