import { Attempts, type Limit, RequestRates } from "@/lib/api/rate_counters.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { inFolder } from "@/tests/tools/folders.ts";
import { ROOT } from "@/tools/files.ts";

const PROCESSES = 3;
/** Attempts for each limit, all processes together, 32 at a time. */
const TRIES = 10_000;
const AT_ONCE = 32;

/** The limits of the settings; the window is an hour so that the trial ends within it. */
const LIMITS: readonly (Limit & { readonly kind: "attempts" | "requests" })[] = [
  { kind: "attempts", subject: "login/account/a@b.fr", max: 5, windowS: 3_600 },
  { kind: "attempts", subject: "login/address/192.0.2.1", max: 20, windowS: 3_600 },
  { kind: "attempts", subject: "link/email/a@b.fr", max: 3, windowS: 3_600 },
  { kind: "requests", subject: "request/account/a1", max: 1_200, windowS: 3_600 },
  { kind: "requests", subject: "request/address/192.0.2.1", max: 600, windowS: 3_600 },
];

/**
 * QS5: 10,000 attempts for each limit in three processes on one file, 32 at a time: exactly the
 * maximum is allowed.
 */
export default async function rateLimits(): Promise<void> {
  await inFolder(async (folder) => {
    for (const limit of LIMITS) {
      const startedAt = performance.now();
      const counts = await Promise.all(
        Array.from({ length: PROCESSES }, () => letThroughBy(`${folder}/kv.db`, limit)),
      );
      const sum = counts.reduce((all, count) => all + count, 0);
      const ms = Math.round(performance.now() - startedAt);
      console.log(`${limit.subject}: ${sum} of ${limit.max} (${counts.join(" + ")}), ${ms} ms`);
      if (sum !== limit.max) throw new Error(`${limit.subject}: ${sum}, not ${limit.max}`);
    }
  });
}

/** Attempts of another process, which runs this file. @returns how many were allowed */
async function letThroughBy(path: string, limit: (typeof LIMITS)[number]): Promise<number> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--frozen", import.meta.url, path, String(LIMITS.indexOf(limit))],
    cwd: ROOT,
  }).output();
  const text = new TextDecoder();
  if (code !== 0) throw new Error(text.decode(stderr));
  return Number(text.decode(stdout));
}

async function attempt(path: string, limit: (typeof LIMITS)[number]): Promise<number> {
  const store = await openStore(path);
  const attempts = new Attempts(store, Date.now);
  const requests = new RequestRates(store, Date.now);
  const take = () => limit.kind === "attempts" ? attempts.take([limit]) : requests.take(limit);
  const tries = Math.ceil(TRIES / PROCESSES);
  let allowedCount = 0;
  for (let done = 0; done < tries; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, tries - done);
    const answers = await Promise.all(Array.from({ length: count }, take));
    allowedCount += answers.filter(({ ok }) => ok).length;
  }
  store.close();
  return allowedCount;
}

if (import.meta.main) {
  const [path = "", index = ""] = Deno.args;
  const limit = LIMITS[Number(index)];
  if (limit !== undefined) console.log(await attempt(path, limit));
}
