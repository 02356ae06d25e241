/** A Worker that answers the limit of its heap, MiB. @module */

import v8 from "node:v8";
import { parentPort } from "node:worker_threads";

parentPort?.postMessage(v8.getHeapStatistics().heap_size_limit / 2 ** 20);
