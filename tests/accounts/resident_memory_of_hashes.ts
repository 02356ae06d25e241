/**
 * Run as a separate process: prints how many MiB of resident memory forty full-cost hashes leave
 * allocated.
 */

import { isPassword } from "@/lib/identity/passwords.ts";

const residentMiB = () => Deno.memoryUsage().rss / 1024 / 1024;

const before = residentMiB();
await Promise.all(
  Array.from({ length: 40 }, (_, index) => isPassword({ password: `wrong ${index}`, phc: null })),
);
console.log(Math.round(residentMiB() - before));
