/**
 * Every answer of the product, so that a change which must change nothing is compared with the tree before:
 *
 *     deno task snapshots take FILE
 *     deno task snapshots compare BEFORE AFTER
 *
 * The four accounts of the demo, and a user whose store was filled by the calls that write, follow every link: pages,
 * tables as CSV, PDFs as text, OpenAPI; then come the mails of a month. The clock stands still, what is drawn by lot is
 * the same at each run (`--seed`), and ids are replaced by numbers.
 * @module
 */

import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { mailReports } from "@/lib/consumption_reports/mail_jobs.ts";
import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { mailVerdicts } from "@/lib/documents/verdict_mails.ts";
import type { MailTransport } from "@/lib/mail/smtp.ts";
import { keys } from "@/lib/store/keys.ts";
import { anOwner, grantEveryRole } from "@/tests/helpers/a_made_life.ts";
import { PASSWORD, WAITING } from "@/tests/helpers/a_platform.ts";
import { ORG, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { CookieJar, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";
import { writeRegisters } from "@/tests/helpers/some_documents.ts";

/** Answers by their place. */
type Answers = Map<string, string>;

type Handler = Parameters<CookieJar["send"]>[0];

const OWNER = "ada@bailleur.fr";
const RATES = { loginPerAccountAndMinute: 1e6, loginPerAddressAndMinute: 1e6 };
/** Addresses of one shape that are read: their parameters, not the values of these, make another page. */
const MOST_OF_SHAPE = 4;
const NOT_READ = /^\/(_|logout)/;
/** Pages of the audit log, whose lines of one instant are in the order of drawn ids; its CSV has all of them. */
const NOT_COMPARED = /^\/home\/admin\/audit(\?after|$)/;
const STARTS = ["/home", "/api/openapi.json", "/api-docs", "/account"];

async function takeAll(): Promise<Answers> {
  const answers: Answers = new Map();
  await withSite(async ({ handler }) => {
    for (const [name, { email, password }] of Object.entries(DEMO_ACCOUNTS)) {
      await readLinks(handler, { name, email, password, answers });
    }
  }, { demo: true, rates: RATES });
  const mails: string[] = [];
  const carrier: MailTransport = {
    carry({ to, subject, text, html }) {
      mails.push([to.address, subject, text, html].join("\n"));
      return Promise.resolve({ outcome: "sent" });
    },
  };
  await withSite(async (site) => {
    const { accountId, made } = await anOwner(site, OWNER);
    await grantEveryRole(site, accountId, made);
    const owner = { name: "owner", email: OWNER, password: PASSWORD, answers };
    await readLinks(site.handler, owner);
    await aMonthOfJobs(site);
  }, { rates: RATES, mail: { ...WAITING, carrier } });
  await withSite(async (site) => {
    await writeResidence(site);
    await site.store.atomic().set(keys.orgFeatures(ORG), { documentManagement: true }).commit();
    await someone(site, { email: OWNER, roles: ["collect:documents:validate:write"] });
    await writeRegisters(site.store, { rate: 1, reminder: 150 });
    await aMonthOfJobs(site);
  }, { mail: { ...WAITING, carrier } });
  const sorted = mails.map((mail) => withNumbers(mail)).sort();
  for (const [at, mail] of sorted.entries()) answers.set(`mail ${at}`, mail);
  return answers;
}

/** Runs the jobs that mail, each morning. */
async function aMonthOfJobs({ platform, clock, store }: Site): Promise<void> {
  const { services } = platform.own;
  clock.goTo("2026-02-11T06:00:00Z");
  for (let day = 0; day < 31; day++) {
    await watchAlarms({ store, now: clock.now, watcher: platform.watcher });
    for (const job of MAILING) await job(services);
    await platform.sendMails();
    clock.advance(DAY_MS);
  }
}

const MAILING = [
  makeAllDocuments,
  runDocumentActions,
  mailVerdicts,
  mailDocuments,
  makeReports,
  mailReports,
  mailAlarms,
];

/** Reads every page that links lead to, from the first ones. */
async function readLinks(
  handler: Handler,
  { name, email, password, answers }: {
    readonly name: string;
    readonly email: string;
    readonly password: string;
    readonly answers: Answers;
  },
): Promise<void> {
  const cookies = new CookieJar();
  const headers = { origin: SITE };
  const body = new URLSearchParams({ email, password });
  await cookies.send(handler, "/login", { method: "POST", headers, body });
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const queued = [...STARTS];
  const known = new Set(queued);
  for (const path of queued) {
    const shape = shapeOf(path);
    const count = counts.get(shape) ?? 0;
    if (count === MOST_OF_SHAPE) continue;
    counts.set(shape, count + 1);
    const answer = await cookies.send(handler, path, {});
    const text = await textOf(answer);
    const location = answer.headers.get("location") ?? "";
    const line = [answer.status, answer.headers.get("content-type"), location].join(" ");
    const shown = path.startsWith("/home/admin/audit?csv") ? withSortedLines(text) : text;
    if (!NOT_COMPARED.test(path)) {
      answers.set(`${name} ${withNumbers(path, numbers)}`, withNumbers(`${line}\n${shown}`));
    }
    for (const link of [location, ...linksOf(text)]) {
      if (!link.startsWith("/") || known.has(link) || NOT_READ.test(link)) continue;
      known.add(link);
      queued.push(link);
    }
  }
}

/** An address without the values of its parameters. */
function shapeOf(path: string): string {
  const [pathname = "", query = ""] = path.split("?");
  const names = [...new URLSearchParams(query).keys()].sort();
  const parts = pathname.split("/").map((part) => /\d|[\w-]{16}/.test(part) ? "*" : part);
  return [parts.join("/"), ...names].join("&");
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/\bhref="([^"#]*)/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&")
  );
}

async function textOf(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const type = answer.headers.get("content-type") ?? "";
  if (type.startsWith("application/pdf")) {
    return (await readTags(bytes)).pages.flat().map((element) => element.join(": ")).join("\n");
  }
  if (!/html|csv|json|text|xml/.test(type)) return "bytes";
  return withoutBuild(new TextDecoder().decode(bytes));
}

/** A page without the names that the build gives, and without its nonces. */
function withoutBuild(html: string): string {
  return html
    .replaceAll(/<!--\/?frsh:[^>]*-->| data-frsh-key="[^"]*"/g, "")
    .replaceAll(/ nonce="[^"]*"/g, "")
    .replaceAll(/<script[^>]*type="module"[^>]*>.*?<\/script>/gs, "<script>")
    // The address in it has a drawn id.
    .replaceAll(/(aria-label="Code QR[^"]*">)<path d="[^"]*"/g, "$1<path")
    .replaceAll(/<link rel="(?:modulepreload|prefetch)"[^>]*>/g, "")
    .replaceAll(/[\w/.-]*-?[A-Z0-9]{8}\.(?:js|css)|[?&](?:__frsh_c|v)=\w+/g, "ASSET");
}

/** The lines of the audit log, sorted. */
function withSortedLines(text: string): string {
  return text.split(/(?=<tr)|\r?\n/).sort().join("\n");
}

/** Ids, versions and digests: what two runs may draw otherwise. */
const DRAWN = /(?<![\w-])(?=[\w-]*[A-Z0-9])[\w-]{16,}(?![\w-])/g;

/** A text with a number for each id, in the order in which they are seen. */
function withNumbers(text: string, numbers = new Map<string, string>()): string {
  return text.replaceAll(DRAWN, (id) => numbers.getOrInsertComputed(id, () => `#${numbers.size}`));
}

function compare(before: Answers, after: Answers): number {
  const places = new Set([...before.keys(), ...after.keys()]);
  let differentCount = 0;
  for (const place of places) {
    const [old = "absent", now = "absent"] = [before.get(place), after.get(place)];
    if (old === now) continue;
    differentCount++;
    let at = 0;
    while (old[at] === now[at]) at++;
    const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 120));
    if (differentCount <= 20) console.log(`${place}\n- ${around(old)}\n+ ${around(now)}`);
  }
  console.log(`${places.size - differentCount} equal answers, ${differentCount} different`);
  return differentCount;
}

async function readAnswers(file: string): Promise<Answers> {
  return new Map(JSON.parse(await Deno.readTextFile(file)));
}

if (import.meta.main) {
  const [what, first = "", second = ""] = Deno.args;
  if (what === "take") {
    const answers = await takeAll();
    await Deno.writeTextFile(first, JSON.stringify([...answers], null, 1));
    console.log(`${answers.size} answers in ${first}`);
  } else if (what === "compare") {
    Deno.exit(compare(await readAnswers(first), await readAnswers(second)) === 0 ? 0 : 1);
  } else console.log("take FILE, or compare BEFORE AFTER");
}
