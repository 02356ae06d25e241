import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { faultOfEntry } from "@/lib/app/stored_kinds.ts";
import { keys } from "@/lib/store/keys.ts";
import { type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { type ReceivedMail, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { ORG, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { aRequest, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { linesOf } from "@/tools/serving/server_process.ts";
import { JOBS, mailing, runJob } from "./documents_beside.ts";

/** Reminders, the day after a deadline, two Mondays, and hours of the same day. */
const INSTANTS = [
  "2026-02-10T11:00:00Z",
  "2026-02-10T12:00:00Z",
  "2026-02-16T06:00:00Z",
  "2026-03-02T06:00:00Z",
  "2026-03-02T07:00:00Z",
  "2026-05-02T07:00:00Z",
];

const TURNS = INSTANTS.flatMap((instant) => JOBS.map((job) => [instant, job] as const));

const REQUESTS = 4;
const PROVIDERS = 5;

/** Requests of several providers, and users who validate deposits. */
async function writeRequests(built: TestPlatform): Promise<void> {
  await writeResidence(built);
  await writeRegisters(built.store, { rate: 1 });
  const atomic = built.store.atomic();
  for (let n = 2; n <= PROVIDERS; n++) {
    const emails = [`a${n}@prestataire.example`, `b${n}@prestataire.example`];
    atomic.set(keys.provider(ORG, `v${n}`), { name: `P${n}`, emails, archived: false });
    for (let m = 0; m < REQUESTS; m++) {
      const request = aRequest({ providerId: `v${n}`, rate: 1, firstRequest: `2026-0${m + 1}-01` });
      atomic.set(keys.documentRequest(ORG, `r${n}${m}`), request);
    }
  }
  await atomic.commit();
  await someone(built, { roles: ["collect:documents:write"] });
}

interface Outcome {
  readonly documents: readonly string[];
  readonly mails: readonly string[];
}

async function outcomeOf(
  { store }: TestPlatform,
  received: readonly ReceivedMail[],
): Promise<Outcome> {
  const documents: string[] = [];
  for await (const entry of store.list({ prefix: [] })) {
    strictEqual(faultOfEntry(entry), null);
    if (entry.key[0] === keys.document.doc.name) documents.push(entry.key.join(" "));
  }
  // Each mail has its own link.
  const mails = received.map(({ to, subject, text }) =>
    [to, subject, text.replace(/https?:\S+/, "")].join("\n")
  );
  return { documents, mails: mails.sort() };
}

/** The outcome of a single process. */
function aloneInMemory(): Promise<Outcome> {
  return withPostOffice(async (office) => {
    let outcome: Outcome = { documents: [], mails: [] };
    await withPlatform(async (built) => {
      await writeRequests(built);
      for (const [instant, job] of TURNS) await runJob(built, instant, job);
      outcome = await outcomeOf(built, office.received);
    }, mailing(office.url));
    return outcome;
  });
}

/** A process that runs a job at an instant on request. */
function processOn(path: string, url: string) {
  const script = new URL("./documents_beside.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, path, url],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  const lines = linesOf(child.stdout);
  return {
    async does(turn: string) {
      await writer.write(new TextEncoder().encode(`${turn}\n`));
      const { value } = await lines.next();
      strictEqual(value, turn, value === turn ? "" : await errors);
    },
    async end() {
      await writer.close();
      while (!(await lines.next()).done);
      strictEqual((await child.status).code, 0, await errors);
    },
  };
}

// @spec contracting.making, contracting.mails
Deno.test("two processes on one store run the jobs of documents: each document is created once, each mail sent once", () =>
  withStoreFile((path) =>
    withPostOffice(async (office) => {
      await withPlatform(writeRequests, { path });
      const processes = [processOn(path, office.url), processOn(path, office.url)];
      for (const turn of TURNS) {
        await Promise.all(processes.map((one) => one.does(turn.join(" "))));
      }
      for (const one of processes) await one.end();
      await withPlatform(async (built) => {
        const together = await outcomeOf(built, office.received);
        const alone = await aloneInMemory();
        ok(alone.documents.length > 50 && alone.mails.length > 30);
        deepStrictEqual(together, alone);
        const ids = office.received.map(({ messageId }) => messageId);
        strictEqual(new Set(ids).size, ids.length);
      }, { path });
    })
  ));
