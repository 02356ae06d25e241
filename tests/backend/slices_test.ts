import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { collectedInSlices, Slices, sortedInSlices } from "../../lib/backend/slices.ts";
import { fc } from "../npm/fast_check.ts";

Deno.test("sortedInSlices() sorts as sort() does, equal elements in their order", async () => {
  const element = fc.record({ rank: fc.integer({ min: 0, max: 50 }), at: fc.integer() });
  const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 60 }), async (few) => {
      // Long enough for several runs.
      const many = Array.from({ length: 300 }, () => few).flat();
      deepStrictEqual(await sortedInSlices(many, byRank), many.toSorted(byRank));
    }),
    { seed: 20260101, numRuns: 20 },
  );
});

Deno.test("collectedInSlices() gives all that a generator gives", async () => {
  deepStrictEqual(await collectedInSlices([1, 2, 3].values()), [1, 2, 3]);
});

Deno.test("Slices.pause() lets a request be answered while a slice follows another", async () => {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("ok"),
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  let isAnswered = false;
  const answer = fetch(url).then((response) => response.text()).then((text) => {
    isAnswered = true;
    return text;
  });
  const slices = new Slices();
  let sliceCount = 0;
  // With setImmediate this takes hundreds of slices.
  while (!isAnswered && sliceCount < 100) {
    while (!slices.isOver());
    await slices.pause();
    sliceCount++;
  }
  ok(isAnswered, `${sliceCount} slices`);
  strictEqual(await answer, "ok");
  await server.shutdown();
});
