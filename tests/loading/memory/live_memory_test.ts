import { ok, strictEqual } from "node:assert/strict";
import { linesOf } from "@/tools/serving/lines.ts";
import { inspectorIn, liveMemory } from "./live_memory.ts";

const HELD_MIB = 24;
/** A process that holds some buffers, has dropped as many, and waits. */
const HOLDER = `
  globalThis.held = new Uint8Array(${HELD_MIB} << 20).fill(1);
  new Uint8Array(${HELD_MIB} << 20).fill(1);
  setInterval(() => {}, 1_000);
`;

Deno.test("liveMemory() counts the objects that a process still holds, and no dead ones", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--inspect=127.0.0.1:0", `data:text/javascript,${HOLDER}`],
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines = linesOf(child.stderr);
  let inspector: string | null = null;
  while (inspector === null) {
    const { value, done } = await lines.next();
    if (done) throw new Error("The process ended before its inspector listened.");
    inspector = inspectorIn(value);
  }

  const { heap, resident } = await liveMemory(inspector, child.pid);
  child.kill("SIGKILL");
  for await (const _ of lines);
  await child.status;

  ok(heap >= HELD_MIB && heap < 2 * HELD_MIB, `${heap} MiB`);
  ok(resident > heap);
});

Deno.test("inspectorIn() returns nothing for a line of another kind", () => {
  strictEqual(inspectorIn("deno serve: Listening on http://127.0.0.1:8000/"), null);
});
