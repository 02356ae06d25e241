import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { outboxReport } from "@/lib/mail/outbox.ts";
import { SEEN_FOR_MS } from "@/lib/store/cache.ts";
import {
  mailBy,
  type PostOffice,
  type RecipientRule,
  withPostOffice,
} from "@/tests/helpers/a_post_office.ts";
import { aMember, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Page, type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { askedDocuments } from "@/tests/helpers/some_documents.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REPORTS = `/collect/${PROJECT}/alarms/reports`;
const REPORT = {
  name: "Astreinte",
  emails: "nuit@oph.fr, parti@oph.fr, plein@oph.fr, jour@oph.fr",
  notifyStart: "on",
  handler: "collect-online",
  projects: PROJECT,
};
const PROVIDER = "/home/contracting/providers/v1";
const REFUSED = "cette adresse a été refusée par son serveur le";

interface Story extends Site, Pick<PostOffice, "received"> {
  readonly landlord: Visitor;
  /** The page of the report, and its address. */
  page(): Promise<Page & { path: string }>;
  /** Raises another alarm, and sends the due mails. */
  mails(subjectKey: string): Promise<void>;
  /** Advances the clock, and retries the due mails. */
  passes(ms: number): Promise<void>;
}

/** Runs a test on a site whose mails go through a server that refuses the addresses of the rule. */
function withMailedSite(
  recipient: RecipientRule,
  test: (site: Site & Pick<PostOffice, "received">) => Promise<void>,
): Promise<void> {
  return withPostOffice((office) => {
    const { received } = office;
    return withSite((site) => test({ ...site, received }), { mail: mailBy(office) });
  }, { recipient });
}

function withRefusals(
  recipient: RecipientRule,
  test: (story: Story) => Promise<void>,
): Promise<void> {
  return withMailedSite(
    recipient,
    async (site) => await test({ ...site, ...await actions(site) }),
  );
}

/** Runs a test on the mails about documents of a provider with two addresses, one of them refused. */
function withProvider(
  refusal: () => ReturnType<RecipientRule>,
  test: (
    site: Site & Pick<PostOffice, "received">,
    landlord: Visitor,
  ) => Promise<void>,
): Promise<void> {
  const rule: RecipientRule = (address) => address.startsWith("suivi") ? refusal() : null;
  return withMailedSite(rule, async (site) => {
    await writeResidence(site);
    await askedDocuments(site.platform.own.services);
    await someone(site, { isAdmin: true, roles: ["collect:documents:write"] });
    await test(site, await site.signIn());
  });
}

async function actions(site: Site): Promise<Omit<Story, keyof Site | "received">> {
  const { store, clock, platform } = site;
  await aMember(site, { isAdmin: true, roles: ["collect"] });
  const landlord = await site.signIn();
  strictEqual((await landlord.post(`${REPORTS}/new`, REPORT)).status, 303);
  const { html } = await landlord.get(REPORTS);
  const path = /href="([^"]+)">Astreinte/.exec(html)?.[1] ?? "";
  return {
    landlord,
    page: async () => ({ ...await landlord.get(path), path }),
    async mails(subjectKey) {
      await storeAlarm(store, { subjectKey, start: new Date(clock.now()).toISOString() });
      clock.advance(3 * MINUTE_MS);
      ok(await mailAlarms(platform.own.services));
      await platform.sendMails();
    },
    async passes(ms) {
      clock.advance(ms);
      await platform.sendMails();
    },
  };
}

function namesOf(received: PostOffice["received"]): string[] {
  return received.map(({ to }) => to.replace("@oph.fr", "")).sort();
}

