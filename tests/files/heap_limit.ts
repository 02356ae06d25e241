/**
 * Run as a separate process: prints the limit of the heap of a Worker that is started with one of 96 MiB.
 */

import { once } from "node:events";
import { startedWorker } from "@/lib/files/worker_messages.ts";

const worker = startedWorker("../../tests/files/heap_limit_worker", 96);
const [limitMiB] = await once(worker, "message");
await worker.terminate();
console.log(JSON.stringify(limitMiB));
