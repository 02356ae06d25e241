import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { storm } from "@/tests/loading/storm.ts";
import { isFaulty } from "@/tests/loading/storm_senders.ts";

Deno.test("storm, small: a residence is written, read and killed at once, and contains every acknowledged reading", async () => {
  const { answers, servers, exitCodes, differences } = await storm({
    residences: 1,
    dwellings: 3,
    hasDemoReadings: false,
    seconds: 8,
    historyPoints: 2_400,
    readers: 2,
    pauseMs: 50,
    absurdEveryMs: 2_000,
    killEveryMs: 4_000,
  });
  deepStrictEqual(answers.filter(isFaulty), []);
  ok(servers.outages.length > 0);
  deepStrictEqual(exitCodes, [0, 0]);
  deepStrictEqual(differences.map(({ named }) => named), [[], []]);
  ok(differences.every(({ compared }) => compared > 0));
  const taken = answers.filter(({ kind, status }) => kind === "history" && status === 204);
  strictEqual(taken.length, 3);
});