// @spec mail.refused-addresses
Deno.test("an address that its server refuses is shown on its report until a mail is accepted; the others get theirs", () => {
  let [isGone, isFull] = [true, true];
  const rule: RecipientRule = (address) => {
    if (isGone && address.startsWith("parti")) return { code: 550, words: "no such user" };
    return isFull && address.startsWith("plein") ? { code: 452, words: "mailbox full" } : null;
  };
  return withRefusals(rule, async ({ store, clock, received, page, mails, passes }) => {
    strictEqual((await page()).text.includes(REFUSED), false);
    await mails("collect-online/s1");
    deepStrictEqual(namesOf(received), ["jour", "nuit"]);
    const { mails: rows } = await outboxReport(store);
    deepStrictEqual(rows.map(({ to, state, attempts }) => [to, state, attempts]), [
      ["parti@oph.fr", "failed", 1],
      ["plein@oph.fr", "waiting", 1],
    ]);
    const at = formatInstant(new Date(clock.now()).toISOString());
    const { text } = await page();
    ok(text.includes(`parti@oph.fr\u00A0: ${REFUSED} ${at}.`), text);
    // A full mailbox is retried: it is not refused.
    strictEqual(text.split(REFUSED).length, 2);
    isFull = false;
    await passes(MINUTE_MS);
    deepStrictEqual(namesOf(received), ["jour", "nuit", "plein"]);
    await mails("collect-online/s2");
    deepStrictEqual(namesOf(received), ["jour", "jour", "nuit", "nuit", "plein", "plein"]);
    isGone = false;
    await mails("collect-online/s3");
    strictEqual(namesOf(received).includes("parti"), true);
    strictEqual((await page()).text.includes(REFUSED), false);
  });
});

// @spec mail.refused-addresses
Deno.test("an address refused temporarily is shown once its mail is given up, as long as the report writes to it", () => {
  const rule: RecipientRule = (address) =>
    address.startsWith("plein") ? { code: 452, words: "mailbox full" } : null;
  return withRefusals(rule, async ({ store, received, landlord, page, mails, passes }) => {
    await mails("collect-online/s1");
    for (let quarter = 0; quarter < 3 * 4; quarter++) await passes(DAY_MS / 4);
    strictEqual((await outboxReport(store)).waitingCount, 0);
    deepStrictEqual(namesOf(received), ["jour", "nuit", "parti"]);
    await landlord.signIn();
    const { text, version, path } = await page();
    ok(text.includes(`plein@oph.fr\u00A0: ${REFUSED}`), text);
    const body = { ...REPORT, emails: "nuit@oph.fr", version: version() };
    strictEqual((await landlord.post(path, body)).status, 303);
    strictEqual((await page()).text.includes(REFUSED), false);
  });
});

// @spec mail.refused-addresses
Deno.test("provider's address that its server refuses is shown on the provider's page until it accepts a mail", () => {
  let isGone = true;
  const refusal = () => isGone ? { code: 550, words: "no such user" } : null;
  return withProvider(refusal, async ({ clock, platform, received }, landlord) => {
    const text = async () => (await landlord.get(PROVIDER)).text;
    const mailsOn = async (instant: string) => {
      clock.goTo(instant);
      ok(await mailDocuments(platform.own.services));
      await landlord.signIn();
      // The list of providers is cached for a minute from here.
      await text();
      await platform.sendMails();
      clock.advance(SEEN_FOR_MS);
    };
    await mailsOn("2026-02-10T12:00:00Z");
    deepStrictEqual(received.map(({ to }) => to), ["agence@chauffage.fr"]);
    const at = formatInstant(new Date(clock.now()).toISOString());
    const shown = `suivi@chauffage.fr\u00A0: ${REFUSED} ${at}.`;
    ok((await text()).includes(shown), await text());
    isGone = false;
    await mailsOn("2026-03-04T12:00:00Z");
    strictEqual(received.some(({ to }) => to === "suivi@chauffage.fr"), true);
    strictEqual((await text()).includes(REFUSED), false);
  });
});

// @spec mail.outbox
Deno.test("a mail that waits for a provider's address is dropped once the landlord has replaced the address", () => {
  let isLate = true;
  const refusal = () => isLate ? { code: 450, words: "greylisted" } : null;
  return withProvider(refusal, async (site, landlord) => {
    const { store, clock, platform, received, faults } = site;
    ok(await mailDocuments(platform.own.services));
    await platform.sendMails();
    strictEqual((await outboxReport(store)).waitingCount, 1);
    const page = await landlord.get(PROVIDER);
    const fields = {
      form: "provider",
      name: page.value("name") ?? "",
      emails: "agence@chauffage.fr, bureau@chauffage.fr",
      version: page.version(),
    };
    strictEqual((await landlord.post(PROVIDER, fields)).status, 303);
    isLate = false;
    clock.advance(DAY_MS / 4);
    await platform.sendMails();
    deepStrictEqual(received.map(({ to }) => to), ["agence@chauffage.fr"]);
    const { waitingCount, failedCount } = await outboxReport(store);
    deepStrictEqual([waitingCount, failedCount, faults], [0, 0, []]);
  });
});
