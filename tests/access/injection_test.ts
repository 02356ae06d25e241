import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { DEPOSITOR } from "@/tests/documents/a_deposit.ts";
import { type DocumentsSite, LANDLORD, withDocumentsSite } from "@/tests/flows/documents_site.ts";
import { callAs, signedIn } from "@/tests/helpers/a_platform.ts";
import type { ReceivedMail } from "@/tests/helpers/a_post_office.ts";
import { aProject, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { SITE } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { aLink, REQUEST, someDocuments, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { browserTest } from "@/tests/tools/browser.ts";
import { withOwnedSite } from "./an_owned_site.ts";
import { HOSTILE_STRINGS, PLANTED, RAN } from "./hostile_strings.ts";
import {
  cellFaults,
  faultsOf,
  fileLinks,
  inTurn,
  markupFaults,
  type Next,
  nothingSent,
  readAll,
  sendForms,
} from "./injection.ts";
import { lookAtAll } from "./injection_in_browser.ts";

/** Sixty of them, of every kind; `deno task trial attacks/injection` sends 5,000. */
const SOME = HOSTILE_STRINGS.slice(0, 60);

Deno.test("QS8: every string typed into any form is escaped: markup, scripts, headers, cells", () =>
  withOwnedSite(async (site) => {
    const sent = nothingSent();
    const next = inTurn(SOME);
    for (let round = 0; round < 3; round++) await sendForms(site, next, sent);
    await readAll(site, sent);
    deepStrictEqual(sent.faults, []);
    ok(sent.formCount > 60, `${sent.formCount} forms`);
    ok(sent.savedCount > 20, `${sent.savedCount} saved`);
    ok(sent.stringCount > 3 * SOME.length, `${sent.stringCount} fields`);
    ok(sent.fileCount > 60, `${sent.fileCount} files`);
  }));

browserTest(
  "QS8: no page with typed strings runs any of them in a browser, nor depends on its policy to stop them",
  () =>
    withOwnedSite(async (site) => {
      const sent = nothingSent();
      await sendForms(site, inTurn(SOME), sent);
      ok(sent.savedCount > 5, `${sent.savedCount} saved`);
      const { pageCount, faults } = await lookAtAll(site);
      deepStrictEqual(faults, []);
      ok(pageCount > 30, `${pageCount} pages`);
    }),
);

Deno.test("QS8: strings in an address are escaped in every page and header", () =>
  withOwnedSite(async (site) => {
    const cookie = await site.session();
    for (const text of HOSTILE_STRINGS.slice(0, 200)) {
      const code = encodeURIComponent(text.toWellFormed());
      for (const path of [`/login?back=${code}`, `/${code}`, `/collect/${code}`, `/api/${code}`]) {
        for (const headers of [{ cookie, accept: "text/html" }, { accept: "text/html" }]) {
          const answer = await site.handler(new Request(SITE + path, { headers }));
          const location = answer.headers.get("location") ?? "/";
          strictEqual(new URL(location, SITE).origin, SITE, path);
          strictEqual(answer.headers.getSetCookie().join().includes(PLANTED), false, path);
          deepStrictEqual(markupFaults(await answer.text()), [], path);
          ok(answer.status < 500, `${path}: ${answer.status}`);
        }
      }
    }
  }));

const LET_OUT = [
  `<p><${PLANTED}></p>`,
  `<p ${PLANTED}="">`,
  `<input value="" ${PLANTED}>`,
  `<b onclick="x">`,
  `<a href="javascript:x">`,
  `<script>"</script><script ${PLANTED}>ran()</script>`,
  "<script>const a = '<!-- x'</script>",
];

Deno.test("markupFaults() finds unescaped strings, and accepts escaped ones", () => {
  for (const html of LET_OUT) ok(markupFaults(html).length > 0, html);
  const kept =
    `<p title="&lt;${PLANTED}>&quot; ${PLANTED}=">&lt;${PLANTED}></p><script>"\\u003c${PLANTED}"</script>`;
  deepStrictEqual(markupFaults(kept), []);
});

Deno.test("cellFaults() finds formulas in either dialect, quoted or not, and accepts numbers", () => {
  deepStrictEqual(cellFaults("a;b\n=1;-2,5", ";").length, 1);
  deepStrictEqual(cellFaults('a,b\n"=1,2",-2.5', ",").length, 1);
  deepStrictEqual(cellFaults("a;b\n'=1;+2", ";").length, 0);
  deepStrictEqual(cellFaults("@a,b", ",").length, 1);
});

const LISTS = ["running", "late", "to-validate", "refused", "history/2025", "history/2026"];
const VERDICTS = ["refused", "subject-valid"] as const;

/** Strings of at most 200 characters, the limit of a name. */
const TO_PROVIDERS = HOSTILE_STRINGS.slice(0, 120).filter((text) => text.length <= 200);

/** Names that landlords type and providers read. */
async function writeHostileNames({ store }: DocumentsSite, next: Next): Promise<void> {
  const value = { id: "w1", type: "text", required: true, min: null, max: null } as const;
  const values = [{ ...value, name: next(), unit: next() }];
  await writeRegisters(store, { firstRequest: "2025-01-15", rate: 1 }, { name: next(), values });
  await store.atomic()
    .set(keys.org(ORG), { name: next() })
    .set(keys.project(PROJECT), aProject({ name: next(), code: next() }))
    .set(keys.provider(ORG, "v1"), { name: next(), emails: [DEPOSITOR.email], archived: false })
    .set(keys.providerOfEmail(DEPOSITOR.email, ORG, "v1"), true)
    .set(keys.contract(ORG, "c1"), {
      name: next(),
      code: next(),
      equipment: null,
      allprojects: false,
      projects: [PROJECT],
      dates: [],
    }).commit();
}

/** Deposits a document with a hostile name and value, and decides on it with a hostile comment. */
async function depositAndJudge(
  site: DocumentsSite,
  { ask, documentId, rank, next }: {
    ask: CallFunction;
    documentId: string;
    rank: number;
    next: Next;
  },
): Promise<void> {
  const at = { orgId: ORG, requestId: REQUEST, documentId };
  const data = [{ typedocValueId: "w1", rank: 0, value: next().slice(0, 200) }];
  const body = { file: aPdf(), fileName: next(), completionDate: "2026-02-09", data };
  const provider = callAs(site, DEPOSITOR);
  await answerOf(provider("uploadDocument", { ...at, body }));
  const { file } = body;
  const waiting = { file, fileName: next(), mark: String(rank), at: 0, size: file.length };
  await provider("sendWaitingFile", { body: waiting });
  const state = VERDICTS[rank % 3];
  // One of three stays to be validated.
  if (state === undefined) return;
  const verdict = { state, compliance: null, comment: next() };
  ok((await ask("validateDocument", { ...at, body: verdict })).ok);
}

/**
 * Reads pages and files as the landlord and as the provider; returns the strings that are not
 * escaped.
 */
async function readDocuments(
  site: DocumentsSite,
  documentIds: readonly string[],
): Promise<string[]> {
  const { token } = await signedIn(site, LANDLORD);
  const landlord = `session=${(await site.platform.sessionFor(token)).id}`;
  const link = await aLink(site, { email: DEPOSITOR.email });
  const provider = `provider=${(await site.platform.providerLinks.open(link))?.id}`;
  const faults: string[] = [];
  const read = async (path: string, cookie: string) => {
    const answer = await site.handler(new Request(SITE + path, { headers: { cookie } }));
    if (answer.status !== 200) faults.push(`${path}: ${answer.status}`);
    const files = fileLinks(await answer.clone().text());
    faults.push(...await faultsOf(answer, path));
    return files;
  };
  const lists = LISTS.flatMap((list) => [
    `/home/documents/${list}`,
    `/collect/${PROJECT}/documents/${list}`,
  ]);
  const registers = ["providers", "contracts", "typedocs", "requests"]
    .map((name) => `/home/contracting/${name}`);
  for (const path of [...lists, ...registers]) {
    for (const file of await read(path, landlord)) await read(file, landlord);
  }
  for (const list of ["refused", "late", "running"]) {
    await read(`/providers?list=${list}`, provider);
  }
  await read("/providers/deposits", provider);
  await read(`/providers/login?token=${link}`, "");
  for (const id of documentIds) {
    await read(`/home/documents/all/${REQUEST}/${id}`, landlord);
    await read(`/home/documents/all/${REQUEST}/${id}/pdf`, landlord);
    await read(`/providers/all/${ORG}/${REQUEST}/${id}`, provider);
    await read(`/providers/all/${ORG}/${REQUEST}/${id}/pdf`, provider);
  }
  return faults;
}

function mailFaults({ to, source, subject, html }: ReceivedMail): string[] {
  const head = source.slice(0, source.search(/\r?\n\r?\n/));
  const faults = markupFaults(html);
  if (/^set-cookie:/im.test(head) || /[\r\n]/.test(subject)) faults.push(`a header: ${head}`);
  if (![DEPOSITOR.email, LANDLORD].includes(to)) faults.push(`to ${to}`);
  return faults;
}

// @spec deposits.names
browserTest(
  "QS8: strings typed by providers and validators are escaped in every page, file, header and mail, and run in no browser",
  () =>
    withDocumentsSite(async (site) => {
      const next = inTurn(TO_PROVIDERS);
      const { ask } = await signedIn(site, LANDLORD);
      await writeHostileNames(site, next);
      const stored = await someDocuments(site.platform.own.services);
      const ids = stored.map(({ id }) => id).slice(0, 12);
      for (const [rank, documentId] of ids.entries()) {
        await depositAndJudge(site, { ask, documentId, rank, next });
        // With other names each time.
        if (rank % 3 === 2) {
          deepStrictEqual(await readDocuments(site, ids.slice(rank - 2, rank + 1)), []);
          await writeHostileNames(site, next);
        }
      }
      const mails = [
        ...await site.jobsAt("2026-02-10T12:00:00Z"),
        ...await site.jobsAt("2026-02-16T06:00:00Z"),
      ];
      ok(mails.length > 15, `${mails.length} mails`);
      deepStrictEqual(mails.flatMap(mailFaults), []);
      await lookInBrowser(site, ids);
    }),
);

function lookInBrowser(site: DocumentsSite, ids: readonly string[]): Promise<void> {
  return site.inWindow(async ({ page, errors, go }) => {
    const { token } = await signedIn(site, LANDLORD);
    const session = (await site.platform.sessionFor(token)).id;
    const link = await aLink(site, { email: DEPOSITOR.email });
    const provider = (await site.platform.providerLinks.open(link))?.id ?? "";
    await page.context().addCookies([
      { name: "session", value: session, url: site.url },
      { name: "provider", value: provider, url: site.url },
    ]);
    const ran: string[] = [];
    await page.exposeFunction(RAN, () => void ran.push(page.url()));
    const paths = [
      "/home/documents/to-validate",
      "/home/documents/refused",
      "/providers?list=refused",
      "/providers/deposits",
      ...ids.flatMap((id) => [
        `/home/documents/all/${REQUEST}/${id}`,
        `/providers/all/${ORG}/${REQUEST}/${id}`,
      ]),
    ];
    for (const path of paths) {
      await go(path);
      const planted = await page.locator(`${PLANTED}, [${PLANTED}]`).count();
      deepStrictEqual([path, planted], [path, 0]);
    }
    deepStrictEqual(ran, []);
    deepStrictEqual(
      errors.filter((error) => /Content Security Policy|SyntaxError/.test(error)),
      [],
    );
  });
}
