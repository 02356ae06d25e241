import { strictEqual } from "node:assert/strict";
import { unreadBodies } from "@/lib/app/site.ts";

async function isEndedFor(method: string): Promise<boolean> {
  let isEnded = false;
  const body = new ReadableStream({ cancel: () => void (isEnded = true) }, { highWaterMark: 0 });
  const answer = await unreadBodies()({
    req: new Request("http://127.0.0.1/", { method }),
    next: () => Promise.resolve(new Response(body, { status: 203 })),
  });
  strictEqual(answer.status, 203);
  return isEnded;
}

Deno.test("unreadBodies() ends the body of an answer to HEAD, which nobody reads, and no other one", async () => {
  strictEqual(await isEndedFor("HEAD"), true);
  strictEqual(await isEndedFor("GET"), false);
});

Deno.test("unreadBodies() gives an answer to HEAD whose body has failed", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error("cut")) });
  const answer = await unreadBodies()({
    req: new Request("http://127.0.0.1/", { method: "HEAD" }),
    next: () => Promise.resolve(new Response(body)),
  });
  strictEqual(answer.status, 200);
});
