/**
 * A process that makes a number of attempts under a limit, and prints how many were allowed:
 * `a_counter.ts PATH attempts|requests SUBJECT MAX WINDOW_S TRIES AT_ONCE`.
 * @module
 */

import { Attempts, RequestRates } from "@/lib/api/rate_counters.ts";
import { openStore } from "@/lib/store/open_store.ts";

if (import.meta.main) {
  const [path = "", kind = "", subject = "", max, windowS, tries, atOnce] = Deno.args;
  const store = await openStore(path);
  const limit = { subject, max: Number(max), windowS: Number(windowS) };
  const attempts = new Attempts(store, Date.now);
  const requests = new RequestRates(store, Date.now);
  const take = () => kind === "attempts" ? attempts.take([limit]) : requests.take(limit);
  let allowedCount = 0;
  for (let done = 0; done < Number(tries); done += Number(atOnce)) {
    const count = Math.min(Number(atOnce), Number(tries) - done);
    const answers = await Promise.all(Array.from({ length: count }, take));
    allowedCount += answers.filter(({ ok }) => ok).length;
  }
  store.close();
  console.log(allowedCount);
}
