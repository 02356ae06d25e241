import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import type { AppConfig } from "@/lib/web/config.ts";
import { fillStore, READER } from "@/tests/loading/filled_store.ts";
import { boundMemory, type MemoryGroup } from "@/tests/loading/memory/memory_group.ts";
import { peakResidentMiB, residentMiB } from "@/tests/loading/process_figures.ts";
import { NotRun } from "@/tests/runner/run_named.ts";
import type { ServerProcess } from "@/tools/serving/server_process.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { withServer } from "@/tools/serving/with_server.ts";
import { WEIGHED_PAGES } from "@/tools/weighed_pages.ts";

const CONTAINER_MIB = 1_024;
const SIGN_INS = 300;
const TOGETHER = 30;
const GIVEN_BACK_WITHIN_MIB = 40;

/** Time in which the server releases the memory of its last requests. */
const REST_MS = 15_000;

const PAGES = [
  links.residences(),
  ...WEIGHED_PAGES.filter(({ as }) => as === "landlord").map(({ path }) => path),
];

/** Failed sign-ins in a container of 1 GiB: the kernel kills nothing, and their memory is freed. */
export default async function signIns(): Promise<void> {
  const config = readConfig({ TRUST_PROXY: "on", ACCESS_LOG: "off" });
  const groups: MemoryGroup[] = [];
  try {
    await withServer(config, async (server) => {
      groups.push(...groupOf(server.pid));
      await signInsAndPages(server, config.rates);
      for (const group of groups) strictEqual(group.killCount(), 0, "killed by the kernel");
    }, { prepare: fillStore });
  } finally {
    // Only once the server has ended.
    for (const group of groups) group.remove();
  }
}

async function signInsAndPages(
  { url, pid }: ServerProcess,
  rates: AppConfig["rates"],
): Promise<void> {
  const atRest = residentMiB(pid);
  const reader = new Visitor(url);
  await reader.signIn(READER);
  await readPages(reader);
  const before = await residentAfterRest(pid);
  const answers = await failedSignIns(url, rates);
  const during = residentMiB(pid);
  await readPages(reader);
  const after = await residentAfterRest(pid);
  console.log(
    `MiB of the server: ${atRest.toFixed()} at rest, ${before.toFixed()} after ${PAGES.length} pages, ` +
      `${during.toFixed()} after ${SIGN_INS} failed sign-ins, ${after.toFixed()} after the pages again; ` +
      `peak ${peakResidentMiB(pid).toFixed()}`,
  );
  deepStrictEqual([...answers], ["303 /login"], "every sign-in is refused for its password");
  ok(after <= before + GIVEN_BACK_WITHIN_MIB, `back within ${GIVEN_BACK_WITHIN_MIB} MiB`);
}

/**
 * The container of the server; none, with a message, where the machine has none: then only its
 * figures count.
 */
function groupOf(pid: number): MemoryGroup[] {
  try {
    // The server's present memory is counted in its original group.
    return [boundMemory(pid, Math.floor((CONTAINER_MIB - residentMiB(pid)) * 1_024 * 1_024))];
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    console.log(`the container of ${CONTAINER_MIB} MiB: NOT RUN, ${error.message}`);
    return [];
  }
}

/** The answers (status and path) to wrong passwords, from as many accounts and addresses as the limits require. */
async function failedSignIns(url: string, rates: AppConfig["rates"]): Promise<Set<string>> {
  const answers = new Set<string>();
  const attempts = Array.from({ length: SIGN_INS }, (_, index) => index).values();
  const attempt = async () => {
    for (const index of attempts) {
      const account = Math.floor(index / rates.loginPerAccountAndMinute);
      const address = Math.floor(index / rates.loginPerAddressAndMinute);
      const answer = await new Visitor(url).ask(LOGIN_PATH, {
        method: "POST",
        body: `email=personne-${account}%40exemple.fr&password=faux-${index}`,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-forwarded-for": `192.0.2.${address + 1}`,
        },
      });
      const { pathname } = new URL(answer.headers.get("location") ?? "/", url);
      answers.add(`${answer.status} ${pathname}`);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, attempt));
  return answers;
}

async function readPages(reader: Visitor): Promise<void> {
  for (const path of PAGES) {
    const { status } = await reader.ask(path);
    ok(status < 500, `${path} answers ${status}`);
  }
}

async function residentAfterRest(pid: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return residentMiB(pid);
}
