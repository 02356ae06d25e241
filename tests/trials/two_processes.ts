import { ok } from "node:assert/strict";
import { besideAnother } from "@/tests/flows/two_servers.ts";
import { shareOneFile } from "@/tests/store/sharing.ts";
import { inFolder } from "@/tests/tools/folders.ts";

/** Each round of each process is a commit of readings, a sum, and a read-modify-write count. */
const ROUNDS = 2_000;
const OPERATIONS = 2 * 3 * ROUNDS;
const SEEN_MS = 5_000;

/**
 * QF10: two processes make 12,000 atomic operations on one file, all of them exact, with a job that
 * never runs in both at once; two servers show each other's writes within five seconds, and send
 * each of 200 mails once.
 */
export default async function twoProcesses(): Promise<void> {
  await inFolder(async (folder) => {
    const ms = await shareOneFile(`${folder}/kv.db`, ROUNDS);
    console.log(
      `${OPERATIONS} atomic operations of two processes, exact, ${(ms / 1000).toFixed(0)} s`,
    );
  });
  const slowestMs = await besideAnother({ rounds: 40, mails: 200 });
  console.log(`seen by the other server within ${slowestMs.toFixed(0)} ms; 200 mails, each once`);
  ok(slowestMs <= SEEN_MS);
}
